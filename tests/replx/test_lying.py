"""Rules for exit statuses that lie."""

from __future__ import annotations

import pytest

from patchsmith.replx.lying import Lie, contradiction, find_lie
from patchsmith.testreports.runners import read_reports

QUIET = {
    "pytest passed": "===== 12 passed in 0.31s =====",
    "no failures counted": "12 passed, 0 failed",
    "zero failed first": "0 failed, 12 passed",
    "failures none": "failures: 0",
    "tests failed none": "Tests failed: 0",
    "a test about failing over": "tests/test_failover.py::test_failover passed",
    "go test named for failing": "--- PASS: TestFailFast (0.00s)",
    "in words": "no failures",
    "prose": "if this is a failure of the network, try again",
    "retry log": "retrying after 2 failed attempts",
    "failed to, then recovered": "db: FAILED to connect, retrying",
    "a log level": "2024-05-01 10:00:00 ERROR: cache: FAIL",
    "a level alone": "ERROR: connection lost, trying again",
    "make ignoring an error": "make: [Makefile:2: lint] Error 1 (ignored)",
    "TAP todo": "not ok 3 - later # TODO not written",
    "TAP ok": "ok 1 - not ok is handled",
    "unittest fine": "Ran 3 tests in 0.001s\n\nOK",
    "unittest some skipped": "Ran 3 tests in 0.001s\n\nOK (skipped=2)",
    "unittest expected failures": "Ran 3 tests in 0.001s\n\nOK (expected failures=1)",
    "pytest some skipped": "=== 2 passed, 3 skipped in 0.1s ===",
    "pytest expected failures": "=== 2 xfailed in 0.1s ===",
    "cargo ok": "test result: ok. 3 passed; 0 failed; 0 ignored",
    "cargo with an empty doc test": (
        "test result: ok. 3 passed; 0 failed;\n   Doc-tests x\ntest result: ok. 0 passed; 0 failed;"
    ),
    "go with a package without tests": "ok  \tx/a\t0.01s\n?   \tx/b\t[no test files]",
    "maven fine": "Tests run: 3, Failures: 0, Errors: 0, Skipped: 1",
    "jest fine": "Tests:       3 passed, 3 total",
    "two suites, one empty": "Ran 0 tests in 0.000s\n\nOK\nRan 4 tests in 0.1s\n\nOK",
    "passing line": "smoke: PASS",
    "a path": "src/fail: compiled",
    "listing a file named failed": "reports/failed.txt",
    "a heading": "Failed tests will be retried",
    "no output": "",
    "mypy fine": "Success: no issues found in 5 source files",
    "ruff fine": "Found 0 errors.",
    "ruff fixed all": "Found 2 errors (2 fixed, 0 remaining).",
    "found in prose": "Found 3 errors in the old log, ignoring",
    "a warning of gcc": "src/a.c:3:5: warning: error handling is missing",
    "an address": "http://localhost:80: error rate 0",
    "npm's warning": "npm WARN deprecated x@1: error prone",
    "an optional file": "config.toml: not found, using defaults",
    "a search": "which: no foo: not found in (/bin)",
    "a handled traceback": (
        "Traceback (most recent call last):\n  File 'a.py'\nValueError: x\nretrying\ndone"
    ),
    "an exception's name": "ValueError: raised as expected",
    "make says what it does": "make[1]: Entering directory '/x/error'",
    "captured output of a passing test": (
        "==== PASSES ====\n____ test_a ____\n---- Captured stdout call ----\n"
        "FAILED (failures=1)\nsmoke: FAIL\n==== short test summary info ====\n"
        "PASSED tests/test_a.py::test_a\n==== 1 passed in 0.01s ===="
    ),
    "maven's hint": "[ERROR] For more information, see the log",
    "handled errors counted": "handled 3 errors, all recovered",
}
FIRES = {
    "own script": ("smoke: FAIL", "--success-line 'smoke: PASS'"),
    "own script with detail": ("smoke: FAIL (2 of 5)", "--success-line 'smoke: PASS'"),
    "own script failed": ("smoke test: FAILED", "--success-line 'smoke test: PASSED'"),
    "own script lower case": ("smoke: failed", "--success-line 'smoke: passed'"),
    "bare word": ("FAIL", "--success-line PASS"),
    "unittest": ("FAILED (failures=1)", r"'^OK( \(|$)'"),
    "unittest errors": ("FAILED (errors=2, skipped=1)", r"'^OK( \(|$)'"),
    "pytest summary": ("==== 2 failed, 3 passed in 0.2s ====", "[1-9][0-9]* passed"),
    "pytest quiet": ("1 failed in 0.02s", "[1-9][0-9]* passed"),
    "pytest passes first": ("3 passed, 1 error in 0.1s", "[1-9][0-9]* passed"),
    "count alone": ("2 failed", "[1-9][0-9]* passed"),
    "pytest short summary": ("FAILED tests/test_a.py::test_b - assert 1 == 2", "passed"),
    "go": ("--- FAIL: TestAdd (0.00s)", "^(ok|PASS)"),
    "go package": ("FAIL\texample.com/x\t0.01s", "^(ok|PASS)"),
    "TAP": ("not ok 1 - adds", "--success-line 'ok 1 - adds'"),
    "node": ("# fail 2", "--success-line '# fail 0'"),
    "tests failed": ("Tests failed: 3", "--success-line 'Tests failed: 0'"),
    "failures counted": ("failures: 3", "--success-line 'failures: 0'"),
    "jest": ("Tests:       1 failed, 2 passed, 3 total", "Tests:"),
    "mocha": ("  1 passing (3ms)\n  2 failing", "[1-9][0-9]* passing"),
    "rspec": ("3 examples, 1 failure", "examples?, 0 failures"),
    "gradle": ("3 tests completed, 1 failed", "BUILD SUCCESSFUL"),
    "maven": ("[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0", "Failures: *0"),
    "maven build": ("[INFO] BUILD FAILURE", "BUILD SUCCESS"),
    "gradle build": ("BUILD FAILED in 3s", "--success-line 'BUILD SUCCESSFUL'"),
    "cargo": ("test result: FAILED. 1 passed; 1 failed;", "--success-line 'test result: ok'"),
    "ctest": ("50% tests passed, 1 tests failed out of 2", "100% tests passed"),
    "make": ("make: *** [Makefile:2: test] Error 1", "only success prints"),
    "make stops": ("make: *** No rule to make target 'tset'.  Stop.", "only success prints"),
    "a traceback": (
        (
            'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    x\n'
            "NameError: name 'x' is not defined"
        ),
        "only success prints",
    ),
    "a syntax error": (
        "  File \"a.py\", line 1\n    x(\n     ^\nSyntaxError: '(' was never closed",
        "only success prints",
    ),
    "no such script": ("python3: can't open file '/x/a.py': [Errno 2] No such file", "TEXT"),
    "no such module": ("/usr/bin/python3: No module named chk", "TEXT"),
    "mypy": ("Found 3 errors in 2 files (checked 5 source files)", "Success: no issues found"),
    "ruff": ("Found 2 errors.", "All checks passed!"),
    "ruff with a rest": ("Found 3 errors (2 fixed, 1 remaining).", "All checks passed!"),
    "gcc": ("src/a.c:3:5: error: unknown type name 'x'", "TEXT"),
    "a missing header": ("a.c:1:10: fatal error: x.h: No such file or directory", "TEXT"),
    "rustc": ("error[E0308]: mismatched types", "TEXT"),
    "cargo build": ("error: could not compile `x` (lib) due to 1 previous error", "TEXT"),
    "npm": ("npm ERR! code ELIFECYCLE", "TEXT"),
    "npm, newer": ('npm error Missing script: "tset"', "TEXT"),
    "maven goal": ("[ERROR] Failed to execute goal org.x:y:1 (default) on project z", "BUILD"),
    "dash": ("sh: 1: no-such: not found", "TEXT"),
    "bash": ("./run.sh: line 3: no-such: command not found", "TEXT"),
    "a line of success in sight": ("smoke: ok in 1 s\nsmoke: FAIL", "'smoke: ok'"),
    "another reporter's success": ("unit: OK\nsmoke: FAIL", "'smoke: PASS'"),
    "after captured output": (
        (
            "---- Captured stdout call ----\nfine\n===== short test summary info =====\n"
            "FAILED tests/test_a.py::test_b - assert 0"
        ),
        "passed",
    ),
    "unittest ran none": ("Ran 0 tests in 0.000s\n\nOK", "^Ran [1-9]"),
    "unittest all skipped": ("Ran 3 tests in 0.001s\n\nOK (skipped=3)", "^Ran [1-9]"),
    "pytest ran none": ("no tests ran in 0.01s", "[1-9][0-9]* passed"),
    "pytest all skipped": ("3 skipped in 0.02s", "[1-9][0-9]* passed"),
    "go ran none": ("testing: warning: no tests to run\nPASS", "^ok"),
    "cargo ran none": ("test result: ok. 0 passed; 0 failed; 0 ignored", "[1-9]"),
    "maven all skipped": ("Tests run: 3, Failures: 0, Errors: 0, Skipped: 3", "passed"),
}


def lie_in(lines: list[str]) -> Lie | None:
    """Return the lie in an output."""
    return find_lie(lines, read_reports(lines))


@pytest.mark.parametrize("output", QUIET.values(), ids=QUIET.keys())
def test_quiet_on_output_that_fits_exit_status_zero(output: str) -> None:
    """Look-alikes never end a loop: counts of none, names, prose, logs, partly empty suites."""
    assert lie_in(output.splitlines()) is None


@pytest.mark.parametrize(("output", "require"), FIRES.values(), ids=FIRES.keys())
def test_fires_on_output_that_contradicts_exit_status_zero(output: str, require: str) -> None:
    """A runner's own failing verdict, or a run of no tests, is named with the line to require."""
    lie = lie_in(output.splitlines())
    assert lie is not None
    assert lie.line in output.splitlines()
    assert require in lie.require


@pytest.mark.parametrize("padding", ["", "x\n" * 2000], ids=["short", "long"])
@pytest.mark.parametrize(
    ("output", "crash"),
    [
        ("{p}Traceback (most recent call last):\n  File 'a'\nValueError: x\n", "ValueError: x"),
        ("{p}Traceback (most recent call last):\n{i}ValueError: x\n", "ValueError: x"),
        ("Traceback (most recent call last):\n  File 'a'\nValueError: x\n{p}going on\n", None),
        ("Traceback (most recent call last):\n{p}going on\n", None),
        ("SyntaxError: x\n{i}", None),
        ("going on\n{p}{i}", None),
    ],
)
def test_many_lines_that_say_nothing_change_no_verdict(
    output: str, crash: str | None, padding: str
) -> None:
    """A crash is one when the program said nothing after it, however long its output is."""
    text = output.format(p=padding, i=padding.replace("x", "  x") or "  x\n")
    found = find_lie(text.splitlines(), ())
    assert (found.line if found else None) == crash


def test_the_first_failing_line_is_named() -> None:
    """Of several contradicting lines the first is evidence."""
    lie = lie_in(["smoke: starting", "smoke: FAIL", "smoke: FAILED"])
    assert lie is not None
    assert lie.line == "smoke: FAIL"


def test_a_long_line_is_looked_at_in_bounded_time() -> None:
    """A line of a megabyte costs no more than its first 2,000 characters."""
    assert lie_in(["fail " * 200_000, "1 " * 500_000 + "failed"]) is None


CONTRADICTED = {
    "unittest": ("OK", ["OK", "FAILED (failures=1)"]),
    "unittest's count": ("Ran 3 tests in 0.1s", ["Ran 3 tests in 0.1s", "FAILED (errors=1)"]),
    "pytest": ("1 passed, 1 error in 0.1s", ["1 passed, 1 error in 0.1s"]),
    "mocha": ("  1 passing (2ms)", ["  1 passing (2ms)", "  2 failing"]),
    "go": ("ok  \tx\t0.1s", ["ok  \tx\t0.1s", "FAIL\ty\t0.1s"]),
}


@pytest.mark.parametrize("case", CONTRADICTED.values(), ids=CONTRADICTED.keys())
def test_a_runners_failure_stands_against_its_own_required_line(
    case: tuple[str, list[str]],
) -> None:
    """Whatever line was required, when it is a test runner's."""
    required, lines = case
    assert contradiction(lines, required) == lines[-1]


def test_a_line_of_ones_own_is_not_contradicted_by_a_test_runner() -> None:
    """Whoever requires it has decided; and success contradicts nothing."""
    assert contradiction(["built", "FAILED (failures=1)"], "built") is None
    assert contradiction(["OK", "3 passed in 0.1s"], "OK") is None


def test_a_run_without_tests_is_told_from_a_failure() -> None:
    """Nothing has failed there."""
    empty, failed = lie_in(["1 skipped in 0.01s"]), lie_in(["1 failed in 0.01s"])
    assert empty is not None
    assert failed is not None
    assert (empty.nothing_ran, failed.nothing_ran) == (True, False)
