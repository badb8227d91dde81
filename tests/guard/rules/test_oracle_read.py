"""OR01: code reads what it is judged by."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity

TESTS = {"tests/test_shop.py": "def test_a():\n    assert True\n", "tests/data/out.txt": "6\n"}


def code(line: str) -> Change:
    return TESTS, TESTS | {"shop.py": CODE + f"\n\ndef extra():\n    {line}\n"}


QUIET: dict[str, Change] = {
    "its own data": code("return open('prices.csv').read()"),
    "a test reads its data": (
        TESTS,
        TESTS
        | {
            "tests/test_new.py": "def test_a():\n    assert open('tests/data/out.txt').read() == '6\\n'\n"
        },
    ),
    "the word": code("return 'the history of git'"),
    "a comment": code("return 1  # see git log"),
    "the folder itself": code("return (root / '.git').exists()"),
    "advice": code("return 'run git log to see it'"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "an older version": (code("return subprocess.run(['git', 'show', 'HEAD~1:shop.py'])"), BLOCK),
    "by a shell": (code("return os.popen('git log -p shop.py').read()"), BLOCK),
    "the store": (code("return open('.git/ORIG_HEAD').read()"), BLOCK),
    "with options": (
        code("return subprocess.check_output(['git', '-C', root, 'log', '-p'])"),
        BLOCK,
    ),
    "the expected output": (code("return open('tests/data/out.txt').read()"), BLOCK),
    "the test": (code("return Path('tests/test_shop.py').read_text()"), BLOCK),
    "what is held out": (code("return open('../held_out/test_b.py').read()"), BLOCK),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("OR01", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("OR01", change, weight)
