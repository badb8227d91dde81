"""Rules for paths an attempt must not touch."""

from __future__ import annotations

import pytest

from patchsmith.findings import Severity
from patchsmith.replx.protected import Protection, is_test_file

QUIET = {
    "a module": "src/app.py",
    "a module whose name begins like test": "src/testing_tools.py",
    "attest": "src/attest.py",
    "latest": "src/latest.py",
    "contest.go": "pkg/contest.go",
    "a module named inspect": "src/inspect.ts",
    "spectrum": "src/spectrum.js",
    "a Java class": "src/main/java/Greatest.java",
    "a class whose name ends like a test": "src/main/java/Contest.java",
    "documentation": "docs/testing.md",
    "a shell script": "scripts/build.sh",
    "a lock file": "package-lock.json",
    "a module named ci": "src/ci/client.py",
    "a module named like a linter": "src/ruff.py",
    "requirements": "requirements.txt",
    "a folder of files named like a module": "unittest/notes.txt",
    "a module of that name elsewhere": "src/unittest.py",
    "a github template": ".github/ISSUE_TEMPLATE.md",
}
FIRES = {
    "pytest file": ("test_app.py", "PT01"),
    "pytest file, suffix": ("src/app_test.py", "PT01"),
    "any file in tests": ("tests/fixtures/one.json", "PT01"),
    "capital folder": ("Tests/AppTests.swift", "PT01"),
    "conftest": ("src/conftest.py", "PT01"),
    "django": ("app/tests.py", "PT01"),
    "typescript": ("src/app.test.ts", "PT01"),
    "javascript module": ("src/app.spec.mjs", "PT01"),
    "go": ("pkg/app_test.go", "PT01"),
    "ruby": ("lib/app_spec.rb", "PT01"),
    "java": ("src/app/FooTest.java", "PT01"),
    "kotlin": ("app/TestFoo.kt", "PT01"),
    "snapshot": ("src/__snapshots__/app.snap", "PT01"),
    "bats": ("check.bats", "PT01"),
    "shell": ("test_cli.sh", "PT01"),
    "pytest.ini": ("pytest.ini", "PT02"),
    "pyproject": ("pyproject.toml", "PT02"),
    "makefile": ("sub/Makefile", "PT02"),
    "jest": ("jest.config.ts", "PT02"),
    "package.json": ("web/package.json", "PT02"),
    "coverage": (".coveragerc", "PT02"),
    "start-up hook": ("sitecustomize.py", "PT02"),
    "flake8": (".flake8", "PT02"),
    "mypy": ("mypy.ini", "PT02"),
    "ruff": ("sub/ruff.toml", "PT02"),
    "pylint": (".pylintrc", "PT02"),
    "eslint": (".eslintrc.json", "PT02"),
    "eslint, flat": ("eslint.config.mjs", "PT02"),
    "golangci": (".golangci.yml", "PT02"),
    "a folder of CI": ("ci/build.sh", "PT03"),
    "workflow": (".github/workflows/ci.yml", "PT03"),
    "gitlab": (".gitlab-ci.yml", "PT03"),
    "jenkins": ("Jenkinsfile", "PT03"),
    "the command's script": ("run/check.sh", "PT04"),
    "a nested repository": ("vendor/lib/src/a.py", "PT05"),
    "a module in the place of a library's": ("unittest.py", "PT04"),
    "a package in its place": ("unittest/__init__.py", "PT04"),
    "a compiled one": ("unittest.cpython-311-x86_64-linux-gnu.so", "PT04"),
    "a program in the place of another": ("bin/tool", "PT04"),
    "what hides files": ("src/.gitignore", "PT06"),
}
PROTECTION = Protection(
    frozenset({"run/check.sh"}),
    reserved=frozenset({"unittest", "bin/tool"}),
    nested=("vendor/lib",),
)


@pytest.mark.parametrize("path", QUIET.values(), ids=QUIET.keys())
def test_quiet_on_production_files(path: str) -> None:
    """A file that judges nothing may be edited, however its name looks."""
    assert PROTECTION.findings([path]) == ()


@pytest.mark.parametrize(("path", "rule"), FIRES.values(), ids=FIRES.keys())
def test_fires_on_what_judges_the_attempt(path: str, rule: str) -> None:
    """Tests, their configuration, CI and the command's own files block the attempt."""
    (finding,) = PROTECTION.findings([path])
    assert (finding.rule, finding.path, finding.severity) == (rule, path, Severity.BLOCK)


def test_an_allowed_path_is_not_refused() -> None:
    """What the caller permits is silent; its neighbours are not."""
    protection = Protection(frozenset({"check.sh"}), allowed=("tests/test_a.py", "check.sh"))
    found = protection.findings(["tests/test_a.py", "check.sh", "tests/test_b.py"])
    assert [finding.path for finding in found] == ["tests/test_b.py"]


def test_a_nested_repository_can_be_allowed() -> None:
    """Its files are rolled back like others, so the caller may permit them."""
    protection = Protection(nested=("vendor", "lib"), allowed=("vendor",))
    found = protection.findings(["vendor/a.py", "lib/a.py"])
    assert [finding.path for finding in found] == ["lib/a.py"]


def test_messages_are_rules_and_no_recipes() -> None:
    """A refusal never names the option that would lift it."""
    for path, _ in FIRES.values():
        for finding in PROTECTION.findings([path]):
            assert "--allow" not in finding.message


def test_test_files_are_told_by_name_and_folder() -> None:
    """Either decides."""
    assert is_test_file("tests/data.bin")
    assert is_test_file("test_x.py")
    assert not is_test_file("x.py")
