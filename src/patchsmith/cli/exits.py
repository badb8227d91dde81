"""Exit statuses, decided in one place.

0 done; 1 not applied; 2 wrong usage; 3 our own fault; 4 the machine said no (permissions, full
disk, another writer); 130 interrupted. `apply_patch` has Codex's three and does not ask here.
"""

from __future__ import annotations

from patchsmith.errors import EnvironmentFault, InternalError, PatchsmithError, RequestError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DONE, NOT_APPLIED, USAGE, OUR_FAULT, ENVIRONMENT, INTERRUPTED = 0, 1, 2, 3, 4, 130


def exit_status(error: BaseException) -> int:
    """Return the exit status for what ended a command."""
    from patchsmith.cli.options import UsageError

    if isinstance(error, UsageError | RequestError):
        return USAGE
    if isinstance(error, InternalError):
        return OUR_FAULT
    if isinstance(error, EnvironmentFault):
        return ENVIRONMENT
    if isinstance(error, PatchsmithError):
        return NOT_APPLIED
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return NOT_APPLIED  # whoever read our output has gone; the result may be unseen
    return OUR_FAULT


def guarded(run: Callable[[], int]) -> int:
    """Run a command; whatever ends it becomes a message on standard error and an exit status."""
    import os
    import sys

    from patchsmith.cli.options import UsageError, say

    try:
        return run()
    except UsageError as error:
        say(sys.stderr, str(error))
        return exit_status(error)
    except PatchsmithError as error:
        say(sys.stderr, f"{error}\n")
        return exit_status(error)
    except BrokenPipeError as error:
        # Python would complain once more while it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return exit_status(error)
    except KeyboardInterrupt as error:
        return exit_status(error)
    except Exception as error:  # noqa: BLE001 - the outermost place: a message, not a traceback
        say(sys.stderr, f"{described(error)}\n")
        return exit_status(error)


def described(error: BaseException) -> str:
    """Return what a report of a fault of ours needs: the kind, the text, the innermost line."""
    trace = error.__traceback__
    where = ""
    while trace is not None:
        where = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return (
        f"patchsmith has a fault: {type(error).__name__}: {error}{where}\n"
        "Please report it with the command that led here."
    )
