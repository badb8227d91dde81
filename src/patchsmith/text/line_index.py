"""Where chosen lines stand in a text, noted in one pass.

Many blocks to find in one large file would mean many walks through it, and each needs a second
one to prove that the block occurs once. Instead, the longest lines of all blocks are looked up in
one pass; a block's places then follow from the places of the rarest such line it holds.

A line that stands in very many places says little and is not noted; for blocks of only such lines
there is `block_index.py`.
"""

from __future__ import annotations

from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_PLACES = 256
_NOT_NOTED = range(_MOST_PLACES + 1)
_CHUNK = 1 << 22  # bytes split at a time, so that memory stays small beside the text


class LineIndex:
    """Offsets of chosen lines in a text whose lines all end with a newline."""

    __slots__ = ("_places", "_text")

    def __init__(self, text: bytes, lines: set[bytes]) -> None:
        """Walk through the text once.

        Args:
            text: The text to search.
            lines: The lines to note, without endings.
        """
        self._text = text
        self._places: dict[bytes, list[int]] = {line: [] for line in lines}
        for start, end in chunks(text, _CHUNK):
            self._note(start, end)

    def tells(self, block: list[bytes]) -> bool:
        """Return whether `starts_of` can tell where a block stands."""
        return any(len(self._places.get(line, _NOT_NOTED)) <= _MOST_PLACES for line in block)

    def starts_of(self, block: list[bytes], needle: bytes, start: int) -> list[int] | None:
        """Return where a block stands, ascending.

        Args:
            block: Its lines, without endings.
            needle: The same as one text, each line with its newline.
            start: Offset of a line start from which on matches count.

        Returns:
            None when the index can not tell.
        """
        rarest: list[int] | None = None
        lead = 0
        offset = 0
        for line in block:
            places = self._places.get(line)
            if places is not None and len(places) <= _MOST_PLACES:
                if rarest is None or len(places) < len(rarest):
                    rarest, lead = places, offset
                if not places:
                    return []
            offset += len(line) + 1
        if rarest is None:
            return None
        text = self._text
        return [
            place - lead
            for place in rarest[bisect_left(rarest, start + lead) :]
            if text.startswith(needle, place - lead)
            and (place == lead or text[place - lead - 1] == 0x0A)
        ]

    def _note(self, start: int, end: int) -> None:
        """Note the chosen lines of one chunk, walking from hit to hit for their offsets."""
        places = self._places
        text = self._text
        at = start
        for line in filter(places.__contains__, text[start:end].split(b"\n")[:-1]):
            noted = places[line]
            if len(noted) > _MOST_PLACES:
                continue
            if not text.startswith(line + b"\n", at) or (at > start and text[at - 1] != 0x0A):
                at = text.find(b"\n" + line + b"\n", max(at - 1, 0), end) + 1
            noted.append(at)
            at += len(line) + 1


def chunks(text: bytes, size: int) -> Iterator[tuple[int, int]]:
    """Yield spans that together cover a text, each of about a size and ending behind a newline."""
    start = 0
    while start < len(text):
        end = text.find(b"\n", min(start + size, len(text) - 1)) + 1 or len(text)
        yield start, end
        start = end
