"""Law: what is placed the plain way is placed so by the full search too."""

from __future__ import annotations

from hypothesis import event, given
from hypothesis import strategies as st

from patchsmith.v4a.exact import placed_exactly
from patchsmith.v4a.model import UpdateFile
from patchsmith.v4a.parser import parse
from patchsmith.v4a.updates import searched
from strategies import LINES

REPEATED = st.sampled_from(["a", "b", "aa", "ba", "", " a", "a ", "line 1"])
DISTINCT = st.integers(0, 10**6).map(lambda number: f"line {number}")
KINDS = st.sampled_from(
    [DISTINCT, st.one_of(*[DISTINCT] * 9, REPEATED), st.one_of(DISTINCT, REPEATED), REPEATED, LINES]
)
"""From files of which every line is another one to files of a few lines."""


@st.composite
def files_and_hunks(draw: st.DrawFn) -> tuple[bytes, list[list[str]]]:
    """Return a file and hunks cut from it: most below one another, some not, or slightly wrong."""
    lines = draw(st.lists(draw(KINDS), min_size=1, max_size=120))
    hunks: list[list[str]] = []
    at = 0
    for _ in range(draw(st.sampled_from([1, 2, 3, 8, 30]))):
        at += draw(st.sampled_from([*[0] * 30, 1, 2, 5, -1, -3]))
        if not 0 <= at < len(lines):
            break
        hunk: list[str] = []
        for line in lines[at : at + draw(st.integers(1, 4))]:
            hunk += [draw(st.sampled_from("  -")) + line]
            hunk += ["+new"] * draw(st.sampled_from([0, 0, 1]))
            at += 1
        if not draw(st.integers(0, 60)):
            hunk[0] = draw(st.sampled_from("+ -")) + draw(REPEATED)
        hunks.append(hunk)
    ending = draw(st.sampled_from(["\n"] * 9 + ["\r\n"]))
    text = ending.join(lines) + (ending if draw(st.integers(0, 9)) else "")
    return (draw(st.sampled_from([""] * 9 + ["\ufeff"])) + text).encode(), hunks or [
        ["-" + lines[0]]
    ]


@given(files_and_hunks())
def test_both_ways_of_placing_agree(case: tuple[bytes, list[list[str]]]) -> None:
    """The same bytes and the same report, or the plain way does not answer."""
    content, hunks = case
    lines = [line for hunk in hunks for line in ("@@", *hunk)]
    patch = "\n".join(["*** Begin Patch", "*** Update File: a", *lines, "*** End Patch"])
    (op,) = parse(patch).ops
    assert isinstance(op, UpdateFile)
    if op.block is None:
        return  # a lone CR in a line
    plain = placed_exactly(content, op.block)
    event("placed" if plain is not None else "left to the full search")
    if plain is not None:
        full = searched(content, op)
        assert (plain.content, plain.hunks) == (full.content, full.hunks)
