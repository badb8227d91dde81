"""The success condition: what must be seen for the loop to end well.

Fixed before the first run and never changed after it. A condition that nothing could fail, or
that can not be evaluated, is refused as `uncheckable-condition`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from patchsmith.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_LINE_CHARS = 2000
"""Characters of a line that are looked at: bounds the time a regular expression can take."""


class Stream(StrEnum):
    """Where a line of output was printed."""

    STDOUT = "stdout"
    STDERR = "stderr"


BOTH_STREAMS = (Stream.STDOUT, Stream.STDERR)


@dataclass(frozen=True, slots=True)
class ExitZero:
    """The command must end with exit status 0."""

    def describe(self) -> str:
        """Return the condition in words."""
        return "exit status 0"


@dataclass(frozen=True, slots=True)
class OutputLine:
    """A line must be printed, and no line of the same reporter may say otherwise."""

    text: str
    """What the line begins with, or the regular expression searched in it."""
    is_regex: bool = False
    """Whether `text` is a regular expression of Python's `re`."""
    streams: tuple[Stream, ...] = BOTH_STREAMS
    """Where the line may be printed."""

    def describe(self) -> str:
        """Return the condition in words."""
        kind = "matches the regular expression" if self.is_regex else "begins with"
        where = "stdout or stderr" if len(self.streams) > 1 else self.streams[0].value
        return f"a line of {where} that {kind} {self.text!r}"

    def first_match(self, lines: Iterable[str]) -> str | None:
        """Return the first line that has what is required.

        Args:
            lines: Lines of output without line endings.
        """
        if not self.is_regex:
            return next((line for line in lines if line.startswith(self.text)), None)
        search = re.compile(self.text).search
        return next((line for line in lines if search(line[:MAX_LINE_CHARS])), None)


Condition = ExitZero | OutputLine


def condition_of(
    *,
    success_line: str | None = None,
    success_regex: str | None = None,
    stream: str = "both",
) -> Condition:
    """Return the condition that the caller's options declare.

    Args:
        success_line: Text a line of output must begin with.
        success_regex: Regular expression a line of output must match somewhere.
        stream: `stdout`, `stderr` or `both`: where the line may be printed.

    Raises:
        DeclarationError: `uncheckable-condition`.
    """
    if success_line is not None and success_regex is not None:
        raise _uncheckable("two conditions are given", "Pass one of line and regular expression.")
    if stream not in ("both", *BOTH_STREAMS):
        raise _uncheckable(f"there is no stream {stream!r}", "Pass stdout, stderr or both.")
    streams = BOTH_STREAMS if stream == "both" else (Stream(stream),)
    if success_line is not None:
        _check_line(success_line)
        return OutputLine(success_line, is_regex=False, streams=streams)
    if success_regex is not None:
        _check_regex(success_regex)
        return OutputLine(success_regex, is_regex=True, streams=streams)
    if stream != "both":
        raise _uncheckable(
            f"the stream {stream} is named but no line is required",
            "Add the line that must be printed there.",
        )
    return ExitZero()


def _check_line(text: str) -> None:
    if not text.strip():
        raise _uncheckable(
            "the required line is empty, and every line begins with nothing",
            "Pass the text that only a successful run prints.",
        )
    if "\n" in text or "\r" in text:
        raise _uncheckable(
            f"the required line {text!r} spans lines, and output is read line by line",
            "Pass the one line that decides.",
        )
    if len(text) > MAX_LINE_CHARS:
        raise _uncheckable(
            f"the required line is longer than {MAX_LINE_CHARS} characters",
            "Pass its beginning.",
        )


def _check_regex(text: str) -> None:
    try:
        pattern = re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise _uncheckable(
            f"the regular expression {text!r} does not compile: {error}",
            "Use the syntax of Python's re module.",
        ) from error
    if pattern.search("") and pattern.search("\x00"):
        raise _uncheckable(
            f"the regular expression {text!r} matches every line",
            "Pass one that only a successful run's output matches.",
        )


def _uncheckable(message: str, hint: str) -> DeclarationError:
    return DeclarationError("uncheckable-condition", message, hint=hint)
