"""Which lines of a text become which: a line diff that is never quadratic.

Equal lines at both ends are set aside. What lies between is cut at the lines that occur once on
either side (patience), again and again; what has no such line is compared by Myers's greedy
search within a bound on the number of edits. A stretch that is too different for the bound is
replaced whole: the result is then longer than it had to be, never wrong.

Source: Eugene W. Myers, "An O(ND) difference algorithm and its variations", 1986; Bram Cohen's
patience diff for the anchors.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_DEEPEST = 32  # cuts within cuts
_MOST_EDITS = 1000
_MOST_STEPS = 3_000_000  # comparisons in one stretch


class Block(Value):
    """A run of lines that is replaced; 0-based line indexes."""

    __slots__ = ("start", "end", "new_start", "new_end")  # noqa: RUF023 - field order

    start: int
    """First old line, or the line before which lines are inserted."""
    end: int
    """Behind the last old line."""
    new_start: int
    """First new line."""
    new_end: int
    """Behind the last new line."""


def changed_blocks(old: Sequence[bytes], new: Sequence[bytes]) -> list[Block]:
    """Return what to replace to turn one list of lines into another.

    Returns:
        Blocks in ascending order, with at least one equal line between any two.
    """
    found: list[Block] = []
    stack = [(Block(0, len(old), 0, len(new)), 0)]
    while stack:
        whole, depth = stack.pop()
        part = _trimmed(old, new, whole)
        if part.start == part.end or part.new_start == part.new_end:
            if part.end - part.start or part.new_end - part.new_start:
                found.append(part)
            continue
        anchors = _anchors(old, new, part) if depth < _DEEPEST else []
        if anchors:
            stack.extend((between, depth + 1) for between in reversed(_cut(part, anchors)))
        else:
            found.extend(_compared(old, new, part))
    return _joined(_slid(old, new, _joined(found)))


def _trimmed(old: Sequence[bytes], new: Sequence[bytes], part: Block) -> Block:
    """Return a stretch without the equal lines at its ends."""
    start, end, new_start, new_end = part.start, part.end, part.new_start, part.new_end
    while start < end and new_start < new_end and old[start] == new[new_start]:
        start += 1
        new_start += 1
    while start < end and new_start < new_end and old[end - 1] == new[new_end - 1]:
        end -= 1
        new_end -= 1
    return Block(start, end, new_start, new_end)


def _anchors(old: Sequence[bytes], new: Sequence[bytes], part: Block) -> list[tuple[int, int]]:
    """Return pairs of lines that occur once on either side, ascending on both."""
    places = _single(old, part.start, part.end)
    others = _single(new, part.new_start, part.new_end)
    pairs = [(index, others[line]) for line, index in places.items() if line in others]
    return _ascending(pairs)


def _single(lines: Sequence[bytes], start: int, end: int) -> dict[bytes, int]:
    counts = Counter(lines[start:end])
    return {lines[index]: index for index in range(start, end) if counts[lines[index]] == 1}


def _ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence of pairs whose second numbers ascend too."""
    tails: list[int] = []
    at_tail: list[int] = []
    before: list[int] = []
    for index, (_, other) in enumerate(pairs):
        length = bisect_left(tails, other)
        before.append(at_tail[length - 1] if length else -1)
        if length == len(tails):
            tails.append(other)
            at_tail.append(index)
        else:
            tails[length], at_tail[length] = other, index
    chain: list[tuple[int, int]] = []
    index = at_tail[-1] if at_tail else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _cut(part: Block, anchors: list[tuple[int, int]]) -> list[Block]:
    """Return the stretches between anchors, in order."""
    found: list[Block] = []
    start, new_start = part.start, part.new_start
    for index, other in anchors:
        found.append(Block(start, index, new_start, other))
        start, new_start = index + 1, other + 1
    found.append(Block(start, part.end, new_start, part.new_end))
    return found


def _compared(old: Sequence[bytes], new: Sequence[bytes], part: Block) -> Iterator[Block]:
    """Yield what differs in a stretch without anchors; the whole of it when that is too much."""
    ours, theirs = old[part.start : part.end], new[part.new_start : part.new_end]
    runs = _equal_runs(ours, theirs)
    if runs is None:
        yield part
        return
    at, new_at = part.start, part.new_start
    for start, new_start, count in runs:
        yield Block(at, part.start + start, new_at, part.new_start + new_start)
        at, new_at = part.start + start + count, part.new_start + new_start + count
    yield Block(at, part.end, new_at, part.new_end)


def _equal_runs(
    ours: Sequence[bytes], theirs: Sequence[bytes]
) -> list[tuple[int, int, int]] | None:
    """Return runs of equal lines (start, other start, count); None beyond the bounds.

    `reach[middle + d]` is how far a path gets on diagonal d, the difference of the two indexes;
    the trace keeps what was reached before each further edit.
    """
    size, other_size = len(ours), len(theirs)
    middle = _MOST_EDITS + 1
    reach = [0] * (2 * middle + 1)
    trace: list[list[int]] = []
    steps = 0
    for edits in range(_MOST_EDITS + 1):
        trace.append(reach[middle - edits - 1 : middle + edits + 2])
        for diagonal in range(-edits, edits + 1, 2):
            entered = at = _entered(reach, middle, diagonal, edits)
            other = at - diagonal
            while at < size and other < other_size and ours[at] == theirs[other]:
                at += 1
                other += 1
            reach[middle + diagonal] = at
            if at >= size and other >= other_size:
                return _walked_back(trace, size, other_size)
            steps += at - entered + 1
        if steps > _MOST_STEPS:
            return None
    return None


def _entered(reach: Sequence[int], middle: int, diagonal: int, edits: int) -> int:
    """Return where a path with that many edits enters a diagonal."""
    before, behind = reach[middle + diagonal - 1], reach[middle + diagonal + 1]
    return behind if _inserts(before, behind, diagonal, edits) else before + 1


def _inserts(before: int, behind: int, diagonal: int, edits: int) -> bool:
    return diagonal == -edits or (diagonal != edits and before < behind)


def _walked_back(trace: list[list[int]], size: int, other_size: int) -> list[tuple[int, int, int]]:
    """Return the equal runs of the path that ends at both ends."""
    runs: list[tuple[int, int, int]] = []
    at, other = size, other_size
    for edits in range(len(trace) - 1, -1, -1):
        reach, middle = trace[edits], edits + 1
        diagonal = at - other
        start = _entered(reach, middle, diagonal, edits)
        if at > start:
            runs.append((start, start - diagonal, at - start))
        before, behind = reach[middle + diagonal - 1], reach[middle + diagonal + 1]
        inserts = _inserts(before, behind, diagonal, edits)
        at = start if inserts else start - 1
        other = start - diagonal - 1 if inserts else start - diagonal
    return runs[::-1]


def _slid(old: Sequence[bytes], new: Sequence[bytes], blocks: list[Block]) -> Iterator[Block]:
    """Yield blocks with pure insertions and removals as far down as equal lines allow.

    An added function then starts with its first line, not with the last line of its neighbour.
    """
    for number, block in enumerate(blocks):
        limit = blocks[number + 1].start if number + 1 < len(blocks) else len(old)
        start, end, new_start, new_end = block.start, block.end, block.new_start, block.new_end
        while end < limit and (
            (start == end and new[new_start] == old[end])
            or (new_start == new_end and old[start] == old[end])
        ):
            start, end = start + 1, end + 1
            new_start, new_end = new_start + 1, new_end + 1
        yield Block(start, end, new_start, new_end)


def _joined(blocks: Iterable[Block]) -> list[Block]:
    """Return blocks without the empty ones, those that touch made one."""
    found: list[Block] = []
    for block in blocks:
        if block.start == block.end and block.new_start == block.new_end:
            continue
        if found and found[-1].end == block.start and found[-1].new_end == block.new_start:
            first = found.pop()
            found.append(Block(first.start, block.end, first.new_start, block.new_end))
        else:
            found.append(block)
    return found
