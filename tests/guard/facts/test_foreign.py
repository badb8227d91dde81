"""What a change did to a test file that only text rules read."""

from __future__ import annotations

from patchsmith.guard.facts.foreign import ForeignFile

OLD = "test('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\ntest('joins', () => {\n  expect(join('a')).toBe('b');\n});\n"


def changed(new: str, elsewhere: str = "") -> ForeignFile:
    return ForeignFile("a.test.js", "javascript", OLD, new, elsewhere, repaired=False)


def test_a_test_that_is_gone_is_removed() -> None:
    """Unless it is in another file."""
    first = OLD.partition("test('joins'")[0]
    second = OLD[len(first) :]
    assert [block.name for block in changed(first).removed] == ["joins"]
    assert changed(first, second).removed == []
    assert [block.name for block in changed("").lost_with_file] == ["adds", "joins"]


def test_layout_is_no_difference() -> None:
    """A formatter's work gives nothing."""
    file = changed(OLD.replace("'", '"').replace("1, 2", "\n    1,\n    2,\n  "))
    assert (file.removed, file.lost_checks, file.loosened, file.flipped) == ([], [], [], [])


def test_checks_are_compared() -> None:
    """Looser, flipped and lost checks are told apart."""
    assert changed(OLD.replace("toBe(3)", "toBeDefined()")).loosened
    assert changed(OLD.replace("toBe(3)", "toBe(4)")).flipped
    assert changed(OLD.replace("  expect(add(1, 2)).toBe(3);\n", "  add(1, 2);\n")).lost_checks


def test_marks_belong_to_tests_of_the_baseline() -> None:
    """A new test may be skipped."""
    assert changed(OLD.replace("test('adds'", "test.skip('adds'")).newly("skip")
    assert changed(OLD + "test.skip('new', () => {\n  f();\n});\n").newly("skip") == []
