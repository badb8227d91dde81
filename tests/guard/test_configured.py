"""The policy in a project's own configuration."""

from __future__ import annotations

import pytest

from patchsmith.errors import RequestError
from patchsmith.findings import Severity
from patchsmith.guard.configured import configured_policy
from patchsmith.guard.policy import Policy

PROJECT = b"""
[tool.patchsmith.guard]
strict = true
allow = ["tests/golden"]
max-files = 7
[tool.patchsmith.guard.rules]
CF05 = "info"
SW = "block"
"""


def test_a_project_configures_rules_paths_and_bounds() -> None:
    """What it does not name keeps its default."""
    policy = configured_policy({"pyproject.toml": PROJECT})
    assert policy == Policy(
        severities={"CF05": Severity.INFO, "SW": Severity.BLOCK},
        strict=True,
        allow=("tests/golden",),
        max_files=7,
    )
    assert configured_policy({}) == Policy()


def test_our_own_file_stands_above_it() -> None:
    """Allowed paths add up."""
    own = b'[guard]\nstrict = false\nallow = ["CF07"]\n[guard.rules]\nCF05 = "warn"\n'
    policy = configured_policy({"pyproject.toml": PROJECT, "patchsmith.toml": own})
    assert policy.severities == {"CF05": Severity.WARN, "SW": Severity.BLOCK}
    assert policy.allow == ("tests/golden", "CF07")
    assert not policy.strict


def test_the_caller_adds_and_takes_nothing_away() -> None:
    """Strictness of either is strictness."""
    policy = configured_policy({"pyproject.toml": PROJECT}, allow=("docs",))
    assert policy.strict
    assert policy.allow == ("tests/golden", "docs")
    assert configured_policy({}, strict=True).strict


@pytest.mark.parametrize(
    "table",
    [
        "strikt = true",
        'strict = "yes"',
        "allow = [1]",
        "max-files = 0",
        "rules.SW = 'off'",
        "rules = 1",
    ],
)
def test_a_mistake_in_the_table_is_refused(table: str) -> None:
    """Left out silently, it would let pass what its owner forbade."""
    with pytest.raises(RequestError, match=r"pyproject\.toml: the guard's table can not hold"):
        configured_policy({"pyproject.toml": f"[tool.patchsmith.guard]\n{table}\n".encode()})


@pytest.mark.parametrize("content", [b"[tool", b"tool = 1", b"[tool]\npatchsmith = 1", b"\xff"])
def test_a_file_without_such_a_table_configures_nothing(content: bytes) -> None:
    """Nor does one that no tool can read."""
    assert configured_policy({"pyproject.toml": content}) == Policy()
