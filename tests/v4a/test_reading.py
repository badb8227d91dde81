"""Reading line by line, and once more with leniencies."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.v4a.model import DeleteFile, Patch, Tolerated
from patchsmith.v4a.reading import Reading

LINES = ["*** Begin Patch", "*** Delete File: a", "*** End Patch"]


def read(*blocks: str, last: str = "", strict: bool = False) -> Patch:
    reading = Reading(strict=strict)
    for block in blocks:
        reading.feed(block)
    return reading.finish(last)


def test_blocks_of_lines_are_one_patch() -> None:
    """Wherever it is cut, and with or without a newline at the end."""
    whole = Patch((DeleteFile("a", 2),), ())
    assert read("\n".join(LINES)) == read(*LINES) == read(*LINES[:2], last=LINES[2]) == whole


def test_reading_starts_over_with_leniencies() -> None:
    """Where the grammar ends, the lines so far are read once more, as they were meant."""
    assert read("Here it is:", "```", *LINES, "```").tolerated == (
        Tolerated("prose", 1),
        Tolerated("code-fence", 2),
    )
    with pytest.raises(InputError, match="first line"):
        read("Here it is:", *LINES, strict=True)


def test_an_error_that_no_leniency_explains_is_the_first_one() -> None:
    """Nothing in the lines so far can be rewritten."""
    with pytest.raises(InputError, match="Frobnicate"):
        read(LINES[0], "*** Frobnicate File: a")
