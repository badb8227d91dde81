"""Shell commands as values: which tool a command runs, with which options, behind which masks.

A small reader of what stands in recipes, scripts and workflows; it expands nothing and guesses
nothing. A command it can not take apart is one word list like any other.

Rules for editors: linear in the length of the line; no shell is run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_LINE = 20_000
"""Characters of a command line that are looked at."""
_TOKEN = re.compile(
    r"""\|\||&&|;;|[;|&\n()]|'[^']*'|"(?:\\.|[^"\\])*"|(?:\\.|[^\s;|&()'"\\])+|\\"""
)
_CONNECTORS = {"||", "&&", ";", "|", "&", "\n", ";;", "(", ")"}
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_WRAPPERS = {
    "exec", "time", "sudo", "env", "command", "npx", "pnpm", "bunx", "xvfb-run", "nice", "then",
    "else", "do", "if", "while", "!", "pdm", "hatch", "pipenv", "rye", "pixi", "eatmydata", "@",
}  # fmt: skip
_RUNNERS = {"poetry", "uv", "pdm", "hatch", "pipenv", "rye", "pixi", "bundle", "yarn", "pnpm"}
CHECKERS = {
    "pytest", "py.test", "unittest", "nose2", "tox", "nox", "coverage", "mypy", "pyright", "ruff",
    "flake8", "pylint", "pyflakes", "bandit", "black", "isort", "ty", "doctest", "compileall",
    "jest", "vitest", "mocha", "ava", "tap", "eslint", "tsc", "prettier", "biome", "cypress",
    "playwright", "karma", "node", "npm", "yarn", "pnpm", "go", "gotestsum", "golangci-lint",
    "staticcheck", "cargo", "rustc", "mvn", "mvnw", "gradle", "gradlew", "rspec", "rake",
    "rubocop", "minitest", "ruby", "dotnet", "ctest", "bats", "shellcheck", "phpunit", "make",
    "just", "pre-commit", "lint-imports", "grep", "diff", "cmp", "test", "[", "[[", "check",
}  # fmt: skip
"""Programs that judge, or that may, by their arguments."""
_NEEDS = {
    "node": {"--test"}, "npm": {"test", "t", "run", "run-script"}, "yarn": {"test", "lint", "check"},
    "pnpm": {"test", "run"}, "go": {"test", "vet"}, "cargo": {"test", "clippy", "nextest", "check"},
    "rustc": {"--test"}, "ruby": set(), "dotnet": {"test"}, "black": {"--check"},
    "isort": {"--check", "--check-only", "-c"}, "coverage": {"report", "run"},
    "make": {"test", "check", "lint", "ci", "verify", "typecheck"},
    "just": {"test", "check", "lint", "ci"}, "prettier": {"--check", "-c"},
}  # fmt: skip
"""Programs that judge only with one of these words."""
_SCRIPT = re.compile(r"(?:^|/)[\w.-]*(?:test|check|smoke|verify|lint|ci|spec)[\w.-]*(?:\.\w+)?$")
_HARMLESS = {"true", ":", "/bin/true", "exit", "echo", "printf", "return", "cat", "date"}


@dataclass(frozen=True, slots=True)
class Command:
    """One simple command of a recipe, script or step."""

    words: tuple[str, ...]
    """Its words, quotes removed; assignments and wrappers such as `npx` left out."""
    tool: str
    """The checking program or script it runs; empty when it checks nothing."""
    line_no: int
    """1-based line in its file."""
    text: str
    """The line it stands in."""
    mask: str = ""
    """What hides its exit status; empty when nothing does."""
    piped: bool = False
    """Whether its output goes into another command, whose status counts."""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Options and their values, in order; a value that may be a word of its own is both."""
        return options_of(self.words[1:])


def unquoted(word: str) -> str:
    """Return a word without its outer quotes."""
    if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"":
        return word[1:-1]
    return word


def options_of(words: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return `--name=value`, `--name value` and `-n value` as pairs."""
    found = []
    for index, word in enumerate(words):
        if not word.startswith("-") or word in ("-", "--"):
            continue
        name, equals, value = word.partition("=")
        following = words[index + 1] if index + 1 < len(words) else ""
        if not equals and not following.startswith("-"):
            value = following
        if not word.startswith("--") and len(name) > 2 and not equals and name[:2] in _GLUED:
            name, value = name[:2], name[2:]
        found.append((name, value))
    return tuple(found)


_GLUED = {"-k", "-m", "-W", "-D", "-p", "-n"}


def commands_in(text: str, line_no: int) -> list[Command]:
    """Return the commands of one logical line.

    Args:
        text: The line, continuation lines joined.
        line_no: 1-based line in its file.
    """
    text = text[:MAX_LINE]
    lead = text.lstrip("@+ \t")
    ignored = lead.startswith("-") and len(lead) > 1 and (lead[1].isspace() or lead[1].isalpha())
    if ignored:
        lead = lead[1:].lstrip()
    pieces: list[tuple[list[str], str]] = [([], "")]
    for token in _TOKEN.findall(lead):
        if token in _CONNECTORS:
            pieces.append(([], token))
        elif token.startswith("#") and not pieces[-1][0]:
            break
        else:
            pieces[-1][0].append(unquoted(token))
    found = []
    for index, (words, _) in enumerate(pieces):
        if not words:
            continue
        bare = _bare(words)
        mask = _mask(pieces, index)
        if words[0] in ("if", "until", "while") and pieces[-1][0][:1] == ["fi"]:
            mask = mask or ("" if _fails_later(pieces, index) else "a condition takes its status")
        if ignored:
            mask = mask or "a leading `-` ignores its status"
        piped = index + 1 < len(pieces) and pieces[index + 1][1] == "|"
        found.append(Command(tuple(bare), tool_of(bare), line_no, text.strip(), mask, piped))
    return found


def _mask(pieces: list[tuple[list[str], str]], index: int) -> str:
    """Return what follows a command and makes its failure a success."""
    for words, connector in pieces[index + 1 :]:
        if not words:
            continue
        name = words[0]
        if connector == "||" and name in _HARMLESS and words != ["exit", "1"]:
            if name != "exit" or words[1:2] in ([], ["0"]):
                return f"`|| {' '.join(words)[:60]}`" if not _fails_later(pieces, index) else ""
        elif connector in (";", "\n") and words in (["true"], [":"], ["exit", "0"]):
            return f"`; {' '.join(words)}`"
        elif connector == "&" and name:
            return "it runs in the background"
        if connector not in ("|", "&&"):
            return ""
    return "it runs in the background" if pieces[-1] == ([], "&") and index >= 0 else ""


def _fails_later(pieces: list[tuple[list[str], str]], index: int) -> bool:
    """Return whether the line goes on to fail after a message, as `|| (echo no; exit 1)` does."""
    return any(
        (words[:1] in (["exit"], ["return"]) and words[1:2] not in ([], ["0"]))
        or words == ["false"]
        for words, _ in pieces[index + 1 :]
    )


def _bare(words: list[str]) -> list[str]:
    """Return a command without assignments, wrappers and `python -m`."""
    rest = list(words)
    while rest:
        first = rest[0].rpartition("/")[2]
        if _ASSIGNMENT.fullmatch(rest[0]) or (first in _WRAPPERS and len(rest) > 1):
            rest = rest[1:]
        elif first in _RUNNERS and rest[1:2] in (["run"], ["exec"]) and len(rest) > 2:
            rest = rest[2:]
        elif re.fullmatch(r"python[\d.]*|py|pypy3?|\$\(PYTHON\)|\{envpython\}", first):
            module = rest.index("-m") if "-m" in rest[:4] else 0
            if not module:
                return rest[1:] if rest[1:] and not rest[1].startswith("-") else rest
            rest = rest[module + 1 :]
        elif first in ("bash", "sh", "zsh") and rest[1:] and not rest[1].startswith("-"):
            rest = rest[1:]
        elif first == "coverage" and rest[1:3] == ["run", "-m"]:
            rest = rest[3:]
        else:
            break
    return rest


def tool_of(words: list[str]) -> str:
    """Return the checking program that a command runs, empty when it checks nothing."""
    if not words:
        return ""
    name = words[0].rpartition("/")[2]
    name = re.sub(r"^(mvn|gradle)w$", r"\1", name)
    if name in CHECKERS:
        needed = _NEEDS.get(name)
        if needed is None:
            return name
        return next((f"{name} {word}" for word in words[1:] if word in needed), "")
    if _SCRIPT.search(words[0]) and ("/" in words[0] or "." in words[0]):
        return words[0].removeprefix("./")
    return ""


def logical_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a script with continuations joined: 1-based number, text."""
    found: list[tuple[int, str]] = []
    joined: list[str] = []
    start = 0
    for line_no, line in enumerate(text.split("\n"), 1):
        if not joined:
            start = line_no
        if line.endswith("\\"):
            joined.append(line[:-1])
            continue
        joined.append(line)
        found.append((start, " ".join(joined)))
        joined = []
    if joined:
        found.append((start, " ".join(joined)))
    return found
