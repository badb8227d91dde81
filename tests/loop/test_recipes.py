"""Rules for what a runner's own file executes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.loop.recipes import make_lines, package_lines, recipes_of
from trees import lay

if TYPE_CHECKING:
    from pathlib import Path

MAKEFILE = """\
X := 1
.PHONY: test
all: build
build:
\tcc a.c
test: unit; ./one.sh
unit other:
\t@./two.sh \\
  more
"""


def test_the_recipe_of_the_named_target_counts() -> None:
    """With what it depends on; not those of others."""
    assert make_lines(MAKEFILE, ["make", "test"]) == ["./one.sh", "./two.sh    more"]


def test_without_a_name_the_first_target_counts() -> None:
    """As make chooses it."""
    assert make_lines(MAKEFILE, ["make", "-j2"]) == ["cc a.c"]
    assert make_lines("", ["make"]) == []


def test_a_named_script_counts_with_its_neighbours() -> None:
    """Those that npm runs before and after it; broken files name nothing."""
    text = '{"scripts": {"test": "./a.sh", "pretest": "./b.sh", "lint": "./c.sh", "x": 1}}'
    assert package_lines(text, ["npm", "test"]) == ["./b.sh", "./a.sh"]
    assert package_lines(text, ["npm", "t"]) == ["./b.sh", "./a.sh"]
    assert package_lines(text, ["npm", "run", "x"]) == []
    for broken in ("", "[", "[]", '{"scripts": []}', "[" * 100_000):
        assert package_lines(broken, ["npm", "test"]) == []


def test_only_the_runner_that_is_named_is_asked(tmp_path: Path) -> None:
    """In the folders given."""
    lay(tmp_path, {"Makefile": "t:\n\t./a.sh\n", "package.json": '{"scripts": {"t": "./b.sh"}}'})
    assert [each.scripts for _, each in recipes_of(("make", "t"), [tmp_path])] == [("./a.sh",)]
    assert [each.scripts for _, each in recipes_of(("yarn", "t"), [tmp_path])] == [("./b.sh",)]
    assert list(recipes_of(("make",), [tmp_path / "none"])) == []
