"""Files in a mapping as a tree."""

from __future__ import annotations

import pytest

from patchsmith.changes.mapping_tree import MappingTree
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError

FILES: dict[str, bytes | str] = {"a": "é\n", "d/e/f": b"\xff"}


def test_text_stands_for_its_utf_8() -> None:
    """Content is bytes, whatever it was given as; paths are brought to their short form."""
    assert MappingTree({**FILES, "./d//g": ""}).files == {
        "a": "é\n".encode(),
        "d/e/f": b"\xff",
        "d/g": b"",
    }


def test_the_mapping_is_not_kept() -> None:
    """Neither changing what was given nor what is returned changes the tree."""
    given = dict(FILES)
    tree = MappingTree(given)
    given.clear()
    tree.files.clear()
    assert tree.files.keys() == FILES.keys()


@pytest.mark.parametrize(
    ("path", "code"),
    [("b", "missing-file"), ("d", "is-directory"), ("d/e", "is-directory"), ("a/b", "io")],
)
def test_what_is_no_file_says_what_it_is(path: str, code: str) -> None:
    """The codes are those of files on a disk."""
    with pytest.raises(PatchsmithError) as caught:
        MappingTree(FILES).read(RelPath(path))
    assert caught.value.code == code


def test_folders_exist_while_they_hold_a_file() -> None:
    """`exists` sees files and folders."""
    tree = MappingTree(FILES)
    assert [tree.exists(RelPath(p)) for p in ("a", "d", "d/e", "d/e/f", "e", "d/e/f/g")] == [
        True,
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"/a": ""}, "unsafe-path"),
        ({"../a": ""}, "unsafe-path"),
        ({"a": "\ud800"}, "bad-text"),
        ({"a": "", "./a": ""}, "bad-text"),
    ],
)
def test_what_no_workspace_holds_is_refused(files: dict[str, str], code: str) -> None:
    """Paths and text are checked when the tree is made."""
    with pytest.raises(PatchsmithError) as caught:
        MappingTree(files)
    assert caught.value.code == code
