"""The public door to a repair loop: everything is checked, then the loop runs once.

Order matters: what is declared wrongly is refused before the machine is looked at further, and
lock, run folder and baseline exist before the first run.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.commits import Commits
from patchsmith.loop.deriving import declared
from patchsmith.loop.driver import Driver
from patchsmith.loop.guardian import LOOP_MARK, Guardian
from patchsmith.loop.history import prune_quietly
from patchsmith.loop.interruption import Interruption, Stopped
from patchsmith.loop.isolation import Isolation, refuse_absolute
from patchsmith.loop.lock import LoopLock, RunLock, lock_folder
from patchsmith.loop.progress import Progress
from patchsmith.loop.run_folder import RunFolder, folder_of_runs
from patchsmith.loop.trees import Trees
from patchsmith.loop.verifying import verification_of
from patchsmith.repairers.base import RunsPrograms
from patchsmith.repairers.registry import named_again
from patchsmith.replx.codec import encoded
from patchsmith.replx.record import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from patchsmith.loop.progress import Tell
    from patchsmith.loop.request import LoopRequest
    from patchsmith.loop.verifying import Verification
    from patchsmith.repairers.base import Repairer
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.protected import Protection
    from patchsmith.replx.record import LoopRecord


def repair(
    request: LoopRequest, *, repairer: Repairer | None = None, tell: Tell | None = None
) -> LoopRecord:
    """Run a command and have its failure repaired until the success condition holds.

    Runs the command at most `budget + 1` times and asks for at most `budget` attempts. Signals
    that ask the process to stop end the loop with the tree as it was at the last run.

    Args:
        request: Target, condition, budget and where to work.
        repairer: Who makes the attempts; the offline repairer by default.
        tell: Called with one line of progress at a time.

    Returns:
        The record of the loop; also stored, with its report, in `record.run_dir`.

    Raises:
        DeclarationError: The loop must not start as declared; nothing was run or edited.
        RequestError: `bad-request`, an option or path is wrong; nothing was run or edited.
        EnvironmentFault: `read-only`, `conflict` (another loop is at work), `io`; an attempt in
            progress was rolled back.
        KeyboardInterrupt: A signal came when there was nothing to report on.
    """
    if repairer is None:
        from patchsmith.repairers.registry import choose_repairer

        repairer = choose_repairer("offline")
    checked = _checked(request, repairer)
    runs = folder_of_runs(request.run_dir, checked.root)
    with (
        LoopLock(lock_folder(checked.root, runs), checked.root) as loop_lock,
        Interruption(request.deadline_s) as interruption,
    ):
        folder = RunFolder.create(runs)
        with (
            RunLock(folder.path) as run_lock,
            Guardian(folder.path, (*loop_lock.descriptors, run_lock.descriptor)),
            stopping(interruption),
        ):
            progress = Progress(checked.declaration, tell, folder.masker)
            record = drive(_driver(checked, folder, progress, interruption))
    prune_quietly(runs)
    return record


class _Checked(NamedTuple):
    """A loop that may begin: nothing about it is left to refuse."""

    request: LoopRequest
    declaration: Declaration
    repairer: Repairer
    root: Path
    protection: Protection
    verification: Verification | None
    commits: Commits | None


def _checked(request: LoopRequest, repairer: Repairer) -> _Checked:
    """Check everything that is declared, and read what it names; run and edit nothing."""
    declaration = declared(request, repairer, Path(os.path.realpath(request.root)))
    root = request.checked_root()
    if request.isolate:
        _check_isolation(request, declaration, root)
    verification = verification_of(request, declaration, root)
    others = [*declaration.others, *([] if verification is None else [verification.target])]
    return _Checked(
        request,
        declaration,
        repairer,
        root,
        request.protection(declaration.target, root, others=others),
        verification,
        Commits.open(root) if request.commit else None,
    )


def _driver(
    checked: _Checked, folder: RunFolder, progress: Progress, interruption: Interruption
) -> Driver:
    """Tell and write down what was declared, take the baseline, and return who drives."""
    progress.declared(checked.root, checked.repairer.name, folder.path, checked.protection)
    if checked.verification is not None:
        progress.held_out(checked.verification.held_out.size)
    isolation, work_root = None, checked.root
    if checked.request.isolate:
        with interruption.allowed():  # a copy can take long
            isolation = Isolation.begun(checked.root, folder)
        work_root = isolation.root
        progress.isolated(work_root)
    _write_down(checked, folder, isolation)
    return Driver(
        request=checked.request,
        declaration=checked.declaration,
        repairer=checked.repairer,
        trees=Trees(work_root, folder, checked.protection, commits=checked.commits),
        folder=folder,
        progress=progress,
        interruption=interruption,
        isolation=isolation,
        verification=checked.verification,
    )


def drive(driver: Driver) -> LoopRecord:
    """Drive a loop to its end, what it starts marked, in its copy where it has one.

    The copy goes afterwards, unless the loop can be gone on with in it.
    """
    isolation, mark = driver.isolation, {LOOP_MARK: driver.folder.path.name}
    for_repairer = {} if isolation is None else isolation.for_repairer
    for_runs = {} if isolation is None else isolation.for_runs
    repairer = in_environment(driver.repairer, {**for_repairer, **mark})
    record = replace(driver, repairer=repairer, environment={**for_runs, **mark}).run()
    if isolation is not None and record.outcome.ending is not Ending.INTERRUPTED:
        isolation.remove()
    return record


@contextmanager
def stopping(interruption: Interruption) -> Iterator[None]:
    """Turn the failing of what Ctrl-C has reached in our process group into the interruption.

    Raises:
        Stopped: A signal came.
    """
    try:
        yield
    except EnvironmentFault as fault:
        if interruption.by is None:
            raise
        raise Stopped from fault


def in_environment(repairer: Repairer, variables: Mapping[str, str]) -> Repairer:
    """Return the repairer with variables for the programs it starts; itself when it starts none."""
    return repairer.with_environment(variables) if isinstance(repairer, RunsPrograms) else repairer


def _check_isolation(request: LoopRequest, declaration: Declaration, root: Path) -> None:
    """Refuse what can not be meant for a copy.

    Raises:
        RequestError: `bad-request`.
    """
    refuse_absolute(declaration.target, root)
    refuse_absolute(declaration.condition.check, root)
    if request.commit:
        raise RequestError(
            "bad-request",
            "lint-only edits are committed in the root, and an isolated loop works in a copy",
            hint="Leave out --commit or --isolate; without --commit the edits are kept as a diff.",
        )


def _write_down(checked: _Checked, folder: RunFolder, isolation: Isolation | None) -> None:
    """Write down all that the loop is gone on with when it is cut off."""
    request, declaration, root = checked.request, checked.declaration, checked.root
    limits = {"timeout_s": request.timeout_s, "deadline_s": request.deadline_s}
    allow = list(request.allow)
    held_out = request.held_out is not None  # that there are checks; not which
    folder.write_declaration(
        declaration,
        root=str(root),
        repairer=checked.repairer.name,
        **limits,
        allow=allow,
        held_out=held_out,
    )
    folder.write_run(
        {
            "root": str(root),
            "isolated": None if isolation is None else str(isolation.root),
            "base": None if isolation is None else str(isolation.base),
            "original": None if isolation is None else folder.steps.save(isolation.before),
            "target": folder.masker.mask(declaration.target.display),
            "began": round(time(), 3),
            "protection": encoded(checked.protection),
            "options": {
                **limits,
                "allow": allow,
                "language": request.language,
                "commit": request.commit,
                "held_out": held_out,
            },
        },
        declaration=encoded(declaration),
        repairer=named_again(checked.repairer),
    )
