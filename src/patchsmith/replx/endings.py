"""The report's last section: how the loop ended, and what a reader should do with that.

Says plainly what was not checked, what is still applied, and what was tried in vain.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from patchsmith.replx.markdown import code, prose
from patchsmith.replx.phase_runs import Purpose
from patchsmith.replx.record import AttemptKind, Ending, Status

if TYPE_CHECKING:
    from patchsmith.replx.phase_runs import Checkpoint
    from patchsmith.replx.phrases import Phrases
    from patchsmith.replx.record import AttemptRecord, LoopRecord

_NEXT = {
    Ending.BUDGET_SPENT: "next_budget",
    Ending.NO_PROGRESS: "next_progress",
    Ending.INTERRUPTED: "next_interrupted",
    Ending.DEADLINE: "next_deadline",
    Ending.NOT_VERIFIED: "next_verify",
    Ending.CONFLICT: "next_conflict",
}


def outcome_lines(record: LoopRecord, say: Phrases) -> list[str]:
    """Return the section `Outcome`."""
    outcome = record.outcome
    status = outcome.status.value
    if outcome.ending is Ending.INTERRUPTED:
        status += f" ({prose(outcome.reason)})"
    lines = [
        f"## {say('outcome')}",
        say.item("status", status),
        say.item("used", f"{len(record.iterations)}/{record.declaration.budget}"),
        say.item("final_diff", say.changes(record.final_diff)),
        say.item("not_validated", "; ".join(_not_validated(record, say))),
    ]
    if outcome.verified:
        lines.append(say.item("verified", "; ".join(_verified(record, say))))
    if outcome.status is Status.INPUT_ERROR:
        lines += guard_lines(record, say)
    lines += _run_lines(record, say) + _isolation_lines(record, say)
    if outcome.findings:
        lines.append(say.item("findings", say.findings(outcome.findings)))
    if outcome.status is Status.UNSOLVED:
        lines += _unsolved_lines(record, say)
    lines += [say.item("note", prose(note)) for note in record.declaration.target.notes]
    return lines


def guard_lines(record: LoopRecord, say: Phrases) -> list[str]:
    """Return what an input error adds: the guard, why, what to pass, and that nothing changed."""
    outcome = record.outcome
    lines = [
        say.item("guard", code(outcome.guard or "")),
        say.item("reason", prose(outcome.reason)),
    ]
    last = record.last_run
    if last is not None and last.judgement.oracle_line is not None:
        lines[-1] += f": {code(last.judgement.oracle_line)}"
    if outcome.require:
        lines.append(say.item("require", code(outcome.require)))
    return [*lines, say.item("edits", say("nothing_edited"))]


def _not_validated(record: LoopRecord, say: Phrases) -> list[str]:
    outcome = record.outcome
    if outcome.status is Status.INPUT_ERROR:
        return [say("input_error_validation")]
    found = []
    if outcome.ending is Ending.NOT_VERIFIED:
        found.append(say("refuted_validation"))
    elif outcome.status is Status.UNSOLVED:
        found.append(say("unsolved_validation"))
    else:
        found.append(say("unchecked"))
        if not record.final_diff:
            found.append(say("met_at_once"))
        last = record.last_run
        if last is not None and last.seen.exit_status:
            found.append(say("exit_despite_line", status=last.seen.exit_status))
    found += [say(f"unverified:{check}") for check in outcome.not_verified]
    if record.written_by_command:
        paths = ", ".join(code(path) for path in record.written_by_command[:10])
        found.append(say("written", paths=paths))
    return found


def _verified(record: LoopRecord, say: Phrases) -> list[str]:
    last = record.last_run
    reports = last.seen.reports if last is not None else ()
    return [
        say(f"verified:{check}", tests=", ".join(say.tests(report) for report in reports))
        for check in record.outcome.verified
    ]


def _run_lines(record: LoopRecord, say: Phrases) -> list[str]:
    counts = say(
        "runs_value",
        runs=record.runs,
        iterations=len(record.iterations),
        closing=int(record.closing is not None),
    )
    lines = [say.item("runs", counts)]
    if record.verification_runs:
        lines.append(say.item("verification_runs", _verifications(record, say)))
    if probes := sum(each.purpose is Purpose.PROBE for each in record.phase_runs):
        lines.append(say.item("probes", str(probes)))
    if record.checkpoint is not None:
        lines.append(say.item("checkpoint", _checkpoint(record.checkpoint, say)))
    if record.check_runs:
        lines.append(say.item("check_runs", str(record.check_runs)))
    if record.repeat_runs:
        lines.append(say.item("repeat_runs", str(record.repeat_runs)))
    if record.run_dir is not None:
        lines.append(say.item("run_folder", code(record.run_dir)))
    if record.closing is not None:
        command = code(record.declaration.command(record.closing.part).display)
        shown = [f"{command}, {say.result(record.declaration.condition, record.closing)}"]
        for each in record.phase_runs:
            if each.closing:
                result = say.result(record.declaration.condition, each.run)
                shown.append(f"{say(each.purpose.value)}: {result}")
        lines.append(say.item("closing_run", "; ".join(shown)))
    return lines


def _verifications(record: LoopRecord, say: Phrases) -> str:
    made = Counter(each.purpose for each in record.phase_runs if each.verifies)
    total = str(record.verification_runs)
    if not made:
        return total
    parts = (f"{say(each.value)} {made[each]}" for each in Purpose if each in made)
    return f"{total} ({', '.join(parts)})"


def _checkpoint(checkpoint: Checkpoint, say: Phrases) -> str:
    if not checkpoint.changes:
        return say("none")
    if checkpoint.commit is not None:
        shown = say("checkpoint_commit", commit=code(checkpoint.commit[:12]))
    else:
        shown = say("checkpoint_diff", diff=code(checkpoint.diff))
    shown += f": {say.changes(checkpoint.changes)}"
    if checkpoint.left_out:
        paths = ", ".join(code(path) for path in checkpoint.left_out)
        shown += f"; {say('checkpoint_left_out', paths=paths)}"
    if checkpoint.problem:
        shown += f"; {say('checkpoint_problem', why=prose(checkpoint.problem))}"
    return shown


def _isolation_lines(record: LoopRecord, say: Phrases) -> list[str]:
    """Return what became of the original where the loop worked in a copy."""
    told = record.isolated
    if told is None:
        return []
    back = ", ".join(code(path) for path in told.brought_back)
    diff = code(f"{record.run_dir}/attempts/final.diff")
    shown = say("brought_back", paths=back) if back else say("original_untouched", diff=diff)
    lines = [say.item("isolated", shown)]
    if told.outside:
        lines.append(say.item("outside", ", ".join(code(path) for path in told.outside[:20])))
    return lines


def _unsolved_lines(record: LoopRecord, say: Phrases) -> list[str]:
    return [
        say.item("reason", _because(record, say)),
        say.item("last_failure", _last_failure(record, say)),
        say.item("still_applied", say.changes(() if record.isolated else record.final_diff)),
        say.item("ruled_out", "; ".join(_ruled_out(record, say)) or say("ruled_out_none")),
        say.item("next", _next(record, say)),
    ]


def _because(record: LoopRecord, say: Phrases) -> str:
    budget, used = record.declaration.budget, len(record.iterations)
    seconds = f"{record.deadline_s or 0:g}"
    ending = record.outcome.ending.value
    return say(f"because:{ending}", budget=budget, used=used, seconds=seconds)


def _last_failure(record: LoopRecord, say: Phrases) -> str:
    last = record.last_run
    if last is None:
        return say("none")
    if last.judgement.met:
        return say.findings(record.outcome.findings) or say("none")
    result = say.result(record.declaration.condition, last)
    shown = last.seen.last_line
    if shown is None or shown == last.judgement.oracle_line:
        return result
    return f"{result}; {code(shown)}"


def _ruled_out(record: LoopRecord, say: Phrases) -> list[str]:
    found: list[str] = []
    for iteration in record.iterations:
        attempt = iteration.attempt
        if attempt is None:
            continue
        found += [prose(cause) for cause in attempt.account.ruled_out]
        after = record.run_after(iteration.number)
        refuted = after is not None and not after.judgement.met
        if refuted or attempt.kind is not AttemptKind.MADE:
            found.append(_tried(iteration.number, attempt, say))
    return list(dict.fromkeys(found))


def _tried(number: int, attempt: AttemptRecord, say: Phrases) -> str:
    if attempt.kind is AttemptKind.UNCHANGED:
        return say("tried_nothing", number=number)
    if attempt.kind is AttemptKind.FAILED:
        return say("tried_failed", number=number, message=prose(attempt.account.text))
    paths = ", ".join(code(change.path) for change in attempt.changes)
    if attempt.kind is AttemptKind.REFUSED:
        rules = ", ".join(dict.fromkeys(finding.rule for finding in attempt.findings))
        return say("tried_refused", number=number, changes=paths, rules=rules)
    return say("tried_kept", number=number, changes=paths)


def _next(record: LoopRecord, say: Phrases) -> str:
    for iteration in reversed(record.iterations):
        if iteration.attempt is not None and iteration.attempt.account.next_step:
            return prose(iteration.attempt.account.next_step)
    last = record.iterations[-1].attempt if record.iterations else None
    if last is not None and last.kind is AttemptKind.REFUSED:
        return say("next_refused")
    return say(_NEXT[record.outcome.ending])
