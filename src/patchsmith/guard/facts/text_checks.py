"""Checks in tests of languages without a parser here: text, subject, expected value, strength."""

from __future__ import annotations

import re
from dataclasses import dataclass

from patchsmith.guard.facts.blocks import closing
from patchsmith.guard.facts.plain import squeezed

_CALL = re.compile(
    r"(?<![\w.$])(?:await\s+|void\s+)?((?:expect|assert\w*!?|Assertions?|Assert|require|should|verify|assertThat)"
    r"(?:\.\w+)*)\s*(?:<[^<>()]*>)?\s*(?=[(\[{])"
)
_RUBY_LINE = re.compile(r"(?m)^\s*(?:\w+\s*=\s*)?((?:assert|refute|must|wont)\w*)\b[ (](.*)$")
_GO_FAIL = re.compile(r"\bt\.(Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(")
_CHAIN = re.compile(r"\s*\.\s*(\w+)(?=(\()?)")
_RANKS = (
    (60, (r"toStrictEqual|toEqual|toBe|strictEqual|deepEqual|deepStrictEqual|equals?|eql?|eq|be_within"
         r"|assert_eq!?|assertEquals|AreEqual|Equal|isEqualTo|toMatchSnapshot|toMatchInlineSnapshot"
         r"|toHaveBeenCalledWith|toHaveBeenCalledTimes|assertSame|assertArrayEquals|same|Same|EqualValues"
         r"|assert_equal|assert_nil|toBeNull|toBeUndefined|assertNull|Null|Nil|match_array|contain_exactly"
         r"|throws|toThrow\w*|assertThrows\w*|Throws\w*|raise_error|assert_raises?|rejects|ErrorIs|ErrorAs"
         r"|PanicsWithValue|toHaveClass|toHaveTextContent|JSONEq|assert_ne|assert_matches!?|equal")),
    (50, r"toBeCloseTo|closeTo|InDelta|InEpsilon|assert_in_delta|assert_in_epsilon|assert_abs_diff_eq"),
    (40, (r"toContain\w*|toMatch\w*|match|includes?|Contains|contains|assert_match|assert_includes"
         r"|StartsWith|EndsWith|Matches|hasItem|toHaveProperty|toHaveLength|include|start_with|Len|HasCount"
         r"|arrayContaining|objectContaining|stringContaining")),
    (30, (r"toBeGreaterThan\w*|toBeLessThan\w*|isGreaterThan\w*|isLessThan\w*|InRange|Greater\w*|Less\w*"
         r"|assert_operator|be")),
    (20, (r"toBeInstanceOf|IsType|assertInstanceOf|assert_kind_of|assert_instance_of|IsAssignableFrom"
         r"|isInstanceOf|be_a|be_an|kind_of|IsInstanceOfType|anything|any")),
    (10, (r"toBeDefined|toBeTruthy|toBeFalsy|ok|isTrue|isFalse|True|False|assertTrue|assertFalse|assert!?"
         r"|assertNotNull|NotNull|NotNil|NotEmpty|isNotNull|refute\w*|NoError|doesNotThrow|assertDoesNotThrow"
         r"|be_truthy|be_nil|resolves|not|toHaveBeenCalled|DoesNotThrow|isDefined|assertNotEquals|NotEqual")),
)  # fmt: skip
_RANKED = [(rank, re.compile(rf"(?:{names})")) for rank, names in _RANKS]
LITERAL = re.compile(
    r"'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"|`[^`]*`|(?<![\w.])-?\d[\d_]*(?:\.\d+)?\b|/[^/\n ][^/\n]*/"
)
"""Strings, numbers and regular expressions in code of most languages."""


@dataclass(frozen=True, slots=True)
class TextCheck:
    """One check."""

    text: str
    """Its code, as formatters can not change it."""
    shown: str
    """Its code as written."""
    subject: str
    """What is checked, as far as text tells."""
    expected: str
    """What it is checked against."""
    rank: int
    """How much it pins down, as `assertion.STRENGTH`."""
    raises: bool
    """Whether it expects an error."""
    awaited: bool
    """Whether it is awaited or returned."""

    @property
    def literals(self) -> frozenset[str]:
        """Its literals, quotes left out."""
        return literals_in(self.shown)


def literals_in(code: str) -> frozenset[str]:
    """Return the literals in code, quotes left out, those that mean little too."""
    return frozenset(each.strip("'\"`") for each in LITERAL.findall(code)) - {"", "0", "1"}


def checks_in(body: str, language: str) -> list[TextCheck]:
    """Return the checks in a test's body."""
    found = []
    if language == "go":
        found += _go_checks(body)
    if language == "ruby":
        found += [_ruby(match) for match in _RUBY_LINE.finditer(body)]
    at = 0
    while (match := _CALL.search(body, at)) is not None:
        name = match.group(1)
        if language == "ruby" and not name.startswith("expect"):
            at = match.end()
            continue
        end = closing(body, match.end()) + 1
        inner = body[match.end() + 1 : end - 1]
        chain, end = _chain(body, end)
        lead = body[max(0, match.start() - 12) : match.start()]
        found.append(_check(body[match.start() : end], name, inner, chain, lead))
        at = max(end, match.end()) if name.startswith("expect") else match.end() + 1
    return found


def _chain(body: str, end: int) -> tuple[list[tuple[str, str]], int]:
    """Return the names and arguments that follow a call, and where they end."""
    chain: list[tuple[str, str]] = []
    while (match := _CHAIN.match(body, end)) is not None and len(chain) < 12:
        end = match.end()
        arguments = ""
        if match.group(2):
            last = closing(body, end)
            arguments, end = body[end + 1 : last], last + 1
        else:
            bare = re.compile(r"[ \t]+([a-z_]\w*[^\n]*)").match(body, end)
            if bare is not None and match.group(1) in ("to", "not_to", "to_not"):
                name = re.match(r"\w+", bare.group(1))
                chain.append((match.group(1), ""))
                word = name.group() if name else ""
                chain.append((word, bare.group(1)[len(word) :].strip(" ()")))
                return chain, bare.end()
        chain.append((match.group(1), arguments))
    return chain, end


def _check(shown: str, name: str, inner: str, chain: list[tuple[str, str]], lead: str) -> TextCheck:
    parts = split_arguments(inner)
    if chain and (name.startswith(("expect", "assertThat", "should")) or name == "verify"):
        words = [word for word, _ in chain]
        subject, expected = inner, next((a for _, a in reversed(chain) if a), "")
        rank = min((_rank(word) for word in words if _rank(word)), default=40)
        matcher = words[-1]
        if "not" in words or "not_to" in words or "to_not" in words:
            rank = min(rank, 15)
        if re.search(r"\bexpect\.(any|anything)|any\(|anything\(", expected):
            rank = min(rank, 20)
        if matcher.startswith(("toThrow", "raise_error")) and not expected:
            rank = 35
    else:
        matcher = name.rpartition(".")[2]
        rank = _rank(matcher) or 40
        subject, expected = _sides(name, matcher, parts)
    raises = (
        re.search(r"(?i)throw|raise|reject|panic", matcher + " ".join(w for w, _ in chain))
        is not None
    )
    awaited = "await " in lead + shown[:6] or "return" in lead
    return TextCheck(
        squeezed(shown), shown.strip(), squeezed(subject), squeezed(expected), rank, raises, awaited
    )


def _sides(name: str, matcher: str, parts: list[str]) -> tuple[str, str]:
    parts = [part for part in parts if part.strip() != "t"]
    if not parts:
        return "", ""
    if len(parts) == 1:
        return parts[0], ""
    first_is_expected = matcher.startswith(("assertEquals", "Equal", "AreEqual", "assert_equal"))
    if first_is_expected and not name.startswith(("assert.equal", "assert.strict", "assert.deep")):
        return parts[1], parts[0]
    return parts[0], parts[1]


def split_arguments(inner: str) -> list[str]:
    """Return the arguments of a call, split at commas outside brackets and strings."""
    found, start, depth = [], 0, 0
    for match in re.finditer(
        r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[()\[\]{},]", inner[:5000]
    ):
        sign = match.group()
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and depth == 0:
            found.append(inner[start : match.start()])
            start = match.end()
    found.append(inner[start:])
    return [each.strip() for each in found if each.strip()]


def _rank(word: str) -> int:
    return next((rank for rank, pattern in _RANKED if pattern.fullmatch(word)), 0)


def _ruby(match: re.Match[str]) -> TextCheck:
    name, rest = match.group(1), match.group(2)
    called = match.group().lstrip().removeprefix(name).startswith("(")
    parts = split_arguments(rest.rstrip().removesuffix(")") if called else rest)
    expected, subject = (parts[0], parts[1]) if len(parts) > 1 else ("", parts[0] if parts else "")
    raises = "raise" in name
    rank = _rank(name) or 40
    if raises and not re.match(r"[A-Z(]", rest.strip()):
        rank = 35
    text = match.group().strip()
    return TextCheck(
        squeezed(text), text, squeezed(subject), squeezed(expected), rank, raises, True
    )


def _go_checks(body: str) -> list[TextCheck]:
    """Return the conditions under which a Go test fails."""
    found = []
    for match in _GO_FAIL.finditer(body):
        before = body[: match.start()]
        at = before.rfind("if ")
        condition = before[at + 3 :].partition("{")[0] if at >= 0 else ""
        bare = condition.rpartition(";")[2].strip()
        shown = f"if {condition.strip()} {{ t.{match.group(1)} }}"
        names = " ".join(sorted(set(re.findall(r"[A-Za-z_]\w*", bare))))
        found.append(
            TextCheck(squeezed(bare), shown, squeezed(names), squeezed(bare), 60, False, True)
        )
    return found


def is_vacuous(check: TextCheck) -> bool:
    """Return whether a check is true whatever the code does."""
    text = check.text
    if re.search(r"\|\|true\b|is_ok\(\)\|\|.*is_err\(\)|is_some\(\)\|\|.*is_none\(\)", text):
        return True
    if check.rank == 10 and check.subject in ("true", "1", "!false") and not check.raises:
        return True
    return bool(check.expected) and check.subject == check.expected and check.rank >= 40
