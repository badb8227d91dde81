"""The report of a loop that was refused before it began: which guard, and what to pass instead.

Same shape as the report of a loop that ran, so that whoever reads one can read the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.replx.markdown import code, heading, prose
from patchsmith.replx.phrases import Phrases
from patchsmith.replx.record import SCHEMA_VERSION, Ending, Status

if TYPE_CHECKING:
    from patchsmith.errors import DeclarationError
    from patchsmith.replx.wording import Language


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was given, and the guard that refused it; nothing was run or edited."""

    error: DeclarationError
    """The guard's name, its reason and the next step."""
    target: str
    """The target as given; may be empty."""
    condition: str
    """The success condition as given."""
    budget: str
    """The budget as given."""

    def to_dict(self) -> dict[str, object]:
        """Return the refusal as JSON holds a loop's record."""
        return {
            "schema_version": SCHEMA_VERSION,
            "declaration": {
                "target": self.target,
                "condition": self.condition,
                "budget": self.budget,
            },
            "iterations": [],
            "closing_run": None,
            "outcome": {
                "status": Status.INPUT_ERROR.value,
                "ending": Ending.GUARD.value,
                "reason": self.error.message,
                "guard": self.error.code,
                "require": self.error.hint,
                "findings": [],
                "not_verified": [],
                "verified": [],
            },
            "iterations_used": 0,
            "runs": 0,
            "verification_runs": 0,
            "check_runs": 0,
            "repeat_runs": 0,
            "final_diff": [],
        }


def render_refusal(refusal: Refusal, language: Language = "en") -> str:
    """Return the refusal as a report in Markdown, ending in a newline.

    Args:
        refusal: What was refused, and why.
        language: Of labels and fixed phrases; the reason stands in English.
    """
    say = Phrases(language)
    error = refusal.error
    refused = error.code == "budget"
    budget = say("budget_refused", given=code(refusal.budget)) if refused else refusal.budget
    lines = [
        f"# replx: {heading(refusal.target)}" if refusal.target else "# replx",
        say.item("target", code(refusal.target) if refusal.target else say("none")),
        say.item("condition", prose(refusal.condition)),
        say.item("budget", budget if refused else say.budget(int(budget))),
        f"## {say('outcome')}",
        say.item("status", Status.INPUT_ERROR.value),
        say.item("used", "0" if refused else f"0/{budget}"),
        say.item("final_diff", say("none")),
        say.item("not_validated", say("input_error_validation")),
        say.item("guard", code(error.code)),
        say.item("reason", prose(error.message)),
        say.item("edits", say("nothing_edited")),
        say.item("runs", "0"),
    ]
    if error.hint:
        lines.insert(-2, say.item("instead", prose(error.hint)))
    return "\n".join(lines) + "\n"
