"""Marks of other languages."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.text_marks import FOCUS, HIDES, MARKS, SILENT, SWALLOWS


@pytest.mark.parametrize(
    ("language", "kind", "line"),
    [
        ("javascript", "skip", "it.skip('a', () => {"),
        ("typescript", "xfail", "it.fails('a', () => {"),
        ("go", "skip-call", "t.SkipNow()"),
        ("rust", "skip", "#[ignore]"),
        ("java", "skip", "@Disabled"),
        ("ruby", "skip-call", "  skip 'later'"),
        ("csharp", "skip", '[Fact(Skip = "x")]'),
    ],
)
def test_marks_are_known(language: str, kind: str, line: str) -> None:
    """Each language's own words."""
    assert MARKS[language, kind].search(line)


def test_focus_and_hiding_places() -> None:
    """A focus, and what keeps code from running."""
    assert FOCUS["javascript"].search("describe.only('a', () => {")
    assert not FOCUS["javascript"].search("profit('a')")
    assert HIDES["rust"].search('#[cfg(feature = "never")]')
    assert not HIDES["rust"].search("#[cfg(test)]")


def test_a_handler_that_checks_is_no_swallower() -> None:
    """Raising, checking or keeping the error is no silence."""
    assert SWALLOWS.search("try { f(); } catch (e) { }")
    assert SILENT.search("catch (e) { throw e; }")
    assert not SILENT.search("catch (e) { console.log('x'); }")
