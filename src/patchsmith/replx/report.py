"""The report of a loop in Markdown, in the shape people and tools rely on.

Renders a record and decides nothing. Labels and their order are fixed; what goes beyond the
shape follows the line `Not validated`. A spent budget is unsolved, in so many words. Text that
comes from the command, the tree or a repairer is made safe by `markdown` first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.replx.condition import ExitZero, LineMatch
from patchsmith.replx.endings import outcome_lines
from patchsmith.replx.markdown import code, heading, prose
from patchsmith.replx.phases import Phase
from patchsmith.replx.phrases import Phrases
from patchsmith.replx.record import AttemptKind, Status

if TYPE_CHECKING:
    from patchsmith.replx.condition import Condition, OutputLine
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.record import AttemptRecord, IterationRecord, LoopRecord
    from patchsmith.replx.wording import Language

_LINE_KEYS = {
    LineMatch.PREFIX: "line_begins",
    LineMatch.EXACT: "line_is",
    LineMatch.REGEX: "line_matches",
}


def render(record: LoopRecord, language: Language = "en") -> str:
    """Return the report as Markdown, ending in a newline.

    Args:
        record: A loop that has ended.
        language: Of labels and fixed phrases.
    """
    say = Phrases(language)
    lines = declaration_lines(record.declaration, say)
    for iteration in record.iterations:
        lines += _iteration_lines(record, iteration, say)
    lines += outcome_lines(record, say)
    return "\n".join(lines) + "\n"


def declaration_lines(declaration: Declaration, say: Phrases) -> list[str]:
    """Return the head of the report: what was declared."""
    display = declaration.target.display
    return [
        f"# replx: {heading(display)}",
        say.item("target", code(display)),
        say.item("condition", condition_text(declaration.condition, say)),
        say.item("budget", say.budget(declaration.budget)),
        *_phases_lines(declaration, say),
        *(say.item("derived", prose(derived)) for derived in declaration.derived),
    ]


def _phases_lines(declaration: Declaration, say: Phrases) -> list[str]:
    if declaration.phases is None:
        return []
    phases = declaration.phases
    shown = (
        f"{phase.value} {code(phases.command(phase).display)} ({prose(phases.source(phase))})"
        for phase in Phase
    )
    return [say.item("phases", ", ".join(shown))]


def condition_text(condition: Condition, say: Phrases) -> str:
    """Return the success condition in words."""
    parts = [_oracle_text(condition.oracle, say)]
    parts += [say("no_output", text=code(text)) for text in condition.no_output]
    if condition.check is not None:
        parts.append(say("check_zero", command=code(condition.check.display)))
    if condition.twice:
        parts.append(say("twice"))
    return "; ".join(parts)


def _oracle_text(oracle: ExitZero | OutputLine, say: Phrases) -> str:
    if isinstance(oracle, ExitZero):
        return say("exit_zero")
    several = len(oracle.streams) > 1
    where = say("either_stream") if several else oracle.streams[0].value
    return say(_LINE_KEYS[oracle.match], where=where, text=code(oracle.text))


def _iteration_lines(record: LoopRecord, iteration: IterationRecord, say: Phrases) -> list[str]:
    diagnosis, fix = _diagnosis_and_fix(record, iteration, say)
    return [
        f"## {say('iteration', number=iteration.number)}",
        say.item("command", code(record.declaration.command(iteration.run.part).display)),
        say.item("result", _results(record, iteration, say)),
        say.item("diagnosis", diagnosis),
        say.item("fix", fix),
    ]


def _results(record: LoopRecord, iteration: IterationRecord, say: Phrases) -> str:
    """Return how an iteration's run ended, and whatever was run after it."""
    condition = record.declaration.condition
    beside = (
        f"{say(each.purpose.value)}: {say.result(condition, each.run)}"
        for each in record.phase_runs
        if each.iteration == iteration.number and not each.closing
    )
    return "; ".join((say.result(condition, iteration.run), *beside))


def _diagnosis_and_fix(
    record: LoopRecord, iteration: IterationRecord, say: Phrases
) -> tuple[str, str]:
    if iteration.attempt is not None:
        return prose(iteration.attempt.account.text) or say("no_diagnosis"), _fix(
            iteration.attempt, say
        )
    last = record.last_run
    if iteration.run.judgement.met and last is not None and last.judgement.met:
        return say("met"), say("fix_none_needed")
    if record.outcome.status is Status.INPUT_ERROR:
        return say("lying"), say("fix_none")
    return say("no_diagnosis"), say("fix_interrupted")


def _fix(attempt: AttemptRecord, say: Phrases) -> str:
    changes = say.changes(attempt.changes)
    if attempt.kind is AttemptKind.UNCHANGED:
        return say("fix_unchanged")
    if attempt.kind is AttemptKind.FAILED:
        return say("fix_failed")
    if attempt.kind is AttemptKind.REFUSED:
        return say("fix_refused", changes=changes, findings=say.findings(attempt.findings))
    if attempt.findings:
        changes = f"{changes}; {say.findings(attempt.findings)}"
    return say("fix_repeats", changes=changes) if attempt.repeats else changes
