"""How many attempts a loop may make.

Decides whether what the caller gave is a budget. A value outside the range is refused, never
clamped: a caller who asked for 500 attempts did not ask for 32.
"""

from __future__ import annotations

import re

from patchsmith.errors import DeclarationError

DEFAULT_BUDGET = 4
"""Attempts allowed when the caller says nothing."""
MAX_BUDGET = 32
"""Largest budget accepted."""

_WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")  # more digits are out of range, and costly to convert


def budget_of(given: str | float | None) -> int:
    """Return the budget for what the caller gave.

    Args:
        given: Text as typed, a number, or None when nothing was given.

    Raises:
        DeclarationError: `budget`, for anything but a whole number from 1 to 32.
    """
    if given is None:
        return DEFAULT_BUDGET
    number: int | None = None
    if isinstance(given, str):
        number = int(given) if _WHOLE_NUMBER.fullmatch(given) else None
    elif isinstance(given, int) and not isinstance(given, bool):
        number = given
    if number is None or not 1 <= number <= MAX_BUDGET:
        raise DeclarationError(
            "budget",
            f"the budget must be a whole number from 1 to {MAX_BUDGET}, not {_shown(given)}",
            hint=f"Pass --budget N with N from 1 to {MAX_BUDGET}, "
            f"or leave it out for {DEFAULT_BUDGET}.",
        )
    return number


def _shown(given: str | float) -> str:
    if isinstance(given, str) and not given:
        return "an empty text"
    text = given if isinstance(given, str) else str(given)
    return repr(text if len(text) <= 40 else text[:40] + "...")
