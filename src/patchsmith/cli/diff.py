"""The command `patchsmith diff`: what turns one file or folder into another, as a patch.

Exit status 0, whether they differ or not; with `--exit-code` 1 when they differ, as `git diff`
has it. A difference that the V4A language can not say is refused: status 1, nothing on standard
output.
"""

from __future__ import annotations

import os
import sys

import click

from patchsmith.changes.between import change_set_between
from patchsmith.changes.paths import RelPath
from patchsmith.cli.exit_status import ExitStatus, exit_status
from patchsmith.cli.options import say
from patchsmith.cli.output import dumped, refusal
from patchsmith.errors import EditError, PatchsmithError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.changes.change_set import ChangeSet

_NOTHING = os.devnull


@click.command(
    "diff",
    short_help="Print what turns one file or folder into another as a patch.",
    epilog="Example: patchsmith diff before/ after/ > change.patch",
)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--format",
    "form",
    type=click.Choice(["v4a", "unified"]),
    default="v4a",
    show_default=True,
    help="v4a: for apply_patch, proven to give B's bytes; unified: to be read.",
)
@click.option("--inverse", is_flag=True, help="Print what turns B into A.")
@click.option(
    "--context",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="Unchanged lines shown above and below each change (v4a).",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="GLOB",
    help="Leave out names or paths that match; may be given again. .git is always left out.",
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 when A and B differ.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def diff(
    before: str,
    after: str,
    form: str,
    inverse: bool,
    context: int,
    exclude: tuple[str, ...],
    exit_code: bool,
    as_json: bool,
) -> int:
    """Print a patch that turns A into B: two files or two folders.

    Apply it with `patchsmith apply --root A`, or, for two files, in the current folder when A
    is named relative to it. /dev/null stands for a file that is not there. A file that is gone
    and a new one with the same content are one moved file. File modes are not compared.
    """
    try:
        changes = _changes(before, after, exclude)
        if inverse:
            changes = changes.inverse()
        text = _written(changes, form, context)
    except PatchsmithError as error:
        if not as_json:
            raise
        say(sys.stdout, dumped(refusal(error)))
        return exit_status(error)
    if as_json:
        files = [{"path": change.path, "kind": change.kind} for change in changes]
        say(sys.stdout, dumped({"ok": True, "patch": text, "files": files}))
    else:
        say(sys.stdout, text)
    return ExitStatus.JUDGED_NO if exit_code and changes.changes else ExitStatus.DONE


def _written(changes: ChangeSet, form: str, context: int) -> str:
    if form == "unified":
        from patchsmith.changes.unified import unified_diff

        return unified_diff(changes, max_characters=None)
    from patchsmith.v4a.writer import write_patch

    return write_patch(changes, context=context)


def _changes(before: str, after: str, exclude: Sequence[str]) -> ChangeSet:
    """Return what turns the first into the second."""
    for name in (before, after):
        if not os.path.lexists(name):
            raise click.UsageError(f"There is no file or folder {name}.")
    if os.path.isdir(before) != os.path.isdir(after):
        raise click.UsageError("Compare two files or two folders.")
    if not os.path.isdir(before):
        name = _name(after if before == _NOTHING else before)
        return change_set_between(_file(before, name), _file(after, name))
    from patchsmith.workspace.folders import Folder

    old, new = Folder(before, exclude=exclude), Folder(after, exclude=exclude)
    for path in sorted(old.links.keys() | new.links.keys()):
        if old.links.get(path) != new.links.get(path):
            raise EditError(
                "not-text",
                "a symbolic link differs, and a patch can not say so",
                path=path,
                hint="Leave it out with --exclude.",
            )
    return change_set_between(old.files, new.files)


def _name(path: str) -> str:
    """Return how a patch names a file: as it was given, or by its name when that leads out."""
    try:
        return RelPath.parse(path)
    except PatchsmithError:
        return os.path.basename(path)


def _file(path: str, name: str) -> dict[str, bytes]:
    if path == _NOTHING:
        return {}
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - one read
            return {name: file.read()}
    except OSError as error:
        raise click.UsageError(f"Can not read {path}: {error.strerror}.") from None
