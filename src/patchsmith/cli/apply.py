"""The command `patchsmith apply`: `apply_patch` with a root, a dry run and JSON."""

from __future__ import annotations

import sys

from patchsmith.cli.apply_patch import patch_text, summary
from patchsmith.cli.options import UsageError, read_words, say
from patchsmith.cli.output import report
from patchsmith.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.tools.apply_patch import Applied
    from patchsmith.v4a.invocation import Invocation

USAGE = "Usage: patchsmith apply [OPTIONS] [PATCH|-]\n       patchsmith apply --argv < COMMAND\n"
HELP = f"""\
{USAGE}
Apply a patch in the V4A format to the files below the root: all of it, or nothing.
The patch is the one argument, or standard input.

Options:
  --argv       read the command of an agent on standard input, as JSON: an argument list, or an
               object with command and workdir; apply the patch when that is all it does
  --root DIR   the folder that may be touched (default: the current one)
  --overwrite  let Add and Move replace an existing file
  --partial    keep the sections before the first one that fails
  --strict     refuse every deviation from the patch format
  --dry-run    print the diff, change nothing
  --no-fsync   do not wait until the disk has what is written
  --json       print one JSON object
  --help       show this text

Example:
  patchsmith apply --dry-run < fix.patch
"""
_FLAGS = (
    "--argv", "--overwrite", "--partial", "--strict", "--dry-run", "--no-fsync", "--json", "--help",
)  # fmt: skip


def run(words: list[str]) -> int:
    """Run the command on the words behind its name and return the exit status."""
    found = read_words("patchsmith apply", words, flags=_FLAGS, valued=("--root",), usage=USAGE)
    if "--help" in found.flags:
        say(sys.stdout, HELP)
        return 0
    dry_run, as_command = "--dry-run" in found.flags, "--argv" in found.flags
    if as_command and found.rest:
        raise UsageError(f"Error: patchsmith apply --argv takes no argument.\n{USAGE}")
    given = "" if as_command else _patch([] if found.rest == ["-"] else found.rest)

    def carry_out() -> Applied:
        from patchsmith.tools.apply_patch import apply_patch

        patch, root = given, found.values.get("--root", ".")
        if as_command:
            call = _invocation()
            patch, root = call.patch, _folder(root, call.workdir)
        return apply_patch(
            patch,
            root=root,
            overwrite="--overwrite" in found.flags,
            partial="--partial" in found.flags,
            strict="--strict" in found.flags,
            dry_run=dry_run,
            fsync="--no-fsync" not in found.flags,
        )

    return report(carry_out, _in_words, as_json="--json" in found.flags, dry_run=dry_run)


def _patch(words: list[str]) -> str:
    try:
        return patch_text(words, USAGE)
    except UnicodeDecodeError:
        raise InputError(
            "bad-text", "the patch is not UTF-8", hint="Save it as UTF-8, then try again."
        ) from None


def _invocation() -> Invocation:
    """Return the call that standard input holds as JSON."""
    from json import loads

    from patchsmith.cli.edit import file_bytes
    from patchsmith.errors import RequestError
    from patchsmith.v4a.invocation import NotAnInvocation, read_invocation

    try:
        command = loads(file_bytes("-"))
    except (ValueError, RecursionError):
        raise UsageError(f"Error: the command on standard input is not JSON.\n{USAGE}") from None
    found = read_invocation(command)
    if isinstance(found, NotAnInvocation):
        raise RequestError(
            "bad-request",
            f"the command is not a call of apply_patch: {found.reason}",
            hint="Leave it to a shell, or send the patch itself.",
        )
    return found


def _folder(root: str, workdir: str | None) -> str:
    """Return the folder below the root that a command was to be run in.

    Raises:
        InputError: `unsafe-path` when it lies outside.
    """
    if workdir is None:
        return root
    from os.path import join, normpath

    from patchsmith.changes.paths import RelPath
    from patchsmith.workspace.local import LocalWorkspace

    workspace = LocalWorkspace(root)
    if normpath(workdir) in (".", workspace.root):
        return root
    inside = workdir.removeprefix(workspace.root.rstrip("/") + "/")
    return join(workspace.root, workspace.resolve(RelPath.parse(inside)))


def _in_words(applied: Applied) -> str:
    if not applied.results:
        return ""
    return f"Success. Updated the following files:\n{summary(applied.results)}"
