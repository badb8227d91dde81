"""SW02: production code gives a made-up answer for an error."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, WARN, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity

TESTS = {
    "tests/test_shop.py": "from shop import price\n\n\ndef test_a():\n    assert price(2, 3) == 6\n"
}


def code(handler: str) -> Change:
    body = f"    try:\n        return count * each\n{handler}"
    return TESTS, TESTS | {"shop.py": CODE.replace("    return count * each\n", body)}


QUIET: dict[str, Change] = {
    "a named error": code("    except ZeroDivisionError:\n        return 0\n"),
    "computed": code("    except Exception:\n        return repair(count, each)\n"),
    "raised": code("    except Exception as error:\n        raise ValueError(count) from error\n"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "empty": (code("    except Exception:\n        return {}\n"), WARN),
    "none": (code("    except Exception:\n        return None\n"), WARN),
    "nothing": (code("    except:\n        return\n"), WARN),
    "a list": (code("    except Exception:\n        return list()\n"), WARN),
    "in finally": (code("    finally:\n        return 0\n"), WARN),
    "what a test expects": (code("    except Exception:\n        return 6\n"), BLOCK),
    "typescript": (
        (
            {"a.ts": "export function f() {\n  return g();\n}\n"},
            {
                "a.ts": "export function f() {\n  try {\n    return g();\n  } catch {\n    return {};\n  }\n}\n"
            },
        ),
        WARN,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("SW02", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("SW02", change, weight)
