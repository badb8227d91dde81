"""Pieces of a report that several of its parts say the same way, in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.replx.condition import OutputLine
from patchsmith.replx.markdown import code, prose
from patchsmith.replx.phases import Part
from patchsmith.replx.wording import WORDING

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.replx.condition import Condition
    from patchsmith.replx.observation import RunSeen
    from patchsmith.replx.record import FileLines
    from patchsmith.replx.run_record import RunRecord
    from patchsmith.replx.wording import Language
    from patchsmith.testreports.model import Report

_MAX_FILES = 20


class Phrases:
    """The words of one language."""

    def __init__(self, language: Language) -> None:
        self._words = WORDING[language]

    def __call__(self, key: str, **values: object) -> str:
        """Return the phrase with its values filled in."""
        return self._words[key].format(**values)

    def item(self, key: str, value: str) -> str:
        """Return one labelled line of the report."""
        return f"- {self._words[key]}: {value}"

    def budget(self, budget: int) -> str:
        """Return the budget in words."""
        return self("budget_one") if budget == 1 else self("budget_value", budget=budget)

    def result(self, condition: Condition, run: RunRecord) -> str:
        """Return exit status and, where there is one, the line of output that decided."""
        shown = self.ending(run.seen)
        if run.judgement.oracle_line is not None:
            shown += f", {self('oracle_line', line=code(run.judgement.oracle_line))}"
        elif run.part is Part.FULL and _lacks_line(condition, run):
            shown += f", {self('no_such_line')}"
        if run.check is not None:
            shown += f"; {self('check_result', ending=self.ending(run.check))}"
        if run.repeat is not None:
            shown += f"; {self('repeat_result', ending=self.ending(run.repeat))}"
        return shown

    def ending(self, seen: RunSeen) -> str:
        """Return how a run ended."""
        if seen.timed_out:
            return self("timed_out", seconds=seen.time_given)
        if seen.exit_status is not None and seen.exit_status > 128:
            return self("exit_signal", status=seen.exit_status, signal=seen.exit_status - 128)
        return self("exit_status", status=seen.exit_status)

    def changes(self, changes: tuple[FileLines, ...]) -> str:
        """Return changed files with their line counts."""
        if not changes:
            return self("none")
        shown = [f"{code(change.path)} {_counts(change)}" for change in changes[:_MAX_FILES]]
        if len(changes) > _MAX_FILES:
            shown.append(f"... +{len(changes) - _MAX_FILES}")
        return ", ".join(shown)

    def findings(self, findings: tuple[Finding, ...]) -> str:
        """Return findings by rule and file, with what each rule says."""
        return "; ".join(
            f"{f.rule} {code(f.path)}: {prose(f.message)}"
            if f.path
            else f"{f.rule}: {prose(f.message)}"
            for f in findings
        )

    def tests(self, report: Report) -> str:
        """Return a runner with the numbers of its tests."""
        counts = report.counts.to_dict()
        del counts["total"]
        shown = [f"{number} {name}" for name, number in counts.items() if number]
        return f"{report.runner}: {', '.join(shown) or self('none')}"


def _lacks_line(condition: Condition, run: RunRecord) -> bool:
    required = isinstance(condition.oracle, OutputLine)
    return required and run.seen.matched is None and not run.seen.timed_out


def _counts(change: FileLines) -> str:
    note = f", {prose(change.note)}" if change.note else ""
    if change.binary:
        return f"({change.status}, binary{note})"
    status = "" if change.status == "modified" else f"{change.status}, "
    return f"({status}+{change.added} -{change.removed}{note})"
