"""Rules for pieces of a report that several parts share."""

from __future__ import annotations

from loops import CHANGES, FINDING
from patchsmith.replx.condition import Condition, OutputLine
from patchsmith.replx.observation import Judgement, RunSeen
from patchsmith.replx.phrases import Phrases
from patchsmith.replx.record import FileLines
from patchsmith.replx.run_record import RunRecord

SAY = Phrases("en")


def test_changes_show_files_and_line_counts() -> None:
    """Added, deleted and binary files say so."""
    assert SAY.changes(CHANGES) == "`calc.py` (+1 -1)"
    assert SAY.changes((FileLines("a", "added", 2, 0),)) == "`a` (added, +2 -0)"
    assert SAY.changes((FileLines("a", "modified", binary=True),)) == "`a` (modified, binary)"
    assert SAY.changes(()) == "none"


def test_many_changes_are_counted() -> None:
    """A report stays readable."""
    many = tuple(FileLines(f"f{index}", "added", 1) for index in range(25))
    assert SAY.changes(many).endswith("`f19` (added, +1 -0), ... +5")


def test_a_result_shows_the_line_that_decided() -> None:
    """Exit status first, then the oracle line, or that there is none."""
    seen = RunSeen(0)
    assert SAY.result(Condition(), RunRecord(seen, Judgement(True, ""))) == "exit status 0"
    with_line = RunRecord(seen, Judgement(True, "", "ok"))
    assert SAY.result(Condition(OutputLine("ok")), with_line) == "exit status 0, the line `ok`"
    without = RunRecord(seen, Judgement(False, ""))
    assert SAY.result(Condition(OutputLine("ok")), without) == "exit status 0, no such line"


def test_endings_are_told_apart() -> None:
    """Signals and time-outs are no plain statuses."""
    assert SAY.ending(RunSeen(137)) == "exit status 137 (signal 9)"
    assert SAY.ending(RunSeen(None, True, 60.0)) == "timed out after 60 s"
    assert SAY.ending(RunSeen(None, True, 4.02, timeout_s=2.5)) == "timed out after 2.5 s"


def test_findings_name_rule_and_file() -> None:
    """What the rule says follows."""
    assert SAY.findings((FINDING,)) == "PT01 `tests/test_calc.py`: this is a test file"


def test_a_budget_of_one_is_singular() -> None:
    """English has a singular."""
    assert SAY.budget(1) == "1 iteration"
    assert SAY.budget(2) == "2 iterations"
