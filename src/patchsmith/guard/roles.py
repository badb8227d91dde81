"""What a file is for, from its path alone: a test, its data, production code, configuration.

Decides by names that runners and conventions give meaning to. A file in doubt is production
code when its suffix is a language's, so that rules for production code see it.

Rules for editors: no look at contents here; replx/protected.py asks another question (may an
attempt touch this file) and is no part of this package.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


class Role(StrEnum):
    """What a file is for."""

    TEST = "test"
    """Holds tests that a runner collects, or their helpers."""
    TEST_DATA = "test-data"
    """Input or expected output of tests."""
    CONFIG = "config"
    """Configuration of tests, linters, type checkers, builds."""
    CI = "ci"
    """A workflow of a CI service."""
    SCRIPT = "script"
    """Shell scripts and make files."""
    DOC = "doc"
    """Documentation."""
    PRODUCTION = "production"
    """Code that is not a test."""
    OTHER = "other"
    """Anything else."""


LANGUAGES = {
    "py": "python", "pyi": "python",
    "js": "javascript", "jsx": "javascript", "mjs": "javascript", "cjs": "javascript",
    "ts": "typescript", "tsx": "typescript", "mts": "typescript", "cts": "typescript",
    "go": "go", "rs": "rust", "java": "java", "kt": "java", "rb": "ruby", "cs": "csharp",
}  # fmt: skip
"""Suffix -> language."""
_TEST_FOLDERS = {"test", "tests", "__tests__", "spec", "specs", "e2e", "testing"}
_DATA_FOLDERS = {
    "__snapshots__", "snapshots", "golden", "goldens", "testdata", "fixtures", "cassettes",
    "approved", "expected",
}  # fmt: skip
_SIDE_FOLDERS = {"benchmarks", "benchmark", "bench", "examples", "example", "demo", "samples"}
_DATA_SUFFIXES = {"snap", "golden", "approved", "snapshot"}
_TEST_NAME = re.compile(
    r"test_[^/]*\.pyi?|[^/]*_test\.(py|go|rb|rs)|tests?\.py|conftest\.py|[^/]*_spec\.rb"
    r"|(spec|test)_helper\.rb|[^/]+[.-](test|spec)s?\.[cm]?[jt]sx?"
    r"|[A-Za-z0-9_]*(Test|Tests|IT|TestCase|Spec)\.(java|kt|cs)|Test[A-Z]\w*\.(java|kt)"
)
_CONFIG = re.compile(
    r"pyproject\.toml|setup\.(cfg|py)|tox\.ini|pytest\.(ini|toml)|\.?mypy\.ini|\.?ruff\.toml"
    r"|\.coveragerc|\.flake8|\.pylintrc|noxfile\.py|package\.json|tsconfig[^/]*\.json"
    r"|(jest|vitest|vite|karma|playwright|cypress|babel)\.config\.[cm]?[jt]s(on)?|\.mocharc[^/]*"
    r"|\.eslintrc[^/]*|eslint\.config\.[cm]?[jt]s|pom\.xml|build\.gradle(\.kts)?|Cargo\.toml"
    r"|clippy\.toml|go\.mod|\.golangci\.ya?ml|Rakefile|\.rspec|\.rubocop\.yml|[^/]+\.csproj"
    r"|Directory\.Build\.props|[^/]+\.runsettings|\.pre-commit-config\.yaml|\.nycrc[^/]*"
    r"|codecov\.yml|\.codecov\.yml|pyrightconfig\.json|sonar-project\.properties"
)
_CI = re.compile(
    r"(.*/)?\.(github|gitea|forgejo)/workflows/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.travis\.yml"
    r"|azure-pipelines\.ya?ml|\.circleci/config\.yml|bitbucket-pipelines\.yml|Jenkinsfile"
    r"|\.drone\.yml|appveyor\.yml|\.woodpecker\.ya?ml"
)
_SCRIPT = re.compile(r"(GNU)?[Mm]akefile|[^/]+\.(mk|sh|bash|zsh)|[Jj]ustfile|[^/]+\.just")
_DOC = re.compile(r"[^/]+\.(md|rst|adoc)|(README|CHANGELOG|CHANGES|HISTORY|NEWS)[^/]*")


@lru_cache(maxsize=20_000)
def role_of(path: str) -> Role:
    """Return what a file is for.

    Args:
        path: Relative to the root, `/` between the parts.
    """
    *folders, name = path.split("/")
    suffix = name.rpartition(".")[2].lower()
    if _CI.fullmatch(path):
        return Role.CI
    if _CONFIG.fullmatch(name):
        return Role.CONFIG
    if suffix in _DATA_SUFFIXES or (_DATA_FOLDERS & set(folders) and suffix not in LANGUAGES):
        return Role.TEST_DATA
    if _TEST_NAME.fullmatch(name):
        return Role.TEST
    in_tests = bool(_TEST_FOLDERS & {folder.lower() for folder in folders})
    if in_tests:
        if suffix in LANGUAGES:
            return Role.TEST
        if not _SCRIPT.fullmatch(name):
            return Role.TEST_DATA
    if _SCRIPT.fullmatch(name) or ("." not in name and folders[-1:] in (["scripts"], ["bin"])):
        return Role.SCRIPT
    if _DOC.fullmatch(name) or (folders[:1] == ["docs"] and suffix not in LANGUAGES):
        return Role.DOC
    if suffix not in LANGUAGES or _SIDE_FOLDERS & set(folders):
        return Role.OTHER
    return Role.PRODUCTION


def language_of(path: str) -> str | None:
    """Return the language of a file by its suffix, None for what is no code."""
    return LANGUAGES.get(path.rpartition(".")[2].lower())


def is_python(path: str) -> bool:
    """Return whether a file is Python code."""
    return path.endswith((".py", ".pyi"))
