"""Rules for processes that left the group of their run."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from patchsmith.process.descendants import MARK, Descendants
from patchsmith.process.runner import RunResult, run_command

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' /proc")

ESCAPING = (
    "import os, sys, time\n"
    "if os.fork(): sys.exit()\n"
    "os.setsid()\n"
    "for fd in (0, 1, 2): os.close(fd)\n"
    "if len(sys.argv) > 2 and os.fork(): time.sleep(60)\n"
    "open(sys.argv[1], 'a').write(f'{os.getpid()}\\n')\n"
    "time.sleep(60)\n"
)


def ran(tmp_path: Path, *words: str, env: dict[str, str] | None = None) -> RunResult:
    """Run a program that forks a child into a session of its own."""
    command = [sys.executable, "-c", ESCAPING, str(tmp_path / "pids"), *words]
    return run_command(
        ["/bin/sh", "-c", '"$@"; while [ ! -s pids ]; do sleep 0.05; done', "sh", *command],
        cwd=tmp_path,
        output_dir=tmp_path / "out",
        env=env,
        grace_s=0.5,
    )


def running(tmp_path: Path) -> list[str]:
    """Return the escaped processes that still run; a zombie does not."""
    found = []
    for pid in (tmp_path / "pids").read_text().split():
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] not in "ZX":
            found.append(pid)
    return found


@pytest.mark.parametrize("words", [(), ("child",)], ids=["alone", "with a child"])
def test_a_child_that_left_its_group_is_found_and_ended(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """It let go of the pipes and of the group; its own children go with it."""
    result = ran(tmp_path, *words)
    assert result.stray
    assert running(tmp_path) == []


def test_it_is_found_from_a_thread_by_its_mark(tmp_path: Path) -> None:
    """Other threads may start processes too; only those of the run are ended."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    thread = threading.Thread(target=ran, args=(tmp_path,))
    thread.start()
    thread.join(60)
    assert running(tmp_path) == []
    assert other.poll() is None
    other.kill()
    other.wait()


def test_a_child_that_dropped_its_mark_is_found_in_a_process_of_one_thread(tmp_path: Path) -> None:
    """There, every new child is the run's."""
    program = (
        "import sys; from pathlib import Path; from patchsmith.process.runner import run_command\n"
        "folder = Path(sys.argv[1])\n"
        "command = 'env -i \"$@\"; while [ ! -s pids ]; do sleep 0.05; done'\n"
        "words = ['/bin/sh', '-c', command, 'sh', sys.executable, '-c', sys.argv[2], 'pids']\n"
        "result = run_command(words, cwd=folder, output_dir=folder / 'out', grace_s=0.5)\n"
        "print(result.stray)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path), ESCAPING],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    assert done.stdout == "True\n", done.stderr
    assert running(tmp_path) == []


def test_children_from_before_a_run_are_left_alone(tmp_path: Path) -> None:
    """Also when they have left our group themselves."""
    before = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True
    )
    assert ran(tmp_path).stray
    assert before.poll() is None
    before.kill()
    before.wait()


def test_a_run_that_leaves_nothing_behind_waits_for_nothing() -> None:
    """Looking takes no lingering."""
    began = time.monotonic()
    with Descendants() as descendants:
        program = subprocess.Popen(["/bin/true"], env=descendants.marked(None))
        program.wait()
        assert not descendants.end(program.pid, linger_s=30, grace_s=30)
    assert time.monotonic() - began < 15


def test_the_mark_is_all_that_is_added_to_an_environment() -> None:
    """The given one is not changed."""
    given = {"A": "b"}
    with Descendants() as descendants:
        assert set(descendants.marked(given)) == {"A", MARK}
    assert given == {"A": "b"}


def test_what_was_ended_is_collected(tmp_path: Path) -> None:
    """No zombie of a run stays with us."""
    ran(tmp_path)
    mine = str(os.getpid())
    for pid in (tmp_path / "pids").read_text().split():
        stat = Path(f"/proc/{pid}/stat")
        assert not stat.exists() or stat.read_text().rpartition(")")[2].split()[1] != mine


def test_a_leader_that_is_not_known_is_ended_too() -> None:
    """Ctrl-C can come while it is being started."""
    with Descendants() as descendants:
        program = subprocess.Popen(["/bin/sleep", "60"], env=descendants.marked(None))
        assert descendants.end(None, linger_s=0, grace_s=0.5)
    assert program.wait(30) is not None


def test_what_was_ended_is_named_by_its_command_line() -> None:
    """Bounded; what has ended by itself is not among it."""
    with Descendants() as descendants:
        words = ["sleep", "61", *(["0"] * 100)]
        env = descendants.marked(None)
        with subprocess.Popen(words, env=env), subprocess.Popen(["true"], env=env) as short:
            short.wait()
            assert descendants.end(None, linger_s=0, grace_s=1)
    (named,) = descendants.ended
    assert named.startswith("sleep 61 0 0")
    assert len(named) <= 120
