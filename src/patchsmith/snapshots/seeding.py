"""Makes the private git directory a store works with.

Decides what is in it: settings that keep content as it is, attributes that overrule every
`.gitattributes`, the ignore rules as they were at the start, a copy of the user's index, so that
the first snapshot need not read every file, and a copy of the contents that index names. Nothing
in it depends on the user's git directory once it is made: whatever becomes of that one, even its
removal, every snapshot can be read and brought back.

It must never change a byte of the user's git directory. `info/attributes` is what makes this
design: it alone has precedence over the attributes in the tree, and it can not be overlaid with
variables, so the git directory has to be ours.

Rules for editors: the marker is written last; a store without it is made again.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.git import PrivateGit, clean_environment, git_fault, run_git

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.snapshots.repository import Surroundings

_MARKER = "patchsmith-store"
ATTRIBUTES = "* -text !eol -crlf -filter -ident -working-tree-encoding !diff\n"
"""Content of `info/attributes` with which git takes every file as the bytes it holds."""
_NEVER_TAKEN = (f"{RECORD_DIR}/", ".hg/", ".svn/", ".jj/", ".bzr/")
_SETTINGS = {
    "bare": "false",
    "autocrlf": "false",
    "safecrlf": "false",
    "fsmonitor": "false",
    "untrackedCache": "false",
    "splitIndex": "false",
    "hooksPath": os.devnull,
    "attributesFile": os.devnull,
    "excludesFile": os.devnull,
    "quotePath": "false",
    "protectNTFS": "false",  # names are recorded as they are; the workspace judges paths
    "protectHFS": "false",
    "compression": "1",
    "fsync": "none",  # a store that a crash destroys is made again
}


def prepare(git: PrivateGit, around: Surroundings) -> None:
    """Make the git directory, or leave it alone when it was made for the same place.

    Raises:
        EnvironmentFault: `io`, the folder can not be written or git failed.
    """
    marker = git.git_dir / _MARKER
    expected = os.fsencode(f"1\n{around.top}\n{around.prefix}\n{around.git_dir}\n")
    try:
        if marker.is_file() and marker.read_bytes() == expected:
            return
        _make(git, around)
        marker.write_bytes(expected)
    except OSError as error:
        raise EnvironmentFault(
            "io", f"snapshots can not be stored in {git.git_dir}: {error.strerror}"
        ) from error


def _make(git: PrivateGit, around: Surroundings) -> None:
    store = git.git_dir
    store.mkdir(mode=0o700, parents=True, exist_ok=True)
    (store / "config").unlink(missing_ok=True)
    args = ["init", "--quiet", "--bare", "--template=", f"--object-format={around.object_format}"]
    env = clean_environment(user_settings=False)
    answer = run_git([*args, str(store)], cwd=store, env=env)
    if answer.status != 0:
        raise git_fault("init", answer)
    (store / "info").mkdir(exist_ok=True)
    (store / "info" / "attributes").write_text(ATTRIBUTES, encoding="ascii")
    rules = "".join(f"{pattern}\n" for pattern in _NEVER_TAKEN).encode()
    (store / "info" / "exclude").write_bytes(around.ignore_rules + b"\n" + rules)
    _write_settings(store, around)
    _link_objects(store, around)
    _seed_index(git, around)
    _own_objects(git, around)


def _write_settings(store: Path, around: Surroundings) -> None:
    settings = {**_SETTINGS, **around.settings}
    lines = [f'\t{name} = "{value}"\n' for name, value in settings.items()]
    with (store / "config").open("a", encoding="utf-8") as config:
        config.write("[core]\n" + "".join(lines) + "[gc]\n\tauto = 0\n")


def _link_objects(store: Path, around: Surroundings) -> None:
    if around.common_dir is None:
        return
    alternates = store / "objects" / "info" / "alternates"
    alternates.parent.mkdir(parents=True, exist_ok=True)
    alternates.write_bytes(_quoted(os.fsencode(around.common_dir / "objects")) + b"\n")


def _own_objects(git: PrivateGit, around: Surroundings) -> None:
    """Copy the contents the index names into one pack, and let go of the user's objects.

    A content that is missing there, as in a partial clone, is read from the disk again.
    """
    alternates = git.git_dir / "objects" / "info" / "alternates"
    if not alternates.exists():
        return
    if (git.git_dir / "index").exists():
        entries = _entries(git, around.prefix)
        wanted = {object_id for object_id, _ in entries}
        missing = _missing(git, wanted)
        kept = b"".join(each + b"\n" for each in sorted(wanted - missing))
        if kept:
            place = str(git.git_dir / "objects" / "pack" / "pack")
            git.ask("pack-objects", "--quiet", "--window=0", place, stdin=kept)
        lost = b"".join(path + b"\0" for object_id, path in entries if object_id in missing)
        if lost:
            git.ask("update-index", "--force-remove", "-z", "--stdin", stdin=lost)
    alternates.unlink()


def _entries(git: PrivateGit, prefix: str) -> list[tuple[bytes, bytes]]:
    """Return object and path of every file and link of the index below the prefix."""
    listed = git.ask("ls-files", "--stage", "-z", "--", prefix or ".").stdout
    found = (entry.partition(b"\t") for entry in listed.split(b"\0") if entry)
    return [(head.split()[1], path) for head, _, path in found if not head.startswith(b"160000")]


def _missing(git: PrivateGit, objects: set[bytes]) -> set[bytes]:
    stdin = b"".join(each + b"\n" for each in sorted(objects))
    answer = git.ask("cat-file", "--batch-check=%(objecttype)", "--buffer", stdin=stdin)
    lines = answer.stdout.splitlines()
    return {line.split()[0] for line in lines if line.endswith(b" missing")}


def _quoted(path: bytes) -> bytes:
    """Return the path as a line of an alternates file, in git's quotes."""
    escaped = path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + escaped + b'"'


def _seed_index(git: PrivateGit, around: Surroundings) -> None:
    """Start from the user's index; failing that from HEAD, failing that from nothing.

    Files that are tracked and ignored at once are known from there only; the rest is speed.
    """
    (git.git_dir / "index").unlink(missing_ok=True)
    if around.git_dir is None:
        return
    _copy_index(around.git_dir, git.git_dir)
    if _is_usable(git):
        return
    (git.git_dir / "index").unlink(missing_ok=True)
    if around.head_tree is not None:
        git.ask("read-tree", around.head_tree, accept=(0, 128))


def _copy_index(source: Path, store: Path) -> None:
    """Copy the index, with the files a split index refers to.

    The copy keeps its time: git re-reads files that changed as late as the index itself, and a
    younger copy would make it trust them.
    """
    for name in ("index", *(file.name for file in source.glob("sharedindex.*"))):
        if (source / name).is_file():
            shutil.copyfile(source / name, store / name)
            at = (source / name).stat().st_mtime_ns
            os.utime(store / name, ns=(at, at))


def _is_usable(git: PrivateGit) -> bool:
    """Clear what makes an index lie about the disk; return whether git can read it at all."""
    listed = git.ask("ls-files", "-z", "-v", accept=(0, 128))
    if listed.status != 0:
        return False
    entries = [entry.partition(b" ") for entry in listed.stdout.split(b"\0") if entry]
    hidden = [path for tag, _, path in entries if tag in (b"S", b"s") or tag.islower()]
    unmerged = [path for tag, _, path in entries if tag in (b"M", b"m")]
    if hidden:
        stdin = b"".join(path + b"\0" for path in hidden)
        for flag in ("--no-assume-unchanged", "--no-skip-worktree"):
            git.ask("update-index", flag, "-z", "--stdin", stdin=stdin)
    if unmerged:
        stdin = b"".join(path + b"\0" for path in set(unmerged))
        git.ask("update-index", "--force-remove", "-z", "--stdin", stdin=stdin)
    return True
