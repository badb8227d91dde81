"""The command `patchsmith edit`: text found in one file and replaced."""

from __future__ import annotations

import os
import sys

from patchsmith.cli.options import UsageError, Words, read_words, say
from patchsmith.cli.output import report
from patchsmith.errors import one_line
from patchsmith.tools.suggestions import suggestion_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.tools.edit import Edited

USAGE = "Usage: patchsmith edit [OPTIONS] PATH --old TEXT --new TEXT\n"
HELP = f"""\
{USAGE}
Replace text in an existing file. The old text must occur exactly once; line endings and blanks
at the ends of lines do not matter, everything else does.

Options:
  --old TEXT       the text to find
  --old-file FILE  ... read from a file as it is; - for standard input
  --new TEXT       what replaces it; empty to delete
  --new-file FILE  ... read from a file as it is; - for standard input
  --all            replace every occurrence
  --root DIR       the folder that may be touched (default: the current one)
  --dry-run        print the diff, change nothing
  --no-fsync       do not wait until the disk has what is written
  --json           print one JSON object
  --help           show this text

Example:
  patchsmith edit src/app.py --old 'timeout = 30' --new 'timeout = 90'
"""
_FLAGS = ("--all", "--dry-run", "--no-fsync", "--json", "--help")
_VALUED = ("--old", "--new", "--old-file", "--new-file", "--root")


def run(words: list[str]) -> int:
    """Run the command on the words behind its name and return the exit status."""
    found = read_words("patchsmith edit", words, flags=_FLAGS, valued=_VALUED, usage=USAGE)
    if "--help" in found.flags:
        say(sys.stdout, HELP)
        return 0
    if len(found.rest) != 1:
        raise UsageError(f"Error: patchsmith edit takes one PATH.\n{USAGE}")
    if found.values.get("--old-file") == found.values.get("--new-file") == "-":
        raise UsageError(f"Error: standard input can hold one of the two texts.\n{USAGE}")
    old, new = _text("old", found), _text("new", found)
    dry_run = "--dry-run" in found.flags

    def carry_out() -> Edited:
        from patchsmith.tools.edit import edit

        return edit(
            found.rest[0],
            old,
            new,
            replace_all="--all" in found.flags,
            root=found.values.get("--root", "."),
            dry_run=dry_run,
            fsync="--no-fsync" not in found.flags,
        )

    return report(carry_out, _in_words, as_json="--json" in found.flags, dry_run=dry_run)


def _text(name: str, found: Words) -> str:
    """Return a text given as `--NAME TEXT` or `--NAME-file FILE`."""
    given, file = found.values.get(f"--{name}"), found.values.get(f"--{name}-file")
    if (given is None) == (file is None):
        raise UsageError(
            f"Error: patchsmith edit takes either --{name} TEXT or --{name}-file FILE.\n{USAGE}"
        )
    content = os.fsencode(given) if given is not None else file_bytes(file or "")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"Error: the text of --{name} is not UTF-8.\n") from None


def file_bytes(name: str) -> bytes:
    """Return the content of a file that an option names; `-` is standard input.

    Raises:
        UsageError: It can not be read.
    """
    try:
        if name == "-":
            if sys.stdin is None:
                raise UsageError("Error: standard input is closed.\n")
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:  # noqa: PTH123 - importing pathlib would cost start-up
            return file.read()
    except OSError as error:
        raise UsageError(f"Error: can not read {name}: {error.strerror}.\n") from None


def _in_words(edited: Edited) -> str:
    planned = edited.edit
    lines = ", ".join(str(place.new_line_no) for place in planned.places[:5])
    more = ", ..." if planned.count > 5 else ""
    what = "1 replacement" if planned.count == 1 else f"{planned.count} replacements"
    tier = "" if planned.tier == "exact" else ", blanks at the ends of lines ignored"
    text = f"Edited {one_line(edited.path)}: {what} at line {lines}{more}{tier}\n"
    suggestion = suggestion_for(edited.path)
    return f"{text}{suggestion}\n" if suggestion else text
