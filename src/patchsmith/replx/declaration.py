"""What a loop is declared to do: fixed before the first run, never changed after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.errors import DeclarationError
from patchsmith.replx.budget import budget_of
from patchsmith.replx.condition import Condition, Stated, condition_of
from patchsmith.replx.phases import Part
from patchsmith.replx.target import ProgramFound, Target, target_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.replx.phases import Phases

_NOTHING_STATED = Stated()


@dataclass(frozen=True, slots=True)
class Declaration:
    """Target, success condition and budget of one loop."""

    target: Target
    """The command."""
    condition: Condition
    """What must be seen."""
    budget: int
    """Iterations allowed, 1 to 32."""
    derived: tuple[str, ...] = ()
    """How command or condition were derived from prose: one sentence with its reason for each."""
    phases: Phases | None = None
    """Lint, build and test apart, where they were asked for."""

    def command(self, part: Part) -> Target:
        """Return what is executed for a part of the command.

        Args:
            part: Only the full command where no phases were declared.
        """
        if part is Part.FULL or self.phases is None:
            return self.target
        return self.phases.lint if part is Part.LINT else self.phases.rest

    @property
    def others(self) -> tuple[Target, ...]:
        """What judges a tree in this loop besides the target: its check, its phases."""
        check, phases = self.condition.check, self.phases
        parts = () if phases is None else (phases.lint, phases.build, phases.test)
        return (*(() if check is None else (check,)), *parts)

    def to_dict(self) -> dict[str, object]:
        """Return the declaration as JSON holds it."""
        check = self.condition.check
        return {
            "target": self.target.display,
            "argv": list(self.target.argv),
            "condition": self.condition.describe(),
            "check": None if check is None else check.display,
            "twice": self.condition.twice,
            "budget": self.budget,
            "derived": list(self.derived),
            "phases": None if self.phases is None else self.phases.to_dict(),
            "notes": list(self.target.notes),
        }


def declare(
    words: Sequence[str],
    *,
    program: ProgramFound | None,
    budget: str | float | None = None,
    stated: Stated = _NOTHING_STATED,
    check_program: ProgramFound | None = None,
    derived: tuple[str, ...] = (),
) -> Declaration:
    """Return the declaration for what the caller gave, or refuse it by a guard's name.

    Args:
        words: The target's words; a single one may be a shell string.
        program: What the machine said about `target.word_to_resolve(words)`.
        budget: As typed; None for the default.
        stated: The success condition.
        check_program: What the machine said about the first word of the check command.
        derived: How command or condition were derived from prose.

    Raises:
        DeclarationError: `budget`, `no-target`, `goal-needs-reasoning`, `uncheckable-condition`.
    """
    return Declaration(
        budget=budget_of(budget),
        target=target_of(tuple(words), program),
        condition=condition_of(stated, check=_check_of(stated.check, check_program)),
        derived=derived,
    )


def _check_of(text: str | None, program: ProgramFound | None) -> Target | None:
    if text is None:
        return None
    try:
        return target_of((text,), program)
    except DeclarationError as error:
        raise DeclarationError(
            "uncheckable-condition",
            f"the check can not be run: {error.message}",
            hint="Pass a command whose exit status decides: --check 'PROGRAM ARGUMENTS'.",
        ) from error
