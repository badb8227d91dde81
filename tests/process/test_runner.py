"""Running a command once."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import patchsmith
from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.process.output import OutputLimits
from patchsmith.process.runner import RunResult, run_command


def _shell(folder: Path, script: str, **options: float) -> RunResult:
    return run_command(["sh", "-c", script], cwd=folder, output_dir=folder / "out", **options)  # type: ignore[arg-type]


def _is_running(pid_file: Path) -> bool:
    """Return whether the process named in the file still runs; zombies do not."""
    pid = int(pid_file.read_text(encoding="ascii"))
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if not Path("/proc/self").exists():
        return True
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:  # collected since
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_status_and_both_streams_are_reported_apart(tmp_path: Path) -> None:
    """A run tells its status, and who said what."""
    result = _shell(tmp_path, "echo out; echo err >&2; exit 3")
    assert (result.exit_status, result.signal) == (3, None)
    assert (result.timed_out, result.stray) == (False, False)
    assert result.stdout.text() == "out\n"
    assert result.stderr.text() == "err\n"
    assert result.stdout.path == tmp_path / "out" / "stdout.txt"
    assert result.stderr.path.read_bytes() == b"err\n"


def test_a_signal_is_reported_as_shells_do(tmp_path: Path) -> None:
    """128 + n, and the number itself."""
    result = _shell(tmp_path, "kill -SEGV $$")
    assert (result.exit_status, result.signal) == (139, 11)


def test_it_runs_in_its_folder_with_its_environment_and_no_input(tmp_path: Path) -> None:
    """Standard input is empty, and the environment is the one that was given."""
    result = run_command(
        ["/bin/sh", "-c", 'pwd; cat; echo "$MARK$HOME"'],
        cwd=tmp_path,
        output_dir=tmp_path / "out",
        env={"MARK": "mark", "PATH": os.environ["PATH"]},
    )
    assert result.stdout.text() == f"{tmp_path.resolve()}\nmark\n"


def test_words_reach_the_program_unread(tmp_path: Path) -> None:
    """No shell reads the words in between."""
    argv = [sys.executable, "-c", "import sys; print(sys.argv[1:])", "$HOME *", "a\nb"]
    result = run_command(argv, cwd=tmp_path, output_dir=tmp_path / "out")
    assert result.stdout.text() == "['$HOME *', 'a\\nb']\n"


def test_a_quick_run_takes_no_waiting(tmp_path: Path) -> None:
    """Ten runs of nothing are over soon: no fixed waits on the way."""
    assert sum(_shell(tmp_path, "exit 0").duration_s for _ in range(10)) < 5


def test_closed_pipes_do_not_end_a_run(tmp_path: Path) -> None:
    """A leader that closes its output goes on until it exits."""
    result = _shell(tmp_path, "exec >&- 2>&-; sleep 0.4; exit 5")
    assert (result.exit_status, result.stray) == (5, False)


def test_a_background_child_that_holds_the_pipe_is_stray_and_ended(tmp_path: Path) -> None:
    """The leader's end is the end of the run, whoever still holds its output."""
    result = _shell(tmp_path, "sleep 60 & echo $! > pid; echo done")
    assert result.stray
    assert result.exit_status == 0
    assert result.duration_s < 10
    assert result.stdout.text() == "done\n"
    assert not _is_running(tmp_path / "pid")


def test_a_silent_background_child_is_stray_too(tmp_path: Path) -> None:
    """A child that let go of the pipes still lives in the group."""
    result = _shell(tmp_path, "sleep 60 >/dev/null 2>&1 & echo $! > pid")
    assert result.stray
    assert not _is_running(tmp_path / "pid")


def test_a_child_that_ends_right_after_the_leader_is_not_stray(tmp_path: Path) -> None:
    """What it prints within the lingering time belongs to the run."""
    result = _shell(tmp_path, "(sleep 0.1; echo late) & exit 0")
    assert not result.stray
    assert result.stdout.text() == "late\n"


def test_a_child_in_a_session_of_its_own_holds_up_nothing(tmp_path: Path) -> None:
    """It escapes the group, is reported instead of waited for, and ended where it can be found."""
    script = (
        "import os, time; os.setsid(); open('pid', 'w').write(str(os.getpid())); time.sleep(30)"
    )
    command = f'{sys.executable} -c "{script}" & while [ ! -s pid ]; do sleep 0.05; done'
    result = _shell(tmp_path, command)
    assert result.stray
    assert result.duration_s < 15
    assert sys.platform != "linux" or not _is_running(tmp_path / "pid")
    if sys.platform != "linux":
        os.kill(int((tmp_path / "pid").read_text(encoding="ascii")), signal.SIGKILL)


def test_the_time_limit_ends_the_whole_group(tmp_path: Path) -> None:
    """Children go with their leader, and what was printed until then is kept."""
    result = _shell(tmp_path, "sleep 60 & echo $! > pid; echo begun; wait", timeout_s=0.5)
    assert result.timed_out
    assert (result.exit_status, result.signal, result.stray) == (None, 15, False)
    assert result.stdout.text() == "begun\n"
    assert not _is_running(tmp_path / "pid")


def test_a_leader_that_stops_in_time_does_not_cost_the_whole_grace(tmp_path: Path) -> None:
    """A zombie leader is collected while waiting."""
    result = _shell(tmp_path, "exec sleep 60", timeout_s=0.2, grace_s=30)
    assert result.timed_out
    assert result.duration_s < 15


def test_last_words_on_time_out_are_kept_however_long(tmp_path: Path) -> None:
    """The pipes are read during the grace: more than a pipe holds can be said."""
    script = "trap 'head -c 300000 /dev/zero; exit 0' TERM; echo $$; sleep 60 & wait"
    result = _shell(tmp_path, script, timeout_s=0.5, grace_s=30)
    assert result.timed_out
    assert result.stdout.total_bytes > 300_000
    assert result.duration_s < 15


def test_a_command_that_ignores_the_request_is_killed(tmp_path: Path) -> None:
    """Ignoring SIGTERM buys the grace and nothing more."""
    script = "trap '' TERM; while :; do sleep 0.1; done"
    result = _shell(tmp_path, script, timeout_s=0.3, grace_s=0.3)
    assert result.timed_out
    assert result.signal == 9


def test_much_output_takes_little_memory(tmp_path: Path) -> None:
    """200 MB pass through: counted, stored up to the limit, head and tail kept."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = run_command(
        ["head", "-c", "200000000", "/dev/zero"],
        cwd=tmp_path,
        output_dir=tmp_path / "out",
        limits=OutputLimits(max_disk_bytes=1_000_000),
    )
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert result.stdout.total_bytes == 200_000_000
    assert result.stdout.path.stat().st_size == 1_000_000
    assert grown < 50_000
    assert result.duration_s < 60


def test_an_endless_flood_is_ended_in_time(tmp_path: Path) -> None:
    """Output that never pauses does not keep the clock from being read."""
    result = run_command(
        ["yes"],
        cwd=tmp_path,
        output_dir=tmp_path / "out",
        timeout_s=0.3,
        limits=OutputLimits(max_disk_bytes=1000),
    )
    assert result.timed_out
    assert result.duration_s < 15


def test_output_of_an_earlier_run_is_replaced(tmp_path: Path) -> None:
    """The files hold one run only."""
    _shell(tmp_path, "echo long output")
    assert _shell(tmp_path, "echo x").stdout.path.read_bytes() == b"x\n"


@pytest.mark.parametrize("mode", [0o755, 0])
def test_a_missing_program_is_named(tmp_path: Path, mode: int) -> None:
    """The error says which word is no program, and how a builtin is run."""
    (tmp_path / "bin").mkdir(mode=mode)  # a folder that may not be searched says "denied"
    with pytest.raises(EnvironmentFault, match="'no-such-program' can not be run: no ") as caught:
        run_command(
            ["no-such-program"],
            cwd=tmp_path,
            output_dir=tmp_path / "out",
            env={"PATH": f"{tmp_path}/bin:/bin"},
        )
    assert caught.value.code == "io"
    assert "sh -c" in str(caught.value)


def test_a_missing_script_is_named(tmp_path: Path) -> None:
    """A path that leads nowhere is relative to the command's folder, and the error says so."""
    with pytest.raises(EnvironmentFault, match=r"'\./none' can not be run: there is no such file"):
        run_command(["./none"], cwd=tmp_path, output_dir=tmp_path / "out")


def test_a_file_that_is_not_executable_is_named(tmp_path: Path) -> None:
    """The error names the missing permission and the command that gives it."""
    (tmp_path / "script").write_text("#!/bin/sh\n", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match="not executable") as caught:
        run_command(["./script"], cwd=tmp_path, output_dir=tmp_path / "out")
    assert "chmod +x ./script" in str(caught.value)


def test_a_script_without_interpreter_line_is_explained(tmp_path: Path) -> None:
    """The system's "exec format error" comes with what to do."""
    (tmp_path / "script").write_text("echo hi\n", encoding="utf-8")
    (tmp_path / "script").chmod(0o755)
    with pytest.raises(EnvironmentFault, match=r"exec format error.*\n.*#!"):
        run_command(["./script"], cwd=tmp_path, output_dir=tmp_path / "out")


def test_a_missing_folder_is_not_mistaken_for_a_missing_program(tmp_path: Path) -> None:
    """The folder is what is named."""
    with pytest.raises(EnvironmentFault, match=r"the folder .*nowhere does not exist"):
        run_command(["sh"], cwd=tmp_path / "nowhere", output_dir=tmp_path / "out")


def test_output_that_can_not_be_stored_starts_nothing(tmp_path: Path) -> None:
    """The command is not run when its output would be lost."""
    (tmp_path / "out").write_text("in the way", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match="can not be stored"):
        run_command(["touch", "ran"], cwd=tmp_path, output_dir=tmp_path / "out")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("argv", [[], ["echo", "a\0b"]], ids=["empty", "nul"])
def test_impossible_commands_are_refused(tmp_path: Path, argv: list[str]) -> None:
    """No program, or a word no program can get, is the caller's bug."""
    with pytest.raises(RequestError):
        run_command(argv, cwd=tmp_path, output_dir=tmp_path / "out")


def test_ctrl_c_ends_the_group_and_goes_on(tmp_path: Path) -> None:
    """KeyboardInterrupt leaves nothing running and reaches the caller."""
    driver = (
        "import signal, sys\n"
        "from pathlib import Path\n"
        "from patchsmith.process.runner import run_command\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "here = Path(sys.argv[1])\n"
        "try:\n"
        "    run_command(['sh', '-c', 'sleep 60 & echo $! > pid; wait'], cwd=here,\n"
        "                output_dir=here / 'out')\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(77)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(patchsmith.__path__[0]).parent)}
    process = subprocess.Popen([sys.executable, "-c", driver, str(tmp_path)], env=env)
    pid_file = tmp_path / "pid"
    deadline = time.monotonic() + 30
    while not (pid_file.exists() and pid_file.read_text(encoding="ascii").strip()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 77
    assert not _is_running(pid_file)
