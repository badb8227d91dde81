"""What a loop is declared to do: fixed before the first run, never changed after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.replx.budget import budget_of
from patchsmith.replx.condition import Condition, condition_of
from patchsmith.replx.target import ProgramFound, Target, target_of

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Declaration:
    """Target, success condition and budget of one loop."""

    target: Target
    """The command."""
    condition: Condition
    """What must be seen."""
    budget: int
    """Iterations allowed, 1 to 32."""

    def to_dict(self) -> dict[str, object]:
        """Return the declaration as JSON holds it."""
        return {
            "target": self.target.display,
            "argv": list(self.target.argv),
            "condition": self.condition.describe(),
            "budget": self.budget,
            "notes": list(self.target.notes),
        }


def declare(
    words: Sequence[str],
    *,
    program: ProgramFound | None,
    budget: str | float | None = None,
    success_line: str | None = None,
    success_regex: str | None = None,
    stream: str = "both",
) -> Declaration:
    """Return the declaration for what the caller gave, or refuse it by a guard's name.

    Args:
        words: The target's words; a single one may be a shell string.
        program: What the machine said about `target.word_to_resolve(words)`.
        budget: As typed; None for the default.
        success_line: Text a line of output must begin with.
        success_regex: Regular expression a line of output must match.
        stream: `stdout`, `stderr` or `both`.

    Raises:
        DeclarationError: `budget`, `no-target`, `goal-needs-reasoning`, `uncheckable-condition`.
    """
    return Declaration(
        budget=budget_of(budget),
        target=target_of(tuple(words), program),
        condition=condition_of(
            success_line=success_line, success_regex=success_regex, stream=stream
        ),
    )
