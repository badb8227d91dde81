"""CF09: a program ends with success before it was judged."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity


def code(new: str) -> Change:
    return {}, {"shop.py": CODE + new}


QUIET: dict[str, Change] = {
    "a command line": code("\n\ndef main():\n    import sys\n\n    sys.exit(0)\n"),
    "when run as a program": code("\n\nif __name__ == '__main__':\n    raise SystemExit(0)\n"),
    "a failure": code("\n\ndef check():\n    import sys\n\n    sys.exit(1)\n"),
    "its own exit": code("\n\ndef leave(self):\n    return self.exit(0)\n"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "when imported": (code("\nimport sys\n\nsys.exit(0)\n"), BLOCK),
    "hard": (code("\nimport os\n\nif True:\n    os._exit(0)\n"), BLOCK),
    "in a function": (code("\n\ndef total():\n    import sys\n\n    sys.exit()\n"), BLOCK),
    "raised": (code("\n\ndef total():\n    raise SystemExit(0)\n"), BLOCK),
    "in javascript": (({"lib/a.js": "f();\n"}, {"lib/a.js": "process.exit(0);\nf();\n"}), BLOCK),
    "in rust": (
        (
            {"src/lib.rs": "fn f() {}\n"},
            {"src/lib.rs": "fn f() {\n    std::process::exit(0);\n}\n"},
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF09", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF09", change, weight)
