"""The command `patchsmith guard`: find tampering in a change before it is believed.

Exit status 0 when nothing blocks, 1 when something does, 2 for wrong usage. The policy is the
caller's and that of the baseline; what the change writes into its own configuration counts for
nothing.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from patchsmith.cli.exit_status import ExitStatus, exit_status
from patchsmith.cli.options import say
from patchsmith.cli.output import dumped, refusal
from patchsmith.errors import EditError, PatchsmithError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from patchsmith.guard.evidence import Evidence
    from patchsmith.guard.result import GuardResult
    from patchsmith.snapshots.ranges import Compared
    from patchsmith.workspace.folders import Folder


@click.command(
    "guard",
    short_help="Find tampering with tests, runners and results in a change.",
    epilog="Example: patchsmith guard --base main --failing tests/test_app.py::test_total",
)
@click.argument("folders", nargs=-1, metavar="[BEFORE AFTER]")
@click.option("--base", metavar="REV", help="Commit to compare with (default: HEAD).")
@click.option("--staged", is_flag=True, help="Judge what is staged, not the work tree.")
@click.option(
    "--diff",
    "diff_file",
    metavar="FILE",
    help="Judge a unified diff of the files below the root, applied or not yet; - is stdin.",
)
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out of the two folders.")
@click.option("--failing", multiple=True, metavar="ID", help="A test that failed before.")
@click.option("--strict", is_flag=True, help="Let warnings block.")
@click.option(
    "--allow", multiple=True, metavar="PATH|RULE", help="Findings that are recorded only."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="How to print the result; github annotates a pull request.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--root", metavar="DIR", help="Folder to judge (default: the whole work tree).")
def guard(**options: Any) -> int:  # noqa: ANN401 - click passes them by the names above
    """Judge what a change does to tests, configuration, checks and the code they judge.

    The change is that of the work tree, files that are not tracked included, against a commit;
    or what is staged, or what differs between two folders, or a unified diff. Severities, paths
    and rules are configured in [tool.patchsmith.guard] of pyproject.toml, or [guard] of
    patchsmith.toml, as they are before the change.
    """
    asked = _Asked(**options)
    asked.check()
    form = "json" if asked.as_json else asked.form
    try:
        with _compared(asked) as found:
            result = _judged(found, asked)
            printed = _printed(result, form, len(found.changes))
    except PatchsmithError as error:
        if form != "json":
            raise
        say(sys.stdout, dumped(refusal(error)))
        return exit_status(error)
    say(sys.stdout, printed)
    return ExitStatus.JUDGED_NO if result.verdict.value == "block" else ExitStatus.DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The command line, as the options above say it."""

    folders: tuple[str, ...]
    base: str | None
    staged: bool
    diff_file: str | None
    exclude: tuple[str, ...]
    failing: tuple[str, ...]
    strict: bool
    allow: tuple[str, ...]
    form: str
    as_json: bool
    root: str | None

    def check(self) -> None:
        """Refuse words that do not go together."""
        if len(self.folders) not in (0, 2):
            raise click.UsageError("Pass two folders, BEFORE and AFTER, or none.")
        from_git = self.base is not None or self.staged
        if bool(self.folders) + (self.diff_file is not None) + from_git > 1:
            raise click.UsageError("Judge one change: folders, --diff, or --base and --staged.")
        if self.folders and self.root is not None:
            raise click.UsageError("With two folders there is no --root.")
        if self.exclude and not self.folders:
            raise click.UsageError("--exclude is for two folders; --allow lets findings pass.")
        for name in (*self.folders, *([] if self.root is None else [self.root])):
            if not os.path.isdir(name):
                raise click.UsageError(f"There is no folder {name}.")


@contextmanager
def _compared(asked: _Asked) -> Iterator[Compared]:
    from pathlib import Path

    from patchsmith.snapshots.ranges import compared_with, top_of

    here = Path(os.path.realpath(asked.root or "."))
    if asked.folders:
        yield _of_folders(asked)
    elif asked.diff_file is not None:
        yield _of_diff(_content(asked.diff_file), here)
    else:
        place = here if asked.root is not None else top_of(here) or here
        with compared_with(place, asked.base, staged=asked.staged) as found:
            yield found


def _of_folders(asked: _Asked) -> Compared:
    from patchsmith.changes.between import change_set_between
    from patchsmith.snapshots.ranges import Compared
    from patchsmith.workspace.folders import Folder

    before, after = (_files(Folder(each, exclude=asked.exclude)) for each in asked.folders)
    return Compared(change_set_between(before, after), before)


def _files(folder: Folder) -> dict[str, bytes]:
    return {**folder.files, **{path: os.fsencode(to) for path, to in folder.links.items()}}


def _of_diff(content: bytes, root: Path) -> Compared:
    """Return what a diff says, whether the files are as before it or as after it."""
    from patchsmith.changes.diff_reading import change_set_of, read_diff
    from patchsmith.snapshots.ranges import Compared, Contents, files_below

    diffs, files = read_diff(content), files_below(root)
    try:
        return Compared(change_set_of(diffs, files), files)
    except EditError as forward:
        try:
            undone = change_set_of([each.inverse() for each in reversed(diffs)], files)
        except EditError:
            raise forward from None
    before = {str(each.path): each.after for each in undone}

    def read(path: str) -> bytes:
        known = before.get(path)
        return files[path] if known is None else known

    names = [
        path for path in {**dict.fromkeys(files), **before} if before.get(path, b"") is not None
    ]
    return Compared(undone.inverse(), Contents(names, read))


def _content(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        with open(name, "rb") as file:  # noqa: PTH123 - one read
            return file.read()
    except OSError as error:
        raise click.UsageError(f"Can not read {name}: {error.strerror}.") from None


def _evidence(failing: tuple[str, ...]) -> Evidence:
    from patchsmith.guard.evidence import Evidence
    from patchsmith.testreports.model import Counts, Report, TestResult, TestStatus

    results = tuple(TestResult(name, TestStatus.FAILED) for name in failing)
    report = Report(runner="caller", counts=Counts(failed=len(results)), results=results)
    return Evidence(before=(report,) if results else ())


def _judged(found: Compared, asked: _Asked) -> GuardResult:
    from patchsmith.guard.checking import check
    from patchsmith.guard.configured import configured_policy

    policy = configured_policy(found.baseline, strict=asked.strict, allow=asked.allow)
    evidence = _evidence(asked.failing)
    return check(found.changes, baseline=found.baseline, policy=policy, evidence=evidence)


def _printed(result: GuardResult, form: str, files: int) -> str:
    from patchsmith.cli.guard_formats import as_github, as_sarif, as_text

    if form == "json":
        return dumped(result.to_dict())
    if form == "sarif":
        from patchsmith.guard.registry import RULES

        return dumped(as_sarif(result, RULES))
    return as_github(result) if form == "github" else as_text(result, files=files)
