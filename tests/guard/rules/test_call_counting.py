"""HC08: the answer depends on how often the code was called."""

from __future__ import annotations

import pytest

from guard_changes import CODE, WARN, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity


def code(new: str) -> Change:
    return {}, {"shop.py": CODE + "\n" + new}


QUIET: dict[str, Change] = {
    "a count for people": code("\ndef buy(self):\n    self.bought += 1\n    return self.stock\n"),
    "a limit": code(
        "\ndef retry(self):\n    self.failures += 1\n    if self.failures >= self.limit:\n        raise RuntimeError('x')\n    return self.ask()\n"
    ),
    "a cache": code(
        "\ndef get(self, key):\n    if key in self.seen:\n        return self.seen[key]\n    self.seen[key] = 1\n    return 1\n"
    ),
    "a local count": code(
        "\ndef total(items):\n    n = 0\n    for _ in items:\n        n += 1\n        if n == 2:\n            return 5\n    return n\n"
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "an attribute": (
        code(
            "\ndef get(self, key):\n    self.calls += 1\n    if self.calls == 2:\n        return 'A'\n    return None\n"
        ),
        WARN,
    ),
    "a global": (
        code(
            "calls = 0\n\n\ndef get(key):\n    global calls\n    calls += 1\n    if calls == 3:\n        return 7\n    return 0\n"
        ),
        WARN,
    ),
    "a list": (
        code(
            "seen = []\n\n\ndef get(key):\n    seen.append(key)\n    if seen[-2:] == ['a', 'b']:\n        return 'B'\n    return None\n"
        ),
        WARN,
    ),
    "its length": (
        code(
            "seen = []\n\n\ndef get(key):\n    seen.append(key)\n    if len(seen) == 2:\n        return 9\n    return None\n"
        ),
        WARN,
    ),
    "an attribute of the function": (
        code("\ndef get(key):\n    get.calls += 1\n    return 4 if get.calls == 2 else key\n"),
        WARN,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC08", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC08", change, weight)
