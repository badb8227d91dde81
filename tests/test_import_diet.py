"""Applying a patch imports none of the modules that cost more than the rest of the command."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = (
    "typing", "collections", "enum", "functools", "re", "pathlib", "dataclasses", "argparse",
    "json", "hashlib", "tempfile", "subprocess", "tomllib", "click", "rich", "shutil", "contextlib",
)  # fmt: skip
PATCH = (
    "*** Begin Patch\n*** Update File: app.py\n@@ def f():\n     a = 1\n-    b = 2\n+    b = 3\n"
    "*** Add File: new.txt\n+one\n*** End Patch\n"
)
PROGRAM = """
import sys
from patchsmith.cli.apply_patch import main
status = main(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(status)
"""


def test_applying_a_patch_imports_nothing_heavy(tmp_path: Path) -> None:
    """Compared with what a bare interpreter of the same environment has imported already."""
    (tmp_path / "app.py").write_text("def f():\n    a = 1\n    b = 2\n")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, PATCH],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules, sep='\\n')"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stderr.split()) - set(bare.stdout.split())
    assert "patchsmith.workspace.transaction" in imported
    assert not imported.intersection(HEAVY)
