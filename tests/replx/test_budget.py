"""Rules of the budget."""

from __future__ import annotations

import pytest

from patchsmith.errors import DeclarationError
from patchsmith.replx.budget import budget_of

REFUSED = ["0", "-1", "2.5", "33", "500", "abc", "", " ", "4 ", "+4", "1e1", "٣", "9" * 5000]


def test_nothing_given_means_four() -> None:
    """Without a budget the loop makes at most four attempts."""
    assert budget_of(None) == 4


@pytest.mark.parametrize(("given", "expected"), [("1", 1), ("32", 32), ("04", 4), (7, 7)])
def test_whole_numbers_in_range_are_taken(given: str | int, expected: int) -> None:
    """Every whole number from 1 to 32 is a budget, as text or number."""
    assert budget_of(given) == expected


@pytest.mark.parametrize("given", [*REFUSED, 0, -1, 33, 2.5, True])
def test_anything_else_is_refused_and_never_clamped(given: str | float) -> None:
    """What is no whole number from 1 to 32 ends in the guard `budget`."""
    with pytest.raises(DeclarationError) as caught:
        budget_of(given)
    assert caught.value.code == "budget"
    assert "1 to 32" in str(caught.value)


def test_the_message_shows_what_was_given() -> None:
    """The caller reads back the value that was refused."""
    with pytest.raises(DeclarationError, match="not '33'"):
        budget_of("33")
    with pytest.raises(DeclarationError, match="an empty text"):
        budget_of("")
