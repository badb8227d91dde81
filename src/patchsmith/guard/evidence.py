"""What is known beside the two trees: runs, the replay, what the failure points at.

All of it is optional. Without evidence the rules judge the trees alone, and what only a run can
show is not claimed. The guard runs nothing itself: a caller brings the results.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patchsmith.testreports.model import TestStatus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patchsmith.testreports.model import Report

_SPLIT = re.compile(r"::|[./\\#$ ]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The command on the repaired production files with the baseline's tests and configuration."""

    passed: bool
    """Whether the declared condition was met."""
    unproven: str = ""
    """Why the replay could not be carried out; empty when it was."""
    detail: str = ""
    """One line of what it showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Results of runs, as the caller has them."""

    command: str = ""
    """The target command, as declared."""
    before: tuple[Report, ...] = ()
    """Reports of test runners in the run before any edit."""
    after: tuple[Report, ...] = ()
    """Reports of the run that met the condition."""
    replay: Replay | None = None
    """The replay, where there was one."""
    implicated: frozenset[str] | None = None
    """Paths the failure points at (frames, symbols, test names); None when nobody looked."""
    committed: Mapping[str, bytes | None] = field(default_factory=dict)
    """For each path with uncommitted work when the loop began: its last committed content, None
    for a file that was never committed."""

    def failed(self, path: str, name: str) -> bool:
        """Return whether a test failed in the run before any edit.

        Args:
            path: The file it is in, relative to the root.
            name: Its name as the language spells it, dots between class and function.
        """
        wanted = name.split(".")
        stem = path.rpartition("/")[2].partition(".")[0]
        for report in self.before:
            for result in report.results:
                if result.status not in (TestStatus.FAILED, TestStatus.ERROR):
                    continue
                parts = [part for part in _SPLIT.split(result.id.partition("[")[0]) if part]
                if parts[-len(wanted) :] == wanted and (stem in parts or len(parts) == len(wanted)):
                    return True
        return False
