"""The report of a loop in Markdown, in the shape people and tools rely on.

Renders a record and decides nothing. Labels and their order are fixed; what goes beyond the
shape follows the line `Not validated`. A spent budget is unsolved, in so many words. Text that
comes from the command, the tree or a repairer is made safe by `markdown` first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.replx.condition import ExitZero
from patchsmith.replx.endings import outcome_lines
from patchsmith.replx.markdown import code, heading, prose
from patchsmith.replx.phrases import Phrases
from patchsmith.replx.record import AttemptKind, Status

if TYPE_CHECKING:
    from patchsmith.replx.condition import Condition
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.record import AttemptRecord, IterationRecord, LoopRecord
    from patchsmith.replx.wording import Language


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
    ]


def condition_text(condition: Condition, say: Phrases) -> str:
    """Return the success condition in words."""
    if isinstance(condition, ExitZero):
        return say("exit_zero")
    several = len(condition.streams) > 1
    where = say("either_stream") if several else condition.streams[0].value
    key = "line_matches" if condition.is_regex else "line_begins"
    return say(key, where=where, text=code(condition.text))


def _iteration_lines(record: LoopRecord, iteration: IterationRecord, say: Phrases) -> list[str]:
    diagnosis, fix = _diagnosis_and_fix(record, iteration, say)
    return [
        f"## {say('iteration', number=iteration.number)}",
        say.item("command", code(record.declaration.target.display)),
        say.item("result", say.result(record.declaration.condition, iteration.run)),
        say.item("diagnosis", diagnosis),
        say.item("fix", fix),
    ]


def _diagnosis_and_fix(
    record: LoopRecord, iteration: IterationRecord, say: Phrases
) -> tuple[str, str]:
    if iteration.attempt is not None:
        return prose(iteration.attempt.account.text) or say("no_diagnosis"), _fix(
            iteration.attempt, say
        )
    if iteration.run.judgement.met:
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
    return say("fix_repeats", changes=changes) if attempt.repeats else changes
