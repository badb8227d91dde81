"""Whatever ends a command becomes a message and a status."""

from __future__ import annotations

import pytest

from patchsmith.cli.options import UsageError
from patchsmith.cli.outermost import described, guarded
from patchsmith.errors import EditError, EnvironmentFault

ENDS: list[tuple[BaseException, int, str]] = [
    (UsageError("Usage: x\n"), 2, "Usage: x\n"),
    (EditError("not-found", "no such text", path="f"), 1, "f: no such text\n"),
    (EnvironmentFault("io", "disk full"), 4, "disk full\n"),
    (KeyboardInterrupt(), 130, ""),
]


@pytest.mark.parametrize(("error", "status", "text"), ENDS, ids=lambda each: type(each).__name__)
def test_errors_become_a_sentence_and_a_status(
    error: BaseException, status: int, text: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """No traceback for what a caller or the machine did."""

    def fail() -> int:
        raise error

    assert guarded(fail) == status
    assert capfdbinary.readouterr().err.decode() == text


def test_a_fault_of_ours_says_where_it_is(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """One line of code is enough for a report."""

    def fail() -> int:
        raise ZeroDivisionError("oh")

    assert guarded(fail) == 3
    text = capfdbinary.readouterr().err.decode()
    assert "ZeroDivisionError: oh at " in text
    assert "test_outermost.py:" in text
    assert "Traceback" not in text


def test_an_error_that_was_never_raised_has_no_place() -> None:
    """It is described without one."""
    assert described(ValueError("x")).startswith("patchsmith has a fault: ValueError: x\n")


def test_a_command_that_ends_well_keeps_its_status() -> None:
    """Nothing is added."""
    assert guarded(lambda: 0) == 0
