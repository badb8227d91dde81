"""What a patch may add."""

from __future__ import annotations

import pytest

from patchsmith.errors import PatchsmithError
from patchsmith.tools.apply_patch import apply_patch

LATIN_1 = "é\nb\n".encode("latin-1")


def add(line: str) -> str:
    return f"*** Begin Patch\n*** Add File: n\n+{line}\n*** End Patch"


def update(line: str) -> str:
    return f"*** Begin Patch\n*** Update File: f\n@@\n-b\n+{line}\n*** End Patch"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"b\n", "é“x”"),
        (b"b\n", "x = [...]"),
        (b"b\n", "    ..."),
        (b"# ... existing code ...\nb\n", "# ... existing code ..."),
        (b"\xff\xfeb\0\n\0", "é"),
        (LATIN_1, "plain"),
    ],
    ids=["utf-8", "ellipsis-in-code", "ellipsis-alone", "placeholder-is-in-the-file", "utf-16",
         "ascii-in-latin-1"],
)  # fmt: skip
def test_ordinary_text_passes(content: bytes, line: str) -> None:
    """Look-alikes of what is refused are written as they are."""
    assert apply_patch(update(line), files={"f": content}).change_set.changes


@pytest.mark.parametrize(
    ("content", "patch", "code"),
    [
        (b"b\n", update("a\0"), "bad-text"),
        (b"b\n", update("\udcff"), "bad-text"),
        (b"b\n", add("\ud83d"), "bad-text"),
        (b"b\n", add("a\0"), "bad-text"),
        (LATIN_1, update("ü"), "not-text"),
        ("日\nb\n".encode("shift_jis"), update("本"), "not-text"),
        (b"b\n", update("# ... existing code ..."), "elision"),
        (b"b\n", add("// ... rest of the file ..."), "elision"),
    ],
)
def test_what_can_not_be_meant_is_refused(content: bytes, patch: str, code: str) -> None:
    """Half characters, NUL, a mix of encodings, placeholders; the file and hunk are named."""
    with pytest.raises(PatchsmithError) as caught:
        apply_patch(patch, files={"f": content})
    assert caught.value.code == code
    assert caught.value.path in ("f", "n")
