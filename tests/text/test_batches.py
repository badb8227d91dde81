"""Lines are taken several at a time, in order and in bounded pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.text.batches import batches


@given(st.lists(st.text(max_size=3), max_size=3000))
def test_no_line_is_lost_or_moved(lines: list[str]) -> None:
    """All batches together are the lines; none is empty."""
    found = list(batches(iter(lines)))
    assert [line for batch in found for line in batch] == lines
    assert all(found)


def test_batches_of_long_lines_are_small() -> None:
    """After the first, a batch holds a bounded number of characters."""
    found = list(batches("x" * 10_000 for _ in range(5000)))
    assert all(len(batch) <= 8 for batch in found[1:])
