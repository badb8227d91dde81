"""Rules for exit statuses."""

from __future__ import annotations

import pytest

from patchsmith.cli.exit_status import exit_status
from patchsmith.errors import (
    DeclarationError,
    EditError,
    EnvironmentFault,
    InputError,
    InternalError,
    RequestError,
)
from patchsmith.replx.record import Ending, Outcome, Status

ERRORS: list[tuple[BaseException, int]] = [
    (RequestError("bad-request", "x"), 2),
    (InputError("patch-syntax", "x"), 2),
    (DeclarationError("budget", "x"), 2),
    (EditError("not-found", "x"), 1),
    (EnvironmentFault("io", "x"), 4),
    (InternalError("internal", "x"), 3),
    (ValueError("x"), 3),
    (KeyboardInterrupt(), 130),
]
OUTCOMES = [
    (Status.SOLVED, Ending.CONDITION_MET, 0),
    (Status.UNSOLVED, Ending.BUDGET_SPENT, 1),
    (Status.UNSOLVED, Ending.NO_PROGRESS, 1),
    (Status.UNSOLVED, Ending.NOT_VERIFIED, 1),
    (Status.INPUT_ERROR, Ending.GUARD, 2),
    (Status.UNSOLVED, Ending.INTERRUPTED, 130),
]


@pytest.mark.parametrize(("error", "status"), ERRORS, ids=lambda each: type(each).__name__)
def test_errors_end_by_whose_fault_they_are(error: BaseException, status: int) -> None:
    """Usage 2, ours 3, the machine's 4, Ctrl-C 130."""
    assert exit_status(error) == status


@pytest.mark.parametrize(("status", "ending", "expected"), OUTCOMES)
def test_loops_end_by_their_outcome(status: Status, ending: Ending, expected: int) -> None:
    """Solved 0, unsolved 1, input error 2, interrupted 130."""
    assert exit_status(Outcome(status, ending, "")) == expected
