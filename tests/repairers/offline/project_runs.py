"""Small real projects that fail under a real interpreter, and one rule asked about them."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from patchsmith.repairers.base import Failure
from patchsmith.repairers.offline.checks import reason_to_refuse
from patchsmith.repairers.offline.evidence import read_errors
from patchsmith.repairers.offline.fix import Fix, NoFix
from patchsmith.repairers.offline.project import Project
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.repairers.offline.fix import Rule

Form = Literal["script", "unittest", "pytest"]

_ENTRIES = {
    "script": ("main.py", "{entry}"),
    "unittest": (
        "tests/test_entry.py",
        (
            "import unittest\n\n\nclass EntryTest(unittest.TestCase):\n"
            "    def test_entry(self):\n{indented}"
        ),
    ),
    "pytest": ("tests/test_entry.py", "def test_entry():\n{plain}"),
}
_COMMANDS = {
    "script": ("main.py",),
    "unittest": ("-m", "unittest", "tests.test_entry"),
    "pytest": ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.", "tests"),
}


@dataclass(frozen=True, slots=True)
class Quiet:
    """A failure for which a rule must not act."""

    files: dict[str, str]
    """Production files by path."""
    entry: str
    """Code that makes it fail."""
    reason: str | None
    """Part of the reason the rule gives; None when the error must not even concern it."""
    form: Form = "script"
    """How the code is run."""


@dataclass(frozen=True, slots=True)
class Fires:
    """A failure that determines its fix."""

    files: dict[str, str]
    """Production files by path."""
    entry: str
    """Code that makes it fail."""
    changed: str
    """`path:line_no:new line` of the one line that differs afterwards, 1-based."""
    forms: tuple[Form, ...] = ("script", "unittest")
    """How the code is run."""


def lines(text: str) -> str:
    """Return an indented block as the text of a file."""
    return textwrap.dedent(text).lstrip("\n")


def write_files(root: Path, files: dict[str, str]) -> None:
    """Write files below a folder, byte for byte as given."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8", "surrogateescape"))


def run(root: Path, arguments: tuple[str, ...]) -> Failure:
    """Run this interpreter in a folder and return the run as a failure."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PYTEST")) and name != "FORCE_COLOR"
    }
    ended = subprocess.run(
        (sys.executable, *arguments),
        cwd=root,
        env={
            **plain,
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "NO_COLOR": "1",
            "COLUMNS": "120",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return failure_of(ended.stdout, ended.stderr, exit_status=ended.returncode)


def failure_of(stdout: str = "", stderr: str = "", *, exit_status: int | None = 1) -> Failure:
    """Return the first failure of a loop whose run printed this."""
    return Failure(
        command="python3 main.py",
        iteration=1,
        budget=4,
        condition="exit status 0",
        reason=f"exit status {exit_status}",
        exit_status=exit_status,
        stdout=stdout,
        stderr=stderr,
        history=(),
        refusals=(),
    )


def run_entry(root: Path, entry: str, form: Form) -> Failure:
    """Write the entry in one form and run it."""
    path, template = _ENTRIES[form]
    code = lines(entry)
    text = template.format(
        entry=code, indented=textwrap.indent(code, " " * 8), plain=textwrap.indent(code, " " * 4)
    )
    write_files(root, {path: text, **({"tests/__init__.py": ""} if form == "unittest" else {})})
    return run(root, _COMMANDS[form])


def answer(rule: Rule, root: Path, failure: Failure) -> Fix | NoFix | None:
    """Return what a rule says about the first error that concerns it; None when none does."""
    project = Project(LocalWorkspace(str(root)))
    for error in read_errors(failure.stdout, failure.stderr):
        if rule.concerns(error):
            return rule.propose(error, project)
    return None


def check_quiet(rule: Rule, case: Quiet, root: Path) -> None:
    """Fail unless the code fails and the rule leaves it alone, for the stated reason."""
    write_files(root, case.files)
    failure = run_entry(root, case.entry, case.form)
    assert failure.exit_status != 0, "the case must fail"
    found = answer(rule, root, failure)
    if case.reason is None:
        assert found is None
        return
    assert isinstance(found, NoFix), f"{found!r}\n{failure.stdout}{failure.stderr}"
    assert case.reason in found.reason


def check_fires(rule: Rule, case: Fires, form: Form, root: Path) -> None:
    """Fail unless the rule makes the stated one-line change and the code then runs."""
    write_files(root, case.files)
    failure = run_entry(root, case.entry, form)
    assert failure.exit_status != 0, "the case must fail"
    found = answer(rule, root, failure)
    assert isinstance(found, Fix), f"{found!r}\n{failure.stdout}{failure.stderr}"
    project = Project(LocalWorkspace(str(root)))
    assert reason_to_refuse(found, project) is None
    assert changed_line(found) == case.changed
    (root / found.source.path).write_bytes(found.source.encoded(found.text))
    again = run_entry(root, case.entry, form)
    assert again.exit_status == 0, again.stdout + again.stderr


def changed_line(fix: Fix) -> str:
    """Return `path:line_no:text` of the first line of a fix that differs."""
    after = fix.text.splitlines()
    before = fix.source.text.splitlines()
    at = next((i for i, line in enumerate(before) if after[i : i + 1] != [line]), len(before))
    return f"{fix.source.path}:{at + 1}:{after[at]}"


def each_form(cases: dict[str, Fires]) -> list[tuple[str, Form]]:
    """Return every case name with every form it is run in."""
    return [(name, form) for name, case in cases.items() for form in case.forms]
