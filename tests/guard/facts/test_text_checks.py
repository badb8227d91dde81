"""Checks of other languages, found by text."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.text_checks import checks_in, is_vacuous


@pytest.mark.parametrize(
    ("language", "code", "rank", "subject"),
    [
        ("javascript", "expect(f(1)).toEqual({a: 1});", 60, "f(1)"),
        ("javascript", "expect(f(1)).toBeDefined();", 10, "f(1)"),
        ("javascript", "assert.equal(f(1), 2);", 60, "f(1)"),
        ("rust", "assert_eq!(f(1), 2);", 60, "f(1)"),
        ("java", "assertEquals(2, f(1));", 60, "f(1)"),
        ("csharp", "Assert.NotNull(f(1));", 10, "f(1)"),
        ("ruby", "assert_equal 2, f(1)", 60, "f(1)"),
        ("ruby", "expect(f(1)).to eq(2)", 60, "f(1)"),
    ],
)
def test_subject_and_strength(language: str, code: str, rank: int, subject: str) -> None:
    """The name of the check tells how much it pins down."""
    (check,) = checks_in(code, language)
    assert (check.rank, check.subject) == (rank, subject)


@pytest.mark.parametrize(
    "code", ["expect(true).toBe(true);", "assertTrue(true);", "assertEquals(a, a);"]
)
def test_what_can_not_fail(code: str) -> None:
    """A constant or both sides the same."""
    assert is_vacuous(checks_in(code, "java")[0])
