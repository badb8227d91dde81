"""A run as its folder tells it, read and checked before anything is believed.

Decides what is a run of ours: a folder that belongs to the user, of a version that is known, whose
every line is an event or a note. A last line that was cut off is left out; all else that is not
as it was written is refused by a sentence, never guessed at. Nothing here writes.
"""

from __future__ import annotations

import json
import os
import re
import stat
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patchsmith.errors import RequestError, one_line
from patchsmith.loop.run_folder import FORMAT
from patchsmith.replx import events as ev
from patchsmith.replx.codec import decoded, event_from_dict
from patchsmith.replx.declaration import Declaration
from patchsmith.replx.protected import Protection

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")
"""What folders of runs are called."""
NOTES = ("resumed", "ended", "died", "brought-back", "undone")
"""What can have happened to a run as a whole."""
STOPS = (ev.Interrupted, ev.DeadlinePassed)
"""Events that end a loop from outside."""
_MAX_BYTES = 256 * 1024 * 1024
_MAX_TIME_S = 1e11


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of what happened."""

    time: float
    """Seconds since 1970."""
    step: str | None
    """Name of the step the tree was at."""
    event: ev.Event | None = None
    """What the machine was told; None for a note."""
    note: str = ""
    """What happened to the run; empty for an event."""
    more: dict[str, Any]
    """All of the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLog:
    """One run, read."""

    path: Path
    """Its folder."""
    told: dict[str, Any]
    """Content of run.json."""
    entries: tuple[Entry, ...]
    """What happened, in order."""
    sound_bytes: int
    """Bytes of whole lines."""

    @property
    def id(self) -> str:
        """Name of the run."""
        return self.path.name

    @property
    def root(self) -> Path:
        """The folder that the loop was started on."""
        return Path(self.told["root"])

    @property
    def work_root(self) -> Path:
        """The folder that it worked in: a copy where it was isolated."""
        return Path(self.told["isolated"] or self.told["root"])

    @property
    def target(self) -> str:
        """The command, as a shell would read it."""
        return str(self.told["target"])

    @property
    def began(self) -> float:
        """When it was started, in seconds since 1970."""
        return float(self.told["began"])

    @property
    def declaration(self) -> Declaration:
        """What was declared.

        Raises:
            RequestError: `bad-request`, it is no declaration.
        """
        return decoded(Declaration, self.told["secret"].get("declaration"))

    @property
    def protection(self) -> Protection:
        """What attempts must not touch.

        Raises:
            RequestError: `bad-request`.
        """
        return decoded(Protection, self.told["protection"])

    @property
    def events(self) -> tuple[Entry, ...]:
        """What the machine was told; not what stopped it, as it may go on."""
        return tuple(
            each
            for each in self.entries
            if each.event is not None and not isinstance(each.event, STOPS)
        )

    @property
    def last_note(self) -> Entry | None:
        """The note that nothing came after; None when something did."""
        return self.entries[-1] if self.entries and self.entries[-1].note else None

    def noted(self, what: str) -> Entry | None:
        """Return the last note of that kind."""
        return next((each for each in reversed(self.entries) if each.note == what), None)

    @property
    def iterations(self) -> int:
        """Iterations begun."""
        found = (each.event for each in self.entries)
        return len({e.iteration for e in found if isinstance(e, ev.RunFinished) and not e.closing})

    @property
    def spent_s(self) -> float:
        """Seconds the loop was at work, the time between its parts left out."""
        parts = (
            max(0.0, later.time - earlier.time)
            for earlier, later in pairwise(self.entries)
            if later.note != "resumed" and earlier.note in ("", "resumed")
        )
        first = self.entries[0].time - self.began if self.entries else 0.0
        return max(0.0, first) + sum(parts)


def read_run(path: Path) -> RunLog:
    """Read a run.

    Raises:
        RequestError: `bad-request`, it is no run, of another version, or damaged.
    """
    told = _told(path)
    entries, sound_bytes = _entries(path)
    return RunLog(path=path, told=told, entries=tuple(entries), sound_bytes=sound_bytes)


def _told(path: Path) -> dict[str, Any]:
    try:
        found = path.stat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise _refused(path, "it is no folder of yours")
        told = json.loads(_read(path / "run.json"))
    except (OSError, ValueError, RecursionError) as error:
        raise _refused(path, "it holds no run of this program") from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        version = told.get("format") if isinstance(told, dict) else None
        raise _refused(path, f"its form is {version!r}, and this program reads {FORMAT}")
    kinds: dict[str, type | tuple[type, ...]] = {
        "root": str, "target": str, "began": (int, float), "protection": dict, "secret": dict,
        "options": dict, "isolated": (str, type(None)), "withheld": bool,
    }  # fmt: skip
    for name, kind in kinds.items():
        if name not in told or not isinstance(told[name], kind):
            raise _refused(path, f"its {name} is missing or wrong")
    if not _is_time(told["began"]):
        raise _refused(path, "it says no time at which it began")
    if not all(os.path.isabs(each) for each in (told["root"], told["isolated"] or "/")):
        raise _refused(path, "its root is no absolute path")
    return told


def _entries(path: Path) -> tuple[list[Entry], int]:
    try:
        content = _read(path / "events.jsonl")
    except FileNotFoundError:  # killed before the first event
        return [], 0
    except OSError as error:
        raise _refused(path, f"its events can not be read: {error.strerror}") from error
    whole = content[: content.rfind(b"\n") + 1]
    return list(_parsed(path, whole)), len(whole)


def _parsed(path: Path, whole: bytes) -> Iterator[Entry]:
    for number, line in enumerate(whole.split(b"\n")[:-1], start=1):
        try:
            more = json.loads(line)
            if not isinstance(more, dict) or more.pop("n", None) != number:
                raise RequestError("bad-request", f"it is not line {number}")
            yield _entry(more)
        except (RequestError, ValueError, RecursionError) as error:
            why = error.message if isinstance(error, RequestError) else "it is no JSON"
            raise _refused(path, f"line {number} of its events: {why}") from error


def _entry(more: dict[str, Any]) -> Entry:
    when, step = more.pop("time", None), more.pop("step", None)
    is_sound = _is_time(when) and isinstance(step, str | None)
    if not is_sound or ("note" in more) == ("event" in more):
        raise RequestError("bad-request", "it is neither an event nor a note")
    if "event" in more:
        return Entry(time=when, step=step, event=event_from_dict(more), more=more)
    if more["note"] not in NOTES:
        raise RequestError("bad-request", "it is no note that is known")
    return Entry(time=when, step=step, note=more["note"], more=more)


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value < _MAX_TIME_S  # neither holds for NaN


def _read(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise OSError(0, "it is too large")
    return content


def _refused(path: Path, why: str) -> RequestError:
    return RequestError(
        "bad-request",
        f"the run {one_line(path.name)} can not be read: {why}",
        path=str(path),
        hint="List the runs that can be: patchsmith runs list",
    )
