"""AW10: a check of how a mock was called is weaker or none any more."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, WARN, Change, assert_fires, assert_quiet, one_test, reversed_change
from patchsmith.findings import Severity


def called(old: str, new: str, *, fixed: bool = False) -> Change:
    body = "send = mock.Mock()\nsend(price(2, 3))\n"
    return one_test(body + old, body + new, fixed=fixed)


QUIET: dict[str, Change] = {
    "stricter": called("send.assert_called()", "send.assert_called_once_with(6)"),
    "the calls compared": called(
        "send.assert_called_once_with(6)", "assert send.call_args_list == [mock.call(6)]"
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "weaker": (called("send.assert_called_once_with(6)", "send.assert_called()"), BLOCK),
    "weaker beside a repair": (
        called("send.assert_called_once_with(6)", "send.assert_called_once()", fixed=True),
        WARN,
    ),
    "an attribute": (called("send.assert_not_called()", "send.called"), BLOCK),
    "misspelt": (
        called("send.assert_called_with(6)", "send.has_been_called_with(6)", fixed=True),
        BLOCK,
    ),
    "not called at all": (called("send.assert_called_with(6)", "send.assert_called_with"), BLOCK),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW10", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW10", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW10", reversed_change(change))
