"""The success condition: what must be seen for the loop to end well.

Fixed before the first run and never changed after it. A condition that nothing could fail, or
that can not be evaluated, is refused as `uncheckable-condition`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from patchsmith.errors import DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from patchsmith.replx.target import Target

    Search = Callable[[Sequence[str], Iterable[str]], str | None]
    """Does what `search_lines` does, or raises `TooSlowError`."""

MAX_LINE_CHARS = 2000
"""Characters of a line that a regular expression is searched in."""


class TooSlowError(Exception):
    """A search for regular expressions took longer than it was given."""


def search_lines(patterns: Sequence[str], lines: Iterable[str]) -> str | None:
    """Return the first line in which a pattern is found; None without one.

    Args:
        patterns: Regular expressions of Python's `re`.
        lines: Lines without line endings; of a long one the beginning counts.
    """
    searches = [re.compile(pattern).search for pattern in patterns]
    for line in lines:
        head = line[:MAX_LINE_CHARS]
        if any(search(head) for search in searches):
            return line
    return None


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


class LineMatch(StrEnum):
    """How a line of output is compared with what is required."""

    PREFIX = "prefix"
    """It begins with the text."""
    EXACT = "exact"
    """It is the text."""
    REGEX = "regex"
    """The text is a regular expression of Python's `re` that is found in it."""


_IN_WORDS = {
    LineMatch.PREFIX: "begins with",
    LineMatch.EXACT: "is exactly",
    LineMatch.REGEX: "matches the regular expression",
}


@dataclass(frozen=True, slots=True)
class OutputLine:
    """A line must be printed, and no line of the same reporter may say otherwise."""

    text: str
    """What the line begins with, what it is, or the regular expression searched in it."""
    match: LineMatch = LineMatch.PREFIX
    """How the line is compared with it."""
    streams: tuple[Stream, ...] = BOTH_STREAMS
    """Where the line may be printed."""

    def describe(self) -> str:
        """Return the condition in words."""
        where = "stdout or stderr" if len(self.streams) > 1 else self.streams[0].value
        return f"a line of {where} that {_IN_WORDS[self.match]} {self.text!r}"

    def first_match(self, lines: Iterable[str], search: Search = search_lines) -> str | None:
        """Return the first line that has what is required.

        Args:
            lines: Lines of output without line endings.
            search: Searches them for a regular expression.

        Raises:
            TooSlowError: The search was given too little time.
        """
        if self.match is LineMatch.PREFIX:
            return next((line for line in lines if line.startswith(self.text)), None)
        if self.match is LineMatch.EXACT:
            return next((line for line in lines if line == self.text), None)
        return search((self.text,), lines)


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be seen for the loop to end well: all of it."""

    oracle: ExitZero | OutputLine = field(default_factory=ExitZero)
    """What each run itself must show."""
    no_output: tuple[str, ...] = ()
    """Regular expressions that no line of either stream may match."""
    check: Target | None = None
    """A command that must exit with status 0 after each run."""
    twice: bool = False
    """Whether a second execution on the same tree must show the same."""

    def describe(self) -> str:
        """Return the condition in words."""
        parts = [self.oracle.describe()]
        parts += [f"no line of output that matches {text!r}" for text in self.no_output]
        if self.check is not None:
            parts.append(f"exit status 0 of the check {self.check.display!r}")
        if self.twice:
            parts.append("the same result twice")
        return "; ".join(parts)

    def first_forbidden(self, lines: Iterable[str], search: Search = search_lines) -> str | None:
        """Return the first line that must not appear.

        Args:
            lines: Lines of output without line endings.
            search: Searches them for regular expressions.

        Raises:
            TooSlowError: The search was given too little time.
        """
        return search(self.no_output, lines) if self.no_output else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """The success condition as the caller's options state it; nothing is checked yet."""

    success_line: str | None = None
    """Text a line of output must begin with."""
    success_exact: str | None = None
    """Text a line of output must be."""
    success_regex: str | None = None
    """Regular expression a line of output must match somewhere."""
    stream: str = "both"
    """`stdout`, `stderr` or `both`: where that line may be printed."""
    no_output: tuple[str, ...] = ()
    """Regular expressions that no line of output may match."""
    check: str | None = None
    """A command, as a shell reads it, that must exit with status 0 after each run."""
    twice: bool = False
    """Whether a second execution must show the same."""
    success: str | None = None
    """The condition in prose, which a reasoning repairer has to turn into one of the others."""


def condition_of(stated: Stated, *, check: Target | None = None) -> Condition:
    """Return the condition that the caller's options declare.

    Args:
        stated: As the caller stated it.
        check: `stated.check` as a command; None when there is none.

    Raises:
        DeclarationError: `uncheckable-condition`.
    """
    if stated.success is not None:
        raise _uncheckable(
            f"the condition {stated.success!r} is prose, and no repairer that can reason is "
            "configured to make it checkable",
            "Pass what shows it: --success-line, --success-regex, --no-output or --check CMD.",
        )
    for text in stated.no_output:
        _check_regex(text)
    return Condition(_oracle_of(stated), stated.no_output, check, stated.twice)


def _oracle_of(stated: Stated) -> ExitZero | OutputLine:
    lines = {
        LineMatch.PREFIX: stated.success_line,
        LineMatch.EXACT: stated.success_exact,
        LineMatch.REGEX: stated.success_regex,
    }
    given = [(match, text) for match, text in lines.items() if text is not None]
    if len(given) > 1:
        raise _uncheckable(
            "more than one required line is given", "Pass one of line, exact and regex."
        )
    if stated.stream not in ("both", *BOTH_STREAMS):
        raise _uncheckable(f"there is no stream {stated.stream!r}", "Pass stdout, stderr or both.")
    if not given:
        if stated.stream != "both":
            raise _uncheckable(
                f"the stream {stated.stream} is named but no line is required",
                "Add the line that must be printed there.",
            )
        return ExitZero()
    ((match, text),) = given
    if match is LineMatch.REGEX:
        _check_regex(text)
    else:
        _check_line(text)
    streams = BOTH_STREAMS if stated.stream == "both" else (Stream(stated.stream),)
    return OutputLine(text, match, streams)


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
