"""Rules for the report's last section."""

from __future__ import annotations

from dataclasses import replace

from loops import ACCOUNT, CHANGES, FAILED, FINDING, PASSED, declaration, driven, made
from patchsmith.replx import events as ev
from patchsmith.replx.condition import OutputLine
from patchsmith.replx.endings import outcome_lines
from patchsmith.replx.machine import Machine
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.phrases import Phrases
from patchsmith.replx.record import LoopRecord

START, VERIFIED = ev.LoopStarted(), ev.VerificationFinished(())


def section(record: LoopRecord) -> dict[str, str]:
    """Return the items of the last section by their labels."""
    items = [line[2:].partition(": ") for line in outcome_lines(record, Phrases("en"))[1:]]
    return {label: value for label, _, value in items}


def test_on_exhaustion_the_reader_learns_where_to_go_on() -> None:
    """Last failure, what is still applied, what was ruled out, what to try."""
    machine = driven(Machine(declaration(1)), START, ev.RunFinished(1, False, FAILED), made("a"))
    machine.send(ev.RunFinished(1, True, FAILED))
    found = section(replace(machine.record(), final_diff=CHANGES))
    assert found["Last failure"] == "exit status 1; `AssertionError: 3 != 4`"
    assert found["Diffs still applied"] == "`calc.py` (+1 -1)"
    assert found["Ruled out"] == "iteration 1: `calc.py` did not meet the condition"
    assert found["Next thing to try"]
    assert found["Runs"] == "2 (iterations 1, closing run 1)"


def test_after_a_refusal_the_reader_learns_how_to_permit_it() -> None:
    """The option is for the caller; the repairer is told the rule alone."""
    refused = ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,))
    run = ev.RunFinished(1, False, FAILED)
    machine = driven(Machine(declaration(1)), START, run, refused, ev.AttemptRolledBack())
    assert "--allow PATH" in section(machine.record())["Next thing to try"]


def test_a_success_says_what_was_not_checked() -> None:
    """A line that was printed by a failing command is no whole success."""
    seen = RunSeen(3, matched="ok")
    declared = declaration(4, OutputLine("ok"))
    machine = driven(Machine(declared), START, ev.RunFinished(1, False, seen), VERIFIED)
    found = section(machine.record())["Not validated"]
    assert "still exited 3" in found
    assert "held before any edit" in found


def test_verification_runs_are_shown_apart() -> None:
    """They belong to no iteration."""
    machine = driven(Machine(declaration()), START, ev.RunFinished(1, False, PASSED), VERIFIED)
    assert "Verification runs" not in section(machine.record())
    found = section(replace(machine.record(), verification_runs=1))
    assert (found["Runs"], found["Verification runs"]) == ("1 (iterations 1, closing run 0)", "1")


def test_notes_on_the_target_are_shown() -> None:
    """A wrapper in the caller's command is pointed out."""
    declared = declaration()
    declared = replace(declared, target=replace(declared.target, notes=("wrapped in `until`",)))
    machine = driven(Machine(declared), START, ev.RunFinished(1, False, PASSED), VERIFIED)
    assert section(machine.record())["Note"] == "wrapped in `until`"
