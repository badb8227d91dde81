r"""Paths inside a workspace.

A `RelPath` names a file below the root, with `/` between the parts. Making one decides, from the
text alone, that it can not mean a place outside: absolute paths, `..` that climbs out, Windows
drives and backslash parents, and the folder `.git` (whose configuration and hooks run code) are
refused with `unsafe-path`. Symbolic links are the workspace's business, which sees the disk.

Rules for editors: no look at the disk here; every path that reaches a workspace is a `RelPath`.
"""

from __future__ import annotations

from patchsmith.errors import EditError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

RECORD_DIR = ".patchsmith-txn"
"""Folder in the root that a running commit uses; no edit may name it."""
_MAX_LENGTH = 4096
"""Characters; no program that names a whole path to Linux (PATH_MAX) could open a longer one."""


class RelPath(str):
    """A normalised path relative to the root: no empty, `.` or `..` part."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Return the normalised path for text as a patch or a call spells it.

        Args:
            text: Relative path; `./a//b` and `a/x/../b` are brought to their short form.

        Raises:
            InputError: `unsafe-path`, naming the reason and, where there is one, the spelling
                that would be accepted; `bad-text` for NUL and lone surrogates.
        """
        if "\0" in text:
            raise InputError("bad-text", "a path can not hold a NUL character", path=text)
        try:
            text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raise InputError(
                "bad-text", "the path holds a lone surrogate, which no file name can", path=text
            ) from None
        reason = _reason_to_refuse(text)
        if reason is not None:
            hint = "Name the file relative to the workspace root, for example src/app.py."
            if text.startswith("/"):
                hint = "Drop the leading folders: name the file relative to the workspace root."
            raise InputError("unsafe-path", reason, path=text, hint=hint)
        if text.endswith("/"):
            raise EditError("is-directory", "the path ends as a folder's does", path=text)
        parts = _normalised(text)
        if parts is None:
            raise InputError(
                "unsafe-path",
                "the path climbs out of the workspace root",
                path=text,
                hint="Only files below the root may be touched.",
            )
        if not parts:
            raise InputError("unsafe-path", "the path names the workspace root itself", path=text)
        for part in parts:
            _check_part(part, text)
        return cls("/".join(parts))

    @property
    def parts(self) -> list[str]:
        """The names from the root down to the file."""
        return self.split("/")

    @property
    def name(self) -> str:
        """The last part."""
        return self.rpartition("/")[2]

    @property
    def parent(self) -> str:
        """The path of the folder that holds the file; empty for the root."""
        return self.rpartition("/")[0]


def _reason_to_refuse(text: str) -> str | None:
    if not text.strip():
        return "the path is empty"
    if text.startswith("/"):
        return "absolute paths are not accepted"
    if text[0] == "\\" or (len(text) > 1 and text[1] == ":" and text[0].isalpha()):
        return "the path is absolute on Windows"
    if ".." in text.replace("\\", "/").split("/") and "\\" in text:
        return "the path is a parent folder on Windows"
    if len(text) > _MAX_LENGTH:
        return f"the path is longer than {_MAX_LENGTH:,} characters"
    return None


def _normalised(text: str) -> list[str] | None:
    parts: list[str] = []
    for part in text.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return parts


def _check_part(part: str, text: str) -> None:
    for name in part.split("\\"):
        folded = name.rstrip(" .").casefold()  # Windows and macOS read these names as .git too
        if folded in (".git", "git~1"):
            raise InputError(
                "unsafe-path",
                "files under .git are not edited: what is written there can run code",
                path=text,
            )
        if folded == RECORD_DIR:
            raise InputError("unsafe-path", f"{RECORD_DIR} is reserved for commits", path=text)
