"""CF06: the test runner is changed so that failures pass."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, reversed_change
from patchsmith.findings import Severity

TREE = {
    "tests/test_shop.py": "from shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n"
}


def conftest(new: str, old: str = "") -> Change:
    return TREE | {"conftest.py": old}, TREE | {"conftest.py": new}


QUIET: dict[str, Change] = {
    "an option": conftest(
        "def pytest_addoption(parser):\n    parser.addoption('--slow', action='store_true')\n"
    ),
    "a fixture": conftest("import pytest\n\n\n@pytest.fixture\ndef shop():\n    return 1\n"),
    "a marker registered": conftest(
        "def pytest_configure(config):\n    config.addinivalue_line('markers', 'slow: x')\n"
    ),
    "the environment": conftest("import os\n\nos.environ['TZ'] = 'UTC'\n"),
    "the order": conftest(
        "def pytest_collection_modifyitems(items):\n    items.sort(key=lambda item: item.name)\n"
    ),
    "a path": conftest("import sys\n\nsys.path.insert(0, 'src')\n"),
    "a line in the report": conftest("def pytest_report_header(config):\n    return 'shop'\n"),
    "an honest TestMain": (
        {"a_test.go": "package a\n"},
        {
            "a_test.go": "package a\n\nfunc TestMain(m *testing.M) {\n\tcode := m.Run()\n\tos.Exit(code)\n}\n"
        },
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "the outcome": (
        conftest(
            "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    out = yield\n    rep = out.get_result()\n    rep.outcome = 'passed'\n"
        ),
        BLOCK,
    ),
    "a forced result": (
        conftest(
            "import pytest\n\n\n@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_call(item):\n    try:\n        return (yield)\n    except Exception:\n        return None\n\n\ndef pytest_pyfunc_call(pyfuncitem):\n    return True\n"
        ),
        BLOCK,
    ),
    "the status": (
        conftest("def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n"),
        BLOCK,
    ),
    "items removed": (
        conftest("def pytest_collection_modifyitems(items):\n    items[:] = items[:1]\n"),
        BLOCK,
    ),
    "items skipped": (
        conftest(
            "import pytest\n\n\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        item.add_marker(pytest.mark.xfail)\n"
        ),
        BLOCK,
    ),
    "files not collected": (
        conftest(
            "def pytest_ignore_collect(collection_path):\n    return 'shop' in collection_path.name\n"
        ),
        BLOCK,
    ),
    "raises replaced": (
        conftest("import contextlib\nimport pytest\n\npytest.raises = contextlib.nullcontext\n"),
        BLOCK,
    ),
    "the code replaced": (conftest("import shop\n\nshop.price = lambda a, b: 6\n"), BLOCK),
    "at exit": (conftest("import atexit\nimport os\n\natexit.register(os._exit, 0)\n"), BLOCK),
    "before every program": ((TREE, TREE | {"sitecustomize.py": "import os\n"}), BLOCK),
    "a hard exit in a hook": (
        conftest("import os\n\n\ndef pytest_unconfigure(config):\n    os._exit(0)\n"),
        BLOCK,
    ),
    "a TestMain that always succeeds": (
        (
            {"a_test.go": "package a\n"},
            {
                "a_test.go": "package a\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n"
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF06", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF06", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("CF06", reversed_change(change))
