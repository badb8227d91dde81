"""Rules for what the loop says while it works."""

from __future__ import annotations

from pathlib import Path

from loops import ACCOUNT, CHANGES, FAILED, FINDING, declaration, made
from patchsmith.findings import Finding, Severity
from patchsmith.loop.progress import Progress
from patchsmith.loop.verifying import Verified
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.protected import Protection


def test_every_step_is_one_line() -> None:
    """Whatever a repairer or a file name holds."""
    told: list[str] = []
    progress = Progress(declaration(3), told.append)
    protection = Protection(frozenset({"check.sh", "free.sh"}), allowed=("free.sh",))
    progress.declared(Path("/root"), "offline", Path("/runs/1"), protection)
    declared = len(told)
    progress.running(ef.RunCommand(2))
    progress.checking(ef.RunCheck(2), "running the check")
    progress.heard(ev.CheckFinished(2, False, FAILED), 1)
    progress.heard(ev.RunRepeated(2, True, FAILED), 1)
    progress.asking(2, "offline")
    progress.heard(ev.RunFinished(2, False, FAILED), 1)
    progress.heard(ev.RunFinished(2, True, FAILED), 2)
    progress.heard(made("a"), 2)
    progress.heard(ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,)), 2)
    progress.heard(ev.NothingChanged(ACCOUNT), 2)
    progress.heard(ev.RepairerFailed("first line\nsecond\x1b[0m"), 2)
    progress.heard(ev.Interrupted("SIGINT"), 2)
    assert declared == 7
    assert told[declared - 1].startswith("protected: check.sh ")
    assert told[declared:] == [
        "iteration 2/3: running the command",
        "iteration 2/3: running the check",
        "iteration 2/3, check: exit status 1 (0.5 s)",
        "closing run, second execution: exit status 1 (0.5 s)",
        "iteration 2/3: offline is looking for a fix",
        "iteration 2/3: exit status 1 (0.5 s)",
        "closing run: exit status 1 (0.5 s)",
        "iteration 2/3: changed calc.py",
        "iteration 2/3: refused, rolling back: PT01 tests/test_calc.py",
        "iteration 2/3: no change",
        "iteration 2/3: the repairer failed: first line",
        "interrupted by SIGINT",
    ]


def test_nobody_needs_to_listen() -> None:
    """A loop works in silence too."""
    Progress(declaration(), None).heard(ev.LoopStarted(), 0)


def test_held_out_checks_are_counted_and_not_named() -> None:
    """How many, that they run, and whether they hold; what went wrong with them on its own line."""
    told: list[str] = []
    progress = Progress(declaration(), told.append)
    progress.held_out(1)
    progress.held_out(2)
    progress.verifying()
    progress.verified(Verified(None))
    progress.verified(Verified(Finding("DY06", Severity.BLOCK, "", "a check failed"), "no room"))
    assert told == [
        "held-out: 1 file, kept from the repairer",
        "held-out: 2 files, kept from the repairer",
        "verification: running the held-out checks in a copy of the tree",
        "verification: they hold",
        "verification: a check failed",
        "verification: no room",
    ]
