"""The closest block, for messages."""

from __future__ import annotations

from patchsmith.text.nearest import Nearest, Surroundings, nearest_block

BODY = b"def a():\n    return 1\n\ndef b():\n    x = 2\n    return x\n"


def test_the_first_line_that_differs_is_named() -> None:
    """The place with the most equal lines wins; the first difference is shown with its line."""
    assert nearest_block(BODY, ["def b():", "    x = 3", "    return x"]) == Nearest(
        4, 5, "    x = 3", "    x = 2"
    )


def test_a_single_line_is_compared_by_resemblance() -> None:
    """A misspelt line finds its neighbour."""
    near = nearest_block(BODY, ["    retrun x"])
    assert near is not None
    assert (near.line_no, near.actual) == (6, "    return x")


def test_a_block_that_runs_past_the_end_says_so() -> None:
    """Behind the last line there is nothing to show."""
    near = nearest_block(BODY, ["    return x", "more"])
    assert near is not None
    assert (near.differs_at, near.actual) == (7, None)


def test_nothing_alike_is_nothing() -> None:
    """No place is made up."""
    assert nearest_block(BODY, ["zzzzzzzzzzzz"]) is None
    assert nearest_block(b"", ["a"]) is None


def test_large_files_are_not_searched() -> None:
    """The search is bounded; a file of more lines than the limit answers at once."""
    assert nearest_block(b"x\n" * 200_001, ["y"]) is None


def test_many_blocks_share_one_reading_and_one_budget() -> None:
    """Each block gets its own nearest place; comparing by character is bounded for all together."""
    surroundings = Surroundings(BODY)
    for block in (["    retrun x"], ["def b():", "    x = 3"]):
        assert surroundings.nearest(block) == nearest_block(BODY, block)
    text = "the quick brown fox jumps over the lazy dog " * 3
    alike = Surroundings("".join(f"{text}{n}\n" for n in range(250)).encode())
    found = [alike.nearest([f"{text}y{n}"]) is not None for n in range(8)]
    assert found[0]
    assert not found[-1]
