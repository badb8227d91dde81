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

NAMES = ("offline", "command", "recorded", "none")
"""Names that are understood; `command:PROGRAM` and `recorded:DIR` name what they use in place."""

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
    name: str | None = None,
    *,
    command: str | None = None,
    recorded: str | None = None,
    timeout_s: float | None = None,
) -> Repairer:
    """Return the repairer that a name means.

    Args:
        name: `offline`, `none`, `command`, `command:PROGRAM ARGUMENTS`, `recorded` or
            `recorded:DIR`; None for the one that what is given belongs to, else `offline`.
        command: Program and arguments for `command`, as a shell would read them.
        recorded: Run folder for `recorded`.
        timeout_s: Seconds one attempt of a program may take; None for the default.

    Raises:
        RequestError: `bad-request`, there is no such repairer, what it uses is not named, or the
            time is none, or of no use to it.
    """
    if name is None and command is not None:
        name = "command"
    elif name is None:
        name = "offline" if recorded is None else "recorded"
    kind, colon, given = name.partition(":")
    _refuse_unused("command", "repair command", command, kind)
    _refuse_unused("recorded", "recorded run", recorded, kind)
    if kind == "command":
        return _command(command if command is not None else given, timeout_s)
    if timeout_s is not None and kind in NAMES:
        raise RequestError(
            "bad-request",
            f"the repairer {name!r} starts no program whose time could be limited",
            hint="Leave --repair-timeout out; --deadline bounds the whole loop.",
        )
    if kind == "recorded":
        return _recorded(recorded if recorded is not None else given)
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


def _refuse_unused(kind: str, what: str, given: str | None, chosen: str) -> None:
    if given is not None and chosen != kind:
        raise RequestError(
            "bad-request",
            f"a {what} is given, but the repairer is {chosen!r}",
            hint=f"Leave the repairer out, or name it `{kind}`.",
        )


def _recorded(run_dir: str) -> Repairer:
    from patchsmith.repairers.recorded import RecordedRepairer

    if not run_dir:
        raise RequestError(
            "bad-request",
            "the repairer `recorded` needs the folder of a stored run",
            hint="Name it: --recorded DIR.",
        )
    return RecordedRepairer(run_dir)


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


def named_again(repairer: Repairer) -> dict[str, object] | None:
    """Return what `chosen_again` finds the same repairer by; None for one that has no name here."""
    from patchsmith.repairers.command import CommandRepairer

    if isinstance(repairer, CommandRepairer):
        return {"name": "command", "argv": list(repairer.argv), "timeout_s": repairer.timeout_s}
    for name in ("offline", "none"):
        if type(repairer) is type(choose_repairer(name)):
            return {"name": name}
    return None


def chosen_again(stored: object) -> Repairer:
    """Return the repairer that `named_again` described.

    Raises:
        RequestError: `bad-request`, nothing is described, or not one of ours.
    """
    if isinstance(stored, dict):
        argv, timeout_s = stored.get("argv"), stored.get("timeout_s")
        is_command = stored.get("name") == "command" and _are_words(argv)
        if is_command and isinstance(timeout_s, int | float) and timeout_s > 0:
            from patchsmith.repairers.command import CommandRepairer

            return CommandRepairer(tuple(argv or ()), timeout_s=timeout_s)
        if stored.get("name") in ("offline", "none"):
            return choose_repairer(str(stored["name"]))
    raise RequestError(
        "bad-request",
        "the repairer of the run is none that can be chosen by its name",
        hint="Name the one to go on with: --repairer offline, or --repairer command:PROGRAM.",
    )


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
