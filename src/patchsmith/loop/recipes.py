"""What a runner's own file says it executes: Makefile recipes and the scripts of package.json.

Decides one hop only: the lines of the target that the command names, and of what that depends on
in the same file. Nothing is expanded, so a recipe built from variables names nothing.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from patchsmith.loop.executed import Executed, executed_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_MAKE = frozenset({"make", "gmake"})
_PACKAGE_RUNNERS = frozenset({"npm", "yarn", "pnpm", "bun"})
_RULE = re.compile(r"^([^\s:#=][^:=#]*?)\s*::?(?!=)([^;#]*)(?:;(.*))?")
_MAX_BYTES = 1 << 20


def recipes_of(words: Sequence[str], folders: Iterable[Path]) -> Iterator[tuple[Path, Executed]]:
    """Give what the runners among a command's words execute, with the folder it happens in.

    Args:
        words: Every word of the command.
        folders: Where its Makefile or package.json may be.
    """
    names = {word.rpartition("/")[2] for word in words}
    for folder in folders:
        if names & _MAKE:
            name = next((each for each in MAKEFILES if (folder / each).is_file()), None)
            if name is not None:
                for line in make_lines(_read(folder / name), words):
                    yield folder, executed_by(line)
        if names & _PACKAGE_RUNNERS:
            for line in package_lines(_read(folder / "package.json"), words):
                yield folder, executed_by(line)


def make_lines(text: str, words: Sequence[str]) -> list[str]:
    """Return the recipe lines of the targets that words name, or of the first one.

    Args:
        text: A Makefile.
        words: Every word of the command.
    """
    rules: dict[str, tuple[list[str], list[str]]] = {}
    current: list[tuple[list[str], list[str]]] = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith("\t"):
            for _, lines in current:
                lines.append(line.strip().lstrip("@-+ "))
            continue
        rule = _RULE.match(line)
        if rule is None:
            continue
        current = [rules.setdefault(name, ([], [])) for name in rule.group(1).split()]
        for needed, lines in current:
            needed.extend(rule.group(2).split())
            if rule.group(3):
                lines.append(rule.group(3).strip())
    named = [word for word in words if word in rules]
    first = next((name for name in rules if not name.startswith(".")), None)
    wanted = named or ([first] if first is not None else [])
    seen: set[str] = set()
    found: list[str] = []
    while wanted:
        name = wanted.pop()
        if name in rules and name not in seen:
            seen.add(name)
            found += rules[name][1]
            wanted += rules[name][0]
    return found


def package_lines(text: str, words: Sequence[str]) -> list[str]:
    """Return the scripts of a package.json that words name, with those before and after them."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return []
    scripts = read.get("scripts") if isinstance(read, dict) else None
    if not isinstance(scripts, dict):
        return []
    named = {word for word in words if word in scripts}
    named |= {"test"} if "t" in words else set()
    found = (
        scripts.get(f"{place}{name}") for name in sorted(named) for place in ("pre", "", "post")
    )
    return [line for line in found if isinstance(line, str)]


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
