"""Tests of languages without a parser here, found by text: name, body, what stands before it.

JavaScript and TypeScript, Go, Rust, Java and Kotlin, Ruby, C#. Strings and comments are skipped
when brackets are counted; what looks like nothing known is no block.

Rules for editors: linear in the length of the text; a bracket that is never closed ends its block
at the end of the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from patchsmith.guard.facts.plain import squeezed

MAX_SPAN = 60_000
"""Characters of one block that are looked at."""
_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[()\[\]{}]")
_RUST_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\.)'|[()\[\]{}]")
_JS_TEST = re.compile(r"(?<![\w.$])((?:x|f)?(?:it|test|specify))((?:\.\w+)*)\s*(?=\()")
_JS_FUNCTION = re.compile(r"(?<![\w.$])(?:async\s+)?function\s+(\w+)\s*\([^)]*\)\s*(?:\{|:)")
_GO = re.compile(r"(?m)^func\s+(?:\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)[^{\n]*\{")
_RUST = re.compile(
    r"(?m)^[ \t]*((?:#\[[^\n]*\]\s*\n?[ \t]*)*)(?:pub\s+)?(?:async\s+)?fn\s+(\w+)[^{;]*\{"
)
_JAVA = re.compile(
    r"(?m)^[ \t]*((?:@\w[^\n]*\n[ \t]*)*)((?:(?:public|private|protected|static|final|abstract|suspend|override|fun)\s+)*)"
    r"(?:<[^>\n]+>\s*)?(?:[\w<>\[\], .?]+\s+)?([A-Za-z_]\w*)\s*\([^;{}]*\)[^;{}=]*\{"
)
_CSHARP = re.compile(
    r"(?m)^[ \t]*((?:\[[^\n]*\]\s*\n[ \t]*)*)((?:(?:public|private|internal|protected|static|async|virtual|override)\s+)+)"
    r"(?:[\w<>\[\], .?]+\s+)?([A-Za-z_]\w*)\s*\([^;{}]*\)\s*\{"
)
_RUBY = re.compile(
    r"(?m)^([ \t]*)(def\s+(\w+[?!]?)|([xf]?(?:it|specify|example)|pending|skip)\s*\(?\s*(['\"])(.*?)\5.*\bdo\b).*$"
)
_TEST_MARKS = {
    "rust": re.compile(r"#\[(\w+::)*(test|rstest|test_case|proptest)\b"),
    "java": re.compile(r"@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property|TestTemplate)\b"),
    "csharp": re.compile(r"\[(Fact|Theory|Test|TestCase|TestMethod|DataTestMethod|TestCaseSource)\b"),
}  # fmt: skip
_KEYWORDS = {"if", "for", "while", "switch", "catch", "return", "new", "else", "do", "try", "using"}


@dataclass(frozen=True, slots=True)
class Block:
    """A test or function."""

    name: str
    """Its name or title."""
    line_no: int
    """1-based line of its name."""
    first_line: int
    """1-based line on which it starts, attributes included."""
    last_line: int
    """1-based line on which it ends."""
    head: str
    """Attributes, modifiers and the call that make it a test."""
    body: str
    """Its code."""
    is_test: bool
    """Whether a runner collects it, by its form."""
    print: str = field(default="")
    """The body as formatters can not change it."""


def blocks_of(text: str, language: str) -> list[Block]:
    """Return tests and functions of a file without comments.

    Args:
        text: The code, comments removed.
        language: As `roles.LANGUAGES` names it.
    """
    if language in ("javascript", "typescript"):
        return _script_blocks(text)
    if language == "ruby":
        return _ruby_blocks(text)
    pattern = {"go": _GO, "rust": _RUST, "java": _JAVA, "csharp": _CSHARP}.get(language)
    if pattern is None:
        return []
    lines = _Lines(text)
    token = _RUST_TOKEN if language == "rust" else _TOKEN
    found = []
    at = 0
    while (match := pattern.search(text, at)) is not None:
        head, name, is_test = _judged(match, language)
        end = closing(text, match.end() - 1, token)
        if end - match.end() >= MAX_SPAN - 1:
            break
        at = match.end()
        if name in _KEYWORDS:
            continue
        found.append(_block(text, lines, name, (match.start(), match.end(), end), head, is_test))
    return found


def _judged(match: re.Match[str], language: str) -> tuple[str, str, bool]:
    """Return head, name, and whether a function is a test."""
    if language == "go":
        name = match.group(1)
        runs = re.fullmatch(r"(Test|Benchmark|Fuzz|Example)([^a-z]\w*)?", name) is not None
        return "", name, runs and name != "TestMain" and "testing." in match.group(2)
    if language == "rust":
        head = match.group(1)
        return head, match.group(2), _TEST_MARKS["rust"].search(head) is not None
    head, modifiers, name = match.group(1), match.group(2), match.group(3)
    marked = _TEST_MARKS[language].search(head) is not None
    hidden = language == "java" and re.search(r"\b(private|static)\b", modifiers) is not None
    return head + modifiers, name, marked and not hidden


class _Lines:
    """Offsets of lines, for line numbers in logarithmic time."""

    def __init__(self, text: str) -> None:
        self._starts = [match.start() for match in re.finditer(r"(?m)^", text)]

    def number(self, offset: int) -> int:
        return bisect_right(self._starts, offset)


def _block(
    text: str, lines: _Lines, name: str, span: tuple[int, int, int], head: str, is_test: bool
) -> Block:
    start, opened, end = span
    body = text[opened:end]
    first = lines.number(start + len(text[start:opened]) - len(text[start:opened].lstrip()))
    return Block(
        name, lines.number(opened - 1), first, lines.number(end), head, body, is_test,
        squeezed(body),
    )  # fmt: skip


def closing(text: str, start: int, token: re.Pattern[str] = _TOKEN) -> int:
    """Return the offset of the bracket that closes the one at `start`; the span's end if none."""
    depth = 0
    limit = min(len(text), start + MAX_SPAN)
    for match in token.finditer(text, start, limit):
        sign = match.group()
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth <= 0:
                return match.start()
    return limit


def _script_blocks(text: str) -> list[Block]:
    lines = _Lines(text)
    found = []
    for match in _JS_TEST.finditer(text):
        opened = match.end()
        end = closing(text, opened)
        head = match.group(1) + match.group(2)
        table = ""
        if ".each" in head or ".for" in head or ".skipIf" in head or ".runIf" in head:
            table = text[opened : end + 1]
            following = re.compile(r"\s*\(").match(text, end + 1)
            if following is None:
                continue
            opened = following.end() - 1
            end = closing(text, opened)
        if end - opened >= MAX_SPAN:
            break
        content = text[opened + 1 : end]
        title = re.match(r"\s*(['\"`])(.*?)(?<!\\)\1", content, re.DOTALL)
        if title is None:
            continue
        body = content[title.end() :]
        found.append(
            Block(
                title.group(2),
                lines.number(match.start()),
                lines.number(match.start()),
                lines.number(end),
                head + table,
                body,
                True,
                squeezed(body),
            )
        )
    for match in _JS_FUNCTION.finditer(text):
        opened = text.find("{", match.start(), match.end() + 200)
        if opened >= 0:
            end = closing(text, opened)
            if end - opened >= MAX_SPAN:
                break
            span = (match.start(), opened + 1, end)
            found.append(_block(text, lines, match.group(1), span, "", False))
    return found


def _ruby_blocks(text: str) -> list[Block]:
    lines = text.split("\n")
    starts = _Lines(text)
    ends: dict[int, list[int]] = {}
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*end\b", line):
            ends.setdefault(len(line) - len(line.lstrip()), []).append(number)
    found = []
    for match in _RUBY.finditer(text):
        line_no = starts.number(match.start(2))
        candidates = ends.get(len(match.group(1)), [])
        index = bisect_right(candidates, line_no)
        last = candidates[index] if index < len(candidates) else len(lines)
        body = "\n".join(lines[line_no : last - 1])[:MAX_SPAN]
        name = match.group(3) or match.group(6)
        called = match.group(4) or ""
        is_test = bool(called) or name.startswith("test_")
        found.append(Block(name, line_no, line_no, last, called, body, is_test, squeezed(body)))
    return found
