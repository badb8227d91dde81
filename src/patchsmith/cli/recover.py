"""The command `patchsmith recover`: mend what a killed commit has left, and say what was done.

Every other command does the same when it opens the root; this one is for doing it by hand.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from patchsmith.cli.options import say
from patchsmith.cli.output import dumped, refusal
from patchsmith.errors import PatchsmithError, one_line

if TYPE_CHECKING:
    from patchsmith.workspace.recovery import Recovered


@click.command(
    short_help="Mend what a killed commit has left.",
    epilog="Example: patchsmith recover --root path/to/project",
)
@click.option("--root", default=".", metavar="DIR", help="The folder (default: the current one).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def recover(root: str, as_json: bool) -> int:
    """Mend what a commit that was killed has left below the root.

    It is carried out when everything was ready for that, else taken back: the files are all as
    they should become, or all as they were. Every editing command does this first.
    """
    from patchsmith.workspace.local import LocalWorkspace

    try:
        recovered = LocalWorkspace(root).recovered
    except PatchsmithError as error:
        if not as_json:
            raise
        from patchsmith.cli.exit_status import exit_status

        say(sys.stdout, dumped(refusal(error)))
        return exit_status(error)
    if as_json:
        found = {"outcome": "nothing"} if recovered is None else recovered.to_dict()
        say(sys.stdout, dumped({"ok": True, **found}))
    else:
        say(sys.stdout, in_words(recovered))
    return 0


def in_words(recovered: Recovered | None) -> str:
    """Return what was done as text for people."""
    if recovered is None:
        return "Nothing to recover.\n"
    done = "Carried out" if recovered.outcome == "completed" else "Took back"
    lines = [f"{done} a commit that was cut off."]
    for path in recovered.paths:
        kept = "   (changed by somebody else since: left alone)" * (path in recovered.changed)
        lines.append(f"  {one_line(path)}{kept}")
    return "\n".join(lines) + "\n"
