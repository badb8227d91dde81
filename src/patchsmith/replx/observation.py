"""What a run showed, and whether that meets the success condition.

`observe` reads the complete output once it is all there and keeps the few lines that matter;
`judge` decides from them alone. A run that timed out never meets a condition: its output is not
complete.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from patchsmith.replx.condition import (
    BOTH_STREAMS,
    ExitZero,
    LineMatch,
    OutputLine,
    TooSlowError,
    search_lines,
)
from patchsmith.replx.lying import Lie, contradiction, find_lie
from patchsmith.replx.phase_evidence import lint_was_clean
from patchsmith.replx.reporter import says_otherwise
from patchsmith.testreports.runners import read_reports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.replx.condition import Condition, Search, Stream
    from patchsmith.replx.phases import Phases
    from patchsmith.testreports.model import Report

SHOWN_CHARS = 300
"""Longest line that is kept as evidence."""


class Output(Protocol):
    """Complete output of one run, readable as often as needed."""

    def lines(self, stream: Stream) -> Iterator[str]:
        """Return an iterator over all lines of the stream, from the first on."""


@dataclass(frozen=True, slots=True)
class RunSeen:
    """What is known of one run of the command."""

    exit_status: int | None
    """Exit status, 128 + n for signal n; None when it timed out."""
    timed_out: bool = False
    """Whether it was stopped because its time was up."""
    duration_s: float = 0.0
    """Wall time it took, in seconds."""
    matched: str | None = None
    """The line that meets a line condition."""
    contrary: str | None = None
    """A line of the same reporter that says otherwise."""
    lie: Lie | None = None
    """With exit status 0 as the condition: the line that contradicts it."""
    last_line: str | None = None
    """Last line of output that is not blank; of stderr when that has any."""
    reports: tuple[Report, ...] = ()
    """What test runners reported."""
    forbidden: str | None = None
    """A line that must not appear."""
    lint_clean: bool | None = None
    """In phases, of a full run: whether its output shows that lint was clean; None for unknown."""
    timeout_s: float | None = None
    """Seconds it was given; None for no limit. The time to end it comes on top of them."""
    undecided: str | None = None
    """Why its output could not be searched for what the condition asks for."""

    @property
    def ending(self) -> str:
        """How the run ended, in words."""
        if self.timed_out:
            return f"timed out after {self.time_given} s"
        if self.exit_status is not None and self.exit_status > 128:
            return f"exit status {self.exit_status} (signal {self.exit_status - 128})"
        return f"exit status {self.exit_status}"

    @property
    def time_given(self) -> str:
        """The seconds it was given, as people write them; what it took where that is unknown."""
        return f"{self.duration_s:.0f}" if self.timeout_s is None else f"{self.timeout_s:g}"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a run met the condition, and why."""

    met: bool
    """Whether the success condition holds."""
    reason: str
    """One clause that says why it holds or not."""
    oracle_line: str | None = None
    """The line of output that decided, where one did."""


def observe(
    condition: Condition,
    output: Output,
    *,
    exit_status: int | None,
    timed_out: bool = False,
    duration_s: float = 0.0,
    phases: Phases | None = None,
    timeout_s: float | None = None,
    search: Search = search_lines,
) -> RunSeen:
    """Return what one run showed, as far as the condition asks for it.

    Args:
        condition: The declared success condition.
        output: The run's complete output.
        exit_status: As the command ended; None when it timed out.
        timed_out: Whether its time was up.
        duration_s: Wall time in seconds.
        phases: For a full run in phases: what they are.
        timeout_s: Seconds it was given; None for no limit.
        search: Searches lines for regular expressions.
    """
    matched = contrary = lie = forbidden = undecided = None
    reports = read_reports(_all_lines(output))
    oracle = condition.oracle
    try:
        if isinstance(oracle, OutputLine):
            matched, contrary = _lines_that_decide(oracle, output, search)
        forbidden = condition.first_forbidden(_all_lines(output), search)
    except TooSlowError as error:
        undecided = str(error)
    if isinstance(oracle, ExitZero) and exit_status == 0:
        lie = find_lie(_all_lines(output), reports)
    return RunSeen(
        exit_status,
        timed_out,
        duration_s,
        matched=_bounded(matched),
        contrary=_bounded(contrary),
        lie=lie,
        last_line=_last_line(output),
        reports=reports,
        forbidden=_bounded(forbidden),
        lint_clean=None
        if phases is None or exit_status == 0
        else lint_was_clean(phases, _all_lines(output), tests_reported=bool(reports)),
        timeout_s=timeout_s,
        undecided=undecided,
    )


def judge(condition: Condition, seen: RunSeen) -> Judgement:
    """Return whether the run met the condition; the run's words decide, not its author's."""
    if seen.timed_out:
        return Judgement(False, f"the command {seen.ending}", seen.matched)
    if seen.undecided is not None:
        return Judgement(False, seen.undecided)
    if seen.forbidden is not None:
        return Judgement(False, "a line that must not appear is there", seen.forbidden)
    if isinstance(condition.oracle, ExitZero):
        if seen.exit_status != 0:
            return Judgement(False, f"the command ended with {seen.ending}")
        if seen.lie is not None:
            return Judgement(False, "exit status 0, but the output says otherwise", seen.lie.line)
        return Judgement(True, "exit status 0")
    if seen.matched is None:
        missing = f"the output has no {condition.oracle.describe().removeprefix('a ')}"
        return Judgement(False, missing, seen.contrary)
    if seen.contrary is not None:
        return Judgement(
            False, "the required line is there, but its reporter also says otherwise", seen.contrary
        )
    return Judgement(True, "the required line is there", seen.matched)


def _lines_that_decide(
    condition: OutputLine, output: Output, search: Search
) -> tuple[str | None, str | None]:
    matched = None
    for stream in condition.streams:
        matched = condition.first_match(_stripped(output.lines(stream)), search)
        if matched is not None:
            break
    required = matched if condition.match is LineMatch.REGEX else condition.text
    if required is None:
        return None, None
    contrary = (line for line in _all_lines(output) if says_otherwise(required, line))
    found = next(contrary, None)
    if found is None and matched is not None:
        found = contradiction(_all_lines(output), matched)
    return matched, found


def _all_lines(output: Output) -> Iterator[str]:
    for stream in BOTH_STREAMS:
        yield from _stripped(output.lines(stream))


def _stripped(lines: Iterator[str]) -> Iterator[str]:
    return (line.rstrip("\r\n") for line in lines)


def _last_line(output: Output) -> str | None:
    for stream in reversed(BOTH_STREAMS):
        last = None
        for line in _stripped(output.lines(stream)):
            last = line if line.strip() else last
        if last is not None:
            return _bounded(last.strip())
    return None


def _bounded(line: str | None) -> str | None:
    if line is None or len(line) <= SHOWN_CHARS:
        return line
    return line[: SHOWN_CHARS - 3] + "..."
