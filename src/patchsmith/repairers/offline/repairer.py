"""Asks the rules about each error of a failing run and makes the first sound fix.

Errors are taken in the order in which the run showed them. For one error every rule is asked; two
different fixes for it are none. A fix is checked once more, whatever rule made it, is not made
again when an earlier attempt was the same, and is committed as one change set. When nothing
applies, the diagnosis names the error, its place and what each rule said.

Rules for editors: deterministic, no clock, no network; the rules are imported at the first attempt
only, because the loop starts without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.repairers.base import Diagnosis

if TYPE_CHECKING:
    from patchsmith.repairers.base import Failure, PastAttempt
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Fix
    from patchsmith.repairers.offline.project import Project
    from patchsmith.workspace.local import LocalWorkspace

_MAX_ERRORS = 20


class OfflineRepairer:
    """Mends failures whose message determines the fix, and reports the others."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Short name for reports."""
        return "offline"

    def attempt(self, failure: Failure, workspace: LocalWorkspace) -> Diagnosis:
        """Make at most one fix in one production file.

        Returns:
            What was found; with `ruled_out` naming what each rule said that did not act.

        Raises:
            PatchsmithError: The fix could not be written.
        """
        from patchsmith.repairers.offline.evidence import read_errors
        from patchsmith.repairers.offline.project import Project

        project = Project(workspace)
        errors = read_errors(failure.stdout, failure.stderr)[:_MAX_ERRORS]
        ruled_out: list[str] = []
        for index, error in enumerate(errors):
            fix = _fix_for(error, project, failure.history, ruled_out)
            if fix is not None:
                _commit(fix, workspace)
                return Diagnosis(fix.diagnosis, _once(ruled_out), _next(errors[index + 1 :]))
        from patchsmith.repairers.offline.observations import observe

        seen = observe(failure, errors, project)
        return Diagnosis(seen.text, _once(ruled_out), seen.next_step)


def _fix_for(
    error: ErrorReport,
    project: Project,
    history: tuple[PastAttempt, ...],
    ruled_out: list[str],
) -> Fix | None:
    """Return the one fix for an error; what speaks against others is added to ruled_out."""
    from patchsmith.repairers.offline.checks import reason_to_refuse
    from patchsmith.repairers.offline.fix import NoFix
    from patchsmith.repairers.offline.rules import RULES

    fixes: dict[tuple[str, str], Fix] = {}
    for rule in RULES:
        if not rule.concerns(error):
            continue
        answer = rule.propose(error, project)
        if isinstance(answer, NoFix):
            ruled_out.append(f"{rule.name}: {answer.reason}")
            continue
        reason = _repeats(answer, history) or reason_to_refuse(answer, project)
        if reason is not None:
            ruled_out.append(f"{rule.name}: {reason}")
        else:
            fixes.setdefault((answer.source.path, answer.text), answer)
    if len(fixes) > 1:
        ruled_out += (f"one of several fixes: {fix.diagnosis}" for fix in fixes.values())
        return None
    return next(iter(fixes.values()), None)


def _repeats(fix: Fix, history: tuple[PastAttempt, ...]) -> str | None:
    for past in history:
        if past.diagnosis == fix.diagnosis:
            how = "was rolled back" if past.refused else "did not help"
            return f"the same was tried in iteration {past.iteration} and {how}: {fix.diagnosis}"
    return None


def _commit(fix: Fix, workspace: LocalWorkspace) -> None:
    from patchsmith.changes.change_set import ChangeSet, FileChange

    path = workspace.resolve(fix.source.path)
    after = fix.source.encoded(fix.text)
    workspace.commit(ChangeSet((FileChange(path, fix.source.raw, after, None),)))


def _next(others: tuple[ErrorReport, ...]) -> str | None:
    return f"Then look at {others[0].summary}." if others else None


def _once(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
