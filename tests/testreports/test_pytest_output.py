"""Rules of reading pytest, on what the installed pytest prints."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from patchsmith.testreports.pytest_output import read
from reports_read import named, numbers, printed
from trees import lay

TESTS = """\
import pytest

@pytest.mark.parametrize("a", ["1", "x - y"])
def test_par(a): pass

def test_f(): assert 1 == 2

@pytest.fixture
def bad(): raise OSError

@pytest.fixture
def late():
    yield
    raise OSError

def test_e(bad): pass
def test_te(late): pass

@pytest.mark.skip(reason="slow")
def test_s(): pass

@pytest.mark.xfail
def test_x(): assert 0

@pytest.mark.xfail
def test_xp(): pass
"""
ALL = {
    "test_p.py::test_par[1]": "passed",
    "test_p.py::test_par[x - y]": "passed",
    "test_p.py::test_f": "failed",
    "test_p.py::test_e": "error",
    "test_p.py::test_te": "error",
    "test_p.py::test_s": "skipped",
    "test_p.py::test_x": "xfailed",
    "test_p.py::test_xp": "passed",
}
NUMBERS = (4, 1, 1, 1, 2)


def pytest_prints(folder: Path, *options: str) -> list[str]:
    """Return what pytest prints about a folder's tests."""
    return printed(
        folder,
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        *options,
        PYTEST_ADDOPTS="",
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one test of every kind."""
    lay(tmp_path, {"test_p.py": TESTS})
    return tmp_path


def test_the_verbose_output_names_every_test(folder: Path) -> None:
    """An error at teardown weighs more than the pass before it."""
    report = read(pytest_prints(folder, "-v"))
    assert numbers(report) == NUMBERS
    assert named(report) == ALL
    assert report is not None
    assert report.names_all


def test_the_quiet_output_counts_and_names_what_failed(folder: Path) -> None:
    """Numbers are the same; ids are those of the short summary, without their messages."""
    report = read(pytest_prints(folder, "-q"))
    assert numbers(report) == NUMBERS
    assert set(named(report)) == {f"test_p.py::test_{name}" for name in ("f", "e", "te")}
    assert report is not None
    assert not report.names_all


def test_the_summary_of_all_names_what_it_can(folder: Path) -> None:
    """-rA shows skipped tests by line, not by id."""
    report = read(pytest_prints(folder, "-q", "-rA"))
    assert numbers(report) == NUMBERS
    assert named(report) == {k: v for k, v in ALL.items() if v != "skipped"}


def test_a_file_that_can_not_be_collected_is_an_error(tmp_path: Path) -> None:
    """It is named by its file, and stands for its tests."""
    lay(tmp_path, {"test_b.py": "import nope_not_there\n"})
    report = read(pytest_prints(tmp_path, "-q"))
    assert numbers(report) == (0, 0, 0, 0, 1)
    assert named(report) == {"test_b.py": "error"}


def test_nothing_selected_is_a_report_of_nothing(folder: Path) -> None:
    """No test ran, and pytest says so."""
    report = read(pytest_prints(folder, "-k", "nothing_of_that_name"))
    assert numbers(report) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("output", "expected"),
    {
        "===== 12 passed in 0.31s =====": (12, 0, 0, 0, 0),
        "=== 1 failed, 2 passed, 3 warnings in 61.20s (0:01:01) ===": (2, 1, 0, 0, 0),
        "2 passed, 3 subtests passed in 0.10s": (2, 0, 0, 0, 0),
        "5 deselected in 0.01s": (0, 0, 0, 0, 0),
        "1 failed, 1 passed, 2 rerun in 0.2s": (1, 1, 0, 0, 0),
        "==== no tests ran in 0.01s ====": (0, 0, 0, 0, 0),
    }.items(),
)
def test_summary_lines(output: str, expected: tuple[int, ...]) -> None:
    """With and without rulers, long times, warnings, subtests, plugins' words."""
    assert numbers(read([output])) == expected


def test_xdist_lines_name_tests() -> None:
    """The worker and the percentage stand in front."""
    report = read(["[gw0] [ 25%] PASSED test_p.py::test_a[x y] ", "1 passed in 0.1s"])
    assert named(report) == {"test_p.py::test_a[x y]": "passed"}


@pytest.mark.parametrize(
    "output",
    ["12 passed", "copied 3 files in 0.2s", "Tests: 1 passed, 1 total", "finished in 3s", "", "OK"],
)
def test_others_are_not_taken_for_pytest(output: str) -> None:
    """A line must be pytest's own."""
    assert read([output]) is None
