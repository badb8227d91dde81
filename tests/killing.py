"""Commits that are killed, for real, before each call that changes the disk.

Run as a program: `python killing.py MODE SCENARIO FOLDER STRIDE [SWAP...]`. It forks a child for
every fault point (or for every STRIDE-th), lets it kill itself with SIGKILL, recovers as the next
call would, and prints one JSON object that says how many points there were, how many trees ended
before and after the change, and what was wrong. Where a call is refused first, SWAP is which one
of those between the decision and the end, 0-based. `trial` runs the program for a test.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import patchsmith
from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.local import LocalWorkspace
from trees import LINK, lay

Picture = dict[str, tuple[int, bytes | str]]
Change = tuple[str, bytes | None, bytes | None, str | None]
NEVER = 1 << 30
FULL = bool(os.environ.get("PATCHSMITH_FULL"))
"""Whether to try every combination; the standard run leaves some out."""


class Seen(NamedTuple):
    """What a run of the program found."""

    points: int
    before: int
    after: int
    calls: int
    wrong: list[str]


@contextmanager
def fast_folder(otherwise: Path) -> Iterator[Path]:
    """Lend a folder in memory where there is one: thousands of trees are laid out and removed."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield otherwise
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


def trial(mode: str, scenario: str, folder: Path, stride: int = 1, *swaps: int) -> Seen:
    """Run this file as a program and return what it found."""
    paths = [Path(patchsmith.__file__).parent.parent, Path(__file__).parent]
    done = subprocess.run(
        [sys.executable, __file__, mode, scenario, folder, *map(str, (stride, *swaps))],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()
    return Seen(**json.loads(done.stdout))


class FaultyDisk(Disk):
    """A disk that refuses one call, and kills the process before another one."""

    __slots__ = ("calls", "fatal", "refused", "trace")

    def __init__(self, *, fatal: int = NEVER, refused: int = NEVER, flushing: bool = False) -> None:
        super().__init__(flushing=flushing)
        self.fatal = fatal
        self.refused = refused
        self.calls = 0
        self.trace: list[str] = []

    def before(self, call: str) -> None:
        self.calls += 1
        self.trace.append(call)
        if self.calls == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.calls == self.refused:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def write(self, fd: int, content: bytes) -> None:
        """Write in two halves, so that the process can be killed between them."""
        super().write(fd, content[: len(content) // 2])
        super().write(fd, content[len(content) // 2 :])


class Cut(BaseException):
    """Stands for a kill where no process is to die: nothing is changed afterwards."""


class CutOff(FaultyDisk):
    """A disk that no call reaches any more from one call on, as if the process had been killed."""

    __slots__ = ()

    def before(self, call: str) -> None:
        self.calls += 1
        if self.calls >= self.fatal:
            raise Cut


FILES: dict[str, bytes | str] = {
    "up": "1\n", "run.sh": "#!/bin/sh\n", "sub/del": "2\n", "sub/src": "3\n", "sub/keep": "k\n",
    "hard": "one\ntwo\nthree\n", "grow": "g\n", "dangling": f"{LINK}nowhere", "other": "o\n",
}  # fmt: skip
MANY: tuple[Change, ...] = (
    ("x/y/new", None, b"n\n", None),
    ("up", b"1\n", b"updated\n", None),
    ("hard", b"one\ntwo\nthree\n", b"ONE\nthree\n", None),
    ("sub/moved", None, b"3 moved\n", "sub/src"),
    ("sub/src", b"3\n", None, None),
    ("run.sh", b"#!/bin/sh\n", b"#!/bin/sh\nexit 0\n", None),
    ("sub/del", b"2\n", None, None),
    ("x/z", None, b"", None),
    ("dangling", b"", None, None),
)
SCENARIOS: dict[str, tuple[Change, ...]] = {
    "many": MANY,
    "in_place": (("grow", b"g\n", b"grown to more than it was\n", None),),
    "new_folders": (("p/q/r", None, b"r\n", None),),
}


def change_set(changes: tuple[Change, ...]) -> ChangeSet:
    """Return changes as the value that a workspace commits."""
    return ChangeSet(
        tuple(
            FileChange(RelPath(path), before, after, RelPath(origin) if origin else None)
            for path, before, after, origin in changes
        )
    )


def laid(root: Path) -> Path:
    """Return a folder that holds the files every scenario starts from."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    lay(root, FILES)
    os.link(root / "hard", root / "hard_too")
    os.link(root / "grow", root / "grow_too")
    os.chmod(root / "run.sh", 0o750)
    os.chmod(root / "sub/src", 0o640)
    os.chmod(root / "hard", 0o604)
    return root


def cut_off(root: Path, at: int, scenario: str = "many") -> Path:
    """Return a folder as a commit leaves it that is killed before its n-th call."""
    try:
        LocalWorkspace(laid(root), disk=CutOff(fatal=at)).commit(change_set(SCENARIOS[scenario]))
    except Cut:
        return root
    raise AssertionError(f"the commit makes fewer than {at} calls")


def picture(root: Path) -> Picture:
    """Return everything below a folder, folders and modes included."""
    found: Picture = {}
    for path in sorted(root.rglob("*")):
        mode = path.lstat().st_mode
        content: bytes | str = ""
        if stat.S_ISLNK(mode):
            content = os.readlink(path)
        elif stat.S_ISREG(mode):
            size = path.stat().st_size
            content = path.read_bytes() if size < 1 << 24 else f"{size} bytes"
        found[path.relative_to(root).as_posix()] = (mode, content)
    return found


def child(run: Callable[[], object]) -> int:
    """Run a call in a process of its own; return its status, negative for a signal."""
    pid = os.fork()
    if pid == 0:
        try:
            run()
        except PatchsmithError:
            os._exit(1)
        except BaseException as error:  # noqa: BLE001 - the parent reports it
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            os._exit(2)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


class Trial:
    """One scenario in one folder, with what was seen so far."""

    def __init__(self, scenario: str, folder: Path, *, flushing: bool = True) -> None:
        self.changes = change_set(SCENARIOS[scenario])
        self.root = folder / "root"
        self.before = picture(laid(self.root))
        self.flushing = flushing
        disk = FaultyDisk(flushing=flushing)
        self.commit(disk)
        self.after = picture(self.root)
        self.trace = disk.trace
        self.seen = {"points": 0, "before": 0, "after": 0}
        self.wrong: list[str] = []

    def commit(self, disk: Disk) -> None:
        LocalWorkspace(self.root, disk=disk).commit(self.changes)

    def recover(self, disk: Disk) -> None:
        LocalWorkspace(self.root, disk=disk)

    def judge(self, where: str, *, expected: Picture | None = None) -> None:
        """Count how the tree ended."""
        now = picture(self.root)
        self.seen["points"] += 1
        self.seen["before"] += now == self.before
        self.seen["after"] += now == self.after
        if now not in (self.before, self.after) or expected not in (None, now):
            odd = {k for k in now.keys() | self.before.keys() if now.get(k) != self.before.get(k)}
            self.wrong.append(f"{where}: {sorted(odd)}")

    def killed(
        self,
        run: Callable[[Disk], object],
        *,
        refused: int = NEVER,
        first: int = 1,
        stride: int = 1,
    ) -> Iterator[int]:
        """Kill a call before each change of the disk in turn; what follows is the caller's."""
        for fatal in range(first, NEVER, stride):
            laid(self.root)
            disk = FaultyDisk(fatal=fatal, refused=refused, flushing=self.flushing)
            status = child(lambda disk=disk: run(disk))  # type: ignore[misc]
            if status not in (0, 1, -signal.SIGKILL):
                self.wrong.append(f"call {fatal}: status {status}")
            if status != -signal.SIGKILL:
                return
            yield fatal


def once(trial: Trial) -> None:
    """Kill the commit at each call, then recover."""
    for fatal in trial.killed(trial.commit):
        trial.recover(Disk())
        trial.judge(f"killed at {fatal}")


def twice(trial: Trial, stride: int, refused: int = NEVER) -> None:
    """Kill the commit at each call, the recovery at each of its calls, then recover."""
    first = 1 if refused == NEVER else refused + 1
    for fatal in trial.killed(trial.commit, refused=refused, first=first, stride=stride):
        for again in range(1, NEVER):
            if again > 1:
                laid(trial.root)
                disk = FaultyDisk(fatal=fatal, refused=refused)
                child(lambda disk=disk: trial.commit(disk))  # type: ignore[misc]
            disk = FaultyDisk(fatal=again)
            status = child(lambda disk=disk: trial.recover(disk))  # type: ignore[misc]
            if status != -signal.SIGKILL:
                break
            trial.recover(Disk())
            trial.judge(f"killed at {fatal}, then at {again}")


def refused(trial: Trial) -> None:
    """Refuse each call of a commit in turn: it fails with the tree as it was, or lands."""
    for number in range(1, len(trial.trace) + 1):
        laid(trial.root)
        disk = FaultyDisk(refused=number, flushing=True)
        status = child(lambda disk=disk: trial.commit(disk))  # type: ignore[misc]
        expected = trial.after if status == 0 else trial.before
        if status != 0:
            trial.judge(f"refused at {number}", expected=expected)
        else:  # only removing what is not needed any more may be refused without an error
            trial.recover(Disk())
            trial.judge(f"refused at {number}, landed", expected=expected)


def refused_then_killed(trial: Trial, numbers: list[int], stride: int) -> None:
    """Refuse a call in the middle of the swaps and kill the taking back at each call."""
    for number in numbers:
        for fatal in trial.killed(trial.commit, refused=number, first=number + 1, stride=stride):
            trial.recover(Disk())
            trial.judge(f"refused at {number}, killed at {fatal}")


def swaps(trace: list[str]) -> list[int]:
    """Return the numbers of the calls between the decision and the end of the swaps."""
    renames = [number for number, call in enumerate(trace, 1) if call == "rename"]
    return list(range(renames[1] + 2, renames[-1]))


def main(words: list[str]) -> int:
    """Run one mode on one scenario."""
    mode, scenario, folder, stride, *chosen = words
    trial = Trial(scenario, Path(folder), flushing=mode != "twice")
    calls = swaps(trial.trace)
    numbers = [calls[int(index)] for index in chosen]
    if mode == "once":
        once(trial)
    elif mode == "twice":
        twice(trial, int(stride), *numbers)
    elif mode == "refused":
        refused(trial)
    else:
        refused_then_killed(trial, numbers or calls, int(stride))
    found = {**trial.seen, "wrong": trial.wrong, "calls": len(trial.trace)}
    sys.stdout.write(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
