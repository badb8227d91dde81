"""The tool `apply_patch`, judged on hand-made cases."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from patchsmith.changes.change_set import ChangeSet
from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, PatchsmithError
from patchsmith.tools.apply_patch import apply_patch
from trees import lay, tree

CASES = Path(__file__).parent.parent / "scenarios" / "apply_patch" / "cases.jsonl"
ROWS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
CODES = {"parse": "patch-syntax", "is_dir": "is-directory", "conflict": "exists"}
"""The cases' names for kinds of errors, where they are not our codes with `_`."""


def contents(files: dict[str, str], files_b64: dict[str, str], outside: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: text.replace("@ABS@", outside) if text.startswith("@@SYMLINK") else text.encode()
        for name, text in files.items()
    }
    return found | {name: base64.b64decode(text) for name, text in files_b64.items()}


def outcome(row: dict[str, Any], root: Path, outside: str) -> dict[str, Any]:
    try:
        apply_patch(row["patch"].replace("@ABS@", outside), root=root)
    except PatchsmithError as error:
        return {"error": error.code}
    return {"tree": tree(root)}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_case(row: dict[str, Any], tmp_path: Path) -> None:
    """The outcome is the expected or an accepted one; an error leaves the tree byte-equal."""
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    lay(root, contents(row.get("files", {}), row.get("files_b64", {}), str(outside)))
    for name, target in row.get("symlinks", {}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(target.replace("@ABS@", str(outside)))
    for name, bits in row.get("modes", {}).items():
        (root / name).chmod(int(str(bits), 8) if isinstance(bits, str) else bits)
    before = tree(tmp_path)
    got = outcome(row, root, str(outside))
    if "error" in got:
        assert tree(tmp_path) == before
    good: list[dict[str, Any]] = []
    for wanted in (row["expect"], *row.get("accept", [])):
        if "error" in wanted:
            kind = wanted["error"]
            good.append({"error": CODES.get(kind, kind.replace("_", "-"))})
        else:
            files = contents(wanted.get("files", {}), wanted.get("files_b64", {}), str(outside))
            good.append({"tree": files})
    assert got in good, row["why"]
    for name, bits in row.get("expect_modes", {}).items():
        assert (root / name).stat().st_mode & 0o777 == bits


def test_dry_run_plans_the_same_and_writes_nothing(tmp_path: Path) -> None:
    """The change set of a dry run is the one that a real run commits."""
    lay(tmp_path, {"a": "x\n"})
    patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n"
    dry = apply_patch(patch, root=tmp_path, dry_run=True)
    assert tree(tmp_path) == {"a": b"x\n"}
    assert apply_patch(patch, root=tmp_path) == dry
    assert tree(tmp_path) == {"a": b"y\n"}


def test_to_dict_names_files_hunks_and_tolerated_deviations(tmp_path: Path) -> None:
    """What agents get is plain JSON."""
    lay(tmp_path, {"a": "x \nz\n"})
    patch = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n-x\n+y\n*** End Patch\n"
    result = apply_patch(patch, root=tmp_path).to_dict()
    assert json.loads(json.dumps(result)) == {
        "files": [
            {"status": "M", "path": "b", "moved_from": "a",
             "hunks": [{"tier": "trailing", "line_no": 1, "added": 1, "removed": 1}]}
        ],
        "tolerated": [{"name": "first-hunk-without-at", "line_no": 4}],
    }  # fmt: skip


MOVE = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch\n"


def test_files_in_memory_are_returned_not_changed() -> None:
    """The result holds all files afterwards and the change set."""
    files: dict[str, bytes | str] = {"a": "x\n", "c": b"\xff"}
    applied = apply_patch(MOVE, files=files)
    assert applied.files == {"b": b"y\n", "c": b"\xff"}
    assert files == {"a": "x\n", "c": b"\xff"}
    assert [change.kind for change in applied.change_set] == ["add", "delete"]
    assert apply_patch(MOVE, files=files, dry_run=True).files == {"a": b"x\n", "c": b"\xff"}


class Sandbox:
    """A workspace of the caller's own: what the protocol asks for and nothing else."""

    def __init__(self) -> None:
        self.store = {"a": b"x\n"}

    def resolve(self, path: RelPath, *, follow: bool = True) -> RelPath:
        return path

    def exists(self, path: RelPath) -> bool:
        return path in self.store

    def read(self, path: RelPath) -> bytes:
        if path not in self.store:
            raise EditError("missing-file", "there is no such file", path=path)
        return self.store[path]

    def commit(self, change_set: ChangeSet) -> None:
        for change in change_set:
            if change.after is None:
                del self.store[change.path]
            else:
                self.store[change.path] = change.after


def test_any_workspace_will_do() -> None:
    """A remote sandbox needs four methods."""
    sandbox = Sandbox()
    assert apply_patch(MOVE, workspace=sandbox, dry_run=True).files is None
    assert sandbox.store == {"a": b"x\n"}
    apply_patch(MOVE, workspace=sandbox)
    assert sandbox.store == {"b": b"y\n"}


def test_one_place_to_apply_to(tmp_path: Path) -> None:
    """Root, files and workspace exclude each other."""
    with pytest.raises(PatchsmithError) as caught:
        apply_patch(MOVE, root=tmp_path, files={})
    assert caught.value.code == "bad-request"
