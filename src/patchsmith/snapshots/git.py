"""Runs git so that its answers depend on nothing but the objects and the work tree.

Decides the environment every git process gets. It must never let the caller's `GIT_*` variables,
system or user configuration, pagers, hooks or locale change a result, and never name the user's
git directory as `GIT_DIR`: commands that write run on a directory of our own.

Rules for editors: a git that fails raises here; callers that expect a status say so in `accept`.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_INHERITED = ("GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH")
_SAFE_DIRECTORY = {  # reading a work tree of another user is the caller's decision, not git's
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
}


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """What a git process said."""

    status: int
    """Exit status."""
    stdout: bytes
    """Standard output."""
    stderr: str
    """Standard error, in English."""


@dataclass(frozen=True, slots=True)
class PrivateGit:
    """Git on a directory of our own, looking at someone's work tree."""

    git_dir: Path
    """Our git directory: index, objects, settings."""
    work_tree: Path
    """Top of the work tree; every command runs there."""

    def environment(self) -> dict[str, str]:
        """Return the environment that ties git to the two folders."""
        found = clean_environment(user_settings=False)
        found["GIT_DIR"] = str(self.git_dir)
        found["GIT_WORK_TREE"] = str(self.work_tree)
        return found

    def ask(
        self,
        *args: str,
        stdin: bytes = b"",
        accept: Sequence[int] = (0,),
        literal: bool = True,
        index: Path | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> GitAnswer:
        """Run a git command and return what it said.

        Args:
            args: Subcommand and arguments.
            stdin: What it reads.
            accept: Exit statuses that are answers.
            literal: Whether paths are taken as they are, not as patterns.
            index: The index to work on; our own by default.
            meanwhile: Called while git works; its time is git's as well.

        Raises:
            EnvironmentFault: `io`, git is missing or failed.
        """
        env = self.environment()
        if index is not None:
            env["GIT_INDEX_FILE"] = str(index)
        env["GIT_LITERAL_PATHSPECS"] = "1" if literal else "0"
        answer = run_git(args, cwd=self.work_tree, env=env, stdin=stdin, meanwhile=meanwhile)
        if answer.status not in accept:
            raise git_fault(args[0], answer)
        return answer


def clean_environment(*, user_settings: bool) -> dict[str, str]:
    """Return our environment without what steers git.

    Args:
        user_settings: Whether the user's and the system's configuration are read.
    """
    found = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in _INHERITED
    }
    found.update(_SAFE_DIRECTORY, LC_ALL="C", GIT_OPTIONAL_LOCKS="0", GIT_TERMINAL_PROMPT="0")
    if not user_settings:
        found.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1")
    return found


def run_git(
    args: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    stdin: bytes = b"",
    meanwhile: Callable[[], object] | None = None,
) -> GitAnswer:
    """Run git and return its answer, whatever the status.

    Args:
        args: Subcommand and arguments.
        cwd: Folder it runs in.
        env: Its whole environment.
        stdin: What it reads.
        meanwhile: Called while git works.

    Raises:
        EnvironmentFault: `io`, git or the folder is missing.
    """
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            ["git", *args], cwd=cwd, env=env, stdin=pipe, stdout=pipe, stderr=pipe
        )
    except OSError as error:
        raise start_fault(cwd, error) from error
    with process:
        try:
            if meanwhile is not None:
                meanwhile()
            stdout, stderr = process.communicate(stdin)
        except BaseException:  # Ctrl-C above all: nothing may go on writing behind it
            process.kill()
            raise
    return GitAnswer(process.returncode, stdout, stderr.decode("utf-8", "replace"))


def start_fault(cwd: Path, error: OSError) -> EnvironmentFault:
    """Return the error for a git that could not be started."""
    if not cwd.is_dir():
        return EnvironmentFault("io", f"the folder {cwd} does not exist")
    return EnvironmentFault(
        "io",
        f"git is needed to take snapshots and can not be run: {error.strerror}",
        hint="Install git 2.31 or newer, and make sure that PATH names its folder.",
    )


def git_fault(command: str, answer: GitAnswer, *, hint: str | None = None) -> EnvironmentFault:
    """Return the error for a git that ran and failed."""
    return EnvironmentFault(
        "io",
        f"git {command} failed with status {answer.status}",
        evidence="\n".join(answer.stderr.strip().splitlines()[-5:]) or None,
        hint=hint,
    )
