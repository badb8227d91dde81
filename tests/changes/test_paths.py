"""Paths that can not leave the workspace."""

from __future__ import annotations

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.errors import InputError


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a.py", "a.py"),
        ("./a//b/./c.py", "a/b/c.py"),
        ("a/x/../b.py", "a/b.py"),
        ("a b/c#d?.txt", "a b/c#d?.txt"),
        ("~/x", "~/x"),
        (".github/workflows/ci.yml", ".github/workflows/ci.yml"),
        (".gitignore", ".gitignore"),
        ("git/config", "git/config"),
        ("...", "..."),
    ],
)
def test_paths_below_the_root_are_brought_to_one_spelling(text: str, path: str) -> None:
    """Everything else in a name is literal."""
    assert RelPath.parse(text) == path


@pytest.mark.parametrize(
    "text",
    [
        "", " ", ".", "a/..", "/etc/passwd", "../x", "a/../../x", "..\\x", "a\\..\\..\\x",
        "C:\\x", "c:/x", "\\\\host\\share", "\\x", ".git/config", "sub/.git/hooks/pre-commit",
        ".GIT/config", ".git./config", ".git /config", "git~1/config", "sub\\.git\\config",
        ".git", ".patchsmith-txn/record",
    ],
)  # fmt: skip
def test_paths_that_could_lead_elsewhere_are_refused(text: str) -> None:
    """Absolute paths, climbing ones, drives and the folder .git are `unsafe-path`."""
    with pytest.raises(InputError) as caught:
        RelPath.parse(text)
    assert caught.value.code == "unsafe-path"


def test_a_path_that_no_other_program_could_open_is_refused() -> None:
    """What is longer than PATH_MAX is `unsafe-path`; what just fits is not."""
    assert RelPath.parse("d/" * 2047 + "f")
    with pytest.raises(InputError) as caught:
        RelPath.parse("d/" * 2048 + "f")
    assert (caught.value.code, caught.value.message) == (
        "unsafe-path",
        "the path is longer than 4,096 characters",
    )


def test_nul_is_bad_text() -> None:
    """No file system can hold it."""
    with pytest.raises(InputError) as caught:
        RelPath.parse("a\0b")
    assert caught.value.code == "bad-text"


def test_parts_name_and_parent() -> None:
    """A path knows its pieces."""
    path = RelPath.parse("a/b/c.py")
    assert (path.parts, path.name, path.parent) == (["a", "b", "c.py"], "c.py", "a/b")
    assert RelPath.parse("c.py").parent == ""
