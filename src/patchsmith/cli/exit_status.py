"""Exit statuses, decided here and nowhere else.

0    done; for a loop: solved
1    judged no; for a loop: unsolved
2    wrong usage, or input that can not be acted on
3    our own fault
4    the machine said no
130  interrupted
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from patchsmith.errors import (
    DeclarationError,
    EditError,
    EnvironmentFault,
    InputError,
    RequestError,
)

if TYPE_CHECKING:
    from patchsmith.replx.record import Outcome


class ExitStatus(IntEnum):
    """What a command's process ends with."""

    DONE = 0
    JUDGED_NO = 1
    USAGE = 2
    OUR_FAULT = 3
    ENVIRONMENT = 4
    INTERRUPTED = 130


def exit_status(ended: Outcome | BaseException) -> ExitStatus:
    """Return the status for how a command ended.

    Args:
        ended: The outcome of a loop, or the error that ended the command.
    """
    if isinstance(ended, KeyboardInterrupt):
        return ExitStatus.INTERRUPTED
    if isinstance(ended, (RequestError, InputError, DeclarationError)):
        return ExitStatus.USAGE
    if isinstance(ended, EditError):
        return ExitStatus.JUDGED_NO
    if isinstance(ended, EnvironmentFault):
        return ExitStatus.ENVIRONMENT
    if isinstance(ended, BaseException):
        return ExitStatus.OUR_FAULT
    return _of_loop(ended)


def _of_loop(outcome: Outcome) -> ExitStatus:
    from patchsmith.replx.record import Ending, Status

    if outcome.ending is Ending.INTERRUPTED:
        return ExitStatus.INTERRUPTED
    return {
        Status.SOLVED: ExitStatus.DONE,
        Status.UNSOLVED: ExitStatus.JUDGED_NO,
        Status.INPUT_ERROR: ExitStatus.USAGE,
    }[outcome.status]
