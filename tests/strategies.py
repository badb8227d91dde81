"""What the laws are tried on: small files with all that makes files hard."""

from __future__ import annotations

from hypothesis import strategies as st

LINES = st.sampled_from(
    ["a", "b", "  a", "\ta", "a ", "", "    b", "def f():", "    x = 1", "}", "{", "é", "“a”", "x…",
     "a\rb", "a\u2028b", "*** End Patch", "@@", "+a", "-b", "\x0c", "class A:", "# t", "## u"]
)  # fmt: skip
"""Lines that repeat, resemble each other, and look like patch syntax."""

ENDINGS = st.sampled_from(["\n", "\n", "\n", "\r\n"])


@st.composite
def texts(draw: st.DrawFn, *, mixed: bool = True, lines: st.SearchStrategy[str] = LINES) -> str:
    """Return a file's text: lines with endings of one or of both kinds, maybe unterminated."""
    chosen = draw(st.lists(lines, max_size=12))
    one = draw(ENDINGS)
    text = "".join(line + (draw(ENDINGS) if mixed else one) for line in chosen)
    if text and draw(st.booleans()):
        text = text.rstrip("\r\n")
    return text


PATHS = st.sampled_from(["a.txt", "b.py", "dir/c.txt", "dir/sub/d", "e f.md"])

TREES = st.dictionaries(PATHS, texts(), max_size=4)
"""Trees as path -> text."""
