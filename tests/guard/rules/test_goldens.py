"""HC07: an expected output was written anew."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, FIXED, WARN, Change, assert_fires, assert_quiet, one_test
from patchsmith.findings import Severity

QUIET: dict[str, Change] = {
    "input data": ({"tests/data/in.csv": "a\n"}, {"tests/data/in.csv": "a\nb\n"}),
    "a new one": ({"tests/data/expected_a.txt": "a\n"}, {"tests/data/expected_b.txt": "b\n"}),
    "a new entry": (
        {"src/__snapshots__/a.test.js.snap": "// Jest\n\nexports[`a 1`] = `\nx\n`;\n"},
        {
            "src/__snapshots__/a.test.js.snap": "// Jest\n\nexports[`a 1`] = `\nx\n`;\n\nexports[`b 1`] = `\ny\n`;\n"
        },
    ),
    "a switch for people": (
        {},
        {
            "conftest.py": "def pytest_addoption(parser):\n    parser.addoption('--update-golden', action='store_true')\n"
        },
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "another output": (
        ({"tests/data/expected.txt": "6\n"}, {"tests/data/expected.txt": "5\n"}),
        BLOCK,
    ),
    "beside a repair": (
        ({"tests/golden/a.txt": "6\n"}, {"tests/golden/a.txt": "5\n", "shop.py": FIXED}),
        WARN,
    ),
    "a snapshot": (
        (
            {"tests/__snapshots__/test_a.ambr": "# name: a\n  6\n"},
            {"tests/__snapshots__/test_a.ambr": "# name: a\n  5\n"},
        ),
        BLOCK,
    ),
    "every run writes it": (
        (
            {"package.json": '{"scripts": {"test": "jest"}}\n'},
            {"package.json": '{"scripts": {"test": "jest -u"}}\n'},
        ),
        BLOCK,
    ),
    "in pytest's options": (
        (
            {"pytest.ini": "[pytest]\naddopts = -ra\n"},
            {"pytest.ini": "[pytest]\naddopts = -ra --snapshot-update\n"},
        ),
        BLOCK,
    ),
    "the test writes it": (
        one_test(
            "from pathlib import Path\nwant = Path('tests/golden/a.txt')\nassert label('a') == want.read_text()",
            "from pathlib import Path\nwant = Path('tests/golden/a.txt')\nwant.write_text(label('a'))\nassert label('a') == want.read_text()",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC07", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC07", change, weight)
