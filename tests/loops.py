"""Repair loops for tests: values that drive the machine, and a project that counts its runs."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from patchsmith.findings import Finding, Severity
from patchsmith.loop import LoopRequest, repair
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition, ExitZero, OutputLine
from patchsmith.replx.declaration import Declaration
from patchsmith.replx.lying import Lie
from patchsmith.replx.machine import Machine
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.phase_runs import Checkpoint
from patchsmith.replx.phases import Phase, PhaseCommand, Phases, phases_of
from patchsmith.replx.record import Account, Check, FileLines, Outcome
from patchsmith.replx.states import State
from patchsmith.replx.target import Target
from patchsmith.testing import ScriptedRepairer
from trees import lay

if TYPE_CHECKING:
    from collections.abc import Callable

    from patchsmith.repairers.base import Repairer
    from patchsmith.replx.record import LoopRecord
    from patchsmith.testing import LoopOptions

FAILED = RunSeen(1, duration_s=0.5, last_line="AssertionError: 3 != 4")
PASSED = RunSeen(0, duration_s=0.5)
LYING = RunSeen(0, lie=Lie("smoke: FAIL", "--success-line 'smoke: PASS'"))
ACCOUNT = Account("the operator is wrong")
CHANGES = (FileLines("calc.py", "modified", 1, 1),)
Scripted = ScriptedRepairer
"""A repairer that does one step for each attempt."""
CHECKPOINT = ev.CheckpointMade(Checkpoint(CHANGES, "tree", "checkpoint.diff"))
LINT_FAILED = RunSeen(1, last_line="lint: FAIL", lint_clean=False)
TEST_FAILED = RunSeen(1, last_line="test: FAIL", lint_clean=True)
FINDING = Finding("PT01", Severity.BLOCK, "tests/test_calc.py", "this is a test file")

START = ev.LoopStarted()
NOTHING = ev.NothingChanged(ACCOUNT)
REFUSED = ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,))
BACK = ev.AttemptRolledBack()
VERIFIED = ev.VerificationFinished((), (Check.HELD_OUT,))
CHECK = Target(("./check.sh",), "./check.sh", ("./check.sh",))


def declaration(
    budget: int = 4,
    condition: Condition | ExitZero | OutputLine | None = None,
    *,
    phases: Phases | None = None,
) -> Declaration:
    """Return a declaration of `make test` with a budget and a condition, or a run's part of one."""
    words = ("make", "test")
    if not isinstance(condition, Condition):
        condition = Condition(condition or ExitZero())
    return Declaration(Target(words, "make test", words), condition, budget, phases=phases)


def phases(lint: str = "make lint", build: str = "make build", test: str = "make test") -> Phases:
    """Return the phases of those commands."""
    texts = zip(Phase, (lint, build, test), strict=True)
    commands = {phase: PhaseCommand(text, "given") for phase, text in texts}
    return phases_of(commands, dict.fromkeys(Phase))


def made(fingerprint: str) -> ev.AttemptMade:
    """Return an attempt that made the change of that fingerprint."""
    return ev.AttemptMade(ACCOUNT, CHANGES, fingerprint)


def driven(machine: Machine, *events: ev.Event) -> Machine:
    """Return the machine after the events."""
    for event in events:
        machine.send(event)
    return machine


def ran(iteration: int, seen: RunSeen = FAILED, *, closing: bool = False) -> ev.RunFinished:
    """Return the event of a run."""
    return ev.RunFinished(iteration, closing, seen)


def outcome_after(budget: int, *events: ev.Event) -> Outcome:
    """Return the outcome of a loop that the events bring to its end."""
    machine = driven(Machine(declaration(budget)), *events)
    assert machine.state is State.FINISHED
    return machine.record().outcome


def project(root: Path, counter: Path, *, state: str = "bad") -> Path:
    """Make a project whose check counts its runs outside the root and wants `good` in app.txt."""
    lay(
        root,
        {
            "app.txt": f"{state}\n",
            "tests/test_app.txt": "expects good\n",
            "check.sh": f"#!/bin/sh\necho run >> {shlex.quote(str(counter))}\n"
            "test -e tests/test_app.txt || { echo no tests; exit 0; }\n"
            "cat app.txt\ngrep -q good app.txt\n",
        },
    )
    (root / "check.sh").chmod(0o755)
    return root


def looped(root: Path, repairer: Repairer, **options: Unpack[LoopOptions]) -> LoopRecord:
    """Run a loop on the project's check."""
    return repair(LoopRequest(words=("./check.sh",), root=root, **options), repairer=repairer)


def runs_counted(counter: Path) -> int:
    """Return how often the check has run."""
    return len(counter.read_text(encoding="utf-8").splitlines()) if counter.exists() else 0


def writes(name: str, text: str) -> Callable[[Path], object]:
    """Return a step that writes a file."""
    return lambda root: (root / name).write_text(text, encoding="utf-8")


def deletes(name: str) -> Callable[[Path], object]:
    """Return a step that deletes a file."""
    return lambda root: (root / name).unlink()
