r"""Placing hunks of which each stands in the file exactly, once, one below the other.

Most updates are of that kind, and then nothing needs to be weighed: each hunk is found by one
of its lines, one more look proves that it stands nowhere below, and its new lines take the place
of its old ones. Whatever is not of that kind (another order, shared context, no match, several,
line endings other than `\n`) is left to `hunks`, which looks at the file in all tiers; what is
placed here is placed there too, and tests/property/test_exact_is_the_same.py says so.

The time is linear: hunks ascend, so that finding them is one walk; proofs walk to the end of the
file, and only a bounded number of them is made. From some hunks on, one pass over all lines comes
first and proves for all hunks whose line stands once.
"""

from __future__ import annotations

from patchsmith.v4a.outcome import PlacedHunk, Updated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.canonical import Block

_MANY = 24  # hunks from which on one pass over all lines pays off
_MOST_WALKS = 16  # walks to the end of the file that prove that a hunk stands nowhere else
_CHUNK = 1 << 20  # bytes split at a time, so that memory stays small beside the text
_MARKS = (0xEF, 0xFE, 0xFF)  # first bytes of byte order marks
_NEWLINE = 0x0A


def placed_exactly(content: bytes, block: Block) -> Updated | None:
    """Return the file after its hunks; None when they have to be looked at more closely.

    Args:
        content: The bytes of the file.
        block: The hunks.
    """
    if not block.bare or content[-1:] != b"\n" or b"\r" in content or content[0] in _MARKS:
        return None
    olds, news = block.sides()
    # the line in the middle of each hunk, newline included: likely one of its longest
    leads = [old.rfind(b"\n", 0, len(old) >> 1) + 1 for old in olds]
    keys = [old[lead : old.find(b"\n", lead) + 1] for old, lead in zip(olds, leads, strict=True)]
    places = _places(content, olds, keys, leads)
    if places is None or not _stand_once(content, olds, keys, leads, places):
        return None
    view = memoryview(content)
    pieces: list[bytes | memoryview] = []
    done = 0
    for old, new, at in zip(olds, news, places, strict=True):
        pieces += (view[done:at], new)
        done = at + len(old)
    pieces.append(view[done:])
    return Updated.later(lambda: _placed(content, block, places), b"".join(pieces))


def _places(
    content: bytes, olds: list[bytes], keys: list[bytes], leads: list[int]
) -> list[int] | None:
    """Return where each hunk stands for the first time from the start of the one before on.

    Args:
        content: The bytes of the file.
        olds: The old lines of each hunk.
        keys: A line of each; looking for that first is quicker.
        leads: Where that line starts in the old lines.

    Returns:
        None when one of them has no lines, stands nowhere, or not below the one before.
    """
    places: list[int] = []
    above = done = 0
    for old, key, lead in zip(olds, keys, leads, strict=True):
        at = content.find(key, above) - lead
        if at < done or not content.startswith(old, at):
            at = content.find(old, above)
        if at < done or not old or (at and content[at - 1] != _NEWLINE):
            return None
        places.append(at)
        above, done = at, at + len(old)
    return places


def _stand_once(
    content: bytes, olds: list[bytes], keys: list[bytes], leads: list[int], places: list[int]
) -> bool:
    """Say whether each hunk is proven to stand nowhere below its place; see `_places`."""
    common = _common(content, keys) if len(keys) > _MANY else None
    walks = 0
    for old, key, lead, at in zip(olds, keys, leads, places, strict=True):
        if content.find(key, at + lead + 1) < 0 if common is None else key not in common:
            continue
        walks += 1
        if walks > _MOST_WALKS or content.find(old, at + 1) >= 0:
            return False
    return True


def _common(content: bytes, keys: list[bytes]) -> set[bytes]:
    """Return which of some lines stand more than once."""
    from patchsmith.text.line_index import chunks

    wanted = {key[:-1] for key in keys}
    once: set[bytes] = set()
    common: set[bytes] = set()
    for start, end in chunks(content, _CHUNK):
        for line in filter(wanted.__contains__, content[start : end - 1].split(b"\n")):
            (common if line in once else once).add(line)
    return {line + b"\n" for line in common}


def _placed(content: bytes, block: Block, places: list[int]) -> tuple[PlacedHunk, ...]:
    """Return where the hunks went."""
    found: list[PlacedHunk] = []
    line_no, before = 1, 0
    for signs, at in zip(block.signs.split(b"@")[1:], places, strict=True):
        line_no += content.count(b"\n", before, at)
        before = at
        found.append(PlacedHunk("exact", line_no, signs.count(b"+"), signs.count(b"-"), None))
    return tuple(found)
