"""CF08: a script that checks accepts more than before."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity

SMOKE = """
#!/bin/sh
set -e
n=$(python -c 'import shop; print(shop.price(1, 3))')
if [ "$n" -eq 3 ]; then
  echo "smoke: PASS"
else
  echo "smoke: FAIL"
  exit 1
fi
grep -q '^total: 12$' report.txt
diff out.txt expected.txt
"""


def smoke(old: str, new: str) -> Change:
    assert old in SMOKE
    return {"scripts/smoke.sh": SMOKE}, {"scripts/smoke.sh": SMOKE.replace(old, new)}


QUIET: dict[str, Change] = {
    "a check added": smoke("diff out", "test -s out.txt\ndiff out"),
    "a message": smoke('"smoke: FAIL"', '"smoke: FAIL, got $n"'),
    "stricter": smoke("grep -q '^total: 12$'", "grep -qx '^total: 12$'"),
    "a comment": smoke("set -e", "set -e  # stop at once"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "success for failure": (smoke("smoke: FAIL", "smoke: PASS"), BLOCK),
    "a success for the failure's exit": (smoke("exit 1", "exit 0"), BLOCK),
    "a bound": (smoke('"$n" -eq 3', '"$n" -ge 1'), BLOCK),
    "another value": (smoke('"$n" -eq 3', '"$n" -eq 2'), BLOCK),
    "there at all": (smoke('[ "$n" -eq 3 ]', '[ -n "$n" ]'), BLOCK),
    "an alternative": (smoke("'^total: 12$'", "'^total: 12$\\|^total'"), BLOCK),
    "a wider pattern": (smoke("'^total: 12$'", "'total'"), BLOCK),
    "a check gone": (smoke("diff out.txt expected.txt\n", ""), BLOCK),
    "a check printed": (smoke("diff out.txt", "echo diff out.txt"), BLOCK),
    "a recipe": (
        ({"Makefile": "check:\n\t./scripts/verify.sh\n"}, {"Makefile": "check:\n\t@echo ok\n"}),
        BLOCK,
    ),
    "always": (smoke('if [ "$n" -eq 3 ]; then', "if true; then"), BLOCK),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF08", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF08", change, weight)
