r"""Placing hunks of which each stands in the file exactly, once, one below the other.

Most updates are of that kind, and then nothing needs to be weighed: each hunk is found by its
longest line, one more look proves that it stands nowhere below, and its new lines take the place
of its old ones. Whatever is not of that kind (another order, shared context, no match, several,
line endings other than `\n`) is left to `hunks`, which looks at the file in all tiers; what is
placed here is placed there too, and tests/property/test_exact_is_the_same.py says so.

The time is linear: hunks ascend, so that finding them is one walk; proofs walk to the end of the
file, and only a bounded number of them is made. From some hunks on, one pass over all lines comes
first and proves for all hunks whose longest line stands once.
"""

from __future__ import annotations

from patchsmith.v4a.outcome import PlacedHunk, Updated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.canonical import Block

_MANY = 12  # hunks from which on one pass over all lines pays off
_MOST_WALKS = 16  # walks to the end of the file that prove that a hunk stands nowhere else
_CHUNK = 1 << 20  # bytes split at a time, so that memory stays small beside the text
_MARKS = (0xEF, 0xFE, 0xFF)  # first bytes of byte order marks
_ADDED, _REMOVED, _NEWLINE = b"+-\n"


def placed_exactly(content: bytes, block: Block) -> Updated | None:
    """Return the file after its hunks; None when they have to be looked at more closely.

    Args:
        content: The bytes of the file.
        block: The hunks.
    """
    if not block.bare or content[-1:] != b"\n" or b"\r" in content or content[0] in _MARKS:
        return None
    hunks = [_sides(block.lines[start:end]) for start, end in block.spans()]
    common: set[bytes] | None = None
    if len(hunks) > _MANY:
        common = _common(content, {key for _, _, key in hunks})
    places: list[int] = []
    above = done = walks = 0
    for old, _, key in hunks:
        lead = old.find(key)
        at = content.find(key, above) - lead
        if at < done or not content.startswith(old, at):
            at = content.find(old, above)
        if at < done or not old or (at and content[at - 1] != _NEWLINE):
            return None
        is_only = content.find(key, at + lead + 1) < 0 if common is None else key not in common
        if not is_only:
            walks += 1
            if walks > _MOST_WALKS or content.find(old, at + 1) >= 0:
                return None
        places.append(at)
        above, done = at, at + len(old)
    return Updated.later(lambda: _placed(content, block, places), _spliced(content, hunks, places))


def _sides(lines: list[bytes]) -> tuple[bytes, bytes, bytes]:
    """Return a hunk's old lines, its new lines, and the longest old one, with their newlines."""
    old = [line[1:] for line in lines if line[0] != _ADDED]
    new = [line[1:] for line in lines if line[0] != _REMOVED]
    key = max(old, key=len, default=b"") + b"\n"
    old.append(b"")
    new.append(b"")
    return b"\n".join(old), b"\n".join(new), key


def _common(content: bytes, keys: set[bytes]) -> set[bytes]:
    """Return which of some lines stand more than once."""
    from patchsmith.text.line_index import chunks

    wanted = {key[:-1] for key in keys}
    once: set[bytes] = set()
    common: set[bytes] = set()
    for start, end in chunks(content, _CHUNK):
        for line in filter(wanted.__contains__, content[start : end - 1].split(b"\n")):
            (common if line in once else once).add(line)
    return {line + b"\n" for line in common}


def _spliced(
    content: bytes, hunks: list[tuple[bytes, bytes, bytes]], places: list[int]
) -> bytes:
    view = memoryview(content)
    pieces: list[bytes | memoryview] = []
    done = 0
    for (old, new, _), at in zip(hunks, places, strict=True):
        pieces += (view[done:at], new)
        done = at + len(old)
    pieces.append(view[done:])
    return b"".join(pieces)


def _placed(content: bytes, block: Block, places: list[int]) -> tuple[PlacedHunk, ...]:
    """Return where the hunks went."""
    found: list[PlacedHunk] = []
    line_no, before = 1, 0
    for (start, end), at in zip(block.spans(), places, strict=True):
        line_no += content.count(b"\n", before, at)
        before = at
        signs = block.signs[start:end]
        found.append(PlacedHunk("exact", line_no, signs.count(b"+"), signs.count(b"-"), None))
    return tuple(found)
