"""The command `patchsmith`: the editing commands at once, everything else through click.

`apply`, `edit`, `write` and `call` are started by agents again and again, so they are
dispatched before click is imported (design/0003-start-up.md). The group in `commands` knows them
too, for `patchsmith --help`.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FAST = {
    "apply": "Apply a patch in the V4A format.",
    "edit": "Replace text in a file.",
    "write": "Write a whole file.",
    "call": "Carry out one tool call, JSON in and out.",
}
"""Commands that read their words themselves, each in a module of its name, and what they do."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: Words after the program's name; those of the process by default.

    Returns:
        The exit status.
    """
    from patchsmith.cli.outermost import guarded

    words = sys.argv[1:] if arguments is None else arguments
    if words and words[0] in FAST:
        return guarded(lambda: runner(words[0])(words[1:]), as_json="--json" in words)
    from patchsmith.cli.commands import run

    return guarded(lambda: run(words))


def runner(name: str) -> Callable[[list[str]], int]:
    """Return the function that runs one of the fast commands."""
    from importlib import import_module

    run: Callable[[list[str]], int] = import_module(f"patchsmith.cli.{name}").run
    return run
