"""From prose to a declaration: what a reasoning repairer derives, and what is refused of it.

Decides when a repairer is asked to reason, and holds what it derives to the rules a caller's own
command need not keep: nothing it derives may wrap another command in a loop, and the condition
must be one that can be checked. Nothing has run when this is over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from patchsmith.errors import DeclarationError, PatchsmithError
from patchsmith.repairers.base import Reasoner
from patchsmith.replx.budget import budget_of
from patchsmith.replx.condition import Stated
from patchsmith.replx.target import goal_refused, wrapper_of
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from patchsmith.loop.request import LoopRequest
    from patchsmith.repairers.base import Derivation, Repairer
    from patchsmith.replx.declaration import Declaration

Answer = TypeVar("Answer")

_GOAL = "goal-needs-reasoning"
_CONDITION = "uncheckable-condition"


def declared(request: LoopRequest, repairer: Repairer, root: Path) -> Declaration:
    """Return the declaration for a request, prose in it turned into what can be checked.

    Args:
        request: What the caller asked for.
        repairer: Asked to reason where it can and the request is prose.
        root: Real path of the root.

    Raises:
        DeclarationError: The loop must not start as declared, or what was derived is refused.
        RequestError: `bad-request`, the root is no folder, or both a goal and a command are given.
    """
    try:
        return request.declaration()
    except DeclarationError as error:
        needs_goal = error.code == _GOAL
        needs_condition = error.code == _CONDITION and request.success is not None
        if not isinstance(repairer, Reasoner) or not (needs_goal or needs_condition):
            raise
    budget_of(request.budget)
    workspace = LocalWorkspace(root)
    if not needs_goal:
        return _with_condition(request, repairer, workspace)
    goal = request.goal
    if goal is None:
        goal = request.words[0]  # one quoted argument that is no command
    elif request.words:
        raise goal_refused(goal, "a command is given as well, and one of them has to go")
    return _from_goal(request, _asked(lambda: repairer.derive(goal, workspace), _GOAL))


def _from_goal(request: LoopRequest, found: Derivation) -> Declaration:
    stated, reasons = request.stated, [f"the command {_shown(found.words)}: {found.reason}"]
    if stated == Stated(stream=stated.stream):  # the caller's own condition stands
        stated = _checkable(found.condition.stated)
        reasons.append(f"the condition: {found.condition.reason}")
    return _declared(request, found.words, stated, tuple(reasons), _GOAL)


def _with_condition(
    request: LoopRequest, reasoner: Reasoner, workspace: LocalWorkspace
) -> Declaration:
    text = request.success or ""
    if replace(request, success=None).stated != Stated():
        raise DeclarationError(
            _CONDITION,
            "a condition is given in prose and by another option as well",
            hint="Pass one of them.",
        )
    target = request.declare_as(request.words, Stated()).target
    found = _asked(lambda: reasoner.derive_condition(text, target.display, workspace), _CONDITION)
    reasons = (f"the condition {text!r}: {found.reason}",)
    return _declared(request, request.words, _checkable(found.stated), reasons, _CONDITION)


def _declared(
    request: LoopRequest,
    words: tuple[str, ...],
    stated: Stated,
    reasons: tuple[str, ...],
    guard: str,
) -> Declaration:
    try:
        declaration = request.declare_as(words, stated, derived=reasons)
    except DeclarationError as error:
        raise _refused(guard, f"can not be used: {error.message}") from error
    derived = [declaration.target] if guard == _GOAL else []
    derived += [declaration.condition.check] if declaration.condition.check is not None else []
    for target in derived:
        wrapper = wrapper_of(target)
        if wrapper is not None:
            raise _refused(
                guard, f"{target.display!r} wraps another command in `{wrapper}`, out of our sight"
            )
    return declaration


def _checkable(stated: Stated) -> Stated:
    if stated.success is not None:
        raise _refused(_CONDITION, "is prose again")
    return stated


def _asked(ask: Callable[[], Answer], guard: str) -> Answer:
    try:
        return ask()
    except DeclarationError:
        raise
    except PatchsmithError as error:
        raise _refused(guard, f"could not be made: {error}") from error


def _refused(guard: str, why: str) -> DeclarationError:
    return DeclarationError(
        guard,
        f"what the repairer derived {why}",
        hint="Pass the command whose success means the goal is reached, and its condition.",
    )


def _shown(words: tuple[str, ...]) -> str:
    return " ".join(words)
