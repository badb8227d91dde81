"""Several edits in order: all or none, and the failing one is named."""

from __future__ import annotations

import pytest

from patchsmith.edits.multi import plan_edits
from patchsmith.edits.request import edit_request
from patchsmith.errors import PatchsmithError


def test_each_edit_sees_what_the_one_before_left() -> None:
    """An edit may change what an earlier one wrote."""
    requests = [edit_request("a", "b\nc", replace_all=True), edit_request("c\nx", "d")]
    planned = plan_edits(b"a\nx\n", requests, "f")
    assert planned.content == b"b\nd\n"
    assert [edit.count for edit in planned.edits] == [1, 1]


def test_the_failing_edit_is_named_by_number_and_index() -> None:
    """Callers count from one or from zero: both are said."""
    requests = [edit_request("a", "b"), edit_request("q", "r"), edit_request("c", "d")]
    with pytest.raises(PatchsmithError) as caught:
        plan_edits(b"a\nc\n", requests, "f")
    assert (caught.value.code, caught.value.op) == ("not-found", 2)
    assert caught.value.message.startswith("edit 2 of 3 (edits[1]): ")


def test_text_that_an_earlier_edit_took_away_is_said_to_have_been_there() -> None:
    """Overlapping edits are the commonest reason for a miss in the middle."""
    requests = [edit_request("name FROM users", "mail"), edit_request("FROM users WHERE", "x")]
    with pytest.raises(PatchsmithError, match="did before an earlier edit of this call"):
        plan_edits(b"SELECT name FROM users WHERE id\n", requests, "f")


def test_edits_that_undo_one_another_change_nothing_and_say_so() -> None:
    """The whole call is refused as no change."""
    with pytest.raises(PatchsmithError) as caught:
        plan_edits(b"a\n", [edit_request("a", "b"), edit_request("b", "a")], "f")
    assert caught.value.code == "no-change"
