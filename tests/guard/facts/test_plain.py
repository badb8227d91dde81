"""Code of any language as text."""

from __future__ import annotations

from patchsmith.guard.facts.plain import added_lines, squeezed, uncommented


def test_layout_comments_and_quotes_do_not_count() -> None:
    """What a formatter changes is no difference."""
    one = "f('a', [\n  1,\n]); // note\n"
    other = 'f("a", [1])\n'
    assert squeezed(uncommented(one, "javascript")) == squeezed(uncommented(other, "javascript"))


def test_line_numbers_stay() -> None:
    """A comment that is taken out leaves its lines."""
    assert uncommented("a\n/* x\ny */\nb\n", "go").split("\n")[3] == "b"
    assert "http://x" in uncommented("f('http://x')\n", "typescript")


def test_added_lines_have_their_numbers() -> None:
    """A line that is there once more is new; one that moved is not."""
    assert added_lines("a\nb\n", "b\na\na\n") == [(3, "a")]
