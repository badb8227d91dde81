"""Rules of reading JUnit XML."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from patchsmith.errors import InputError
from patchsmith.testreports.junit_xml import MAX_BYTES, read
from reports_read import named, numbers, printed
from trees import lay

REPORT = b"""<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite name="calc" tests="5">
  <testcase classname="calc.T" name="adds" time="0.1"/>
  <testcase classname="calc.T" name="subs"><failure message="1 != 2">text</failure></testcase>
  <testcase classname="calc.T" name="errs"><error type="OSError"/></testcase>
  <testcase classname="calc.T" name="slow"><skipped/></testcase>
  <testcase classname="calc.T" name="later"><skipped type="pytest.xfail"/></testcase>
</testsuite></testsuites>
"""
BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<testsuite><testcase name="&b;"/></testsuite>
"""


def test_cases_are_read_one_by_one() -> None:
    """The suite's own numbers are not believed."""
    report = read(REPORT)
    assert numbers(report) == (1, 1, 1, 1, 1)
    assert named(report) == {
        "calc.T::adds": "passed",
        "calc.T::subs": "failed",
        "calc.T::errs": "error",
        "calc.T::slow": "skipped",
        "calc.T::later": "xfailed",
    }


def test_a_file_that_pytest_writes(tmp_path: Path) -> None:
    """Real output of a real runner."""
    lay(tmp_path, {"test_a.py": "def test_ok(): pass\ndef test_bad(): assert 0\n"})
    options = ("-p", "no:cacheprovider", "--junitxml=out.xml")
    printed(tmp_path, sys.executable, "-m", "pytest", *options, PYTEST_ADDOPTS="")
    report = read((tmp_path / "out.xml").read_bytes())
    assert named(report) == {"test_a::test_ok": "passed", "test_a::test_bad": "failed"}


@pytest.mark.parametrize(
    "content",
    [
        BOMB,
        b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuite/>',
        b" " * (MAX_BYTES + 1),
        b"<testsuite>" + b"<x>" * 100,
        b"<testsuite><testcase name='a'>",
    ],
    ids=["entity bomb", "external entity", "size", "depth", "cut off"],
)
def test_hostile_and_broken_files_are_refused(content: bytes) -> None:
    """Nothing is expanded, fetched or half believed."""
    with pytest.raises(InputError, match="JUnit XML"):
        read(content)


@pytest.mark.parametrize("content", [b"", b"<html></html>", b"no xml", b"\xff\xfe"])
def test_other_files_are_nobodys(content: bytes) -> None:
    """What is no report is none."""
    assert read(content) is None
