"""The folder of one run: declaration, events, steps, outputs, diffs, report.

Lives outside the root, where no repairer reads or changes it. Secrets are masked in all of it but
the snapshots and steps, which have to bring files back as they were. Events are appended and
flushed one by one, so that a loop that was killed can still be read (`run_log`) and gone on with.

    run.json           the version of this form, and what the run is gone on with
    declaration.json   what was declared, to be read
    events.jsonl       one JSON object per line, in order: an event of the machine with the step
                       the tree was at, or a note (resumed, ended, died, brought-back, undone)
    steps/             the tree at each of them, by the digest of what is stored
    runs/NN/           stdout.txt, stderr.txt of iteration NN; runs/closing/ of the closing run;
                       runs/NN-check/ of the check after it, runs/NN-repeat/ of its repetition,
                       runs/NN-lint/, runs/NN-full/ of what phases run beside the iterations
    checkpoint.diff    the lint-only edits that were set apart
    context/NN.json    the files and lines that failure NN implicates
    attempts/NN.diff   what attempt NN changed, also when it was refused; NN-cut-off.diff what was
                       brought back of an effect that was cut off
    report.md, report.json
    snapshots/         store of the trees before and after
    originals/         the same for the root, where the loop worked in a copy
    size               bytes of all this, once it has ended
    lock               held by the process that works on the run

Rules for editors: what changes its meaning needs a new `FORMAT`; a run of another one is refused.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.steps import StepStore
from patchsmith.replx.codec import event_to_dict
from patchsmith.replx.run_record import Decider
from patchsmith.text.masking import Masker, secret_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patchsmith.loop.steps import Step
    from patchsmith.repairers.base import Excerpt
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.events import Event

_CHECKPOINT = "checkpoint.diff"
FORMAT = 1
"""Version of the form above."""
SIZE = "size"
"""Name of the file that holds how many bytes the run takes."""


def state_folder() -> Path:
    """Return the user's folder for what Patchsmith keeps: runs and locks."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not base.startswith("/"):  # the specification: a relative value is ignored
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base) / "patchsmith"


def folder_of_runs(given: str | os.PathLike[str] | None, root: Path) -> Path:
    """Return the real path of the folder that holds runs.

    Args:
        given: The caller's choice; None for the user's state folder.
        root: Real path of the root.

    Raises:
        RequestError: `bad-request`, it lies inside the root.
    """
    folder = Path(os.path.realpath(given if given is not None else state_folder() / "runs"))
    if folder.is_relative_to(root):
        raise RequestError(
            "bad-request",
            f"the folder for runs {str(folder)!r} is inside the root {str(root)!r}, where a "
            "repairer could read and change it",
            hint="Name a folder outside the root: --run-dir DIR.",
        )
    return folder


class RunFolder:
    """One run's folder, made when it is opened."""

    def __init__(self, path: Path, masker: Masker, *, lines: int = 0) -> None:
        self.path = path
        """The folder."""
        self.masker = masker
        """Masks the secrets in all that is stored."""
        self.steps = StepStore(path / "steps")
        """The trees of its steps."""
        self._number = lines

    @classmethod
    def create(cls, parent: Path) -> RunFolder:
        """Make a new folder for a run.

        Args:
            parent: Folder that holds runs; made when missing.

        Raises:
            EnvironmentFault: `io`.
        """
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
        try:
            parent.mkdir(parents=True, exist_ok=True)
            (parent / name).mkdir(mode=0o700)
            (parent / name / "attempts").mkdir()
            (parent / name / "context").mkdir()
        except OSError as error:
            raise EnvironmentFault(
                "io",
                f"no folder for runs can be made in {str(parent)!r}: {error.strerror}",
                hint="Name a folder that can be written to: --run-dir DIR.",
            ) from error
        return cls(parent / name, Masker(secret_values(os.environ)))

    @classmethod
    def reopened(cls, path: Path, *, lines: int, sound_bytes: int) -> RunFolder:
        """Open the folder of an earlier run, to append to what was read of it.

        Args:
            path: The folder.
            lines: Whole lines of its events.
            sound_bytes: Bytes that these take; what comes after them was cut off, and goes.

        Raises:
            EnvironmentFault: `io`.
        """
        with _storing(path):
            if sound_bytes:
                os.truncate(path / "events.jsonl", sound_bytes)
            (path / SIZE).unlink(missing_ok=True)
        return cls(path, Masker(secret_values(os.environ)), lines=lines)

    @property
    def snapshots(self) -> Path:
        """Folder of the snapshot store."""
        return self.path / "snapshots"

    @property
    def originals(self) -> Path:
        """Folder of the store for the root itself, where the loop works in a copy."""
        return self.path / "originals"

    def outputs(
        self, iteration: int, *, closing: bool, kind: Decider = Decider.RUN, after: str = ""
    ) -> Path:
        """Return the folder for the outputs of a run, of its check or its second execution.

        Args:
            iteration: 1-based iteration of the run.
            closing: Whether it is the closing run.
            kind: Which execution.
            after: What else is run after it, in phases: `lint` or `full`.
        """
        name = "closing" if closing else f"{iteration:02d}"
        name += f"-{after}" if after else ""
        return self.path / "runs" / (name if kind is Decider.RUN else f"{name}-{kind}")

    def write_declaration(self, declaration: Declaration, **extra: object) -> None:
        """Write down what was declared, before anything has run."""
        declared = {**declaration.to_dict(), **extra}
        self._write("declaration.json", _json(self.masker.mask_all(declared)))

    def write_run(self, run: dict[str, object], **secret: object) -> None:
        """Write down what the run is gone on with.

        Args:
            run: What can not hold a secret.
            secret: What can, such as the command; masked, it is good for reading only.
        """
        masked = self.masker.mask_all(secret)
        withheld = masked != json.loads(json.dumps(secret))
        parts = {"format": FORMAT, **run, "withheld": withheld}
        self._write("run.json", _json(parts | {"secret": masked}), mask=False)

    def append(self, event: Event, step: Step) -> None:
        """Append an event, with the tree that goes with it, and flush it."""
        self._append({**event_to_dict(event), "step": self.steps.save(step)})

    def note(self, what: str, *, step: Step | None = None, **more: object) -> None:
        """Append what happened to the run as a whole.

        Args:
            what: `resumed`, `ended`, `died`, `brought-back` or `undone`.
            step: The tree that goes with it.
            more: What else is said of it.
        """
        name = None if step is None else self.steps.save(step)
        self._append({"note": what, **more, "step": name})

    def _append(self, entry: dict[str, object]) -> None:
        self._number += 1
        numbered = {"n": self._number, "time": round(time.time(), 3), **entry}
        line = json.dumps(self.masker.mask_all(numbered)) + "\n"
        with _storing(self.path), (self.path / "events.jsonl").open("a", encoding="ascii") as file:
            file.write(line)
            file.flush()

    def write_diff(self, name: str, text: str) -> None:
        """Write down what an attempt changed, or what was brought back.

        Args:
            name: Number of the iteration, or what the diff is; without suffix.
            text: The diff.
        """
        self._write(f"attempts/{name}.diff", text)

    def write_context(self, iteration: int, excerpts: Sequence[Excerpt]) -> None:
        """Write down what a failure implicates."""
        self._write(f"context/{iteration:02d}.json", _json([asdict(each) for each in excerpts]))

    def write_checkpoint(self, text: str) -> str:
        """Write down the lint-only edits; return the name of their diff."""
        self._write(_CHECKPOINT, text)
        return _CHECKPOINT

    def write_report(self, markdown: str, record: dict[str, object]) -> None:
        """Write the report in both forms."""
        self._write("report.md", markdown)
        self._write("report.json", _json(self.masker.mask_all(record)))

    def _write(self, name: str, text: str, *, mask: bool = True) -> None:
        with _storing(self.path):
            shown = self.masker.mask(text) if mask else text
            (self.path / name).write_bytes(shown.encode("utf-8", "backslashreplace"))


def _json(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"


@contextmanager
def _storing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise EnvironmentFault(
            "io",
            f"the run folder {str(path)!r} can not be written: {error.strerror}",
            hint="Make room there, or name another folder: --run-dir DIR.",
        ) from error
