"""The command `patchsmith runs`: look at repair loops, go on with one, take one back.

Decides what is printed and nothing else; `patchsmith.loop` does the work. A run is named by its
id, a beginning of it, `last`, or its folder.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from patchsmith.cli.exit_status import exit_status
from patchsmith.cli.options import say
from patchsmith.cli.output import dumped, refusal
from patchsmith.errors import PatchsmithError, RequestError, one_line

if TYPE_CHECKING:
    from collections.abc import Callable

_ROOT = click.option("--root", metavar="DIR", help="Keep to the runs on that folder.")
_RUN_DIR = click.option(
    "--run-dir", metavar="DIR", help="Folder that holds runs (default: the user's state folder)."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Write nothing; say what would be done.")
_RUN = click.argument("run", metavar="RUN")


@click.group(short_help="List, show, resume, undo and prune repair loops.")
def runs() -> None:
    """Repair loops that were made: RUN is an id, a beginning of one, `last`, or a folder."""


@runs.command("list", epilog="Example: patchsmith runs list --root .")
@_ROOT
@_RUN_DIR
@_JSON
def list_(root: str | None, run_dir: str | None, as_json: bool) -> int:
    """List the runs, newest first."""

    def look() -> dict[str, Any]:
        from patchsmith.loop.history import list_runs

        found = list_runs(_runs(run_dir), root=_real(root))
        return {"runs": [each.to_dict() for each in found]}

    def told(found: dict[str, Any]) -> str:
        return "".join(_line(each) for each in found["runs"]) or "There are no runs.\n"

    return _reported(look, told, as_json=as_json)


def _line(run: dict[str, Any]) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(run["began"])) if run["began"] else "-"
    budget = "-" if run["budget"] is None else f"{run['iterations']}/{run['budget']}"
    status = ", ".join([run["status"], *(word for word in ("isolated", "undone") if run[word])])
    what = f"{one_line(run['root'])}: {one_line(run['target'])}" if run["root"] else "-"
    return f"{run['id']}  {when}  {status:<12} {budget:>5}  {what}\n"


@runs.command(epilog="Example: patchsmith runs show last --diff")
@_RUN
@click.option("--events", is_flag=True, help="Print what happened, a line each.")
@click.option("--diff", is_flag=True, help="Print what each attempt changed.")
@_ROOT
@_RUN_DIR
@_JSON
def show(
    run: str, events: bool, diff: bool, root: str | None, run_dir: str | None, as_json: bool
) -> int:
    """Show the report of a run, or how far it came when it died."""

    def look() -> dict[str, Any]:
        from patchsmith.loop.showing import shown

        return shown(_found(run, root, run_dir))

    def told(found: dict[str, Any]) -> str:
        from patchsmith.loop.showing import events_text

        parts = [] if events or diff else [found["report"]]
        parts += [events_text(found)] if events else []
        parts += [each["diff"] for each in found["diffs"]] if diff else []
        return "".join(parts)

    return _reported(look, told, as_json=as_json)


@runs.command(epilog="Example: patchsmith runs resume last")
@_RUN
@click.option(
    "--repairer", metavar="NAME", help="Who repairs, as for replx (default: as in the run)."
)
@click.option("--discard", is_flag=True, help="Throw away what was changed since; a diff is kept.")
@click.option("--quiet", is_flag=True, help="Print no progress.")
@_DRY_RUN
@_ROOT
@_RUN_DIR
@_JSON
def resume(
    run: str,
    repairer: str | None,
    discard: bool,
    quiet: bool,
    dry_run: bool,
    root: str | None,
    run_dir: str | None,
    as_json: bool,
) -> int:
    """Go on with a run that was interrupted or killed.

    Condition and budget are the run's, and what was done is not done again. Files that were
    changed since are never overwritten unless you say so.
    """
    from patchsmith.loop.resuming import resumable, resume
    from patchsmith.repairers.registry import choose_repairer

    try:
        chosen = None if repairer is None else choose_repairer(repairer)
        place = _found(run, root, run_dir)
        if dry_run:
            return _reported(lambda: resumable(place, discard=discard).to_dict(), _next_step,
                             as_json=as_json)  # fmt: skip
        tell = None if quiet else _tell
        record = resume(place, repairer=chosen, tell=tell, discard=discard)
    except PatchsmithError as error:
        return _failed(error, as_json=as_json)
    from patchsmith.cli.replx import print_record

    print_record(record, "en", as_json=as_json)
    return exit_status(record.outcome)


def _next_step(found: dict[str, Any]) -> str:
    back = "".join(f"  {one_line(path)}\n" for path in found["brought_back"])
    lines = f"Iteration {found['iteration']} of {found['budget']}; next: {found['next']}.\n"
    return lines + (f"Brought back first:\n{back}" if back else "")


def _tell(line: str) -> None:
    print(f"replx: {line}", file=sys.stderr, flush=True)


@runs.command(epilog="Example: patchsmith runs undo last --dry-run")
@_RUN
@_DRY_RUN
@_ROOT
@_RUN_DIR
@_JSON
def undo(run: str, dry_run: bool, root: str | None, run_dir: str | None, as_json: bool) -> int:
    """Take back what a run has changed.

    Files that were changed since are named, and then nothing is done.
    """

    def carry_out() -> dict[str, Any]:
        from patchsmith.loop.undoing import undo

        return undo(_found(run, root, run_dir), dry_run=dry_run).to_dict()

    def told(found: dict[str, Any]) -> str:
        if dry_run:
            from patchsmith.cli.output import coloured

            return coloured(found["diff"])
        files = "".join(f"  {one_line(path)}\n" for path in found["paths"])
        return (
            f"As before the loop again:\n{files}" if files else "There is nothing to take back.\n"
        )

    return _reported(carry_out, told, as_json=as_json)


@runs.command(epilog="Example: patchsmith runs prune --keep 20 --dry-run")
@click.option("--keep", type=click.IntRange(1), metavar="N", help="Runs that stay (default: 100).")
@click.option(
    "--max-mb", type=click.IntRange(1), metavar="M", help="MB they may take (default: 4096)."
)
@_DRY_RUN
@_RUN_DIR
@_JSON
def prune(
    keep: int | None, max_mb: int | None, dry_run: bool, run_dir: str | None, as_json: bool
) -> int:
    """Remove the oldest runs, with the snapshots that resume and undo need."""

    def carry_out() -> dict[str, Any]:
        from patchsmith.loop.history import KEEP_BYTES, KEEP_RUNS, prune

        max_bytes = KEEP_BYTES if max_mb is None else max_mb * 1_000_000
        gone = prune(_runs(run_dir), keep=keep or KEEP_RUNS, max_bytes=max_bytes, dry_run=dry_run)
        return {"removed": [{"id": each.id, "size_bytes": each.size_bytes} for each in gone]}

    def told(found: dict[str, Any]) -> str:
        lines = [f"  {each['id']}  {each['size_bytes']} bytes\n" for each in found["removed"]]
        done = "Would be removed" if dry_run else "Removed"
        return "".join([f"{done}:\n", *lines]) if lines else "Nothing to remove.\n"

    return _reported(carry_out, told, as_json=as_json)


# --- what they share ---


def _runs(run_dir: str | None) -> Path:
    from patchsmith.loop.run_folder import state_folder

    return Path(os.path.realpath(run_dir if run_dir is not None else state_folder() / "runs"))


def _real(root: str | None) -> Path | None:
    if root is None:
        return None
    if not os.path.isdir(root):
        raise RequestError("bad-request", f"the root {root!r} is no folder")
    return Path(os.path.realpath(root))


def _found(run: str, root: str | None, run_dir: str | None) -> Path:
    from patchsmith.loop.history import find_run

    return find_run(run, _runs(run_dir), root=_real(root))


def _reported(
    carry_out: Callable[[], dict[str, Any]],
    told: Callable[[dict[str, Any]], str],
    *,
    as_json: bool,
) -> int:
    try:
        found = carry_out()
    except PatchsmithError as error:
        return _failed(error, as_json=as_json)
    say(sys.stdout, dumped({"ok": True, **found}) if as_json else told(found))
    return 0


def _failed(error: PatchsmithError, *, as_json: bool) -> int:
    if as_json:
        say(sys.stdout, dumped(refusal(error)))
    else:
        say(sys.stderr, f"{error}\n")
    return exit_status(error)
