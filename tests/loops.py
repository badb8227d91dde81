"""Values of repair loops, for tests that drive the machine or render its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition, ExitZero
from patchsmith.replx.declaration import Declaration
from patchsmith.replx.lying import Lie
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.record import Account, FileLines
from patchsmith.replx.target import Target

if TYPE_CHECKING:
    from patchsmith.replx.machine import Machine

FAILED = RunSeen(1, duration_s=0.5, last_line="AssertionError: 3 != 4")
PASSED = RunSeen(0, duration_s=0.5)
LYING = RunSeen(0, lie=Lie("smoke: FAIL", "--success-line 'smoke: PASS'"))
ACCOUNT = Account("the operator is wrong")
CHANGES = (FileLines("calc.py", "modified", 1, 1),)
FINDING = Finding("PT01", Severity.BLOCK, "tests/test_calc.py", "this is a test file")


def declaration(budget: int = 4, condition: Condition | None = None) -> Declaration:
    """Return a declaration of `make test` with a budget."""
    words = ("make", "test")
    return Declaration(Target(words, "make test", words), condition or ExitZero(), budget)


def made(fingerprint: str) -> ev.AttemptMade:
    """Return an attempt that made the change of that fingerprint."""
    return ev.AttemptMade(ACCOUNT, CHANGES, fingerprint)


def driven(machine: Machine, *events: ev.Event) -> Machine:
    """Return the machine after the events."""
    for event in events:
        machine.send(event)
    return machine
