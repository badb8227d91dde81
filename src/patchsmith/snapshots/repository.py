"""What a snapshot takes over from the user's repository, read and never written.

Decides whether a root counts as inside a repository, and which of its settings say what is on
disk (file modes, symbolic links, ignored files). Settings that convert content are left out on
purpose. It must never run anything in the user's repository that takes a lock.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from patchsmith.snapshots.git import clean_environment, run_git

_TAKEN_OVER = ("filemode", "symlinks", "ignorecase", "precomposeunicode")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A root and the repository around it, if there is one."""

    top: Path
    """Top of the work tree; the root itself outside git."""
    prefix: str
    """Path of the root below `top` with a trailing slash; empty for the top itself."""
    git_dir: Path | None = None
    """The user's git directory of this work tree; None outside git."""
    common_dir: Path | None = None
    """The git directory shared by all work trees, where the objects are."""
    object_format: str = "sha1"
    """Hash the repository names objects by."""
    head_tree: str | None = None
    """Tree of the commit that is checked out; None without commits."""
    settings: dict[str, str] = field(default_factory=dict)
    """`core.*` settings that describe the file system, without the prefix."""
    ignore_rules: bytes = b""
    """Ignore patterns from outside the tree: the user's own, then `info/exclude`."""


def look_around(root: Path) -> Surroundings:
    """Return what is known about the root; a root that its repository ignores is outside git.

    Raises:
        EnvironmentFault: `io`, git or the root is missing.
    """
    root = Path(os.path.realpath(root))
    settings, excludes_file = _settings(root)
    found = _ask(root, "rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir")
    places = [] if found is None else os.fsdecode(found).splitlines()
    if len(places) != 3 or _is_ignored(Path(places[0]), root):
        return Surroundings(top=root, prefix="", ignore_rules=_content(excludes_file))
    top, git_dir = Path(places[0]), Path(places[1])
    common_dir = Path(os.path.realpath(root / places[2]))
    below = root.relative_to(os.path.realpath(top)).as_posix()
    rules = (_content(excludes_file), _content(common_dir / "info" / "exclude"))
    head = _ask(root, "rev-parse", "--verify", "--quiet", "HEAD^{tree}")
    kind = _ask(root, "rev-parse", "--show-object-format")
    return Surroundings(
        top=top,
        prefix="" if below == "." else f"{below}/",
        git_dir=git_dir,
        common_dir=common_dir,
        object_format="sha1" if kind is None else kind.decode().strip(),
        head_tree=None if head is None else head.decode().strip(),
        settings=settings,
        ignore_rules=b"\n".join(rules),
    )


def _ask(folder: Path, *args: str) -> bytes | None:
    """Return what git says in the folder; None when it fails."""
    answer = run_git(args, cwd=folder, env=clean_environment(user_settings=False))
    return answer.stdout if answer.status == 0 else None


def _is_ignored(top: Path, root: Path) -> bool:
    if os.path.realpath(top) == str(root):
        return False
    return _ask(top, "check-ignore", "--quiet", "--", str(root)) is not None


def _settings(root: Path) -> tuple[dict[str, str], Path]:
    """Return the settings taken over, and the user's own ignore file."""
    pattern = rf"^core\.({'|'.join(_TAKEN_OVER)}|excludesfile)$"
    env = clean_environment(user_settings=True)
    answer = run_git(["config", "--null", "--get-regexp", pattern], cwd=root, env=env)
    pairs = (os.fsdecode(pair).partition("\n") for pair in answer.stdout.split(b"\0") if pair)
    found = {name.removeprefix("core."): value or "true" for name, _, value in pairs}
    config_home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    excludes_file = found.pop("excludesfile", os.path.join(config_home, "git", "ignore"))
    return found, root / os.path.expanduser(excludes_file)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
