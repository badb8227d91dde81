"""The diff of one file, without an envelope."""

from __future__ import annotations

from typing import Literal

import pytest

from patchsmith.errors import PatchsmithError
from patchsmith.v4a.single import apply_diff

TEXT = "def f():\n    return 1\n\ndef g():\n    return 1\n"


@pytest.mark.parametrize(
    ("text", "diff", "expected"),
    [
        ("a\nb\n", "@@\n a\n-b\n+B\n", "a\nB\n"),
        ("a\nb\n", "-a\n+A", "A\nb\n"),
        (TEXT, "@@ def g():\n-    return 1\n+    return 2\n", TEXT[:-2] + "2\n"),
        ("a\r\nb\r\n", "@@\n-a\n+A\n+X\n", "A\r\nX\r\nb\r\n"),
        ("a\nb\n", "@@\r\n-a\r\n+A\r\n", "A\nb\n"),
        ("a\nb", "@@\n-a\n+A\n", "A\nb"),
        ("a\na\n", "@@\n-a\n+A\n*** End of File\n", "a\nA\n"),
        ("", "@@\n+a\n", "a\n"),
        ("\ufeffé\n", "@@\n-é\n+è\n", "\ufeffè\n"),
    ],
    ids=["hunk", "no-marker", "anchor", "crlf-text", "crlf-diff", "no-final-newline", "end-of-file",
         "empty-text", "bom"],
)  # fmt: skip
def test_hunks_are_applied(text: str, diff: str, expected: str) -> None:
    """The rules are those of an update in a patch."""
    assert apply_diff(text, diff) == expected


@pytest.mark.parametrize(
    ("diff", "expected"),
    [("+a\n+\n+b\n", "a\n\nb\n"), ("+a", "a\n"), ("", ""), ("+a\n\n", "a\n")],
)
def test_create_makes_the_content(diff: str, expected: str) -> None:
    """Every line stands behind a `+`; each ends with a newline."""
    assert apply_diff("", diff, mode="create") == expected


@pytest.mark.parametrize(
    ("text", "diff", "mode", "code", "line_no"),
    [
        ("a\n", "@@\n-b\n+c\n", "default", "not-found", None),
        (TEXT, "@@\n-    return 1\n", "default", "ambiguous", 2),
        ("a\n", "", "default", "patch-syntax", 1),
        ("a\n", "@@\n-a\nx\n", "default", "patch-syntax", 3),
        ("a\n", "*** Begin Patch\n*** Update File: a\n", "default", "patch-syntax", 1),
        ("a\n", "@@\n-a\n*** Delete File: b\n", "default", "patch-syntax", 3),
        ("a\n", "*** Move to: b\n@@\n-a\n", "default", "patch-syntax", 1),
        ("", "+a\nb\n", "create", "patch-syntax", 2),
        ("", "+a\n*** Delete File: b\n", "create", "patch-syntax", 2),
        ("a", "+a\n", "create", "bad-request", None),
        ("a\ud800\n", "@@\n-a\n", "default", "bad-text", None),
    ],
)
def test_what_does_not_fit_is_refused(
    text: str, diff: str, mode: Literal["default", "create"], code: str, line_no: int | None
) -> None:
    """Lines of the diff, or of the text, are 1-based."""
    with pytest.raises(PatchsmithError) as caught:
        apply_diff(text, diff, mode)
    assert (caught.value.code, caught.value.line_no) == (code, line_no)


def test_another_mode_is_the_callers_mistake() -> None:
    """Only two are known."""
    with pytest.raises(PatchsmithError, match="'delete'") as caught:
        apply_diff("", "", "delete")  # type: ignore[arg-type]
    assert caught.value.code == "bad-request"


def test_errors_call_the_text_by_its_path() -> None:
    """Hosts know the file's name."""
    with pytest.raises(PatchsmithError, match=r"src/a\.py \(hunk 1\)"):
        apply_diff("a\n", "@@\n-b\n", path="src/a.py")
