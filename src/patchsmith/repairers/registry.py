"""Repairers by name.

Decides which repairer a name means. Nothing found on the machine is used unasked: agents and
model APIs cost money and send source away. The offline repairer is the default for that reason.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from patchsmith.errors import RequestError
from patchsmith.repairers.base import Diagnosis

if TYPE_CHECKING:
    from patchsmith.repairers.base import Failure, Repairer
    from patchsmith.workspace.local import LocalWorkspace

NAMES = ("offline", "command", "none")
"""Names that are understood; `command:PROGRAM...` names its program in place."""

_SHELL_SYNTAX = re.compile(r"[|&;<>()$`*?~#\n]|^\w+=")


class NoRepairer:
    """Makes no attempt: the loop only runs, judges and reports."""

    @property
    def name(self) -> str:
        """Short name for reports."""
        return "none"

    def attempt(self, failure: Failure, workspace: LocalWorkspace) -> Diagnosis:
        """Change nothing."""
        del failure, workspace
        return Diagnosis(
            "no repairer was asked, so nothing was looked at or changed",
            next_step="name a repairer (`--repairer offline`), or repair by hand",
        )


def choose_repairer(
    name: str, *, command: str | None = None, timeout_s: float | None = None
) -> Repairer:
    """Return the repairer that a name means.

    Args:
        name: `offline`, `none`, `command`, or `command:PROGRAM ARGUMENTS`.
        command: Program and arguments for `command`, as a shell would read them.
        timeout_s: Seconds one attempt of a program may take; None for the default.

    Raises:
        RequestError: `bad-request`, there is no such repairer, its program is not named, or the
            time is none, or of no use to it.
    """
    kind, colon, given = name.partition(":")
    if kind == "command":
        return _command(command if command is not None else given, timeout_s)
    if command is not None:
        raise RequestError(
            "bad-request",
            f"a repair command is given, but the repairer is {name!r}",
            hint="Leave the repairer out, or name it `command`.",
        )
    if timeout_s is not None and name in NAMES:
        raise RequestError(
            "bad-request",
            f"the repairer {name!r} starts no program whose time could be limited",
            hint="Leave --repair-timeout out; --deadline bounds the whole loop.",
        )
    if kind == "offline" and not colon:
        from patchsmith.repairers.offline import OfflineRepairer

        return OfflineRepairer()
    if kind == "none" and not colon:
        return NoRepairer()
    close = get_close_matches(name, NAMES, n=1)
    raise RequestError(
        "bad-request",
        f"there is no repairer {name!r}",
        hint=f"Did you mean {close[0]}?" if close else f"Known are: {', '.join(NAMES)}.",
    )


def _command(text: str, timeout_s: float | None) -> Repairer:
    from patchsmith.repairers.command import DEFAULT_TIMEOUT_S, CommandRepairer

    if not text.strip():
        raise RequestError(
            "bad-request",
            "the repairer `command` needs a program",
            hint="Name it: --repair-command 'PROGRAM ARGUMENTS'.",
        )
    words = ("sh", "-c", text) if _SHELL_SYNTAX.search(text) else text
    return CommandRepairer(words, timeout_s=DEFAULT_TIMEOUT_S if timeout_s is None else timeout_s)
