"""Options read by hand, for the commands that must start fast.

Importing a parser of options would take longer than the rest of such a command
(design/0003-start-up.md). Options may stand anywhere before `--`; what is not known is refused
and the nearest known option named.
"""

from __future__ import annotations

from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO


class UsageError(Exception):
    """The command line is wrong; the message says how, and ends with a newline."""


class Words(Value):
    """A command line, taken apart."""

    __slots__ = ("flags", "values", "rest")  # noqa: RUF023 - the order of the fields

    flags: set[str]
    """Options without a value that were given, such as `--dry-run`."""
    values: dict[str, str]
    """Options with a value that were given."""
    rest: list[str]
    """The other words, in order."""


def read_words(
    command: str,
    words: Sequence[str],
    *,
    flags: tuple[str, ...],
    valued: tuple[str, ...] = (),
    also: tuple[str, ...] = (),
    usage: str,
) -> Words:
    """Split a command line into options and the rest.

    Args:
        command: The command's name, for errors.
        words: What follows it.
        flags: Options without a value.
        valued: Options with one, as `--root DIR` or `--root=DIR`.
        also: Options that the command looks for itself; only named as near ones.
        usage: What is printed below an error.

    Raises:
        UsageError: An option that is not known, is given twice or lacks its value.
    """
    found = Words(set(), {}, [])
    todo = list(words)[::-1]
    while todo:
        word = todo.pop()
        name, sign, value = word.partition("=")
        if word == "--":
            found.rest.extend(todo[::-1])
            break
        if word in flags:
            found.flags.add(word)
        elif word == "-h" and "--help" in flags:
            found.flags.add("--help")
        elif name in valued:
            if name in found.values:
                raise UsageError(f"Error: {command} takes {name} once.\n{usage}")
            if not sign and not todo:
                raise UsageError(f"Error: {command} needs a value behind {name}.\n{usage}")
            found.values[name] = value if sign else todo.pop()
        elif word.startswith("--"):
            known = (*flags, *valued, *also)
            raise UsageError(
                f"Error: {command} has no option {word}.{did_you_mean(word, known)}\n{usage}"
            )
        else:
            found.rest.append(word)
    return found


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return a sentence that names the nearest known word, a blank in front; empty for none."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1)
    return f" Did you mean {close[0]}?" if close else ""


def say(stream: TextIO | None, text: str) -> None:
    """Write text, whatever the locale's encoding can hold; a closed stream takes nothing."""
    if stream is None:
        return
    stream.buffer.write(text.encode("utf-8", "surrogateescape"))
    stream.flush()
