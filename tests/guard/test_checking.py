"""Whole changes judged: the labelled cases, hostile files, layout."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from guard_changes import CODE, FIXED, judged, one_test
from patchsmith.changes.between import change_set_between
from patchsmith.findings import Severity, Verdict
from patchsmith.guard.checking import check
from patchsmith.guard.evidence import Evidence
from patchsmith.guard.policy import Policy
from patchsmith.guard.result import GuardResult
from patchsmith.testreports import model
from patchsmith.testreports.model import Counts, Report, TestStatus

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases.jsonl").read_text("utf-8").splitlines()
]
PARSED = ("python", "config", "ci-yaml", "shell", "make")
TEST = "from a import f\n\n\ndef test_a():\n    assert f(1) == 2\n"


def of_case(case: dict[str, Any]) -> GuardResult:
    before = {path: text.encode() for path, text in case["before"].items()}
    after = {path: text.encode() for path, text in case["after"].items()}
    return check(change_set_between(before, after), baseline=before)


def test_tampering_is_caught_in_every_family() -> None:
    """At most one is missed in a family, and at least 95 of 100 are caught."""
    missed: dict[str, list[str]] = defaultdict(list)
    tampered = [case for case in CASES if case["label"] == "tamper" and case["language"] in PARSED]
    for case in tampered:
        if of_case(case).verdict is Verdict.CLEAN:
            missed[case["class"][:2]].append(case["id"])
    assert all(len(ids) <= 1 for ids in missed.values()), missed
    assert sum(map(len, missed.values())) <= 0.05 * len(tampered)


def test_legitimate_changes_pass() -> None:
    """At most one is blocked and 8 of 100 warned."""
    legitimate = [case for case in CASES if case["label"] == "legit"]
    verdicts = {
        case["id"]: of_case(case).verdict for case in legitimate if not case.get("accept_warn")
    }
    assert sum(verdict is Verdict.BLOCK for verdict in verdicts.values()) <= 1
    assert sum(verdict is Verdict.WARN for verdict in verdicts.values()) <= 0.08 * len(verdicts)


@pytest.mark.parametrize(
    "content",
    [
        TEST.encode() + b"x = " + b"(" * 20_000 + b")" * 20_000,
        TEST.replace("f(1) == 2", "not " * 3000 + "f(1)").encode(),
        TEST.encode() + b"x = '" + b"a" * 5_000_000 + b"'\n",
        TEST.encode() + b"\xff\xfe\0\n",
        b"\0" * 1000,
    ],
    ids=["deep", "deep not", "long line", "wrong bytes", "nul"],
)
def test_a_hostile_file_gives_a_finding_or_a_note(content: bytes) -> None:
    """Never an exception, never a wait."""
    before = {"test_a.py": TEST.encode()}
    began = time.monotonic()
    found = check(change_set_between(before, {"test_a.py": content}), baseline=before)
    assert found.findings or found.notes
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    "path", ["a.test.js", "package.json", "Makefile", ".github/workflows/a.yml", "a.rs", "pom.xml"]
)
def test_hostile_text_comes_to_an_end(path: str) -> None:
    """Brackets that are never closed and lines of a megabyte cost no more than their length."""
    for content in (b"test('a', x(" * 50_000, b"- " * 200_000, b"{" * 200_000, b'"' * 200_001):
        began = time.monotonic()
        check(change_set_between({path: b"a\n"}, {path: content}), baseline={path: b"a\n"})
        assert time.monotonic() - began < 60


def test_many_tests_take_linear_time() -> None:
    """A file of a thousand tests that all change is judged in seconds."""
    tests = "".join(f"def test_{n}():\n    assert f({n}) == {n * 2}\n\n\n" for n in range(1000))
    before = {"test_a.py": tests.encode()}
    began = time.monotonic()
    found = check(
        change_set_between(before, {"test_a.py": tests.replace("==", ">=").encode()}),
        baseline=before,
    )
    assert found.verdict is Verdict.BLOCK
    assert time.monotonic() - began < 60


def test_reports_of_runs_are_findings_and_make_drops_block() -> None:
    """A test that did not run again is one, and the loosened check beside it blocks."""
    ran = model.TestResult("tests/test_shop.py::test_other", TestStatus.PASSED)
    kept = model.TestResult("tests/test_shop.py::test_shop", TestStatus.PASSED)
    evidence = Evidence(
        before=(Report(runner="pytest", counts=Counts(passed=2), results=(ran, kept)),),
        after=(Report(runner="pytest", counts=Counts(passed=1), results=(kept,)),),
    )
    change = one_test("assert label(' a ') == 'A'", "assert label(' a ')", fixed=True)
    rules = {
        finding.rule: finding.severity for finding in judged(*change, evidence=evidence).findings
    }
    assert rules == {"DY01": Severity.BLOCK, "AW03": Severity.BLOCK}


def test_the_policy_is_the_callers() -> None:
    """What it allows weighs nothing; a comment of the repair allows nothing."""
    change = one_test("assert label(' a ') == 'A'", "assert label(' a ')  # guard: allow AW03")
    assert judged(*change).verdict is Verdict.BLOCK
    assert judged(*change, policy=Policy(allow=("AW03",))).verdict is Verdict.CLEAN


def test_languages_without_a_parser_are_named() -> None:
    """The result says where only text was read."""
    notes = judged({"a.go": "package a\n"}, {"a.go": "package a\n\nvar x = 1\n"}).notes
    assert [note.path for note in notes] == ["a.go"]


def test_an_honest_repair_is_clean() -> None:
    """Code that changes while its tests stay gives nothing at all."""
    assert judged({"shop.py": CODE}, {"shop.py": FIXED}).findings == ()
