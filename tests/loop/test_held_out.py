"""Rules for checks that are kept from the repairer: what may serve, and what they put where."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from patchsmith.errors import PatchsmithError, RequestError
from patchsmith.loop.held_out import MAX_BYTES, HeldOut
from trees import lay, tree

PATCH = """\
*** Begin Patch
*** Add File: tests/test_more.txt
+expects more
*** Update File: app.txt
@@
-one
+two
*** End Patch
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a tree with one file."""
    lay(tmp_path / "root", {"app.txt": "one\n"})
    return tmp_path / "root"


def test_a_patch_is_laid_over_a_tree(root: Path, tmp_path: Path) -> None:
    """It is read once: what becomes of the file afterwards does not matter."""
    path = tmp_path / "more.patch"
    path.write_text(PATCH)
    held_out = HeldOut.read(path, root)
    path.unlink()
    held_out.check(root)
    assert tree(root) == {"app.txt": b"one\n"}
    held_out.lay_over(root)
    assert tree(root) == {"app.txt": b"two\n", "tests/test_more.txt": b"expects more\n"}
    assert held_out.size == 2


def test_a_folder_is_laid_over_a_tree(root: Path, tmp_path: Path) -> None:
    """Its files replace those of the same name, and what is executable stays so."""
    folder = tmp_path / "hidden"
    lay(folder, {"app.txt": "two\n", "tests/check.sh": "#!/bin/sh\n", "tests/raw": b"\0\xff"})
    (folder / "tests" / "check.sh").chmod(0o755)
    held_out = HeldOut.read(folder, root)
    held_out.check(root)
    assert tree(root) == {"app.txt": b"one\n"}
    held_out.lay_over(root)
    assert tree(root) == tree(folder)
    assert os.access(root / "tests" / "check.sh", os.X_OK)
    assert not os.access(root / "tests" / "raw", os.X_OK)


def test_a_file_in_the_place_of_a_check_gives_way(root: Path, tmp_path: Path) -> None:
    """An attempt must not be able to step in its way; before the first run it is a mistake."""
    path = tmp_path / "more.patch"
    path.write_text(PATCH)
    held_out = HeldOut.read(path, root)
    lay(root, {"tests/test_more.txt": "expects nothing\n"})
    with pytest.raises(RequestError, match="do not fit the tree"):
        held_out.check(root)
    held_out.lay_over(root)
    assert tree(root)["tests/test_more.txt"] == b"expects more\n"


def test_checks_a_repairer_could_read_are_refused(root: Path, tmp_path: Path) -> None:
    """In the root, above it, or by a link in either direction."""
    lay(root, {"hidden/a.txt": "x\n"})
    (tmp_path / "link").symlink_to(root / "hidden")
    lay(tmp_path, {"outside/a.txt": "x\n"})
    (root / "way").symlink_to(tmp_path / "outside")
    for path in (root / "hidden", root, tmp_path, tmp_path / "link", root / "way"):
        with pytest.raises(RequestError, match="a repairer could read them"):
            HeldOut.read(path, root)


MALFORMED: dict[str, bytes] = {
    "no patch": b"just words\n",
    "cut off": b"*** Begin Patch\n*** Delete File: app.txt\n",
    "two patches": (PATCH + PATCH).encode(),
    "no text": b"*** Begin Patch\n\xff\n*** End Patch\n",
    "empty": b"",
}


@pytest.mark.parametrize("content", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_patch_is_refused(content: bytes, root: Path, tmp_path: Path) -> None:
    """With what is wrong with it."""
    path = tmp_path / "more.patch"
    path.write_bytes(content)
    with pytest.raises(RequestError, match="can not be used"):
        HeldOut.read(path, root)


def test_what_is_no_checks_is_refused(root: Path, tmp_path: Path) -> None:
    """Nothing there, nothing in it, a link or a pipe in it, files of git, a device."""
    (tmp_path / "empty").mkdir()
    lay(tmp_path / "linked", {"a": "@@SYMLINK /etc/hostname"})
    lay(tmp_path / "git", {".git/hooks/pre-commit": "x\n"})
    os.mkfifo(tmp_path / "linked" / "pipe")
    for name in ("missing", "empty", "linked", "git", "/dev/null"):
        with pytest.raises(RequestError, match="the held-out checks"):
            HeldOut.read(tmp_path / name, root)


def test_a_pipe_may_bring_a_patch(root: Path) -> None:
    """Then there is no file that a repairer could be told of or find."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as file:
        file.write(PATCH)
    try:
        assert HeldOut.read(f"/dev/fd/{reading}", root).size == 2
    finally:
        os.close(reading)


def test_checks_that_are_too_large_are_refused(root: Path, tmp_path: Path) -> None:
    """They would stay in memory for the whole loop; a file with holes takes no room here."""
    (tmp_path / "hidden").mkdir()
    for path in (tmp_path / "hidden" / "a", tmp_path / "more.patch"):
        with path.open("wb") as file:
            file.truncate(MAX_BYTES + 1)
    for given in (tmp_path / "hidden", tmp_path / "more.patch"):
        with pytest.raises(RequestError, match="holds more than 64 MiB"):
            HeldOut.read(given, root)


def test_checks_that_do_not_fit_are_refused(root: Path, tmp_path: Path) -> None:
    """A patch for another text, a file in a folder's place; nothing is written."""
    path = tmp_path / "more.patch"
    path.write_text(PATCH.replace("-one", "-eleven"))
    lay(tmp_path / "hidden", {"app.txt/deep.txt": "x\n"})
    before = tree(root)
    for given in (path, tmp_path / "hidden"):
        with pytest.raises(RequestError, match="do not fit the tree"):
            HeldOut.read(given, root).check(root)
        with pytest.raises(PatchsmithError):
            HeldOut.read(given, root).lay_over(root)
    assert tree(root) == before
