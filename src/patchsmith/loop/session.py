"""The public door to a repair loop: everything is checked, then the loop runs once.

Order matters: what is declared wrongly is refused before the machine is looked at further, and
lock, run folder and baseline exist before the first run.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault
from patchsmith.loop.commits import Commits
from patchsmith.loop.deriving import declared
from patchsmith.loop.driver import Driver
from patchsmith.loop.interruption import Interruption, Stopped
from patchsmith.loop.lock import LoopLock, lock_folder
from patchsmith.loop.progress import Progress
from patchsmith.loop.run_folder import RunFolder, folder_of_runs
from patchsmith.loop.trees import Trees
from patchsmith.loop.verifying import verification_of

if TYPE_CHECKING:
    from patchsmith.loop.progress import Tell
    from patchsmith.loop.request import LoopRequest
    from patchsmith.repairers.base import Repairer
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
    declaration = declared(request, repairer, Path(os.path.realpath(request.root)))
    root = request.checked_root()
    verification = verification_of(request, declaration, root)
    others = [*declaration.others, *([] if verification is None else [verification.target])]
    protection = request.protection(declaration.target, root, others=others)
    commits = Commits.open(root) if request.commit else None
    runs = folder_of_runs(request.run_dir, root)
    with LoopLock(lock_folder(root, runs), root), Interruption(request.deadline_s) as interruption:
        folder = RunFolder.create(runs)
        progress = Progress(declaration, tell, folder.masker)
        progress.declared(root, repairer.name, folder.path, protection)
        if verification is not None:
            progress.held_out(verification.held_out.size)
        try:
            driver = Driver(
                request=request,
                declaration=declaration,
                repairer=repairer,
                trees=Trees(root, folder, protection, commits),
                folder=folder,
                progress=progress,
                interruption=interruption,
                verification=verification,
            )
            return driver.run()
        except EnvironmentFault as fault:
            # Ctrl-C reaches whatever runs in our process group: its failing is the interruption
            if interruption.by is None:
                raise
            raise Stopped from fault
