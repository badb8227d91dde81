"""Rules for results that differ on one tree."""

from __future__ import annotations

import pytest

from patchsmith.findings import Severity
from patchsmith.replx.observation import Judgement, RunSeen
from patchsmith.replx.repeats import difference, flaky
from patchsmith.replx.run_record import RunRecord
from patchsmith.testreports.runners import read_reports


def run(status: int, output: str = "", *, met: bool = False) -> RunRecord:
    """Return a run with an exit status and an output."""
    seen = RunSeen(status, reports=read_reports(output.splitlines()), last_line=output or None)
    return RunRecord(seen, Judgement(met, "as said"))


SAME = {
    "nothing differs": (run(1), run(1)),
    "times and texts": (run(1, "1 failed in 0.1s"), run(1, "1 failed in 3.9s")),
    "other words": (run(1, "at 10:00"), run(1, "at 10:01")),
    "another order": (
        run(1, "PASSED a.py::x\nPASSED a.py::y\n2 passed in 0.1s"),
        run(1, "PASSED a.py::y\nPASSED a.py::x\n2 passed in 0.1s"),
    ),
}
OTHER = {
    "the judgement": (run(0, met=True), run(0), "met (exit status 0), then not met"),
    "the status": (run(1), run(2), "exit status 1, then exit status 2"),
    "the numbers": (
        run(1, "1 failed in 0.1s"),
        run(1, "2 failed in 0.1s"),
        "1 failed in 0.1s, then",
    ),
    "a test": (
        run(1, "FAILED a.py::x - e\n1 failed, 1 passed in 0.1s"),
        run(1, "FAILED a.py::y - e\n1 failed, 1 passed in 0.1s"),
        "a.py::x ended differently",
    ),
    "the runner": (run(1), run(1, "1 failed in 0.1s"), "in one of them only"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME.keys())
def test_quiet_where_the_result_is_the_same(one: RunRecord, other: RunRecord) -> None:
    """Times, words and the order of tests differ for good reasons."""
    assert difference(one, other) is None


@pytest.mark.parametrize(("one", "other", "told"), OTHER.values(), ids=OTHER.keys())
def test_a_difference_is_told(one: RunRecord, other: RunRecord, told: str) -> None:
    """How it ended, what was decided, how tests went."""
    found = difference(one, other)
    assert found is not None
    assert told in found


def test_flaky_is_a_warning() -> None:
    """It says what a result is worth, and blocks nothing by itself."""
    finding = flaky("exit status 1, then exit status 0")
    assert (finding.rule, finding.severity) == ("FL01", Severity.WARN)
    assert "on an unchanged tree" in finding.message
