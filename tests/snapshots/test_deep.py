"""Rules for snapshots of a root with the repositories inside it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.deep import DeepStore
from trees import lay, tree

if TYPE_CHECKING:
    from pathlib import Path

    from snapshots.conftest import RunGit


@pytest.fixture
def nested(repository: Path, git: RunGit) -> Path:
    """Return a repository inside a repository inside the repository."""
    for folder in (repository / "sub", repository / "sub" / "inner"):
        lay(folder, {"lib.py": "x\n"})
        git(folder, "init", "--quiet")
        git(folder, "add", "lib.py")
        git(folder, "commit", "--quiet", "--message=first")
    return repository / "sub"


def test_nested_files_are_told_and_brought_back(
    repository: Path, nested: Path, tmp_path: Path
) -> None:
    """At any depth, by their paths below the root."""
    store = DeepStore(repository, tmp_path / "store")
    earlier, before = store.take(), tree(repository)
    assert store.nested == ("sub", "sub/inner")
    lay(nested, {"lib.py": "y\n", "inner/lib.py": "z\n", "inner/new.py": "n\n"})
    later = store.take()
    assert [(each.path, each.status) for each in store.diff(earlier, later)] == [
        ("sub/inner/lib.py", "M"),
        ("sub/inner/new.py", "A"),
        ("sub/lib.py", "M"),
    ]
    assert "+++ b/sub/inner/lib.py\n" in store.patch(earlier, later)
    assert store.read(later, "sub/inner/lib.py") == b"z\n"
    store.restore(earlier)
    assert tree(repository) == before
    assert store.take() == earlier


def test_a_nested_git_directory_that_is_gone_is_said(
    repository: Path, nested: Path, tmp_path: Path
) -> None:
    """The files come back; what can not be brought back is an error, never a success."""
    store = DeepStore(repository, tmp_path / "store")
    earlier = store.take()
    shutil.rmtree(nested)
    with pytest.raises(EnvironmentFault, match="can not be brought back"):
        store.restore(earlier)
    assert (nested / "lib.py").read_text() == "x\n"


def test_a_nested_folder_replaced_by_a_link_is_not_followed(
    repository: Path, nested: Path, tmp_path: Path
) -> None:
    """What the link points to is neither taken nor written."""
    store = DeepStore(repository, tmp_path / "store")
    earlier = store.take()
    outside = tmp_path / "outside"
    shutil.move(nested, outside)
    nested.symlink_to(outside)
    (outside / "lib.py").write_text("out\n")
    assert "D" in {each.status for each in store.diff(earlier, store.take())}
    with pytest.raises(EnvironmentFault, match="folder was removed"):
        store.restore(earlier)
    assert (outside / "lib.py").read_text() == "out\n"
    assert (nested / "lib.py").read_text() == "x\n"


def test_a_submodule_that_was_removed_comes_back(
    repository: Path, tmp_path: Path, git: RunGit
) -> None:
    """Its `.git` is a file, which is remembered."""
    git(tmp_path, "init", "--quiet", "lib")
    lay(tmp_path / "lib", {"lib.py": "x\n"})
    git(tmp_path / "lib", "add", "lib.py")
    git(tmp_path / "lib", "commit", "--quiet", "--message=first")
    git(repository, "submodule", "--quiet", "add", str(tmp_path / "lib"), "lib")
    store = DeepStore(repository, tmp_path / "store")
    earlier, before = store.take(), tree(repository)
    shutil.rmtree(repository / "lib")
    store.restore(earlier)
    assert tree(repository) == before


def test_permission_bits_are_told_and_brought_back(repository: Path, tmp_path: Path) -> None:
    """All of them, of files and folders, also of files that were rewritten or removed."""
    file, folder = repository / "src" / "app.py", repository / "src"
    file.chmod(0o640)
    (repository / "readme.txt").chmod(0o666)
    store = DeepStore(repository, tmp_path / "store")
    earlier = store.take()
    file.chmod(0o4600)
    folder.chmod(0o700)
    (repository / "readme.txt").unlink()
    later = store.take()
    told = {each.path: each.permissions for each in store.diff(earlier, later)}
    assert told["src/app.py"] == (0o640, 0o4600)
    assert told["src"] is not None
    assert "old mode 100640\nnew mode 1004600\n" in store.patch(earlier, later)
    file.chmod(0)
    folder.chmod(0)
    store.restore(earlier)
    assert file.stat().st_mode & 0o7777 == 0o640
    assert (repository / "readme.txt").stat().st_mode & 0o7777 == 0o666
    assert store.take() == earlier


def test_another_process_goes_on_with_the_snapshots(
    repository: Path, nested: Path, tmp_path: Path
) -> None:
    """Nested repositories of an earlier snapshot are watched again, and brought back."""
    earlier, before = DeepStore(repository, tmp_path / "store").take(), tree(repository)
    lay(nested, {"lib.py": "y\n", "inner/lib.py": "z\n"})
    again = DeepStore(repository, tmp_path / "store")
    again.adopt(earlier)
    again.restore(earlier)
    assert tree(repository) == before


def test_a_nested_repository_that_is_gone_is_said_before_anything_is_done(
    repository: Path, nested: Path, tmp_path: Path
) -> None:
    """Its `.git` is in no snapshot."""
    earlier = DeepStore(repository, tmp_path / "store").take()
    shutil.rmtree(nested)
    with pytest.raises(EnvironmentFault) as caught:
        DeepStore(repository, tmp_path / "store").adopt(earlier)
    assert (caught.value.code, caught.value.path) == ("conflict", "sub")


def test_single_files_of_a_snapshot_can_be_brought_back(
    repository: Path, nested: Path, tmp_path: Path
) -> None:
    """Those named, with their permissions, in nested repositories too; all else stays."""
    lay(repository, {"one": "1\n", "two": "1\n", "gone": "1\n"})
    store = DeepStore(repository, tmp_path / "store")
    earlier = store.take()
    lay(repository, {"one": "2\n", "two": "2\n", "added": "2\n"})
    lay(nested, {"lib.py": "2\n"})
    (repository / "one").chmod(0o755)
    (repository / "gone").unlink()
    now = store.take()
    store.restore(store.mixed(now, earlier, {"one", "gone", "added", "sub/lib.py"}))
    found = tree(repository)
    assert (found["one"], found["two"], found["gone"]) == (b"1\n", b"2\n", b"1\n")
    assert found["sub/lib.py"] == b"x\n"
    assert "added" not in found
    assert (repository / "one").stat().st_mode & 0o777 == 0o644


def test_equal_snapshots_are_one_object(repository: Path, tmp_path: Path) -> None:
    """So that a tree of many files is compared at once; another mode or content makes another."""
    lay(repository, {"run.sh": "x\n", "more/a.py": "x\n"})
    store = DeepStore(repository, tmp_path / "store")
    first = store.take()
    assert store.take() is first
    (repository / "run.sh").chmod(0o600)
    closed = store.take()
    assert [each.path for each in store.diff(first, closed)] == ["run.sh"]
    lay(repository, {"more/b.py": "x\n"})
    (repository / "more" / "a.py").unlink()
    later = store.take()
    assert set(later.modes) == {*closed.modes, "more/b.py"} - {"more/a.py"}
    assert "more/b.py" in store.paths()
    store.restore(first)
    assert store.take() == first
