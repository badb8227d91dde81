"""The command `apply_patch`: Codex's contract, and a few options it lacks.

The patch is the one argument, or stdin. Exit status 0: applied, and standard output names the
files; 1: not applied, and standard error says why; 2: wrong usage.

Options are read by hand: importing a parser of options would take longer than the rest of the
command (design/0003-start-up.md).

Source: the contract as measured on Codex 0.171.0.
"""

from __future__ import annotations

import os
import sys

from patchsmith.cli.options import UsageError, read_words, say
from patchsmith.errors import PatchsmithError, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.outcome import OpResult

USAGE = "Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n"
HELP = """\
Usage: apply_patch [OPTIONS] [PATCH]

Applies a patch in the V4A format to the files below the current folder: all of it, or nothing.
The patch is the one argument, or standard input.

Options:
  --overwrite  let Add and Move replace an existing file
  --partial    keep the sections before the first one that fails, as Codex does
  --dry-run    only say what would change
  --no-fsync   do not wait until the disk has what is written
  --help       show this text
  --version    show the version

Example:
  apply_patch <<'EOF'
  *** Begin Patch
  *** Update File: greeting.py
  @@ def greet():
  -    return "Hi"
  +    return "Hello"
  *** End Patch
  EOF

Exit status: 0 applied, 1 not applied, 2 wrong usage.
"""
OPTIONS = ("--overwrite", "--partial", "--dry-run", "--no-fsync")


def run() -> None:
    """Run the command as a process: what the console script calls.

    The process lives for milliseconds, so that collecting garbage and taking the interpreter
    apart at its end would be a good part of its time; both are left out.
    """
    import gc

    gc.disable()
    try:
        status = main()
    except KeyboardInterrupt:
        status = 130
    except BaseException as error:  # noqa: BLE001 - nothing is above this
        from patchsmith.cli.outermost import described

        say(sys.stderr, described(error) + "\n")
        status = 1
    os._exit(status)


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: Words after the program's name; those of the process by default.

    Returns:
        The exit status.
    """
    words = sys.argv[1:] if arguments is None else arguments
    if words in (["--help"], ["-h"]):
        say(sys.stdout, HELP)
        return 0
    if words == ["--version"]:
        from patchsmith import __version__

        say(sys.stdout, f"apply_patch (patchsmith) {__version__}\n")
        return 0
    try:
        found = read_words(
            "apply_patch", words, flags=OPTIONS, also=("--help", "--version"), usage=USAGE
        )
        patch = patch_text(found.rest, USAGE)
    except UsageError as error:
        say(sys.stderr, str(error))
        return 2
    except UnicodeDecodeError:
        say(sys.stderr, "Error: apply_patch requires a UTF-8 PATCH.\n")
        return 1
    return _apply(patch, found.flags)


def patch_text(patches: list[str], usage: str) -> str:
    """Return the patch: the one argument, else standard input.

    Raises:
        UsageError: More than one argument, or nothing at all.
        UnicodeDecodeError: It is not UTF-8.
    """
    if len(patches) > 1:
        raise UsageError("Error: apply_patch accepts exactly one argument.\n")
    if patches:
        return os.fsencode(patches[0]).decode("utf-8")
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError(usage)
    content = sys.stdin.buffer.read()
    if not content:
        raise UsageError(usage)
    return content.decode("utf-8")


def _apply(patch: str, flags: set[str]) -> int:
    from patchsmith.tools.apply_patch import apply_patch

    try:
        applied = apply_patch(
            patch,
            overwrite="--overwrite" in flags,
            partial="--partial" in flags,
            dry_run="--dry-run" in flags,
            fsync="--no-fsync" not in flags,
        )
    except PatchsmithError as error:
        say(sys.stderr, rendered(error) + "\n")
        return 1
    if applied.results:
        done = "Would update" if "--dry-run" in flags else "Success. Updated"
        _say_done(f"{done} the following files:\n{summary(applied.results)}")
    if applied.failed is not None:
        say(sys.stderr, rendered(applied.failed) + "\n")
        return 1
    return 0


def _say_done(text: str) -> None:
    """Print the summary; that it can not be printed undoes nothing, and says so."""
    try:
        say(sys.stdout, text)
    except OSError as error:
        say(sys.stderr, f"{text}(standard output can not be written: {error.strerror})\n")


def summary(results: tuple[OpResult, ...]) -> str:
    """Return the lines that name the files: added, then modified, then deleted."""
    return "".join(
        f"{kind} {one_line(result.path)}\n"
        for kind in "AMD"
        for result in results
        if result.kind == kind
    )


def rendered(error: PatchsmithError) -> str:
    """Return an error's text; a malformed patch is introduced as Codex does."""
    if error.code != "patch-syntax":
        return str(error)
    where = f" hunk on line {error.line_no}" if error.line_no is not None else ""
    return f"Invalid patch{where}: {error}"
