"""Rules of reading from an output where to look."""

from __future__ import annotations

import pytest

from patchsmith.replx.clues import (
    MAX_MESSAGES,
    MAX_PLACES,
    MAX_SYMBOLS,
    MAX_TESTS,
    Clues,
    Place,
    clues_in,
)

PLACES = {
    "python": ('  File "/w/shop/cart.py", line 12, in total', "/w/shop/cart.py", 12),
    "pytest": ("tests/test_cart.py:7: AssertionError", "tests/test_cart.py", 7),
    "gcc, ruff, mypy": ("src/a.c:3:5: error: expected ';'", "src/a.c", 3),
    "go": ("\t/w/main.go:12 +0x1d", "/w/main.go", 12),
    "go test": ("    add_test.go:9: got 3", "add_test.go", 9),
    "node": ("    at total (/w/cart.js:3:5)", "/w/cart.js", 3),
    "rust": ("  --> src/main.rs:3:5", "src/main.rs", 3),
    "java": ("\tat shop.Cart.total(Cart.java:12)", "Cart.java", 12),
    "tsc": ("src/a.ts(3,5): error TS2304: Cannot find name 'x'.", "src/a.ts", 3),
    "a file alone": ("FAIL src/cart.spec.js", "src/cart.spec.js", None),
    "a test's id": ("FAILED tests/test_a.py::T::test_b - assert 1", "tests/test_a.py", None),
    "a module": ("ModuleNotFoundError: No module named 'shop.cart'", "shop/cart.py", None),
    "a unit test's module": ("ERROR: test_a (tests.test_cart.T)", "tests/test_cart.py", None),
}
SYMBOLS = {
    "a frame's function": ('  File "a.py", line 12, in total', "total"),
    "a name in quotes": ("NameError: name 'prces' is not defined", "prces"),
    "a call in a frame's line": ("E       assert total([1]) == 2", "total"),
    "rust": ("error[E0425]: cannot find value `prces` in this scope", "prces"),
    "node": ("    at Cart.total (/w/cart.js:3:5)", "total"),
    "behind a test's id": ("FAILED a.py::test_b - NameError: name 'prces' is not", "prces"),
}
TESTS = {
    "pytest": ("FAILED tests/test_a.py::T::test_b[1-x] - assert", "test_b"),
    "unittest": ("FAIL: test_add (tests.test_calc.T.test_add)", "test_add"),
    "go": ("--- FAIL: TestAdd (0.00s)", "TestAdd"),
}
NOTHING = (
    "see https://example.org/a.html:80 for more",
    "ran 3 tests in 0.1s",
    "version 3.11 of 12:30:15",
    "it's what 'they' said",
)


@pytest.mark.parametrize("case", PLACES.values(), ids=PLACES.keys())
def test_a_position_is_read_in_every_style(case: tuple[str, str, int | None]) -> None:
    """Path and line as printed."""
    line, path, line_no = case
    assert Place(path, line_no) in clues_in([line]).places


@pytest.mark.parametrize("case", SYMBOLS.values(), ids=SYMBOLS.keys())
def test_a_symbol_is_read(case: tuple[str, str]) -> None:
    """From error lines, frames and lines of code."""
    line, symbol = case
    assert symbol in clues_in([line]).symbols


def test_the_code_under_a_frame_is_code() -> None:
    """What it calls is a symbol; what other lines call is not."""
    lines = ['  File "a.py", line 2, in f', "    return compute(x)", "    other(y)"]
    assert clues_in(lines).symbols == ("compute",)


@pytest.mark.parametrize("case", TESTS.values(), ids=TESTS.keys())
def test_a_failing_test_is_read(case: tuple[str, str]) -> None:
    """By its own name, without class and parameters."""
    line, test = case
    assert clues_in([line]).tests == (test,)


def test_a_message_s_longest_literal_part_is_read() -> None:
    """Numbers and quoted values differ from what stands in the source."""
    found = clues_in(["ValueError: the ledger of 'bolts' says 26, not counted yet"])
    assert found.messages == (", not counted yet",)


@pytest.mark.parametrize("line", NOTHING)
def test_other_lines_point_at_nothing(line: str) -> None:
    """Addresses, times and words are no places."""
    assert clues_in([line]) == Clues()


def test_every_list_is_bounded() -> None:
    """However much an output points at."""
    lines = [
        f"FAILED t{n}.py::test_{n} - NameError: name 'x{n}y' is a bad name {n}" for n in range(999)
    ]
    found = clues_in([*lines, "a.py:1: " + "x" * 10_000_000])
    assert len(found.places) == MAX_PLACES
    assert len(found.symbols) == MAX_SYMBOLS
    assert len(found.tests) == MAX_TESTS
    assert len(found.messages) <= MAX_MESSAGES
