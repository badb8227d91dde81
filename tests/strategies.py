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

PATCH_LINES = st.sampled_from(
    ["*** Begin Patch", "*** End Patch", "*** Add File: a", "*** Update File: a",
     "*** Update File: b", "*** Delete File: c", "*** Move to: d", "*** End of File", "@@",
     "@@ def f():", "@@ ", "@@ -1 +1 @@", " x", "-x", "+y", "+", " ", "", "",
     "\\ No newline at end of file", "--- a/a", "+++ b/a", " *** End Patch", "  *** Begin Patch",
     "*** End Patch  ", "***End Patch", "*** パッチ開始", "*** Update File:", "***update file: e",
     " *** 移動先: f", "*** Environment ID: 1", "```", "Here it is:", "<<'EOF'", "EOF", "text",
     "apply_patch <<'EOF'", "cd x && apply_patch <<'EOF'", "\t*** End Patch", "\x0b"]
)  # fmt: skip
"""Lines that mean something in a patch, or nearly do."""


MARKED = st.builds(lambda mark, line: mark + line, st.sampled_from([" ", "-", "+"]), LINES)
HUNKS = st.builds(
    lambda anchors, lines, eof: [*(anchors or ["@@"]), *lines, *eof],
    st.lists(LINES.filter(str.strip).map(lambda line: f"@@ {line}"), max_size=2),
    st.lists(MARKED, min_size=1, max_size=4),
    st.sampled_from([[], [], ["*** End of File"]]),
)
OPS = st.one_of(
    st.builds(lambda p, ls: [f"*** Add File: {p}", *("+" + x for x in ls)], PATHS,
              st.lists(LINES, max_size=3)),
    st.builds(lambda p: [f"*** Delete File: {p}"], PATHS),
    st.builds(lambda p, to, hs: [f"*** Update File: {p}", *to, *(x for h in hs for x in h)],
              PATHS, st.sampled_from([[], [], ["*** Move to: d"]]),
              st.lists(HUNKS, min_size=1, max_size=3)),
)  # fmt: skip
PATCHES = st.builds(
    lambda ops: ["*** Begin Patch", *(line for op in ops for line in op), "*** End Patch"],
    st.lists(OPS, min_size=1, max_size=3),
)
"""Well-formed patches as lines."""


@st.composite
def patch_texts(draw: st.DrawFn) -> str:
    """Return text that is a patch, or nearly one, with either line ending."""
    lines = list(draw(PATCHES))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(lines)))
        cut_too = draw(st.integers(0, 1))
        lines[at : at + cut_too] = draw(st.lists(PATCH_LINES, max_size=1))
    if not draw(st.integers(0, 3)):
        around = st.lists(PATCH_LINES, max_size=2)
        lines = [*draw(around), *lines, *draw(around)]
    endings = st.just("\n") if draw(st.integers(0, 3)) else ENDINGS
    text = "".join(line + draw(endings) for line in lines)
    text = draw(st.sampled_from(["", "", "", "", "\ufeff"])) + text
    return text if draw(st.booleans()) else text[: -draw(st.integers(0, 3)) or None]


PATCH_TEXTS = st.one_of(patch_texts(), st.text(max_size=40))
"""Patches, near misses of patches, and any text."""


def cut(text: str, data: st.DataObject) -> list[str]:
    """Return a text in pieces, some of them empty."""
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    return [text[i:j] for i, j in zip([0, *places], [*places, len(text)], strict=True)]
