"""A program as repairer: what it is given, what it says, and how it can fail."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.findings import Finding, Severity
from patchsmith.repairers.base import Excerpt, PastAttempt
from patchsmith.repairers.command import CommandRepairer, request_of
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import failure_of

if TYPE_CHECKING:
    from pathlib import Path

FINDING = Finding("SC01", Severity.BLOCK, "a.py", "outside the scope", 3)


def program(code: str) -> tuple[str, ...]:
    """Return a command that runs Python code."""
    return (sys.executable, "-c", code)


def said(root: Path, code: str) -> str:
    """Return the diagnosis of a program that works."""
    repairer = CommandRepairer(program(code), timeout_s=60)
    return repairer.attempt(failure_of("out", "err"), LocalWorkspace(str(root))).text


def fault(root: Path, argv: tuple[str, ...] | str, *, timeout_s: float = 60) -> EnvironmentFault:
    """Return the error of a program that does not work."""
    with pytest.raises(EnvironmentFault) as caught:
        CommandRepairer(argv, timeout_s=timeout_s).attempt(failure_of(), LocalWorkspace(str(root)))
    assert caught.value.code == "io"
    assert caught.value.hint
    return caught.value


def is_alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 - a kernel file
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not os.path.isdir("/proc/self")


def test_the_program_reads_the_failure_and_edits_the_tree(tmp_path: Path) -> None:
    """One JSON object on stdin; the working directory is the root."""
    code = (
        "import json, sys, os\n"
        "failure = json.load(sys.stdin)\n"
        "open('made.txt', 'w').write(failure['stdout'] + failure['stderr'])\n"
        "assert os.path.samefile(failure['root'], '.')\n"
        "print('first'); print('the cause was x  '); print()\n"
    )
    assert said(tmp_path, code) == "the cause was x"
    assert (tmp_path / "made.txt").read_text() == "outerr"


def test_the_request_holds_every_field(tmp_path: Path) -> None:
    """The schema is what the module's docstring says."""
    past = PastAttempt(1, "tried", ("a.py",), (FINDING,))
    failure = replace(failure_of("o", "e"), history=(past,), refusals=(FINDING,))
    failure = replace(failure, context=(Excerpt("a.py", 3, "x = 1", "a frame"),))
    finding = {
        "rule": "SC01",
        "severity": "block",
        "path": "a.py",
        "line_no": 3,
        "message": "outside the scope",
    }
    assert request_of(failure, str(tmp_path)) == {
        "schema": 1,
        "root": str(tmp_path),
        "command": "python3 main.py",
        "iteration": 1,
        "budget": 4,
        "condition": "exit status 0",
        "reason": "exit status 1",
        "exit_status": 1,
        "stdout": "o",
        "stderr": "e",
        "history": [
            {"iteration": 1, "diagnosis": "tried", "paths": ["a.py"], "refused": [finding]}
        ],
        "refusals": [finding],
        "context": [{"path": "a.py", "first_line_no": 3, "text": "x = 1", "why": "a frame"}],
    }


def test_undecodable_output_is_still_json(tmp_path: Path) -> None:
    """Lone surrogates become replacement characters; other characters stay."""
    failure = failure_of("a\udcff😀\ud800")
    assert request_of(failure, str(tmp_path))["stdout"] == "a\ufffd😀\ufffd"
    assert json.loads(json.dumps(request_of(failure, str(tmp_path))))["schema"] == 1


def test_a_program_that_reads_nothing_is_no_dead_lock(tmp_path: Path) -> None:
    """The failure may be longer than a pipe holds."""
    repairer = CommandRepairer(program("print('done')"), timeout_s=60)
    failure = failure_of("x" * 1_000_000)
    assert repairer.attempt(failure, LocalWorkspace(str(tmp_path))).text == "done"


def test_long_output_does_not_block(tmp_path: Path) -> None:
    """Only the end of it is kept."""
    code = "import sys\nfor s in (sys.stdout, sys.stderr): s.write('x\\n' * 500_000)\nprint('end')"
    assert said(tmp_path, code) == "end"


def test_failing_is_told_with_the_end_of_stderr(tmp_path: Path) -> None:
    """The status, the program and what it complained about."""
    error = fault(tmp_path, program("import sys; sys.exit('no model configured')"))
    assert "ended with exit status 1" in error.message
    assert error.evidence is not None
    assert "no model configured" in error.evidence


def test_saying_nothing_is_no_fault(tmp_path: Path) -> None:
    """A program such as `sed -i` edits and prints nothing; the report says so."""
    assert said(tmp_path, "print('  ')").endswith("printed no diagnosis.")


def test_a_missing_program_is_a_fault(tmp_path: Path) -> None:
    """The name is told."""
    error = fault(tmp_path, ("no-such-program-here",))
    assert "'no-such-program-here' can not be started" in error.message


def test_a_program_out_of_time_is_ended_with_its_children(tmp_path: Path) -> None:
    """The whole process group goes."""
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open('pid', 'w').write(str(child.pid)); time.sleep(600)\n"
    )
    error = fault(tmp_path, program(code), timeout_s=5)
    assert "took longer than 5 s" in error.message
    gone(int((tmp_path / "pid").read_text()))


def test_a_child_left_behind_is_ended(tmp_path: Path) -> None:
    """It must not go on editing while the next run goes; nor does it keep us waiting."""
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid)\n"
    )
    gone(int(said(tmp_path, code)))


def gone(pid: int) -> None:
    """Fail unless a process ends soon."""
    deadline = time.monotonic() + 30
    while is_alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_string_is_split_into_words() -> None:
    """As a shell would, without running one."""
    assert CommandRepairer("fix 'a b' $HOME").argv == ("fix", "a b", "$HOME")
    assert CommandRepairer(("fix", "a b")).argv == ("fix", "a b")


@pytest.mark.parametrize("argv", ["", "  ", "fix 'open", (), ("",)])
def test_no_program_is_a_bad_request(argv: tuple[str, ...] | str) -> None:
    """It is refused where the repairer is made, not at the first attempt."""
    with pytest.raises(RequestError):
        CommandRepairer(argv)


@pytest.mark.parametrize("timeout_s", [0, -1, float("nan")])
def test_a_time_that_is_not_positive_is_a_bad_request(timeout_s: float) -> None:
    """An attempt needs some time."""
    with pytest.raises(RequestError):
        CommandRepairer("fix", timeout_s=timeout_s)


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' /proc")
def test_a_child_in_a_session_of_its_own_is_ended_too(tmp_path: Path) -> None:
    """It would go on editing under the next run."""
    code = (
        "import os, time, sys\n"
        "pid = os.fork()\n"
        "if pid: print(pid, flush=True); time.sleep(0.3); sys.exit()\n"
        "os.setsid(); time.sleep(60)\n"
    )
    assert not is_alive(int(said(tmp_path, code)))


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' /proc")
def test_what_was_left_running_is_named(tmp_path: Path) -> None:
    """In the diagnosis, or in the fault; what ends by itself soon after is not."""
    for last, code in (("sleep 62", 0), ("true", 0), ("sleep 62", 3)):
        script = f"(exec setsid {last}) & exit {code}"
        repairer = CommandRepairer(("sh", "-c", script), timeout_s=60)
        if code:
            assert "it left running: sleep 62" in fault(tmp_path, repairer.argv).message
        else:
            said = repairer.attempt(failure_of(""), LocalWorkspace(str(tmp_path)))
            assert said.left_running == (("sleep 62",) if last != "true" else ())
