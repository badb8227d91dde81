"""The facts the rules ask for, and the weight of a drop."""

from __future__ import annotations

from patchsmith.changes.between import change_set_between
from patchsmith.findings import Severity
from patchsmith.guard.context import Context
from patchsmith.guard.evidence import Evidence, Replay
from patchsmith.guard.policy import Policy
from patchsmith.testreports import model
from patchsmith.testreports.model import Counts, Report, TestStatus

OLD = {
    "a.py": b"x = 1\n",
    "test_a.py": b"def test_a():\n    assert f(12) == 34\n",
    "README.md": b"It is `45`.\n",
}


def context(evidence: Evidence | None = None, **files: bytes) -> Context:
    new = OLD | {name.replace("__", "."): content for name, content in files.items()}
    return Context(change_set_between(OLD, new), OLD, Policy(), evidence or Evidence())


def test_a_drop_blocks_without_a_repair_and_warns_beside_one() -> None:
    """Production code that changed makes the difference."""
    assert context(test_a__py=b"\n").weigh("test_a.py") is Severity.BLOCK
    assert context(test_a__py=b"\n", a__py=b"x = 2\n").weigh("test_a.py") is Severity.WARN


def test_evidence_makes_a_drop_block() -> None:
    """A replay that failed, or a test that failed before."""
    replay = Evidence(replay=Replay(passed=False))
    assert context(replay, a__py=b"x = 2\n").weigh("test_a.py") is Severity.BLOCK
    results = (model.TestResult("test_a.py::test_a", TestStatus.FAILED),)
    failed = Evidence(before=(Report(runner="pytest", counts=Counts(failed=1), results=results),))
    assert context(failed, a__py=b"x = 2\n").weigh("test_a.py", "test_a") is Severity.BLOCK
    assert context(failed, a__py=b"x = 2\n").weigh("test_a.py", "test_b") is Severity.WARN


def test_documents_of_the_baseline_count_alone() -> None:
    """What the change itself writes documents nothing."""
    assert context().documented("45")
    assert not context(README__md=b"It is `77`.\n").documented("77")


def test_expectations_are_indexed_by_what_goes_in() -> None:
    """A literal leads to the tests that hold it."""
    assert [each.name for each in context().expecting["12"]] == ["test_a"]
