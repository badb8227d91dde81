"""Applies a difference that a store has shown to a tree again: all of it, or nothing.

Decides by git alone whether it fits; nothing is guessed where it does not. The result depends on
the text and the tree: neither the user's repository nor any configuration or attribute is read.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from patchsmith.errors import EditError, EnvironmentFault
from patchsmith.snapshots.git import PrivateGit
from patchsmith.snapshots.seeding import ATTRIBUTES

_SETTINGS = ("-c", "core.autocrlf=false", "-c", "core.symlinks=true", "-c", "core.fileMode=true")


def apply_shown(root: Path, diff: str) -> None:
    """Apply a unified diff in git's form to the files below a root.

    Args:
        root: Real path of the folder that the diff's paths are relative to.
        diff: Text as `DeepStore.patch` shows it.

    Raises:
        EditError: `not-found`, it does not fit the tree; nothing was changed.
        EnvironmentFault: `io`, git is missing or there is no room.
    """
    try:
        temporary = tempfile.TemporaryDirectory(prefix="patchsmith-")
    except OSError as error:
        raise EnvironmentFault("io", f"no folder can be made: {error.strerror}") from error
    with temporary as folder:
        git = PrivateGit(Path(os.path.realpath(folder)), root)
        git.ask("init", "--quiet", "--template=")
        (git.git_dir / "info").mkdir(exist_ok=True)
        (git.git_dir / "info" / "attributes").write_text(ATTRIBUTES, encoding="ascii")
        content = diff.encode("utf-8", "surrogateescape")
        answer = git.ask(
            *_SETTINGS, "apply", "--whitespace=nowarn", "-", stdin=content, accept=(0, 1, 128)
        )
    if answer.status != 0:
        raise EditError(
            "not-found",
            "the change does not fit the tree",
            evidence="\n".join(answer.stderr.strip().splitlines()[:5]) or None,
            hint="Start from the tree that it was made in.",
        )
