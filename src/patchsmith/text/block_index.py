"""Where blocks of common lines stand in a text, found for all blocks in one pass.

A block whose every line stands in many places can not be found by one rare line, and a walk for
each such block would make many hunks in a large file quadratic. All of them together are found by
one automaton over whole lines: its states are the beginnings of blocks, each with the state of
the longest other beginning that the lines read so far end with. Each line of the text costs a
step or two, however many blocks there are.

Source: A. Aho, M. Corasick, Efficient string matching (1975), with lines for characters.
"""

from __future__ import annotations

from bisect import bisect_left

from patchsmith.text.line_index import chunks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_PLACES = 512
_CHUNK = 1 << 20  # bytes split at a time, so that memory stays small beside the text


class BlockIndex:
    """Offsets of chosen blocks in a text whose lines all end with a newline."""

    __slots__ = ("_ends", "_fallback", "_places", "_shorter", "_states", "_steps")

    def __init__(self, text: bytes, blocks: Iterable[list[bytes]]) -> None:
        """Walk through the text once.

        Args:
            text: The text to search.
            blocks: The blocks to note, as lines without endings; none is empty.
        """
        self._steps: list[dict[bytes, int]] = [{}]
        """State -> line -> next state; state 0 has read nothing."""
        self._states: dict[bytes, int] = {}
        """Block, its lines joined, -> the state in which it has been read."""
        self._add(blocks)
        self._places: dict[int, list[int]] = {state: [] for state in self._states.values()}
        """State of a block -> offsets, ascending, up to a number."""
        self._ends = dict.fromkeys(self._places, -1)
        """State of a block -> where its last occurrence ends; -1 for none."""
        self._fallback = [0] * len(self._steps)
        """State -> the longest other beginning that its lines end with."""
        self._shorter = [0] * len(self._steps)
        """State -> the longest other block that its lines end with; 0 for none."""
        self._link(self._levels())
        if self._states:
            self._read(text)

    def starts_of(self, block: list[bytes], start: int) -> list[int] | None:
        """Return where a block stands, ascending.

        Args:
            block: Its lines, without endings.
            start: Offset of a line start from which on matches count.

        Returns:
            None when the index can not tell: the block was not chosen, or stands in too many
            places.
        """
        joined = b"\n".join(block)
        state = self._states.get(joined)
        if state is None:
            return None
        if start > self._ends[state] - len(joined) - 1:
            return []
        places = self._places[state]
        if len(places) > _MOST_PLACES:
            return None
        return places[bisect_left(places, start) :]

    def _add(self, blocks: Iterable[list[bytes]]) -> None:
        steps = self._steps
        for block in blocks:
            state = 0
            for line in block:
                following = steps[state].get(line)
                if following is None:
                    following = steps[state][line] = len(steps)
                    steps.append({})
                state = following
            self._states[b"\n".join(block)] = state

    def _levels(self) -> list[list[int]]:
        """Return the states by the number of lines read, from one line on."""
        levels = [list(self._steps[0].values())]
        while levels[-1]:
            levels.append([after for state in levels[-1] for after in self._steps[state].values()])
        return levels

    def _link(self, levels: list[list[int]]) -> None:
        steps, fallback, shorter = self._steps, self._fallback, self._shorter
        for level in levels:
            for state in level:
                for line, after in steps[state].items():
                    known = fallback[state]
                    while known and line not in steps[known]:
                        known = fallback[known]
                    known = steps[known].get(line, 0)
                    fallback[after] = known
                    shorter[after] = known if known in self._places else shorter[known]

    def _read(self, text: bytes) -> None:
        """Read the text and note every block's places."""
        steps, fallback, shorter, ends = self._steps, self._fallback, self._shorter, self._ends
        sizes = {state: len(joined) + 1 for joined, state in self._states.items()}
        state = at = 0
        for line in _lines(text):
            at += len(line) + 1
            following = steps[state].get(line)
            while following is None and state:
                state = fallback[state]
                following = steps[state].get(line)
            state = following or 0
            ended = state if state in ends else shorter[state]
            while ended:
                ends[ended] = at
                places = self._places[ended]
                if len(places) > _MOST_PLACES:
                    break  # so do the shorter blocks that end here: they stand here each time too
                places.append(at - sizes[ended])
                ended = shorter[ended]
        for state in sorted(sizes, key=lambda state: sizes[state], reverse=True):
            if shorter[state]:
                ends[shorter[state]] = max(ends[shorter[state]], ends[state])


def _lines(text: bytes) -> Iterator[bytes]:
    for start, end in chunks(text, _CHUNK):
        yield from text[start : end - 1].split(b"\n")
