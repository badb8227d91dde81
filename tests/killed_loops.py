"""A loop as a real process that stops where a test wants it, so that it can be killed there."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from patchsmith.loop.history import run_folders
from patchsmith.loop.lock import is_held
from trees import lay, tree

_WAIT_S = 60.0
_REPLX = "import sys; from patchsmith.cli.replx import main; sys.exit(main())"
_COMMAND = """#!/bin/sh
echo run >> "$CTL/runs"
. "$CTL/count"
[ "$wanted" = "run $(counted runs)" ] && . "$CTL/blocked"
cat app.txt
grep -q good app.txt
"""
_CHECK = """#!/bin/sh
echo run >> "$CTL/checks"
. "$CTL/count"
[ "$wanted" = "check $(counted checks)" ] && . "$CTL/blocked"
grep -q good app.txt
"""
_REPAIRER = """#!/bin/sh
echo run >> "$CTL/attempts"
if [ "$(wc -l < "$CTL/attempts")" -eq 1 ]; then
    echo cheated > tests/test_app.txt
    exit 0
fi
echo half > app.txt; echo new > added.txt; rm -f gone.txt; chmod 600 kept.sh
. "$CTL/count"
[ "$wanted" = "attempt" ] && . "$CTL/blocked"
rm -f added.txt; echo kept > gone.txt; chmod 755 kept.sh
echo good > app.txt
"""
_DRIVER = """#!/bin/sh
echo run >> "$CTL/runs"
. "$CTL/count"
[ "$wanted" = "run $(counted runs)" ] && . "$CTL/blocked"
! grep -q ' $' app.txt && grep -q good app.txt
"""
_LINT = """#!/bin/sh
echo run >> "$CTL/lints"
. "$CTL/count"
[ "$wanted" = "lint $(counted lints)" ] && . "$CTL/blocked"
! grep -q ' $' app.txt
"""
_IN_PHASES = """#!/bin/sh
echo run >> "$CTL/attempts"
if [ "$(wc -l < "$CTL/attempts")" -eq 1 ]; then echo bad > app.txt; else echo good > app.txt; fi
"""
_COUNT = """
wanted=$(cat "$CTL/block" 2>/dev/null)
counted() { wc -l < "$CTL/$1" | tr -d ' '; }
"""
# starts a child of its own session, says that it is there, and stays
_BLOCKED = """
setsid sleep 300 > /dev/null 2>&1 &
touch "$CTL/reached"
sleep 300
"""
_GIT = """#!/bin/sh
if [ -s "$CTL/slow" ] && tail -n 1 "$CTL"/runs-here/*/events.jsonl | grep -q "$(cat "$CTL/slow")"
then
    touch "$CTL/reached"
    while [ -s "$CTL/slow" ]; do sleep 0.02; done
fi
exec "$REAL_GIT" "$@"
"""


@dataclass(frozen=True)
class Loop:
    """One loop: an attempt that is refused, one that repairs, a closing run with its check."""

    root: Path
    """The project."""
    control: Path
    """What the scripts read and write, outside of it."""

    @property
    def runs(self) -> Path:
        """The folder that holds runs."""
        return self.control / "runs-here"

    @property
    def run(self) -> Path:
        """The folder of the one run."""
        (found,) = run_folders(self.runs)
        return found

    def times(self, what: str) -> int:
        """Return how often something was run: `runs`, `checks`, `lints` or `attempts`."""
        place = self.control / what
        return len(place.read_text().splitlines()) if place.exists() else 0

    def started(self, *options: str) -> subprocess.Popen[bytes]:
        """Start the loop."""
        check = ["--check", f"sh {self.control}/check.sh"]
        return self._started("command.sh", "repairer.sh", "--budget", "2", *check, *options)

    def started_in_phases(self, budget: int) -> subprocess.Popen[bytes]:
        """Start another loop: lint fails first, then test; no output tells which it is."""
        phases = ["--lint", f"sh {self.control}/lint.sh", "--build", "true"]
        phases += ["--test", f"sh {self.control}/test.sh"]
        return self._started("driver.sh", "in_phases.sh", "--budget", str(budget), *phases)

    def _started(self, command: str, repairer: str, *options: str) -> subprocess.Popen[bytes]:
        words = ["--run-dir", str(self.runs), "--root", str(self.root), *options]
        words += ["--repair-command", f"sh {self.control}/{repairer}"]
        return subprocess.Popen(
            [sys.executable, "-c", _REPLX, *words, "sh", str(self.control / command)],
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def environment(self) -> dict[str, str]:
        """Return the variables the scripts need."""
        found = {"CTL": str(self.control), "REAL_GIT": shutil.which("git") or "git"}
        return {**os.environ, **found, "PATH": f"{self.control}/bin:{os.environ['PATH']}"}

    def block(self, *, where: str = "", after: str = "") -> None:
        """Let the loop stop in a script, or in git after an event; or nowhere."""
        (self.control / "block").write_text(where)
        (self.control / "slow").write_text(after)

    def stop(self, process: subprocess.Popen[bytes], number: signal.Signals) -> tuple[str, str]:
        """Send a signal when the loop has come to where it stops; return what it printed."""
        self.reached(process)
        process.send_signal(number)
        if number != signal.SIGKILL:
            time.sleep(0.1)  # the signal arrives while git is still at it
        self.block()
        out, err = process.communicate(timeout=_WAIT_S)
        until = time.monotonic() + _WAIT_S
        while is_held(self.run):
            assert time.monotonic() < until, "the guardian does not end"
            time.sleep(0.02)
        return out.decode(), err.decode()

    def reached(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the loop has come to where it stops."""
        until = time.monotonic() + _WAIT_S
        while not (self.control / "reached").exists():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < until, "the loop does not come there"
            time.sleep(0.01)

    def left_running(self) -> list[str]:
        """Return what still runs of the loop; nothing where there is no /proc."""
        mark = f"CTL={self.control}".encode()
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (place / "environ").read_bytes().split(b"\0"):
                    found.append((place / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
        return found

    def entries(self) -> list[dict[str, Any]]:
        """Return what was recorded."""
        text = (self.run / "events.jsonl").read_text()
        return [json.loads(line) for line in text.splitlines()]


def loop_in(folder: Path) -> Loop:
    """Lay out a project and the scripts."""
    files: dict[str, bytes | str] = {
        "app.txt": "bad\n", "gone.txt": "kept\n", "kept.sh": "x\n", "tests/test_app.txt": "good\n",
        "link": "@@SYMLINK app.txt",
    }  # fmt: skip
    scripts: dict[str, bytes | str] = {
        "command.sh": _COMMAND, "check.sh": _CHECK, "repairer.sh": _REPAIRER,
        "driver.sh": _DRIVER, "lint.sh": _LINT, "test.sh": "grep -q good app.txt\n",
        "in_phases.sh": _IN_PHASES, "blocked": _BLOCKED, "count": _COUNT, "bin/git": _GIT,
        "runs-here/.keep": "",
    }  # fmt: skip
    lay(folder / "root", files)
    lay(folder / "control", scripts)
    (folder / "root" / "kept.sh").chmod(0o755)
    (folder / "control" / "bin" / "git").chmod(0o755)
    return Loop(folder / "root", folder / "control")


def whole(root: Path) -> dict[str, object]:
    """Return a folder with contents, links and modes."""
    modes = {
        f"{path.relative_to(root)} mode": path.stat().st_mode
        for path in root.rglob("*")
        if not path.is_symlink()
    }
    return {**tree(root), **modes}
