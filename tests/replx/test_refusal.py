"""Rules for the report of a loop that was refused before it began."""

from __future__ import annotations

import json

import pytest

from patchsmith.errors import DeclarationError
from patchsmith.replx.budget import budget_of
from patchsmith.replx.refusal import Refusal, render_refusal
from patchsmith.replx.target import target_of
from patchsmith.replx.wording import LANGUAGES, Language


def refused_budget(given: str) -> Refusal:
    """Return the refusal of a budget."""
    with pytest.raises(DeclarationError) as caught:
        budget_of(given)
    return Refusal(caught.value, "make test", "exit status 0", given)


def test_the_shape_is_that_of_a_report() -> None:
    """Head and outcome have the labels of a loop that ran, and no iteration."""
    report = render_refusal(refused_budget("33"))
    labels = [line.partition(":")[0] for line in report.splitlines() if line.startswith("- ")]
    assert labels == [
        "- Target", "- Success condition", "- Budget", "- Status", "- Iterations used",
        "- Final diff", "- Not validated", "- Guard", "- Reason", "- Instead", "- Edits", "- Runs",
    ]  # fmt: skip
    assert "- Budget: `33` (refused)" in report
    assert "- Status: input-error" in report


@pytest.mark.parametrize("language", LANGUAGES)
def test_guard_and_that_nothing_was_edited_are_named(language: Language) -> None:
    """In either language."""
    report = render_refusal(refused_budget(""), language)
    assert "`budget`" in report
    assert "nothing was edited" in report


def test_a_missing_target_is_said() -> None:
    """There is no command to show."""
    with pytest.raises(DeclarationError) as caught:
        target_of((), None)
    report = render_refusal(Refusal(caught.value, "", "exit status 0", "4"))
    assert report.startswith("# replx\n- Target: none\n")
    assert "- Budget: 4 iterations" in report
    assert "- Iterations used: 0/4" in report


def test_json_has_the_keys_of_a_record() -> None:
    """A reader of records needs no second form."""
    found = json.loads(json.dumps(refused_budget("abc").to_dict()))
    assert found["outcome"]["status"] == "input-error"
    assert found["outcome"]["guard"] == "budget"
    assert (found["iterations"], found["runs"], found["final_diff"]) == ([], 0, [])
