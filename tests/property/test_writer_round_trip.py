"""Law: a written patch gives the second tree from the first, byte for byte, or is refused."""

from __future__ import annotations

from hypothesis import given, target
from hypothesis import strategies as st

from patchsmith.changes.between import change_set_between
from patchsmith.changes.change_set import ChangeSet
from patchsmith.errors import EditError
from patchsmith.tools.apply_patch import apply_patch
from patchsmith.v4a.model import Hunk, UpdateFile
from patchsmith.v4a.parser import parse
from patchsmith.v4a.writer import write_patch
from strategies import LINES, PATHS, texts

CODE = st.sampled_from(
    ["class A:", "class B:", "    def f(self):", "    def g(self):", "        return 1",
     "        x = 2", "", "", "def h():", "    return 1", "# head", "[s]", "}", "é = '“'"]
)  # fmt: skip
"""Lines of which files are made that need anchors and more context."""


def plain(lines: st.SearchStrategy[str], *, most: int) -> st.SearchStrategy[str]:
    """Return texts whose lines all end with LF."""
    return st.lists(lines, max_size=most).map(lambda ls: "".join(f"{line}\n" for line in ls))


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """Return a text that some lines of another were changed in."""
    lines = text.split("\n")[:-1]
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines)))
        gone = draw(st.integers(0, 2))
        lines[at : at + gone] = draw(st.lists(CODE, max_size=2))
    return "".join(f"{line}\n" for line in lines)


@st.composite
def trees(draw: st.DrawFn) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return two trees of plain text, the second made from the first by edits and moves."""
    before = draw(st.dictionaries(PATHS, plain(CODE, most=30), max_size=3))
    after: dict[str, str] = {}
    for path, text in before.items():
        target_path = draw(st.sampled_from([path, path, path, "new/" + path, ""]))
        if target_path:
            after[target_path] = draw(edited(text)) if draw(st.booleans()) else text
    after |= draw(st.dictionaries(st.sampled_from(["n1", "n2"]), plain(CODE, most=3), max_size=1))
    return encoded(before), encoded(after)


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


def applied(patch: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files after a patch; empty text changes nothing."""
    if not patch:
        return files
    done = apply_patch(patch, files=dict(files))
    assert done.files is not None
    return done.files


def updates(patch: str) -> list[UpdateFile]:
    ops = parse(patch, strict=True).ops if patch else ()
    return [op for op in ops if isinstance(op, UpdateFile)]


@given(trees=trees(), context=st.sampled_from([3, 3, 3, 0, 1, 5]))
def test_plain_text_is_always_written_and_taken_back(
    trees: tuple[dict[str, bytes], dict[str, bytes]], context: int
) -> None:
    """Applying gives the second tree, the inverse the first; `strict` reads both."""
    before, after = trees
    changes = change_set_between(before, after)
    patch = write_patch(changes, context=context)
    assert applied(patch, before) == after
    assert applied(write_patch(changes.inverse(), context=context), after) == before
    target(sum(len(op.hunks) for op in updates(patch)), label="hunks")


@given(text=plain(CODE, most=20).filter(bool), data=st.data())
def test_updates_of_crlf_files_are_always_written(text: str, data: st.DataObject) -> None:
    """A file whose lines all end with CRLF keeps them; new and empty files can not get them."""
    before = text.replace("\n", "\r\n").encode()
    after = data.draw(edited(text)).replace("\n", "\r\n").encode()
    assert applied(write_patch(change_set_between({"a": before}, {"a": after})), {"a": before}) == {
        "a": after
    }


ANY_FILES = st.one_of(
    st.dictionaries(PATHS, texts().map(str.encode), max_size=2),
    st.dictionaries(PATHS, st.binary(max_size=12), max_size=2),
)


@given(before=ANY_FILES, after=ANY_FILES)
def test_anything_is_written_exactly_or_refused(
    before: dict[str, bytes], after: dict[str, bytes]
) -> None:
    """Mixed endings, missing newlines, other bytes: never a patch that gives something else."""
    refusal: EditError | None = None
    patch = ""
    try:
        patch = write_patch(change_set_between(before, after))
    except EditError as error:
        refusal = error
    if refusal is None:
        assert applied(patch, before) == after
    else:
        assert refusal.code == "not-text"
        assert refusal.path in {*before, *after}


@given(before=plain(st.one_of(CODE, LINES.filter(lambda line: "\r" not in line)), most=60),
       data=st.data())  # fmt: skip
def test_three_lines_of_context_and_none_shown_twice(before: str, data: st.DataObject) -> None:
    """Each hunk shows three unchanged lines above and below where there are three."""
    after = data.draw(edited(before))
    changes = change_set_between({"a": before.encode()}, {"a": after.encode()})
    for op in updates(write_patch(changes)):
        check_context(op.hunks, before.split("\n")[:-1], changes)


def check_context(hunks: tuple[Hunk, ...], lines: list[str], changes: ChangeSet) -> None:
    """Compare every hunk with the lines it stands for."""
    shown_to = 0
    (change,) = changes
    placed = apply_patch(write_patch(changes), files={"a": change.before or b""}).results[0].hunks
    for hunk, where in zip(hunks, placed, strict=True):
        start = where.line_no - 1
        assert start >= shown_to
        assert lines[start : start + len(hunk.old)] == hunk.old
        signs = "".join(line[0] for line in hunk.lines)
        lead = len(signs) - len(signs.lstrip(" "))
        trail = len(signs) - len(signs.rstrip(" "))
        assert lead >= min(3, start + lead)
        assert trail >= min(3, len(lines) - start - len(hunk.old) + trail)
        shown_to = start + len(hunk.old)
