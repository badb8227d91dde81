"""All rules."""

from __future__ import annotations

import re
from pathlib import Path

from patchsmith.guard.registry import RULES

PAGE = Path(__file__).parents[2] / "docs" / "guard.md"
FOLDER = Path(__file__).parents[2] / "src" / "patchsmith" / "guard" / "rules"


def test_ids_are_unique_and_every_file_has_its_rule() -> None:
    """One rule per file, none forgotten."""
    ids = [rule.id for rule in RULES]
    assert len(ids) == len(set(ids))
    assert len(ids) == len([path for path in FOLDER.glob("*.py") if path.name != "__init__.py"])
    assert all(re.fullmatch(r"[A-Z]{2}\d\d", each) for each in ids)


def test_every_rule_states_a_rule_and_no_recipe() -> None:
    """What is said of a rule are sentences."""
    for rule in RULES:
        assert rule.why.endswith("."), rule.id
        assert rule.legitimate.endswith("."), rule.id
        assert not rule.title.endswith("."), rule.id


def test_the_page_has_the_table_of_the_registry() -> None:
    """docs/guard.md shows each rule with its title and weight."""
    text = PAGE.read_text("utf-8")
    for rule in RULES:
        assert f"| {rule.id} | {rule.title} | {rule.severity} |" in text
