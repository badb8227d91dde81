"""What one small patch costs: the installed `apply_patch` against bare Python.

Goal (design/0003-start-up.md): at most 1.6 times `python -c pass` in the same environment, on a
200-line file, with the lock, the check for an unfinished commit and fsync included.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from pathlib import Path

from ratios import alternate, command
from tables import Table

GOAL = 1.6


def tables(*, quick: bool) -> list[Table]:
    """Return the table."""
    rounds = 30 if quick else 100
    program = Path(sys.executable).with_name("apply_patch")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "file.txt").write_text("".join(f"line {n}\n" for n in range(200)))
        turns = itertools.cycle([("100", "hundred"), ("hundred", "100")])

        def patched() -> object:
            old, new = next(turns)
            patch = (
                "*** Begin Patch\n*** Update File: file.txt\n@@\n line 99\n"
                f"-line {old}\n+line {new}\n line 101\n*** End Patch\n"
            )
            return command([str(program), patch], root)()

        bare = command([sys.executable, "-c", "pass"], root)
        python, patch = alternate([bare, patched], rounds)
    rows = [
        (
            name,
            f"{timing.best_s * 1e3:.1f}",
            f"{timing.best_s / python.best_s:.2f}",
            f"{timing.median_s / python.median_s:.2f}",
        )
        for name, timing in (("python -c pass", python), ("apply_patch PATCH", patch))
    ]
    return [
        Table(
            "Start-up, one hunk in a 200-line file",
            ("", "best ms", "ratio of best", "ratio of medians"),
            rows,
            (f"{rounds} rounds, alternating; goal: at most {GOAL}",),
        )
    ]
