"""Many processes that edit one root at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import patchsmith
from killing import FULL

PROCESSES = 8
EDITS = 200 if FULL else 50
TIMEOUT_S = 300

EDITOR = """
import sys
from patchsmith.errors import EnvironmentFault
from patchsmith.tools.edit import edit
root, name, me, edits = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
lost = 0
for number in range(edits):
    try:
        edit(name, f"{me}={number};", f"{me}={number + 1};", root=root, fsync=False)
    except EnvironmentFault as error:
        if error.code != "conflict":
            raise
        lost += 1
        break
print(number + 1 - lost, lost)
"""
PATCHER = """
import sys
from patchsmith.errors import EnvironmentFault, EditError
from patchsmith.tools.apply_patch import apply_patch
root, me, patches = sys.argv[1], sys.argv[2], int(sys.argv[3])
done = lost = 0
while done < patches:
    patch = "*** Begin Patch\\n"
    for name in ("one", "two"):
        patch += f"*** Update File: {name}\\n@@\\n-{me}={done};\\n+{me}={done + 1};\\n"
    try:
        apply_patch(patch + "*** End Patch\\n", root=root, fsync=False)
        done += 1
    except (EnvironmentFault, EditError) as error:
        if error.code not in ("conflict", "not-found", "missing-file"):
            raise
        lost += 1
print(done, lost)
"""


def run(program: str, words: list[list[str]]) -> list[tuple[int, int]]:
    """Run a program once for each list of words, all at the same time; return what each printed."""
    source = str(Path(patchsmith.__file__).parent.parent)
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, *each],
            env=os.environ | {"PYTHONPATH": source},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for each in words
    ]
    found = []
    for process in started:
        out, err = process.communicate(timeout=TIMEOUT_S)
        assert process.returncode == 0, err
        done, lost = out.split()
        found.append((int(done), int(lost)))
    return found


@pytest.mark.parametrize("files", [1, 4, PROCESSES], ids=["one file", "four files", "own files"])
def test_no_edit_is_lost(tmp_path: Path, files: int) -> None:
    """Each line counts its editor's edits; what is missing was reported as a conflict."""
    for number in range(files):
        mine = range(number, PROCESSES, files)
        (tmp_path / f"f{number}").write_text("".join(f"e{n}=0;\n" for n in mine))
    words = [[str(tmp_path), f"f{n % files}", f"e{n}", str(EDITS)] for n in range(PROCESSES)]
    found = run(EDITOR, words)
    text = "".join((tmp_path / f"f{number}").read_text() for number in range(files))
    for number, (done, lost) in enumerate(found):
        assert f"e{number}={done};\n" in text
        assert done == EDITS or lost
    assert sorted(os.listdir(tmp_path)) == [f"f{number}" for number in range(files)]


def test_patches_of_two_files_stay_together(tmp_path: Path) -> None:
    """Planning sees them half landed at times, but none is ever committed so."""
    lines = "".join(f"e{n}=0;\n" for n in range(4))
    for name in ("one", "two"):
        (tmp_path / name).write_text(lines)
    patches = EDITS // 5
    found = run(PATCHER, [[str(tmp_path), f"e{n}", str(patches)] for n in range(4)])
    assert [done for done, _ in found] == [patches] * 4
    expected = "".join(f"e{n}={patches};\n" for n in range(4))
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text() == expected
    assert sorted(os.listdir(tmp_path)) == ["one", "two"]
