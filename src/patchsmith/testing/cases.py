"""A case: a small project with a seeded defect, and the loop run on a fresh copy of it.

Every run starts from the same files in a folder of its own, so runs do not see each other. Must
never touch the user's state folder: runs and locks are kept beside the trees of the case.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict, Unpack

from patchsmith.loop.request import LoopRequest
from patchsmith.loop.session import repair
from patchsmith.repairers.registry import NoRepairer
from patchsmith.testing.assertions import assert_solved, assert_unsolved
from patchsmith.testing.scripted import ScriptedRepairer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from patchsmith.loop.progress import Tell
    from patchsmith.repairers.base import Repairer
    from patchsmith.replx.record import LoopRecord
    from patchsmith.replx.wording import Language


class LoopOptions(TypedDict, total=False):
    """Options of one loop, by the names of `LoopRequest`; what is left out has its default."""

    budget: str | float | None
    goal: str | None
    success_line: str | None
    success_exact: str | None
    success_regex: str | None
    stream: str
    no_output: tuple[str, ...]
    check: str | None
    twice: bool
    success: str | None
    phases: bool
    lint: str | None
    build: str | None
    test: str | None
    commit: bool
    timeout_s: float | None
    deadline_s: float | None
    allow: tuple[str, ...]
    held_out: str | os.PathLike[str] | None
    verify: str | None
    isolate: bool
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A project whose command fails, and the fix that is expected to mend it."""

    folder: Path
    """Where trees, runs and held-out checks are kept, such as pytest's `tmp_path`."""
    files: Mapping[str, bytes]
    """The project with its defect: path -> content; what begins with `#!` is made executable."""
    words: tuple[str, ...]
    """The command."""
    fix: str | None = None
    """V4A patch that mends the defect; None when none is known."""
    held_out: Mapping[str, bytes] = field(default_factory=dict)
    """Checks that are kept from the repairer: path -> content; none when empty."""
    verify: str | None = None
    """Command run on the held-out checks; None for the case's own."""

    def run(
        self,
        repairer: Repairer | None = None,
        *,
        tell: Tell | None = None,
        **options: Unpack[LoopOptions],
    ) -> LoopRecord:
        """Run the loop on a fresh tree and return its record; `record.root` is that tree.

        Args:
            repairer: Who makes the attempts; the offline repairer by default.
            tell: Called with one line of progress at a time.
            options: What `LoopRequest` takes besides words and root.

        Raises:
            DeclarationError: The loop must not start as declared; `code` is the guard's name.
            PatchsmithError: As `loop.repair`.
        """
        root = self.lay()
        words = () if options.get("goal") is not None else self.words
        if self.held_out:
            options.setdefault("held_out", _laid(self.folder / "held_out", self.held_out))
            options.setdefault("verify", self.verify)
        request = LoopRequest(words=words, root=root, **options)
        with _own_state(self.folder / "state"):
            return repair(request, repairer=repairer, tell=tell)

    def lay(self) -> Path:
        """Write the project into a new folder and return it."""
        trees = self.folder / "trees"
        trees.mkdir(parents=True, exist_ok=True)
        return _laid(trees / f"{len(list(trees.iterdir())) + 1:02d}", self.files)

    def prove(self, **options: Unpack[LoopOptions]) -> None:
        """Show that the case tells a repair from none: it fails as it is, and its fix passes.

        Raises:
            AssertionError: It does not.
        """
        options["budget"] = 1
        assert_unsolved(self.run(NoRepairer(), **options))
        if self.fix is None:
            raise AssertionError("the case has no fix to prove it with")
        assert_solved(self.run(ScriptedRepairer([self.fix]), **options))


def _laid(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if content.startswith(b"#!"):
            path.chmod(0o755)
    return folder


@contextmanager
def _own_state(folder: Path) -> Iterator[None]:
    """Make a folder the user's state folder for a while."""
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = os.path.abspath(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["XDG_STATE_HOME"]
        else:
            os.environ["XDG_STATE_HOME"] = before
