"""Rules for what a caller asks of the loop."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from loops import project
from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.request import LoopRequest
from patchsmith.replx.target import ProgramFound, target_of


@pytest.mark.parametrize("timeout_s", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_out_is_a_time(timeout_s: float, tmp_path: Path) -> None:
    """Nothing else bounds a run."""
    with pytest.raises(RequestError, match="time-out"):
        LoopRequest(words=("ls",), root=tmp_path, timeout_s=timeout_s).checked_root()


def test_the_root_is_a_folder(tmp_path: Path) -> None:
    """Links are followed, files and nothing refused."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "file").write_text("")
    assert LoopRequest(words=("ls",), root=tmp_path / "link").checked_root() == Path(
        os.path.realpath(tmp_path / "real")
    )
    for wrong in ("file", "missing"):
        with pytest.raises(RequestError, match="no folder"):
            LoopRequest(words=("ls",), root=tmp_path / wrong).checked_root()


@pytest.mark.skipif(os.geteuid() == 0, reason="the super-user may write anywhere")
def test_a_read_only_root_is_refused_before_anything_runs(tmp_path: Path) -> None:
    """There is one error, and it says so."""
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(EnvironmentFault) as caught:
            LoopRequest(words=("ls",), root=tmp_path).checked_root()
    finally:
        tmp_path.chmod(0o755)
    assert caught.value.code == "read-only"


def test_what_the_command_runs_is_protected(tmp_path: Path) -> None:
    """Unless it is allowed, in whatever spelling."""
    root = project(tmp_path / "root", tmp_path / "count")
    target = target_of(("./check.sh",), ProgramFound(True))
    plain = LoopRequest(words=("./check.sh",), root=root).protection(target, root)
    assert [finding.rule for finding in plain.findings(["check.sh", "app.txt"])] == ["PT04"]
    for spelling in ("check.sh", "./check.sh", "*.sh", str(root / "check.sh"), "."):
        request = LoopRequest(words=("./check.sh",), root=root, allow=(spelling,))
        assert request.protection(target, root).findings(["check.sh"]) == ()


@pytest.mark.parametrize("path", ["", "../other", "/elsewhere/file"])
def test_an_allowed_path_lies_below_the_root(path: str, tmp_path: Path) -> None:
    """A slip would permit nothing, or too much."""
    target = target_of(("ls",), ProgramFound(True))
    with pytest.raises(RequestError, match="not below the root"):
        LoopRequest(words=("ls",), allow=(path,)).protection(target, tmp_path)


def test_a_program_is_looked_up_in_the_root(tmp_path: Path) -> None:
    """The declaration is that of the folder the command runs in."""
    root = project(tmp_path / "root", tmp_path / "count")
    assert LoopRequest(words=("./check.sh",), root=root).declaration().budget == 4
