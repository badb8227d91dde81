"""Files an attempt must not touch: tests, their configuration, CI, and the command's own script.

Whoever may rewrite the judge can always win, so an attempt that touches one of these is refused
as a whole. Decides from paths alone; content is the guard's business. Never fires on a path the
caller allowed with `--allow`.

    PT01  a test file
    PT02  a configuration that decides which tests or linters run, or how
    PT03  a CI file
    PT04  the file the command itself runs, or one that would take the place of what it uses
    PT05  a repository inside the tree, whose files are not this repository's to change
    PT06  a file that decides what a snapshot sees
    PT07  a link that leads out of the root (found by `loop.changes`)

Rules for editors: a message states the rule and what was seen, never how to get around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity
from patchsmith.replx.globs import matches

if TYPE_CHECKING:
    from collections.abc import Iterable

_TEST_FOLDERS = frozenset(
    {"test", "tests", "__tests__", "spec", "specs", "testdata", "__snapshots__", "e2e", "cypress"}
)
_TEST_FILE = re.compile(
    r"tests?\.\w+"
    r"|(?:test|tests)_.*\.py|.*_tests?\.(?:py|go|rs|rb|exs|dart|c|cc|cpp|cxx|php|lua|jl)"
    r"|.*[.\-_](?:test|tests|spec|e2e|cy)\.[cm]?[jt]sx?"
    r"|.*_spec\.(?:rb|lua|js|ts)"
    r"|.*\.(?:bats|feature|snap)"
    r"|test[_-].*\.(?:sh|bash|c|cc|cpp|r|jl|lua|exs|js|mjs|ts)|.*_tests?\.(?:sh|bash)"
    r"|conftest\.py",
    re.IGNORECASE,
)
_TEST_CLASS = re.compile(
    r"(?:Test[A-Z0-9]\w*|\w+(?:Tests?|TestCase|Spec|IT))\.(?:java|kt|kts|groovy|scala|cs|fs|swift|php)"
)
_TEST_CONFIG = re.compile(
    r"pytest\.ini|\.pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|noxfile\.py|\.coveragerc"
    r"|sitecustomize\.py|usercustomize\.py|(?:gnu)?makefile|.*\.mk|justfile|\.justfile"
    r"|taskfile\.ya?ml|rakefile|package\.json|\.rspec|\.mocharc.*|karma\.conf.*|phpunit.*\.xml.*"
    r"|(?:jest|vitest|vite|playwright|cypress|babel|ava|wdio)\.(?:config|setup|workspace)\..*"
    r"|cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|cmakelists\.txt"
    r"|\.flake8|\.?mypy\.ini|\.?ruff\.toml|\.?pylintrc(?:\.toml)?|\.?pyrightconfig\.json|\.style\.yapf"
    r"|\.isort\.cfg|\.bandit|\.eslintrc(?:\..*)?|\.eslintignore|eslint\.config\..*|biome\.jsonc?"
    r"|\.?oxlintrc\.json|\.stylelintrc(?:\..*)?|\.golangci\.(?:ya?ml|toml|json)|\.?clippy\.toml"
    r"|\.?rustfmt\.toml|\.rubocop.*\.yml|\.shellcheckrc|\.clang-(?:tidy|format)|\.yamllint.*"
    r"|\.pre-commit-config\.yaml|tsconfig.*\.json|\.testcaferc.*|go\.mod",
    re.IGNORECASE,
)
_CI_FILE = re.compile(
    r"\.github/(?:workflows|actions)/.*|\.gitlab-ci\.ya?ml|\.gitlab/ci/.*|\.circleci/.*"
    r"|\.travis\.yml|azure-pipelines.*\.ya?ml|jenkinsfile.*|\.buildkite/.*|\.drone\.ya?ml"
    r"|\.woodpecker(?:/.*|\.ya?ml)|bitbucket-pipelines\.yml|appveyor\.yml|\.appveyor\.yml|\.ci/.*"
    r"|ci/.*|\.cirrus\.yml|\.teamcity/.*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Protection:
    """What is protected in one loop; fixed before the first run."""

    command_files: frozenset[str] = frozenset()
    """Files the command's words name, relative to the root."""
    reserved: frozenset[str] = frozenset()
    """Paths without suffix where a new module or program would be taken for the command's own."""
    nested: tuple[str, ...] = ()
    """Folders of repositories inside the tree, relative to the root."""
    allowed: tuple[str, ...] = ()
    """Files, folders or globs the caller permits."""

    def with_nested(self, nested: tuple[str, ...]) -> Protection:
        """Return the protection with the repositories that are in the tree now."""
        return replace(self, nested=nested)

    def findings(self, paths: Iterable[str]) -> tuple[Finding, ...]:
        """Return one finding for each path that must not be touched.

        Args:
            paths: Files added, changed or deleted, relative to the root; both ends of a move.
        """
        found = (self._finding(path) for path in paths)
        return tuple(finding for finding in found if finding is not None)

    def _finding(self, path: str) -> Finding | None:
        if any(matches(pattern, path) for pattern in self.allowed):
            return None
        nested = next((f for f in self.nested if path == f or path.startswith(f + "/")), None)
        if nested is not None:
            return _blocked("PT05", path, f"{nested} is a repository of its own")
        if path in self.command_files:
            return _blocked("PT04", path, "the command itself runs this file")
        if _taken_for(path) in self.reserved or path in self.reserved:
            return _blocked("PT04", path, "this takes the place of what the command uses")
        if _CI_FILE.fullmatch(path):
            return _blocked("PT03", path, "this is a CI file")
        name = path.rpartition("/")[2]
        if name == ".gitignore":
            return _blocked("PT06", path, "this file decides which changes are seen")
        if _TEST_CONFIG.fullmatch(name):
            return _blocked("PT02", path, "this file configures which tests or linters run, or how")
        if is_test_file(path):
            return _blocked("PT01", path, "this is a test file")
        return None


def _taken_for(path: str) -> str:
    """Return the path of the module that a file would be imported as; empty for other files."""
    folder, _, name = path.rpartition("/")
    stem, dot, suffix = name.partition(".")
    if not dot or suffix.rpartition(".")[2] not in ("py", "pyc", "so", "pyd"):
        return ""
    if stem == "__init__":
        return folder
    return f"{folder}/{stem}" if folder else stem


def judges(path: str) -> bool:
    """Return whether a file of that name would take part in judging wherever it lies."""
    name = path.rpartition("/")[2]
    return any(
        pattern.fullmatch(text)
        for pattern, text in (
            (_TEST_FILE, name), (_TEST_CLASS, name), (_TEST_CONFIG, name), (_CI_FILE, path)
        )
    )  # fmt: skip


def is_test_file(path: str) -> bool:
    """Return whether a path names a test, or lies in a folder of tests.

    Args:
        path: Relative path with `/` between the parts.
    """
    *folders, name = path.split("/")
    if any(folder.lower() in _TEST_FOLDERS for folder in folders):
        return True
    return bool(_TEST_FILE.fullmatch(name) or _TEST_CLASS.fullmatch(name))


def _blocked(rule: str, path: str, seen: str) -> Finding:
    return Finding(rule, Severity.BLOCK, path, f"{seen}; an attempt must not touch what judges it")
