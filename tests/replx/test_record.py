"""Rules for the record of a loop."""

from __future__ import annotations

import json
from dataclasses import replace

from loops import CHANGES, FAILED, PASSED, declaration, driven, made
from patchsmith.replx import events as ev
from patchsmith.replx.machine import Machine
from patchsmith.replx.record import SCHEMA_VERSION


def closed_machine() -> Machine:
    """Return a machine that was solved by its closing run."""
    return driven(
        Machine(declaration(1)),
        ev.LoopStarted(),
        ev.RunFinished(1, False, FAILED),
        made("a"),
        ev.RunFinished(1, True, PASSED),
        ev.VerificationFinished(()),
    )


def test_runs_are_iterations_and_closing_run() -> None:
    """Verification runs are counted apart."""
    record = replace(closed_machine().record(), verification_runs=3)
    assert record.runs == 2
    assert record.to_dict()["verification_runs"] == 3


def test_the_run_that_judged_an_attempt_is_found() -> None:
    """It is the next iteration's, or the closing run."""
    record = closed_machine().record()
    assert record.run_after(1) is record.closing
    assert record.last_run is record.closing
    two = driven(
        Machine(declaration(2)),
        ev.LoopStarted(),
        ev.RunFinished(1, False, FAILED),
        made("a"),
        ev.RunFinished(2, False, PASSED),
        ev.VerificationFinished(()),
    ).record()
    assert two.run_after(1) is two.iterations[1].run
    assert two.run_after(2) is None


def test_the_json_form_is_plain_and_versioned() -> None:
    """Everything in it survives a round trip."""
    found = replace(closed_machine().record(), final_diff=CHANGES).to_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["schema_version"] == SCHEMA_VERSION
    assert found["iterations_used"] == 1


def test_without_a_run_there_is_no_last_one() -> None:
    """A loop can be interrupted before its first run."""
    machine = driven(Machine(declaration()), ev.Interrupted("SIGINT"))
    assert machine.record().last_run is None
