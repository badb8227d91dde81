"""Reading below a root."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RECORD_DIR, RelPath
from patchsmith.errors import PatchsmithError, RequestError
from patchsmith.workspace.local import LocalWorkspace
from trees import lay


def test_a_root_that_is_no_folder_is_a_bad_request(tmp_path: Path) -> None:
    """The message names it; nothing is created."""
    with pytest.raises(RequestError, match="nowhere"):
        LocalWorkspace(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(RequestError):
        LocalWorkspace(tmp_path / "file")


def test_files_are_read_whole_and_links_followed(tmp_path: Path) -> None:
    """Bytes come as they are."""
    lay(tmp_path, {"a": b"\0\xff\r\n", "l": "@@SYMLINK a"})
    workspace = LocalWorkspace(tmp_path)
    assert workspace.read(RelPath("a")) == workspace.read(RelPath("l")) == b"\0\xff\r\n"


def test_what_is_not_a_file_is_refused_without_blocking(tmp_path: Path) -> None:
    """Folders, pipes and absent files each have their code."""
    lay(tmp_path, {"dir/a": "x"})
    os.mkfifo(tmp_path / "pipe")
    workspace = LocalWorkspace(tmp_path)
    for path, code in [("dir", "is-directory"), ("pipe", "not-text"), ("no", "missing-file"),
                       ("no/no", "missing-file")]:  # fmt: skip
        with pytest.raises(PatchsmithError) as caught:
            workspace.read(RelPath(path))
        assert caught.value.code == code


def test_exists_sees_dangling_links(tmp_path: Path) -> None:
    """A link that leads nowhere still takes its name."""
    lay(tmp_path, {"l": "@@SYMLINK gone", "a": ""})
    workspace = LocalWorkspace(tmp_path)
    assert [workspace.exists(RelPath(p)) for p in ("l", "a", "b", "b/c")] == [
        True,
        True,
        False,
        False,
    ]


def test_resolve_follows_the_last_link_only_when_asked(tmp_path: Path) -> None:
    """A link has a path of its own and one of its target."""
    lay(tmp_path, {"d/a": "", "l": "@@SYMLINK d/a"})
    workspace = LocalWorkspace(tmp_path)
    assert workspace.resolve(RelPath("l")) == "d/a"
    assert workspace.resolve(RelPath("l"), follow=False) == "l"


def test_an_empty_change_set_is_nothing_to_do(tmp_path: Path) -> None:
    """Committing it writes nothing, not even a lock."""
    LocalWorkspace(tmp_path).commit(ChangeSet(()))
    assert list(tmp_path.iterdir()) == []


def test_a_check_refuses_what_a_commit_would(tmp_path: Path) -> None:
    """A dry run must not promise what the real one refuses; it writes nothing."""
    lay(tmp_path, {"a": "1", "b": "2"})
    (tmp_path / "a").chmod(0o444)
    workspace = LocalWorkspace(tmp_path)
    for path, before, code in [("a", b"1", "read-only"), ("b", b"old", "conflict")]:
        change = FileChange(RelPath(path), before, b"new", None)
        with pytest.raises(PatchsmithError) as caught:
            workspace.check(ChangeSet((change,)))
        assert caught.value.code == code
    workspace.check(ChangeSet((FileChange(RelPath("b"), b"2", b"new", None),)))
    workspace.check(ChangeSet(()))
    assert (tmp_path / "b").read_bytes() == b"2"


def test_a_root_that_vanished_is_an_error_of_ours(tmp_path: Path) -> None:
    """A workspace that is kept open outlives its folder, but writes nothing anywhere."""
    root = tmp_path / "root"
    root.mkdir()
    workspace = LocalWorkspace(root)
    root.rmdir()
    with pytest.raises(PatchsmithError):
        workspace.commit(ChangeSet((FileChange(RelPath("a"), None, b"n", None),)))
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_is_not_disturbed_by_a_running_commit(tmp_path: Path) -> None:
    """It only looks, so that another process's record is none of its business."""
    lay(tmp_path, {"a": "1"})
    workspace = LocalWorkspace(tmp_path)
    (tmp_path / RECORD_DIR).mkdir()
    workspace.check(ChangeSet((FileChange(RelPath("a"), b"1", b"2", None),)))
    assert sorted(os.listdir(tmp_path)) == [RECORD_DIR, "a"]


def test_threads_that_share_a_workspace_lose_nothing(tmp_path: Path) -> None:
    """Each commit is refused or whole, in one file and in two."""
    lay(tmp_path, {"a": "0", "b": "0"})
    workspace = LocalWorkspace(tmp_path, fsync=False)
    done: list[int] = []

    def count() -> None:
        for _ in range(20):
            while True:
                now = workspace.read(RelPath("a"))
                new = b"%d" % (int(now) + 1)
                changes = [FileChange(RelPath(path), now, new, None) for path in ("a", "b")]
                try:
                    workspace.commit(ChangeSet(tuple(changes)))
                except PatchsmithError as error:
                    assert error.code == "conflict"  # noqa: PT017 - most attempts succeed
                else:
                    done.append(1)
                    break

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 80
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == b"80"
