"""TD03: a test runs over fewer cases, or over easier ones."""

from __future__ import annotations

import pytest

from guard_changes import (
    BLOCK,
    WARN,
    Change,
    assert_fires,
    assert_quiet,
    changed_tests,
    reversed_change,
)
from patchsmith.findings import Severity


def table(rows: str) -> str:
    return f"""
        import pytest
        from shop import price

        @pytest.mark.parametrize("count, each, total", [{rows}])
        def test_price(count, each, total):
            assert price(count, each) == total
    """


ROWS = "(2, 3, 6), (4, 5, 20), (7, 1, 7)"
CONSTANT = """
    from shop import label

    NAMES = {"ann": "Ann", "bob smith": "Bob Smith", " x ": "X"}

    def test_label():
        for raw, want in NAMES.items():
            assert label(raw) == want
"""
QUIET: dict[str, Change] = {
    "rows added": changed_tests(table(ROWS), table(ROWS + ", (9, 9, 81)")),
    "ids given": changed_tests(
        table(ROWS), table(ROWS.replace("(4, 5, 20)", "pytest.param(4, 5, 20, id='b')"))
    ),
    "in another order": changed_tests(table(ROWS), table("(7, 1, 7), (2, 3, 6), (4, 5, 20)")),
    "a row made a test": changed_tests(
        table(ROWS),
        table("(2, 3, 6), (4, 5, 20)")
        + "\n        def test_seven():\n            assert price(7, 1) == 7\n",
    ),
    "the loop made a table": changed_tests(
        CONSTANT,
        """
        import pytest
        from shop import label

        @pytest.mark.parametrize(
            "raw, want", [("ann", "Ann"), ("bob smith", "Bob Smith"), (" x ", "X")]
        )
        def test_label(raw, want):
            assert label(raw) == want
        """,
    ),
    "a column added": changed_tests(
        table(ROWS), table("(2, 3, 6, 'a'), (4, 5, 20, 'b'), (7, 1, 7, 'c')")
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "a row gone": (changed_tests(table(ROWS), table("(2, 3, 6)")), BLOCK),
    "a row gone beside a repair": (
        changed_tests(table(ROWS), table("(2, 3, 6)"), fixed=True),
        WARN,
    ),
    "an entry of a constant gone": (
        changed_tests(CONSTANT, CONSTANT.replace(', "bob smith": "Bob Smith"', "")),
        BLOCK,
    ),
    "a subTest loop shortened": (
        changed_tests(
            CONSTANT.replace("            assert", "            assert"),
            CONSTANT.replace('"ann": "Ann", ', ""),
        ),
        BLOCK,
    ),
    "only those that pass": (
        changed_tests(
            table(ROWS),
            table(ROWS).replace(f"[{ROWS}]", f"[c for c in [{ROWS}] if price(c[0], c[1]) == c[2]]"),
        ),
        BLOCK,
    ),
    "a slice of the table": (
        changed_tests(CONSTANT, CONSTANT.replace("NAMES.items()", "list(NAMES.items())[:1]")),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("TD03", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("TD03", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("TD03", reversed_change(change))
