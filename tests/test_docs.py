"""The Python examples of the pages in docs/ are real (test_readme.py runs console sessions)."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from patchsmith.v4a.leniency import LENIENCIES

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLES = {
    page.name: re.findall(r"```pycon\n(.*?)\n```\n", page.read_text("utf-8"), re.DOTALL)
    for page in sorted(DOCS.glob("*.md"))
}


@pytest.mark.parametrize("page", [page for page, blocks in EXAMPLES.items() if blocks])
def test_python_examples(page: str) -> None:
    """The `pycon` blocks of a page run in one namespace, in order, and print what is shown."""
    source = "\n".join(EXAMPLES[page])
    parsed = doctest.DocTestParser().get_doctest(source, {}, page, str(DOCS / page), 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(parsed, out=said.append)
    assert not said, "".join(said)


def test_there_are_examples() -> None:
    """The pattern that finds them has not gone stale."""
    assert len(EXAMPLES["v4a.md"]) >= 8


def test_the_table_of_leniencies_is_the_programs() -> None:
    """Every tolerated deviation stands in the page with its reason, in the same order."""
    text = (DOCS / "v4a.md").read_text("utf-8")
    assert "\n".join(f"| `{entry.name}` | {entry.reason} |" for entry in LENIENCIES) in text
