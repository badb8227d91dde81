"""Law: what differs in layout and comments only is no change to the guard."""

from __future__ import annotations

import ast
import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from patchsmith.changes.between import change_set_between
from patchsmith.guard.checking import check

CASES = Path(__file__).parents[1] / "guard" / "cases.jsonl"
SOURCES = sorted(
    {
        text
        for line in CASES.read_text("utf-8").splitlines()
        for case in [json.loads(line)]
        for path, text in case["before"].items()
        if path.endswith(".py") and text.strip()
    }
)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[str, str]:
    """Return a source and the same code in another layout."""
    text = draw(st.sampled_from(SOURCES))
    shown = ast.unparse(ast.parse(text)) if draw(st.booleans()) else text
    remark = draw(st.sampled_from(["", "# a remark", "# see the docs", "#"]))
    lines = []
    quoted = False
    for line in shown.split("\n"):
        lines.append(line)
        quoted ^= line.count('"""') % 2 == 1
        if remark and not quoted and not line.rstrip().endswith(("\\", ",", "(", "[", "{")):
            lines.append(remark)
    other = "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n\n"]))
    return text, other if _same(text, other) else shown


def _same(text: str, other: str) -> bool:
    try:
        return ast.dump(ast.parse(text)) == ast.dump(ast.parse(other))
    except SyntaxError:
        return False


@settings(max_examples=60, deadline=None)
@given(change=layouts(), path=st.sampled_from(["tests/test_a.py", "conftest.py", "src/a.py"]))
def test_another_layout_is_silent(change: tuple[str, str], path: str) -> None:
    """Formatters and remarks give no finding."""
    old, new = change
    before = {path: old.encode()}
    assert check(change_set_between(before, {path: new.encode()}), baseline=before).findings == ()
