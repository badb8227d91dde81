"""CF04: a gate lets more pass than before."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, WARN, Change, assert_fires, assert_quiet, reversed_change
from patchsmith.findings import Severity


def toml(old: str, new: str) -> Change:
    return {"pyproject.toml": old}, {"pyproject.toml": new}


COVER = "[tool.coverage.report]\nfail_under = 90\n"
TYPES = "[tool.mypy]\nstrict = true\n"
LINT = '[tool.ruff.lint]\nselect = ["E", "F", "B"]\n'
WARNED = '[tool.pytest.ini_options]\nfilterwarnings = ["error"]\nxfail_strict = true\n'
QUIET: dict[str, Change] = {
    "raised": toml(COVER, COVER.replace("90", "95")),
    "more rules": toml(LINT, LINT.replace('"B"]', '"B", "UP"]')),
    "one named warning": toml(
        WARNED,
        WARNED.replace('["error"]', '["error", "ignore:distutils is old:DeprecationWarning"]'),
    ),
    "another line length": toml(
        "[tool.ruff]\nline-length = 88\n", "[tool.ruff]\nline-length = 100\n"
    ),
    "another setting": toml(TYPES, TYPES + "pretty = true\n"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "coverage": (toml(COVER, COVER.replace("90", "10")), BLOCK),
    "coverage gone": (toml(COVER, "[tool.coverage.report]\nshow_missing = true\n"), BLOCK),
    "strict off": (toml(TYPES, TYPES.replace("true", "false")), BLOCK),
    "strict gone": (toml(TYPES, "[tool.mypy]\npretty = true\n"), BLOCK),
    "errors ignored": (toml(TYPES, TYPES + "ignore_errors = true\n"), BLOCK),
    "xfail_strict": (
        toml(WARNED, WARNED.replace("xfail_strict = true", "xfail_strict = false")),
        BLOCK,
    ),
    "warnings": (toml(WARNED, WARNED.replace('["error"]', '["ignore"]')), BLOCK),
    "a wide warning": (
        toml(WARNED, WARNED.replace('["error"]', '["error", "ignore::DeprecationWarning"]')),
        BLOCK,
    ),
    "rules gone": (toml(LINT, LINT.replace(', "B"', "")), WARN),
    "rules ignored": (toml(LINT, LINT + 'ignore = ["F401"]\n'), WARN),
    "an option": (
        (
            {"Makefile": "test:\n\tpytest --cov-fail-under=90\n"},
            {"Makefile": "test:\n\tpytest --cov-fail-under=50\n"},
        ),
        BLOCK,
    ),
    "an option gone": (
        ({"Makefile": "test:\n\tpytest -W error\n"}, {"Makefile": "test:\n\tpytest\n"}),
        BLOCK,
    ),
    "warnings allowed": (
        (
            {"package.json": '{"scripts": {"lint": "eslint --max-warnings 0 ."}}\n'},
            {"package.json": '{"scripts": {"lint": "eslint --max-warnings 99 ."}}\n'},
        ),
        BLOCK,
    ),
    "vitest": (
        (
            {
                "vitest.config.ts": "export default { test: { coverage: { thresholds: { lines: 90 } } } };\n"
            },
            {
                "vitest.config.ts": "export default { test: { coverage: { thresholds: { lines: 20 } } } };\n"
            },
        ),
        BLOCK,
    ),
    "tsconfig": (
        (
            {"tsconfig.json": '{"compilerOptions": {"strict": true}}\n'},
            {"tsconfig.json": '{"compilerOptions": {"strict": false}}\n'},
        ),
        BLOCK,
    ),
    "setup.cfg": (
        (
            {"setup.cfg": "[mypy]\ndisallow_untyped_defs = True\n"},
            {"setup.cfg": "[mypy]\ndisallow_untyped_defs = False\n"},
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF04", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF04", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("CF04", reversed_change(change))
