"""A repairer that makes the attempts of a stored run again, in their order.

Decides nothing: iteration n gets the change of the run's attempt n, as it was made, also one that
was refused. For demonstrations and tests that need the same attempts every time; it asks nobody
and reads nothing but the run folder, once, when it is made.

A change that does not fit the tree is a repairer's failure. So is one whose diff was stored with
a secret masked: it is not what was made.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EditError, PatchsmithError, RequestError
from patchsmith.repairers.base import Diagnosis
from patchsmith.snapshots.applying import apply_shown
from patchsmith.text.masking import MASKED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.repairers.base import Failure
    from patchsmith.workspace.local import LocalWorkspace

_CHANGED = ("AttemptMade", "AttemptRefused")
_UNCHANGED = "NothingChanged"
_FAILED = "RepairerFailed"


@dataclass(frozen=True, slots=True)
class RecordedAttempt:
    """One attempt of a stored run."""

    diagnosis: Diagnosis
    """What its repairer said."""
    diff: str | None = None
    """What it changed, in git's form; None for nothing, or when it was not stored."""
    changed: bool = False
    """Whether it changed anything."""
    failure: str | None = None
    """Why its repairer failed; None when it did not."""


class RecordedRepairer:
    """Makes the attempts of one stored run again."""

    __slots__ = ("attempts",)

    def __init__(self, run_dir: str | os.PathLike[str]) -> None:
        """Read a stored run.

        Args:
            run_dir: Its run folder, as its report names it.

        Raises:
            RequestError: `bad-request`, it is no run folder or can not be read.
        """
        self.attempts: tuple[RecordedAttempt, ...] = _read(Path(run_dir))
        """The run's attempts, in order; the first one belongs to iteration 1."""

    @property
    def name(self) -> str:
        """Short name for reports."""
        return "recorded"

    def attempt(self, failure: Failure, workspace: LocalWorkspace) -> Diagnosis:
        """Make the attempt that the run made in this iteration.

        Raises:
            EditError: `not-found`, the change does not fit the tree or was not stored whole.
        """
        number = failure.iteration
        if number > len(self.attempts):
            return Diagnosis(f"the recorded run made no attempt in an iteration {number}")
        recorded = self.attempts[number - 1]
        if recorded.failure is not None:
            raise _unmade(number, f"failed when it was recorded: {recorded.failure}")
        if not recorded.changed:
            return recorded.diagnosis
        if recorded.diff is None:
            raise _unmade(number, "is not stored in the run folder")
        if MASKED in recorded.diff:
            raise _unmade(number, "was stored with a secret masked, so it is not what was made")
        try:
            apply_shown(Path(workspace.root), recorded.diff)
        except EditError as error:
            raise _unmade(number, "does not fit the tree", error) from error
        return recorded.diagnosis


def _unmade(number: int, why: str, error: PatchsmithError | None = None) -> EditError:
    return EditError(
        "not-found",
        f"the recorded attempt {number} {why}",
        evidence=None if error is None else error.evidence,
        hint="Start from the tree that the recorded run started from.",
    )


def _read(folder: Path) -> tuple[RecordedAttempt, ...]:
    try:
        lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
        return tuple(_attempts(folder, [json.loads(line) for line in lines if line.strip()]))
    except OSError as error:
        problem = error.strerror or str(error)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"its events can not be read ({type(error).__name__})"
    raise RequestError(
        "bad-request",
        f"{os.fspath(folder)!r} is no folder of a stored run: {problem}",
        hint="Pass the run folder that the run's report names: --recorded DIR.",
    )


def _attempts(folder: Path, events: list[dict[str, object]]) -> Iterator[RecordedAttempt]:
    number = 0
    for event in events:
        kind = event.get("event")
        if kind not in (*_CHANGED, _UNCHANGED, _FAILED):
            continue
        number += 1
        if kind == _FAILED:
            yield RecordedAttempt(Diagnosis(""), failure=str(event["message"]))
            continue
        diagnosis = _diagnosis(event["account"])
        if kind == _UNCHANGED:
            yield RecordedAttempt(diagnosis)
            continue
        path = folder / "attempts" / f"{number:02d}.diff"
        diff = path.read_bytes().decode("utf-8", "surrogateescape") if path.is_file() else None
        yield RecordedAttempt(diagnosis, diff, changed=True)


def _diagnosis(account: object) -> Diagnosis:
    if not isinstance(account, dict):
        raise TypeError("an account is an object")
    step = account["next_step"]
    ruled_out = tuple(str(cause) for cause in account["ruled_out"])
    return Diagnosis(str(account["text"]), ruled_out, None if step is None else str(step))
