"""What runs tell."""

from __future__ import annotations

import pytest

from patchsmith.guard.evidence import Evidence
from patchsmith.testreports import model
from patchsmith.testreports.model import Counts, Report, TestStatus


def failed(test_id: str) -> Evidence:
    result = model.TestResult(test_id, TestStatus.FAILED)
    return Evidence(before=(Report(runner="x", counts=Counts(failed=1), results=(result,)),))


@pytest.mark.parametrize(
    "test_id",
    [
        "tests/test_a.py::TestA::test_b",
        "tests/test_a.py::TestA::test_b[1-2]",
        "tests.test_a.TestA.test_b",
        "TestA::test_b",
    ],
)
def test_a_failed_test_is_known_in_every_spelling(test_id: str) -> None:
    """Ids of pytest and unittest lead to file and name."""
    assert failed(test_id).failed("tests/test_a.py", "TestA.test_b")
    assert not failed(test_id).failed("tests/test_a.py", "TestA.test_c")
