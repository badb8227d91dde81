"""SW01: production code lets an error vanish."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, WARN, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity

TESTS = {
    "tests/test_shop.py": "import pytest\nfrom shop import price\n\n\ndef test_a():\n    with pytest.raises(TypeError):\n        price(None, 1)\n"
}


def code(handler: str) -> Change:
    return TESTS, TESTS | {
        "shop.py": CODE + f"\n\ndef save(x, errors):\n    try:\n        x.save()\n{handler}"
    }


QUIET: dict[str, Change] = {
    "a named error": code("    except FileNotFoundError:\n        pass\n"),
    "raised again": code("    except Exception:\n        x.close()\n        raise\n"),
    "wrapped": code(
        "    except Exception as error:\n        raise RuntimeError('save') from error\n"
    ),
    "recorded": code("    except Exception as error:\n        errors.append(error)\n"),
    "logged": code("    except Exception as error:\n        print(error)\n"),
    "cleaned up": code("    finally:\n        x.close()\n"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "pass": (code("    except Exception:\n        pass\n"), WARN),
    "bare": (code("    except:\n        pass\n"), WARN),
    "base": (code("    except BaseException:\n        ...\n"), WARN),
    "suppressed": (
        (
            TESTS,
            TESTS
            | {
                "shop.py": CODE
                + "\n\ndef save(x):\n    with contextlib.suppress(Exception):\n        x.save()\n"
            },
        ),
        WARN,
    ),
    "in a loop": (
        (
            TESTS,
            TESTS
            | {
                "shop.py": CODE
                + "\n\ndef save(xs):\n    for x in xs:\n        try:\n            x.save()\n        except Exception:\n            continue\n"
            },
        ),
        WARN,
    ),
    "and the error's test changed": (
        (
            TESTS,
            {
                "tests/test_shop.py": "from shop import price\n\n\ndef test_a():\n    price(None, 1)\n",
                "shop.py": CODE.replace(
                    "    return count * each",
                    "    try:\n        return count * each\n    except Exception:\n        pass",
                ),
            },
        ),
        BLOCK,
    ),
    "javascript": (({"a.js": "f();\n"}, {"a.js": "try { f(); } catch (e) {}\n"}), WARN),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("SW01", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("SW01", change, weight)
