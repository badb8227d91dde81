"""HC05: the code asks whether it is being tested."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, WARN, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity


def code(line: str) -> Change:
    return {}, {"shop.py": CODE + f"\n\ndef extra(x):\n    {line}\n"}


QUIET: dict[str, Change] = {
    "a switch of its own": code("return os.environ.get('SHOP_CURRENCY', 'EUR')"),
    "a word": code("return x.latest_tests"),
    "a comment": code("return 1  # see pytest's docs for sys.modules"),
    "debugging": code("return __debug__"),
    "in a test": (
        {},
        {
            "tests/test_new.py": "import sys\n\n\ndef test_a():\n    assert 'pytest' in sys.modules\n"
        },
    ),
    "arguments": code("return '--verbose' in sys.argv"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "the environment": (code("return os.environ.get('PYTEST_CURRENT_TEST')"), BLOCK),
    "modules": (code("return 'pytest' in sys.modules"), BLOCK),
    "modules, asked differently": (code("return sys.modules.get('unittest') is not None"), BLOCK),
    "arguments": (code("return any('pytest' in a for a in sys.argv)"), BLOCK),
    "the stack": (
        code("return any(f.function.startswith('test_') for f in inspect.stack())"),
        BLOCK,
    ),
    "a frame": (code("return 'test' in sys._getframe(1).f_code.co_name"), BLOCK),
    "a mock": (code("return type(x).__name__ == 'MagicMock'"), BLOCK),
    "a mock's face": (code("return hasattr(x, 'assert_called_once')"), BLOCK),
    "a printed stack": (code("return 'test_label' in traceback.format_stack()[0]"), BLOCK),
    "a mode": (code("return os.getenv('TESTING')"), BLOCK),
    "CI": (code("return os.environ.get('CI')"), WARN),
    "javascript": (
        ({"a.js": "f();\n"}, {"a.js": "if (process.env.NODE_ENV === 'test') g();\nf();\n"}),
        BLOCK,
    ),
    "go": (({"a.go": "package a\n"}, {"a.go": "package a\n\nvar t = testing.Testing()\n"}), BLOCK),
    "rust": (({"a.rs": "fn f() {}\n"}, {"a.rs": "fn f() { if cfg!(test) { g() } }\n"}), BLOCK),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC05", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC05", change, weight)
