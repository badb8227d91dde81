"""Rules of reports as values."""

from __future__ import annotations

from patchsmith.testreports.model import MAX_RESULTS, Counts, Report, Results, TestStatus


def test_counts_add_up() -> None:
    """Each test is in one number; what could fail the run is what passed or failed."""
    counts = Counts(passed=1, failed=2, skipped=3, xfailed=4, errors=5)
    assert (counts.total, counts.judging, counts.ran) == (15, 3, 7)
    assert counts.plus(counts).to_dict() == {
        "passed": 2, "failed": 4, "skipped": 6, "xfailed": 8, "errors": 10, "total": 30,
    }  # fmt: skip


def test_the_heavier_status_of_an_id_stays() -> None:
    """A test that passed and then failed at teardown is an error."""
    results = Results()
    for status in (TestStatus.PASSED, TestStatus.ERROR, TestStatus.PASSED):
        results.add("a", status)
    assert [(each.id, each.status) for each in results.listed()] == [("a", TestStatus.ERROR)]


def test_tests_of_one_name_get_numbers_where_names_repeat() -> None:
    """A runner that names tests without their block may name two alike."""
    results = Results()
    for _ in range(3):
        results.add("works", TestStatus.PASSED, repeatable=True)
    assert [each.id for each in results.listed()] == ["works", "works #2", "works #3"]


def test_addresses_do_not_make_ids_differ() -> None:
    """A parameter shown by its address is the same parameter in the next run."""
    results = Results()
    results.add("test_a[<object at 0x7f3a5c1d2e30>]", TestStatus.PASSED)
    results.add("test_a[<object at 0x7f1111112222>]", TestStatus.PASSED)
    assert [each.id for each in results.listed()] == ["test_a[<object at 0x...>]"]


def test_a_report_that_names_some_tests_does_not_name_all() -> None:
    """The absence of an id means something only where every test is named."""
    results = Results()
    results.add("a", TestStatus.PASSED)
    one = Report(runner="x", counts=Counts(passed=1), results=results.listed())
    assert one.names_all
    assert not Report(runner="x", counts=Counts(passed=2), results=results.listed()).names_all
    assert not Report(runner="x", counts=Counts()).names_all


def test_ids_are_bounded() -> None:
    """A longer list is cut and then names not all tests."""
    results = Results()
    for number in range(MAX_RESULTS + 5):
        results.add(str(number), TestStatus.PASSED)
    listed = results.listed()
    assert len(listed) == MAX_RESULTS
    assert not Report(runner="x", counts=Counts(passed=MAX_RESULTS), results=listed).names_all
