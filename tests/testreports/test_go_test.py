"""Rules of reading go test."""

from __future__ import annotations

from patchsmith.testreports.go_test import read
from reports_read import named, numbers

PLAIN = """\
--- FAIL: TestSub (0.00s)
    calc_test.go:9: got 1, want 2
FAIL
FAIL\texample.com/calc\t0.003s
ok  \texample.com/text\t0.002s
?   \texample.com/cmd\t[no test files]
ok  \texample.com/net\t(cached)\tcoverage: 80.0% of statements
FAIL
"""
VERBOSE = """\
=== RUN   TestAdd
--- PASS: TestAdd (0.00s)
=== RUN   TestTable
=== RUN   TestTable/one
=== RUN   TestTable/two
--- FAIL: TestTable (0.00s)
    --- PASS: TestTable/one (0.00s)
    --- FAIL: TestTable/two (0.00s)
=== RUN   TestSlow
    calc_test.go:20: slow
--- SKIP: TestSlow (0.00s)
FAIL
FAIL\texample.com/calc\t0.003s
=== RUN   TestAdd
--- PASS: TestAdd (0.00s)
PASS
ok  \texample.com/text\t0.002s
FAIL
"""
BROKEN = "FAIL\texample.com/calc [build failed]\nok  \texample.com/text\t0.002s\nFAIL\n"
JSON = """\
{"Time":"2024-05-01T10:00:00Z","Action":"start","Package":"example.com/calc"}
{"Time":"2024-05-01T10:00:00Z","Action":"run","Package":"example.com/calc","Test":"TestAdd"}
{"Action":"output","Package":"example.com/calc","Test":"TestAdd","Output":"--- PASS: TestAdd"}
{"Action":"pass","Package":"example.com/calc","Test":"TestAdd","Elapsed":0}
{"Action":"fail","Package":"example.com/calc","Test":"TestSub","Elapsed":0}
{"Action":"skip","Package":"example.com/calc","Test":"TestSlow","Elapsed":0}
{"Action":"fail","Package":"example.com/calc","Elapsed":0.003}
{"Action":"fail","Package":"example.com/net","Elapsed":0,"FailedBuild":"example.com/net"}
"""


def test_packages_are_counted_without_v() -> None:
    """A passing package names no test, so the package is the unit."""
    report = read(PLAIN.splitlines())
    assert numbers(report) == (2, 1, 0, 0, 0)
    assert named(report) == {
        "example.com/calc": "failed", "example.com/text": "passed", "example.com/net": "passed",
    }  # fmt: skip


def test_tests_are_counted_with_v() -> None:
    """Subtests too; tests of one name in two packages are two."""
    report = read(VERBOSE.splitlines())
    assert named(report) == {
        "example.com/calc.TestAdd": "passed",
        "example.com/calc.TestTable": "failed",
        "example.com/calc.TestTable/one": "passed",
        "example.com/calc.TestTable/two": "failed",
        "example.com/calc.TestSlow": "skipped",
        "example.com/text.TestAdd": "passed",
    }
    assert numbers(report) == (3, 2, 1, 0, 0)


def test_a_package_that_does_not_build_is_an_error() -> None:
    """It stands for its tests."""
    report = read(BROKEN.splitlines())
    assert named(report) == {"example.com/calc": "error", "example.com/text": "passed"}


def test_events_of_json_name_tests() -> None:
    """Each result once, whatever the output events hold; a broken build is an error."""
    report = read(JSON.splitlines())
    assert named(report) == {
        "example.com/calc.TestAdd": "passed",
        "example.com/calc.TestSub": "failed",
        "example.com/calc.TestSlow": "skipped",
        "example.com/net": "error",
    }


def test_json_that_is_none_of_gos_is_nobodys() -> None:
    """Other programs print objects too."""
    assert read(['{"Action":"pass"}', '{"level":"info"}', '{"', '{"Action": [}']) is None


def test_no_tests_is_a_report_of_nothing() -> None:
    """The warning alone says that none ran."""
    assert numbers(read(["testing: warning: no tests to run", "PASS"])) == (0, 0, 0, 0, 0)
    report = read(["ok  \tx\t0.01s [no tests to run]"])
    assert report is not None
    assert report.counts.ran == 0


def test_a_test_binary_run_by_itself_names_its_tests() -> None:
    """Without a package line the name stands alone."""
    report = read(["=== RUN   TestAdd", "--- PASS: TestAdd (0.00s)", "PASS"])
    assert named(report) == {"TestAdd": "passed"}


def test_prose_is_nobodys() -> None:
    """`ok` and `FAIL` alone are not go's package lines."""
    assert read(["ok then", "FAIL: smoke", "--- a heading ---"]) is None
