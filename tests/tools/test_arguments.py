"""Arguments that do not fit a tool's schema."""

from __future__ import annotations

from typing import Any

import pytest

from patchsmith.errors import RequestError
from patchsmith.tools.arguments import checked
from patchsmith.tools.table import tool_named

EDIT = {"path": "f", "old_string": "a", "new_string": "b"}
REFUSED: dict[str, tuple[str, Any, str]] = {
    "a number for text": ("edit", {**EDIT, "old_string": 42}, "old_string must be text"),
    "null for text": ("edit", {**EDIT, "new_string": None}, "new_string must be text, not null"),
    "text for a truth value": ("edit", {**EDIT, "replace_all": "false"}, "replace_all must be"),
    "a number for a truth value": ("edit", {**EDIT, "replace_all": 1}, "not a number"),
    "a truth value for text": ("edit", {**EDIT, "path": True}, "path must be text"),
    "a missing field": ("edit", {"path": "f", "old_string": "a"}, "new_string is missing"),
    "an unknown field": ("edit", {**EDIT, "occurrence": 2}, "occurrence is no field"),
    "no object": ("edit", [EDIT], "must be an object, not a list"),
    "an object for a list": ("multi_edit", {"path": "f", "edits": EDIT}, "edits must be a list"),
    "an empty list": ("multi_edit", {"path": "f", "edits": []}, "edits is empty"),
    "a text in the list": ("multi_edit", {"path": "f", "edits": ["a"]}, r"edits\[0\] must be"),
    "a path in the list": ("multi_edit", {"path": "f", "edits": [EDIT]}, r"edits\[0\]\.path is no"),
    "the patch by another name": ("apply_patch", {"input": "x"}, "input is no field"),
}


@pytest.mark.parametrize(("tool", "arguments", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_does_not_fit_is_refused_by_the_fields_name(
    tool: str, arguments: object, words: str
) -> None:
    """Nothing is ignored and nothing converted."""
    with pytest.raises(RequestError, match=words) as caught:
        checked(tool, tool_named(tool).schema, arguments)
    assert caught.value.code == "bad-request"


def test_what_fits_is_handed_on_as_it_is() -> None:
    """Optional fields may be left out."""
    assert checked("edit", tool_named("edit").schema, EDIT) is EDIT
