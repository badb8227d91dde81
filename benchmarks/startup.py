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

GOAL = 1.6
ROUNDS = 100


def main() -> int:
    """Print the table."""
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
        python, patch = alternate([bare, patched], ROUNDS)
    print(f"start-up, {ROUNDS} rounds, one hunk in a 200-line file (goal <= {GOAL})")
    print(f"{'':24}{'best ms':>10}{'median ms':>12}{'ratio of best':>16}{'of medians':>12}")
    for name, timing in (("python -c pass", python), ("apply_patch PATCH", patch)):
        best, median = timing.best_s / python.best_s, timing.median_s / python.median_s
        print(
            f"{name:24}{timing.best_s * 1e3:10.1f}{timing.median_s * 1e3:12.1f}"
            f"{best:16.2f}{median:12.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
