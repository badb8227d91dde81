"""Rules for trees that are written down."""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from patchsmith.errors import RequestError
from patchsmith.findings import Finding, Severity
from patchsmith.loop.git_state import GitState
from patchsmith.loop.steps import Step, StepStore
from patchsmith.snapshots.deep import DeepTree
from patchsmith.snapshots.store import TreeId, Uncommitted

TREE, OTHER = TreeId("1" * 40), TreeId("2" * 40)
STEP = Step(
    DeepTree(TREE, {"": 0o40755, "a\udcff.py": 0o100644}, (("sub", DeepTree(OTHER)),)),
    GitState(True, {"0:hooks/pre-commit": (0o100755, b"\0\xff")}, {"0:HEAD": b"ref"}),
    (Finding("PT08", Severity.WARN, ".git/HEAD", "moved"),),
    {"a.py": Uncommitted("3" * 40, "")},
)


def stored(folder: Path, change: dict[str, Any]) -> str:
    """Write a step with one part replaced, under the name that fits it; return the name."""
    store = StepStore(folder)
    content = zlib.decompress((folder / f"{store.save(STEP)}.z").read_bytes())
    altered = json.dumps({**json.loads(content), **change}).encode()
    name = hashlib.sha256(altered).hexdigest()
    (folder / f"{name}.z").write_bytes(zlib.compress(altered))
    return name


def test_a_step_comes_back_as_it_was(tmp_path: Path) -> None:
    """With modes, nested repositories, git's settings, and names that are no UTF-8."""
    store = StepStore(tmp_path / "steps")
    assert store.load(store.save(STEP)) == STEP


def test_equal_steps_are_stored_once(tmp_path: Path) -> None:
    """Most runs change nothing of the tree."""
    store = StepStore(tmp_path / "steps")
    assert store.save(STEP) == store.save(STEP)
    assert len(list((tmp_path / "steps").iterdir())) == 1


@pytest.mark.parametrize("name", [None, 3, "", "../x", "0" * 64, "Z" * 64])
def test_a_name_without_a_step_is_refused(name: object, tmp_path: Path) -> None:
    """By an error that says so."""
    with pytest.raises(RequestError, match="no sound step"):
        StepStore(tmp_path).load(name)


def test_a_step_that_does_not_fit_its_name_is_refused(tmp_path: Path) -> None:
    """It was damaged, or somebody has changed it."""
    store = StepStore(tmp_path)
    place = tmp_path / f"{store.save(STEP)}.z"
    for content in (b"", b"nonsense", zlib.compress(b"{}")):
        place.write_bytes(content)
        with pytest.raises(RequestError):
            store.load(place.stem)


@pytest.mark.parametrize(
    "change",
    [
        {"tree": {"tree": "main", "modes": {}, "nested": {}}},
        {"tree": {"tree": TREE, "modes": {"../x": 1}, "nested": {}}},
        {"tree": {"tree": TREE, "modes": {"/etc/x": 1}, "nested": {}}},
        {"tree": {"tree": TREE, "modes": {"a/../b": 1}, "nested": {}}},
        {"tree": {"tree": TREE, "modes": {}, "nested": {"..": {}}}},
        {"tree": {"tree": TREE, "modes": [], "nested": {}}},
        {"tree": None},
        {"git": {"exists": True, "steering": {"0:../../x": [1, ""]}, "references": {}}},
        {"git": {"exists": True, "steering": {"7:config": [1, ""]}, "references": {}}},
        {"moved": [{"rule": 1}]},
        {"uncommitted": {"a": ["x", "y"]}},
    ],
    ids=str,
)
def test_what_leads_out_of_the_root_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    """Also under the name that fits it: what is read here is written to the tree later."""
    name = stored(tmp_path, change)
    with pytest.raises(RequestError):
        StepStore(tmp_path).load(name)
