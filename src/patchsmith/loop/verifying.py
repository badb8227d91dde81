"""Runs the checks that were kept from the repairer, once, after the condition was met.

Decides whether they hold. What they print is never kept: neither the run folder nor the report,
which a repairer of a later loop might read, says more than that they failed. They run in a copy
of the tree; the tree itself never holds them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.errors import DeclarationError, PatchsmithError, RequestError
from patchsmith.findings import Finding, Severity
from patchsmith.loop.copies import copied
from patchsmith.loop.copying import place_for_copy
from patchsmith.loop.executing import CHECK_TIMEOUT_S, observed
from patchsmith.loop.facts import look_up
from patchsmith.loop.held_out import HeldOut
from patchsmith.process.environment import command_environment
from patchsmith.process.runner import run_command
from patchsmith.replx.judging import CHECKED_BY, judged
from patchsmith.replx.target import ProgramFound, Target, target_of, word_to_resolve

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.loop.copies import Copy
    from patchsmith.loop.request import LoopRequest
    from patchsmith.replx.condition import Condition
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.observation import RunSeen

RULE = "DY06"
"""Id of the rule that held-out checks must hold."""
_FAILED = "a check that was kept from the repairer failed"
_NOT_MADE = "the checks that were kept from the repairer could not be made"


@dataclass(frozen=True, slots=True)
class Verification:
    """Held-out checks, and what has to be run on them."""

    held_out: HeldOut
    """The checks."""
    target: Target
    """What is run; the loop's own command unless the caller named one."""
    condition: Condition
    """What it must show; exit status 0 for a command of its own."""
    timeout_s: float | None
    """Seconds each execution may take; None for no limit."""

    def verified(self, root: Path, *, at_most_s: float | None = None) -> Verified:
        """Lay the checks over a copy of the tree and run the command there.

        Args:
            root: Real path of the root, repaired.
            at_most_s: Seconds that are left of the whole loop; None for no limit.
        """
        bounds_s = [each for each in (self.timeout_s, at_most_s) if each is not None]
        try:
            with copied(root) as copy:
                self.held_out.lay_over(copy.root)
                return self._verified_in(copy, min(bounds_s, default=None))
        except PatchsmithError as error:
            return Verified(_blocked(_NOT_MADE), str(error))

    def _verified_in(self, copy: Copy, bound_s: float | None) -> Verified:
        run = judged(self.condition, _seen(self.target, self.condition, copy, bound_s))
        check = self.condition.check
        if check is not None and run.judgement.met:
            beside = _seen(check, CHECKED_BY, copy, bound_s)
            run = judged(self.condition, run.seen, check=beside)
        runs = 1 if run.check is None else 2
        if run.judgement.met:
            return Verified(None, runs=runs)
        last = run.check or run.seen
        problem = f"it {last.ending}" if last.timed_out else None
        return Verified(_blocked(_FAILED), problem, runs)


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of the held-out checks."""

    finding: Finding | None
    """What stands against the change; None when they hold."""
    problem: str | None = None
    """For people who watch: what kept the checks from being made whole; never stored."""
    runs: int = 0
    """How often something was executed for them."""


def verification_of(
    request: LoopRequest, declaration: Declaration, root: Path
) -> Verification | None:
    """Return the held-out checks of a request; None when it gives none.

    Args:
        request: What the caller asked for.
        declaration: What that declares.
        root: Real path of the root.

    Raises:
        RequestError: `bad-request`, the checks, their command or a copy can not be used.
    """
    if request.held_out is None:
        if request.verify is not None:
            raise RequestError(
                "bad-request",
                "a command to verify with is given, but no held-out checks to run it on",
                hint="Pass them with --held-out PATH, or use --check for a check in the open.",
            )
        return None
    place_for_copy(root)  # refused before anything is run
    held_out = HeldOut.read(request.held_out, root)
    held_out.check(root)
    if request.verify is None:
        target, condition = declaration.target, declaration.condition
        return Verification(held_out, target, condition, request.timeout_s)
    timeout_s = CHECK_TIMEOUT_S if request.timeout_s is None else request.timeout_s
    return Verification(held_out, _target(request.verify, held_out, root), CHECKED_BY, timeout_s)


def _target(text: str, held_out: HeldOut, root: Path) -> Target:
    word = word_to_resolve((text,))
    program = None if word is None else look_up(word, root)
    if word is not None and os.path.normpath(word) in held_out.paths:
        program = ProgramFound(True)  # the checks bring their own program
    try:
        return target_of((text,), program)
    except DeclarationError as error:
        raise RequestError(
            "bad-request",
            f"the command to verify with can not be run: {error.message}",
            hint="Pass a command whose exit status decides: --verify 'PROGRAM ARGUMENTS'.",
        ) from error


def _seen(target: Target, condition: Condition, copy: Copy, bound_s: float | None) -> RunSeen:
    environment = command_environment(os.environ, pycache_dir=copy.outputs / "pycache")
    result = run_command(
        [copy.moved(word) for word in target.argv],
        cwd=copy.root,
        output_dir=copy.outputs,
        timeout_s=bound_s,
        env={name: copy.moved(value) for name, value in environment.items()},
    )
    return observed(result, condition)


def _blocked(message: str) -> Finding:
    return Finding(RULE, Severity.BLOCK, "", message)
