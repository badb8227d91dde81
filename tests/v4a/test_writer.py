"""Change sets written as patches."""

from __future__ import annotations

import pytest

from patchsmith.changes.between import change_set_between
from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, PatchsmithError
from patchsmith.tools.apply_patch import apply_patch
from patchsmith.v4a.parser import parse
from patchsmith.v4a.writer import write_patch

BEFORE = {"a.py": b"import os\n\n\ndef f():\n    return 1\n", "old.txt": b"x\n", "gone": b"\xff"}
AFTER = {"a.py": b"import os\n\n\ndef f():\n    return 2\n", "new.txt": b"x\n", "n/b.txt": b"1\n\n"}
PATCH = """\
*** Begin Patch
*** Update File: a.py
@@
 
 
 def f():
-    return 1
+    return 2
*** Add File: n/b.txt
+1
+
*** Update File: old.txt
*** Move to: new.txt
@@
 x
*** Delete File: gone
*** End Patch
"""  # noqa: W293 - blank context lines have a blank


def written(before: dict[str, bytes], after: dict[str, bytes]) -> str:
    return write_patch(change_set_between(before, after))


def test_each_kind_of_change_is_a_section() -> None:
    """Canonical sections in the order of the change set; `strict` reads them."""
    assert written(BEFORE, AFTER) == PATCH
    assert parse(PATCH, strict=True).tolerated == ()
    assert apply_patch(PATCH, files=dict(BEFORE), strict=True).files == AFTER


def test_nothing_is_no_patch() -> None:
    """A patch holds at least one file op."""
    assert written(BEFORE, BEFORE) == ""


def test_a_move_over_another_file_removes_that_one_first() -> None:
    """No option is needed to apply it."""
    changes = ChangeSet(
        (
            FileChange(RelPath("b"), b"old\n", b"x\ny\n", RelPath("a")),
            FileChange(RelPath("a"), b"x\n", None, None),
        )
    )
    patch = write_patch(changes)
    assert patch.splitlines()[1:4] == [
        "*** Delete File: b",
        "*** Update File: a",
        "*** Move to: b",
    ]
    assert apply_patch(patch, files={"a": "x\n", "b": "old\n"}).change_set.paths == ("b", "a")


@pytest.mark.parametrize("content", [b"\xff\0", b"a\r\n\xff\n"])
def test_a_moved_file_without_a_line_to_show_is_a_bare_rename(content: bytes) -> None:
    """`strict` refuses it, by the leniency's name; everything else applies it."""
    patch = written({"a": content}, {"b": content})
    assert "@@" not in patch or b"\xff" not in content[:2]
    assert apply_patch(patch, files={"a": content}).files == {"b": content}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb", b"a\nb\n"),
        (b"a\nb", b"X\nb"),
        (b"a\nb", b"a\nb\nc\n"),
        (b"a\nb", b"a\n"),
        (b"", b"a\n"),
        (b"a\n", b""),
        (b"\n", b"\n\n"),
        (b"\xef\xbb\xbfa\r\nb\r\n", b"\xef\xbb\xbfa\r\nc\r\nd\r\n"),
        ("\ufeffa\nb\n".encode("utf-16-le"), "\ufeffa\nç\n".encode("utf-16-le")),
        (b"\xff\n1\n2\n3\n4\n5\n", b"\xff\n1\n2\n3\n4\nX\n"),
        (b" *** End Patch\na\n", b" *** End Patch\nb\n"),
        (b"a\rb\nc\n", b"a\rb\nd\n"),
    ],
    ids=["newline-added", "unterminated-kept", "lines-behind-unterminated", "unterminated-removed",
         "from-empty", "to-empty", "blank-lines", "bom-crlf", "utf-16", "other-bytes-elsewhere",
         "marker-text", "lone-cr"],
)  # fmt: skip
def test_what_the_language_can_say_is_said(before: bytes, after: bytes) -> None:
    """Applying gives the very bytes."""
    patch = written({"f": before}, {"f": after})
    assert apply_patch(patch, files={"f": before}, strict=True).files == {"f": after}


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (None, b"a", "last line of the new file has no newline"),
        (None, b"a\r\n", "lines that end with CRLF"),
        (None, b"\xff\n", "not UTF-8"),
        (None, b"\0\n", "binary"),
        (b"a\n", b"a", "no newline at its end"),
        (b"a\nb", b"a\nc", "no newline at its end"),
        (b"a\r\nb\n", b"a\nb\n", "only line endings change"),
        (b"\xef\xbb\xbfa\n", b"a\n", "byte order mark"),
        (b"\xef\xbb\xbfa\n", b"b\n", "byte order mark"),
        (b"a\nb\n", b"a\nX\r\nb\n", "its lines end in a way"),
        (b"a\r\r\nb\n", b"c\nb\n", "carriage return"),
        (b"\xff\n", b"a\n", "not UTF-8"),
        (b"a\n", b"a\n# ... existing code ...\n", "code that was left out"),
    ],
)
def test_what_it_can_not_say_is_refused_with_the_reason(
    before: bytes | None, after: bytes, reason: str
) -> None:
    """The path is named; nothing is written wrong."""
    with pytest.raises(EditError, match=reason) as caught:
        written({"d/f": before} if before is not None else {}, {"d/f": after})
    assert (caught.value.code, caught.value.path) == ("not-text", "d/f")


@pytest.mark.parametrize(
    ("path", "code"), [(" a", "not-text"), ("a\nb", "not-text"), ("\udcff", "not-text"),
                       (".git/config", "unsafe-path")]
)  # fmt: skip
def test_paths_that_no_header_holds_are_refused(path: str, code: str) -> None:
    """So are those that no patch may name."""
    with pytest.raises(PatchsmithError) as caught:
        write_patch(ChangeSet((FileChange(RelPath(path), None, b"x\n", None),)))
    assert caught.value.code == code


def test_a_negative_context_is_the_callers_mistake() -> None:
    """Context is a number of lines."""
    with pytest.raises(PatchsmithError, match="context"):
        write_patch(ChangeSet(()), context=-1)


def test_the_inverse_patch_restores() -> None:
    """Moves go back, removed text files come back."""
    before, after = {"a": b"1\n2\n", "b": b"x\n"}, {"c": b"1\n2\n", "d": b"y\n"}
    changes = change_set_between(before, after)
    assert apply_patch(write_patch(changes.inverse()), files=dict(after)).files == before
