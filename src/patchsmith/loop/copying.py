"""Copies a folder byte by byte, so that nothing done to the copy can reach the original.

Decides what a copy is: every file, ignored ones too (a command may need node_modules or .venv),
links as links, modes and times. No hard links: an edit in place would go through them. Where the
file system shares blocks between files (reflink), contents take neither time nor room. Sockets,
pipes and devices are left out. It must never write to the original.

A work tree that is linked to a repository elsewhere (`git worktree`, a submodule) gets a git
directory of its own, or git in the copy would work on the original's.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.snapshots.git import clean_environment, run_git

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patchsmith.snapshots.repository import Surroundings

_FICLONE = 0x40049409  # Linux: let two files share their blocks until one is written to


def place_for_copy(source: Path) -> Path:
    """Return the folder for temporary files, where a copy is made.

    Args:
        source: Real path of what is to be copied.

    Raises:
        RequestError: `bad-request`, it lies inside of that: the copying would never end.
    """
    place = Path(os.path.realpath(tempfile.gettempdir()))
    if place.is_relative_to(source):
        raise RequestError(
            "bad-request",
            f"the folder for temporary files {str(place)!r} is inside of what is copied: no copy "
            "can be made",
            hint="Set TMPDIR to a folder elsewhere.",
        )
    return place


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder with everything below it.

    Args:
        source: The folder.
        target: A place where nothing is yet.

    Raises:
        EnvironmentFault: `io`, something can not be read, or there is no room.
    """
    try:
        shutil.copytree(
            source, target, symlinks=True, ignore=_special_files, copy_function=_copy_file
        )
    except shutil.Error as error:
        path, _, reason = error.args[0][0]
        raise copy_fault(source, f"{path}: {reason}") from error
    except OSError as error:
        raise copy_fault(source, error.strerror or str(error)) from error


def copy_fault(source: Path, reason: str) -> EnvironmentFault:
    """Return the error for a folder that can not be copied."""
    return EnvironmentFault(
        "io",
        f"{str(source)!r} can not be copied: {reason}",
        hint="A copy needs every file to be readable, and room: set TMPDIR to a folder that has.",
    )


def _special_files(folder: str, names: Iterable[str]) -> set[str]:
    return {name for name in names if _is_special(os.path.join(folder, name))}


def _is_special(path: str) -> bool:
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))


def _copy_file(source: str, target: str, *, follow_symlinks: bool = True) -> str:
    if follow_symlinks is False or os.path.islink(source) or not _cloned(source, target):
        return shutil.copy2(source, target, follow_symlinks=follow_symlinks)
    shutil.copystat(source, target)
    return target


def _cloned(source: str, target: str) -> bool:
    """Make a file that shares the other one's blocks; return whether the file system can."""
    with open(source, "rb") as read, open(target, "wb") as written:  # noqa: PTH123 - names of copytree
        try:
            fcntl.ioctl(written.fileno(), _FICLONE, read.fileno())
        except OSError:
            return False
    return True


def own_git_directory(top: Path, around: Surroundings) -> None:
    """Give a copied work tree a git directory of its own where it has a link to one.

    Args:
        top: Top of the copy.
        around: What is known about the original.

    Raises:
        EnvironmentFault: `io`.
    """
    link = top / ".git"
    if not link.is_file() or around.common_dir is None or around.git_dir is None:
        return
    try:
        link.unlink()
        shutil.copytree(
            around.common_dir, link, symlinks=True, ignore=shutil.ignore_patterns("worktrees")
        )
        for name in ("HEAD", "index", "ORIG_HEAD", "config.worktree"):
            if (around.git_dir / name).is_file():
                shutil.copy2(around.git_dir / name, link / name)
    except (OSError, shutil.Error) as error:
        raise copy_fault(around.common_dir, str(error)) from error
    for args in (("--unset", "core.worktree"), ("core.bare", "false")):
        command = ["config", "--file", str(link / "config"), *args]
        # not from inside: git would look for the work tree that is being unset
        run_git(command, cwd=top.parent, env=clean_environment(user_settings=False))


def remove_folder(folder: Path) -> None:
    """Remove a folder that is ours, also what a program has made read-only in it."""
    for place, folders, _ in os.walk(folder):
        for name in folders:
            path = os.path.join(place, name)
            if not os.path.islink(path) and not os.access(path, os.W_OK | os.X_OK):
                os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
