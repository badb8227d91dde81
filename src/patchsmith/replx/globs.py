"""Whether a path is one that the caller's pattern names.

A pattern is a file, a folder (everything below it) or a glob, in which `*` and `?` stay within
one part of the path and `**` stands for any number of parts. Must never let a pattern reach
further than it reads: what it matches may be edited.
"""

from __future__ import annotations

from fnmatch import fnmatchcase


def normalised(pattern: str) -> str:
    """Return the pattern without `./`, doubled and closing slashes; empty for the root itself."""
    return "/".join(part for part in pattern.split("/") if part not in ("", "."))


def matches(pattern: str, path: str) -> bool:
    """Return whether a normalised pattern names the path or a folder above it.

    Args:
        pattern: Result of `normalised`; an empty one names everything.
        path: Relative path with `/` between the parts.
    """
    return not pattern or _parts_match(pattern.split("/"), path.split("/"))


def _parts_match(pattern: list[str], path: list[str]) -> bool:
    if not pattern:
        return True  # a folder: whatever is left of the path lies below it
    if pattern[0] == "**":
        rest = pattern[1:]
        if not rest:
            return bool(path)
        return any(_parts_match(rest, path[start:]) for start in range(len(path)))
    if not path or not fnmatchcase(path[0], pattern[0]):
        return False
    return _parts_match(pattern[1:], path[1:])
