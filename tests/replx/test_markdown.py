"""Rules for foreign text in one line of Markdown."""

from __future__ import annotations

import pytest

from patchsmith.replx.markdown import code, heading, prose

CODE = {
    "plain": ("make test", "`make test`"),
    "a backtick": ("a`b", "``a`b``"),
    "two backticks": ("a``b", "```a``b```"),
    "one of each": ("a`b``c", "```a`b``c```"),
    "a backtick first": ("`a", "`` `a ``"),
    "a newline": ("a\nb", "`a b`"),
    "nothing": ("", "`  `"),
    "a control character": ("a\x1b[31mb", r"`a\x1b[31mb`"),
    "a lone surrogate": ("a\udcffb", r"`a\udcffb`"),
}


@pytest.mark.parametrize("case", CODE.values(), ids=CODE.keys())
def test_a_code_span_holds_any_text(case: tuple[str, str]) -> None:
    """The fence is longer than any inside, and the line stays one line."""
    assert code(case[0]) == case[1]


def test_long_text_is_cut() -> None:
    """The report shows the beginning."""
    assert code("x" * 1000) == f"`{'x' * 297}...`"


def test_prose_is_one_line_without_html() -> None:
    """Newlines and tags of a repairer do not reach the page."""
    assert prose("a\n\n# b <b>") == "a # b &lt;b>"


def test_a_heading_is_plain_where_it_can_be() -> None:
    """Markup in a command makes it a code span."""
    assert heading("python -m pytest -q") == "python -m pytest -q"
    assert heading("ls *.py") == "`ls *.py`"
    assert heading("a\nb") == "`a b`"
