"""The command `patchsmith write`: a whole file from standard input."""

from __future__ import annotations

import sys

from patchsmith.cli.edit import file_bytes
from patchsmith.cli.options import UsageError, read_words, say
from patchsmith.cli.output import report
from patchsmith.errors import one_line
from patchsmith.tools.suggestions import suggestion_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.tools.write_file import Written

USAGE = "Usage: patchsmith write [OPTIONS] PATH < CONTENT\n"
HELP = f"""\
{USAGE}
Write a whole file from standard input, new or in the place of one. An existing file keeps its
byte order mark and, where all its lines end so, its CRLF.

Options:
  --root DIR  the folder that may be touched (default: the current one)
  --dry-run   print the diff, change nothing
  --no-fsync  do not wait until the disk has what is written
  --json      print one JSON object
  --help      show this text

Example:
  printf 'print("hello")\\n' | patchsmith write src/hello.py
"""
_FLAGS = ("--dry-run", "--no-fsync", "--json", "--help")
_DID = {"A": "Added", "M": "Wrote", "unchanged": "Unchanged:"}


def run(words: list[str]) -> int:
    """Run the command on the words behind its name and return the exit status."""
    found = read_words("patchsmith write", words, flags=_FLAGS, valued=("--root",), usage=USAGE)
    if "--help" in found.flags:
        say(sys.stdout, HELP)
        return 0
    if len(found.rest) != 1:
        raise UsageError(f"Error: patchsmith write takes one PATH.\n{USAGE}")
    try:
        content = file_bytes("-").decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError("Error: the content on standard input is not UTF-8.\n") from None
    dry_run = "--dry-run" in found.flags

    def carry_out() -> Written:
        from patchsmith.tools.write_file import write_file

        root = found.values.get("--root", ".")
        fsync = "--no-fsync" not in found.flags
        return write_file(found.rest[0], content, root=root, dry_run=dry_run, fsync=fsync)

    return report(carry_out, _in_words, as_json="--json" in found.flags, dry_run=dry_run)


def _in_words(written: Written) -> str:
    text = f"{_DID[written.status]} {one_line(written.path)} ({written.size_bytes} bytes)\n"
    suggestion = suggestion_for(written.path)
    return f"{text}{suggestion}\n" if suggestion else text
