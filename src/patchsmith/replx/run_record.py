"""One run of a command with its judgement, and which execution decided it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from patchsmith.replx.phases import Part

if TYPE_CHECKING:
    from patchsmith.replx.observation import Judgement, RunSeen


class Decider(StrEnum):
    """Which execution decided the judgement on a run."""

    RUN = "run"
    CHECK = "check"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run of the command and its judgement."""

    seen: RunSeen
    """What it showed."""
    judgement: Judgement
    """Whether all of it met the condition."""
    check: RunSeen | None = None
    """What the check command after it showed."""
    repeat: RunSeen | None = None
    """What its second execution showed."""
    decided_by: Decider = Decider.RUN
    """Which of them decided."""
    part: Part = Part.FULL
    """What of the declared command was run."""

    def to_dict(self) -> dict[str, object]:
        """Return the run as JSON holds it."""
        return {
            "exit_status": self.seen.exit_status,
            "timed_out": self.seen.timed_out,
            "duration_s": round(self.seen.duration_s, 3),
            "met": self.judgement.met,
            "reason": self.judgement.reason,
            "oracle_line": self.judgement.oracle_line,
            "last_line": self.seen.last_line,
            "tests": [report.to_dict() for report in self.seen.reports],
            "check_exit_status": None if self.check is None else self.check.exit_status,
            "repeat_exit_status": None if self.repeat is None else self.repeat.exit_status,
            "decided_by": self.decided_by.value,
            "part": self.part.value,
        }
