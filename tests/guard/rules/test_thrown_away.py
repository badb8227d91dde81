"""SC02: work that was in the tree before the loop began is gone."""

from __future__ import annotations

from guard_changes import judged, of_rule
from patchsmith.guard.evidence import Evidence

BEFORE = {"new.py": "mine = 1\n", "old.py": "x = 2\n"}
DIRTY = Evidence(committed={"new.py": None, "old.py": b"x = 1\n"})


def test_work_that_is_lost_blocks() -> None:
    """A file that is as it was last committed, or gone, has lost its work."""
    found = of_rule(judged(BEFORE, {"new.py": "", "old.py": "x = 1\n"}, evidence=DIRTY), "SC02")
    assert [(each.path, str(each.severity)) for each in found] == [
        ("new.py", "block"),
        ("old.py", "block"),
    ]


def test_work_that_is_built_on_is_quiet() -> None:
    """Another content keeps the work."""
    after = {"new.py": "mine = 2\n", "old.py": "x = 2\ny = 3\n"}
    assert of_rule(judged(BEFORE, after, evidence=DIRTY), "SC02") == []
