"""Rules for what the loop notices beside an attempt."""

from __future__ import annotations

from patchsmith.findings import Severity
from patchsmith.loop.noticed import changed_meanwhile, folder_changed, left_running


def test_nothing_noticed_is_no_finding() -> None:
    """Most attempts leave nothing to say."""
    assert left_running(1, ()) == changed_meanwhile(()) == folder_changed(1, (), lost=False) == ()


def test_all_that_is_noticed_is_a_warning_that_names_it() -> None:
    """It decides nothing by itself."""
    (left,) = left_running(2, ["sleep 60", "vim a"])
    (changed,) = changed_meanwhile(["a.py"])
    (folder,) = folder_changed(3, ["events.jsonl"], lost=True)
    assert {each.severity for each in (left, changed, folder)} == {Severity.WARN}
    assert "iteration 2" in left.message
    assert left.message.endswith("sleep 60, vim a")
    assert (changed.rule, changed.path) == ("LO02", "a.py")
    assert "events.jsonl; not all of it could be put back" in folder.message


def test_of_many_names_the_first_are_listed() -> None:
    """The rest is counted."""
    names = [f"f{number}" for number in range(25)]
    assert len(changed_meanwhile(names)) == 21
    assert changed_meanwhile(names)[-1].message.startswith("5 more")
    assert left_running(1, names)[0].message.endswith("f19, 5 more")
