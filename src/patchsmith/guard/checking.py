"""Judge a change: every rule over the facts of both trees, weighed by the caller's policy.

The unit of judgement is the delta: what stood in the baseline never fires. Whatever the files
hold, the answer is findings and notes; a rule that can not cope with a file says so as a finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity
from patchsmith.guard.context import Context
from patchsmith.guard.evidence import Evidence
from patchsmith.guard.policy import Policy
from patchsmith.guard.registry import RULES
from patchsmith.guard.result import GuardResult, Note
from patchsmith.guard.roles import Role, language_of, role_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patchsmith.changes.change_set import ChangeSet

_ORDER = {Severity.BLOCK: 0, Severity.WARN: 1, Severity.INFO: 2}


def check(
    changes: ChangeSet,
    *,
    baseline: Mapping[str, bytes] | None = None,
    policy: Policy | None = None,
    evidence: Evidence | None = None,
) -> GuardResult:
    """Judge what a change does to tests, runners and results.

    Args:
        changes: What differs between the tree before the first repair and the tree after.
        baseline: The tree before, path -> content, relative to the root; may be lazy. It is read
            for literals of tests that did not change, documentation and scripts. Without it the
            files of the change stand for the tree.
        policy: The caller's; the default blocks what the taxonomy blocks.
        evidence: Results of runs, where there are any.

    Returns:
        Findings, the heaviest first, and what could not be judged.
    """
    tree = baseline if baseline is not None else _tree_of(changes)
    context = Context(changes, tree, policy or Policy(), evidence or Evidence())
    found: list[Finding] = []
    for rule in RULES:
        try:
            found += [rule.finding(seen) for seen in rule.look(context)]
        except Exception as error:  # noqa: BLE001 - a hostile file must not silence the other rules
            message = f"{rule.title}: it could not be judged ({type(error).__name__})"
            found.append(Finding(rule.id, Severity.WARN, "", message))
    found += context.dynamic
    weighed = _distinct(context.policy.weighed(each) for each in found)
    weighed.sort(key=lambda each: (_ORDER[each.severity], each.path, each.line_no or 0, each.rule))
    return GuardResult(tuple(weighed), (*context.notes, *_of_languages(context)))


def _tree_of(changes: ChangeSet) -> dict[str, bytes]:
    return {str(each.path): each.before for each in changes if each.before is not None}


def _distinct(findings: object) -> list[Finding]:
    """Return the findings without those that name the same rule and place again."""
    found: dict[tuple[str, str, int | None, str], Finding] = {}
    for each in findings:  # type: ignore[attr-defined]
        told = "" if each.line_no is not None else each.message
        key = (each.rule, each.path, each.line_no, told)
        known = found.get(key)
        if known is None or _ORDER[each.severity] < _ORDER[known.severity]:
            found[key] = each
    return list(found.values())


def _of_languages(context: Context) -> list[Note]:
    """Return a note for each language of the change that only text rules read."""
    first: dict[str, str] = {}
    for path in sorted(context.changed):
        language = language_of(path)
        if language is not None and language != "python":
            if role_of(path) in (Role.TEST, Role.PRODUCTION):
                first.setdefault(language, path)
    return [
        Note(path, f"{language} is judged by text rules, which see less than a parser")
        for language, path in first.items()
    ]
