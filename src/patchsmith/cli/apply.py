"""The command `patchsmith apply`: `apply_patch` with a root, a dry run and JSON."""

from __future__ import annotations

import sys

from patchsmith.cli.apply_patch import patch_text, summary
from patchsmith.cli.options import read_words, say
from patchsmith.cli.output import report
from patchsmith.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.tools.apply_patch import Applied

USAGE = "Usage: patchsmith apply [OPTIONS] [PATCH|-]\n"
HELP = f"""\
{USAGE}
Apply a patch in the V4A format to the files below the root: all of it, or nothing.
The patch is the one argument, or standard input.

Options:
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
_FLAGS = ("--overwrite", "--partial", "--strict", "--dry-run", "--no-fsync", "--json", "--help")


def run(words: list[str]) -> int:
    """Run the command on the words behind its name and return the exit status."""
    found = read_words("patchsmith apply", words, flags=_FLAGS, valued=("--root",), usage=USAGE)
    if "--help" in found.flags:
        say(sys.stdout, HELP)
        return 0
    patch = _patch([] if found.rest == ["-"] else found.rest)
    dry_run = "--dry-run" in found.flags

    def carry_out() -> Applied:
        from patchsmith.tools.apply_patch import apply_patch

        return apply_patch(
            patch,
            root=found.values.get("--root", "."),
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


def _in_words(applied: Applied) -> str:
    if not applied.results:
        return ""
    return f"Success. Updated the following files:\n{summary(applied.results)}"
