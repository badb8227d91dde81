"""Rules for foreign text in one line of Markdown."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

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


@pytest.mark.parametrize("text", ["![x](http://e.example/?q)", "[x](javascript:y)", "[![a](b)](c)"])
def test_prose_has_no_links_and_no_images(text: str) -> None:
    """A reader that shows one would fetch what the text names."""
    assert _inline_of(prose(text)) == {"text"}


@pytest.mark.parametrize("text", ["a ` b", "``", "`a` `", "a \\`b`", "```x"])
def test_prose_does_not_open_a_code_span_behind_it(text: str) -> None:
    """Whatever stands in that span would be markup."""
    assert _inline_of(f"{prose(text)}; {code('<b>')}") == {"text", "code_inline"}


def test_prose_keeps_its_own_code_spans() -> None:
    """Repairers name symbols in them."""
    assert prose("`sum` and `min`") == "`sum` and `min`"


def _inline_of(line: str) -> set[str]:
    tokens = MarkdownIt().parse(f"- x: {line}\n")
    return {child.type for token in tokens for child in token.children or ()} - {"text_special"}
