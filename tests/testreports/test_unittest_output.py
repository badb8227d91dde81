"""Rules of reading unittest, on what the interpreter's unittest prints."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from patchsmith.testreports.unittest_output import read
from reports_read import named, numbers, printed
from trees import lay

TESTS = """\
import unittest

class T(unittest.TestCase):
    def test_ok(self): pass
    def test_doc(self):
        '''Says what.'''
    def test_prints(self): print("hello", flush=True)
    def test_bad(self): self.assertEqual(1, 2)
    @unittest.skip("slow")
    def test_skip(self): pass
    @unittest.expectedFailure
    def test_xf(self): self.fail()
    @unittest.expectedFailure
    def test_us(self): pass
    def test_err(self): raise ValueError
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one test of every kind."""
    lay(tmp_path, {"test_m.py": TESTS})
    return tmp_path


def test_the_verbose_output_names_every_test(folder: Path) -> None:
    """Also a test with a docstring, and one that prints."""
    report = read(printed(folder, sys.executable, "-m", "unittest", "-v"))
    assert numbers(report) == (3, 2, 1, 1, 1)
    assert named(report) == {
        "test_m.T.test_ok": "passed",
        "test_m.T.test_doc": "passed",
        "test_m.T.test_prints": "passed",
        "test_m.T.test_bad": "failed",
        "test_m.T.test_skip": "skipped",
        "test_m.T.test_xf": "xfailed",
        "test_m.T.test_us": "failed",
        "test_m.T.test_err": "error",
    }
    assert report is not None
    assert report.names_all


def test_dots_count_and_name_what_failed(folder: Path) -> None:
    """The headings of failures name their tests."""
    report = read(printed(folder, sys.executable, "-m", "unittest"))
    assert numbers(report) == (3, 2, 1, 1, 1)
    assert named(report)["test_m.T.test_bad"] == "failed"
    assert named(report)["test_m.T.test_err"] == "error"
    assert report is not None
    assert not report.names_all


def test_a_module_that_can_not_be_imported_stands_for_its_tests(tmp_path: Path) -> None:
    """It is named by the module its tests begin with."""
    lay(tmp_path, {"test_b.py": "import nope_not_there\n"})
    report = read(printed(tmp_path, sys.executable, "-m", "unittest"))
    assert numbers(report) == (0, 0, 0, 0, 1)
    assert named(report) == {"test_b": "error"}


@pytest.mark.parametrize(
    ("output", "expected"),
    {
        "Ran 3 tests in 0.001s\n\nOK": (3, 0, 0, 0, 0),
        "Ran 3 tests in 0.001s\n\nOK (skipped=2)": (1, 0, 2, 0, 0),
        "Ran 1 test in 0.001s\n\nFAILED (failures=3)": (0, 1, 0, 0, 0),
        "Ran 0 tests in 0.000s\n\nNO TESTS RAN": (0, 0, 0, 0, 0),
        "Ran 2 tests in 0.001s\n\nFAILED (errors=3)": (0, 0, 0, 0, 2),
        "Ran 1 test in 0.1s\n\nOK\nRan 2 tests in 0.1s\n\nFAILED (failures=1)": (2, 1, 0, 0, 0),
        "Ran 2 tests in 0.001s": (2, 0, 0, 0, 0),
        "OK": None,
        "FAILED (failures=1)": None,
    }.items(),
)
def test_counts(output: str, expected: tuple[int, ...] | None) -> None:
    """Subtests fail more often than tests ran; several runs add up; a verdict alone is nobody's."""
    assert numbers(read(output.splitlines())) == expected


def test_old_and_new_spellings_of_an_id_are_one() -> None:
    """Before Python 3.11 the method's name stood in front of its class alone."""
    for line in ("test_a (m.T) ... ok", "test_a (m.T.test_a) ... ok"):
        assert named(read([line, "Ran 1 test in 0.1s", "OK"])) == {"m.T.test_a": "passed"}
