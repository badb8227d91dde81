"""The outermost place of the editing commands: whatever ends one becomes a message and a status.

A mistake of the caller's ends in a sentence; only a fault of ours says where in our code it was.
Exit statuses are decided by `exit_status`, which is imported when something went wrong.
"""

from __future__ import annotations

import os
import sys

from patchsmith.cli.options import UsageError, say
from patchsmith.errors import PatchsmithError, RequestError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def guarded(run: Callable[[], int], *, as_json: bool = False) -> int:
    """Run a command and return its exit status, whatever it ends with.

    Args:
        run: The command.
        as_json: Whether wrong usage is told as a JSON object on standard output.
    """
    try:
        return run()
    except UsageError as error:
        if as_json:
            from patchsmith.cli.output import dumped, refusal

            say(sys.stdout, dumped(refusal(RequestError("bad-request", str(error).strip()))))
        else:
            say(sys.stderr, str(error))
        return 2
    except BrokenPipeError:
        # whoever read the output has gone; the interpreter must not complain about it at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 4
    except OSError as error:  # the tools turn theirs into ours: this one is about our output
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        told = "What was to be done was done, but the result can not be written to standard output"
        say(sys.stderr, f"{told}: {error.strerror}\n")
        return 4
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - nothing is above this
        from patchsmith.cli.exit_status import exit_status

        if isinstance(error, PatchsmithError):
            say(sys.stderr, f"{error}\n")
        elif isinstance(error, Exception):
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
