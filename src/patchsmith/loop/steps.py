"""The tree at one moment of a loop, written down so that another process can go back to it.

Decides the stored form: files named by the digest of their content, compressed, in the run
folder. A file that does not fit its name, or holds a path that leads anywhere but below the root,
is refused: what is read here is written to the user's tree later.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.findings import Finding
from patchsmith.loop.git_state import GitState
from patchsmith.replx.codec import decoded, encoded
from patchsmith.snapshots.deep import DeepTree
from patchsmith.snapshots.store import TreeId, Uncommitted

if TYPE_CHECKING:
    from pathlib import Path

Stored = Any
"""What JSON can hold; whatever does not fit raises where it is taken apart."""
_NAME = re.compile(r"[0-9a-f]{64}")
_OBJECT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_MAX_BYTES = 1 << 30
_QUICK = 1  # zlib's level; modes of many files repeat themselves


@dataclass(frozen=True, slots=True)
class Step:
    """What a loop knows of the tree at one moment."""

    tree: DeepTree
    """The files."""
    git: GitState
    """What the repository's own folder held at the last run."""
    moved: tuple[Finding, ...] = ()
    """What attempts did to references until then."""
    uncommitted: dict[str, Uncommitted] = field(default_factory=dict)
    """In the first step: files that were not as committed."""


class StepStore:
    """The steps of one run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: tuple[Step, str] | None = None

    def save(self, step: Step) -> str:
        """Write a step down, once, and return its name.

        Raises:
            EnvironmentFault: `io`.
        """
        if self._last is not None and self._last[0] == step and self._place(self._last[1]).exists():
            return self._last[1]
        content = json.dumps(_to_json(step), sort_keys=True).encode("ascii")
        name = hashlib.sha256(content).hexdigest()
        place = self._place(name)
        try:
            if not place.exists():
                self._folder.mkdir(exist_ok=True)
                half = place.with_suffix(".new")
                half.write_bytes(zlib.compress(content, _QUICK))
                half.replace(place)
        except OSError as error:
            raise EnvironmentFault(
                "io", f"a step can not be written to {self._folder}: {error.strerror}"
            ) from error
        self._last = step, name
        return name

    def _place(self, name: str) -> Path:
        return self._folder / f"{name}.z"

    def load(self, name: object) -> Step:
        """Return the step of that name.

        Raises:
            RequestError: `bad-request`, there is none, or it is not what was written.
        """
        try:
            if not isinstance(name, str) or not _NAME.fullmatch(name):
                raise _refused(name)
            packed = self._place(name).read_bytes()
            content = zlib.decompressobj().decompress(packed, _MAX_BYTES)
            if hashlib.sha256(content).hexdigest() != name:
                raise _refused(name)
            return _from_json(json.loads(content))
        except (OSError, zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
            raise _refused(name) from error
        except RecursionError:
            raise _refused(name) from None


def _refused(name: object) -> RequestError:
    return RequestError("bad-request", f"the run folder has no sound step {str(name)[:70]!r}")


# --- the stored form ---


def _to_json(step: Step) -> dict[str, object]:
    return {
        "tree": _tree_to_json(step.tree),
        "git": {
            "exists": step.git.exists,
            "steering": {
                path: [mode, b64encode(content).decode("ascii")]
                for path, (mode, content) in step.git.steering.items()
            },
            "references": {
                path: b64encode(content).decode("ascii")
                for path, content in step.git.references.items()
            },
        },
        "moved": [encoded(each) for each in step.moved],
        "uncommitted": {path: list(each) for path, each in step.uncommitted.items()},
    }


def _from_json(stored: Stored) -> Step:
    git = stored["git"]
    return Step(
        _tree_from_json(stored["tree"]),
        GitState(
            bool(git["exists"]),
            {
                _numbered(path): (int(mode), b64decode(content))
                for path, (mode, content) in git["steering"].items()
            },
            {_numbered(path): b64decode(content) for path, content in git["references"].items()},
        ),
        tuple(decoded(Finding, each) for each in stored["moved"]),
        {
            _below(path): Uncommitted(_object(one), two and _object(two))
            for path, (one, two) in stored["uncommitted"].items()
        },
    )


def _tree_to_json(tree: DeepTree) -> dict[str, object]:
    return {
        "tree": tree.tree,
        "modes": dict(tree.modes),
        "nested": {path: _tree_to_json(below) for path, below in tree.nested},
    }


def _tree_from_json(stored: Stored) -> DeepTree:
    return DeepTree(
        TreeId(_object(stored["tree"])),
        {path and _below(path): int(mode) for path, mode in stored["modes"].items()},
        tuple((_below(path), _tree_from_json(below)) for path, below in stored["nested"].items()),
    )


def _object(name: str) -> str:
    if not _OBJECT.fullmatch(name):
        raise ValueError(name)
    return name


def _below(path: str) -> str:
    """Return a path that leads below the folder it is relative to, or refuse it."""
    if any(part in ("", ".", "..") for part in path.split("/")) or "\0" in path:
        raise ValueError(path)
    return path


def _numbered(path: str) -> str:
    number, _, name = path.partition(":")
    if number not in ("0", "1"):
        raise ValueError(path)
    return f"{number}:{_below(name)}"
