"""The example projects at the repository root do what their READMEs say."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.repairers.base import PastAttempt
from patchsmith.repairers.offline import OfflineRepairer
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import run

if TYPE_CHECKING:
    from patchsmith.repairers.base import Diagnosis

EXAMPLES = Path(__file__).parents[1] / "examples"


def copied(name: str, tmp_path: Path) -> Path:
    """Return a fresh copy of an example."""
    ignored = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(EXAMPLES / name, tmp_path / name, ignore=ignored))


def contents(root: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {
        str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def test_two_faults_ends_green_after_two_attempts(tmp_path: Path) -> None:
    """Each iteration mends one fault, in production files only, and then the tests pass."""
    root = copied("two_faults", tmp_path)
    before = contents(root)
    repairer, workspace = OfflineRepairer(), LocalWorkspace(str(root))
    history: tuple[PastAttempt, ...] = ()
    failure = run(root, ("-m", "unittest"))
    while failure.exit_status != 0 and len(history) < 4:
        at = contents(root)
        diagnosis = repairer.attempt(replace(failure, history=history), workspace)
        paths = tuple(path for path, raw in contents(root).items() if at[path] != raw)
        history += (PastAttempt(len(history) + 1, diagnosis.text, paths, ()),)
        failure = run(root, ("-m", "unittest"))
    assert failure.exit_status == 0, failure.stderr
    assert [attempt.paths for attempt in history] == [
        ("invoices/report.py",),
        ("invoices/model.py",),
    ]
    after = contents(root)
    assert after.keys() == before.keys()
    changed = [path for path in after if after[path] != before[path]]
    assert sorted(changed) == ["invoices/model.py", "invoices/report.py"]


def test_smoke_says_fail_exits_0_and_is_left_alone(tmp_path: Path) -> None:
    """No rule mends a wrong decision: the diagnosis names the line that reports it."""
    root = copied("smoke", tmp_path)
    before = contents(root)
    run_ = run(root, ("smoke.py",))
    assert run_.exit_status == 0
    assert "smoke: FAIL (counted 30 bolts, the ledger says 26)" in run_.stdout.splitlines()
    diagnosis: Diagnosis = OfflineRepairer().attempt(run_, LocalWorkspace(str(root)))
    assert "smoke: FAIL" in diagnosis.text
    assert diagnosis.next_step is not None
    assert contents(root) == before
