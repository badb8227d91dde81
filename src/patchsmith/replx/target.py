"""The caller's words as a target: a command, or the reason why they are none.

Decides how the command runs: as the words stand, or, for one quoted argument, through `sh -c`.
Whether a word names a program is a look at the machine, so `word_to_resolve` names the word and
the caller hands the answer to `target_of`. Never guesses: prose is refused, not interpreted.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from patchsmith.errors import DeclarationError

_BUILTINS = frozenset(
    ". : [ alias bg break cd command continue echo eval exec exit export false fg getopts"  # noqa: SIM905
    " hash jobs kill printf pwd read readonly return set shift source test times trap true type"
    " ulimit umask unalias unset wait".split()
)
# A keyword alone is as likely English ("for every test, ..."); its partner makes it shell.
_KEYWORDS = {"if": "then", "for": "do", "while": "do", "until": "do", "case": "esac"}
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
_SHELL_SYNTAX = re.compile(r"[\s|&;<>()$`\\\"'*?\[\]#~{}!=]")
_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "ash"})
_RETRIERS = frozenset({"retry", "watch", "entr", "nodemon"})
_WRAPPERS = _RETRIERS | {"replx"}
_LOOP = re.compile(
    r"(?:^|[;&|({\n]|\b(?:do|then|else)\b)\s*(until|while|for)\s.*?\bdo\b", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Target:
    """A command that can be run."""

    argv: tuple[str, ...]
    """What is executed; for a shell string `sh -c TEXT`."""
    display: str
    """The command as a shell would read it."""
    words: tuple[str, ...]
    """Every word of the command, also those inside a shell string; what may name its files."""
    notes: tuple[str, ...] = ()
    """What the report should point out about the command."""


@dataclass(frozen=True, slots=True)
class ProgramFound:
    """What a look at the machine said about the word that should name a program."""

    found: bool
    """Whether the word names something executable."""
    problem: str = "does not exist"
    """For a word that does not: what is wrong with it, as the rest of a sentence."""
    hint: str | None = None
    """For a word that does not: one next step, such as the most similar name there is."""


def word_to_resolve(words: tuple[str, ...]) -> str | None:
    """Return the word that must name a program, or None when that decides nothing.

    Args:
        words: The caller's arguments from the target's first word on.
    """
    if not any(word.strip() for word in words):
        return None
    if len(words) > 1:
        return words[0]
    first = _first_word(words[0])
    return None if _is_shell(first, words[0]) else first


def target_of(words: tuple[str, ...], program: ProgramFound | None) -> Target:
    """Return the target the caller's words declare.

    Args:
        words: The caller's arguments; one argument alone may be a shell string.
        program: What the machine said about `word_to_resolve(words)`; None when that was None.

    Raises:
        DeclarationError: `no-target` when nothing is actionable, `goal-needs-reasoning` when a
            single argument reads as prose.
    """
    if not any(word.strip() for word in words):
        raise DeclarationError(
            "no-target",
            "there is no command to run",
            hint="Pass a command after the options, for example: replx python -m pytest -q",
        )
    if program is not None and not program.found:
        raise _refusal(words, program)
    if len(words) == 1 and (program is None or _SHELL_SYNTAX.search(words[0])):
        text = words[0].strip()
        inner = tuple(word.strip(";&|()") for word in _shell_words(text))
        return Target(("sh", "-c", text), text, inner, _notes(inner, text))
    display = shlex.join(words)
    script = _script_of(words)
    inner = words if script is None else (*words, *_shell_words(script))
    return Target(words, display, inner, _notes(words, script or ""))


def wrapper_of(target: Target) -> str | None:
    """Return the loop or retry helper that a command wraps another in; None when there is none.

    Stricter than the note in a caller's own target: a helper counts wherever it stands.
    """
    script = target.argv[-1] if target.argv[:2] == ("sh", "-c") else _script_of(target.words)
    found = _LOOP.search(script or "")
    if found is not None:
        return found.group(1)
    names = (word.rpartition("/")[2] for word in target.words)
    return next((name for name in names if name in _WRAPPERS), None)


def goal_refused(text: str, why: str | None = None) -> DeclarationError:
    """Return the refusal of an end state in prose, with what to pass instead.

    Args:
        text: The end state.
        why: What is wrong with it; that nobody can reason by default.
    """
    reason = why or "a goal in prose needs a repairer that can reason, and none is configured"
    return DeclarationError(
        "goal-needs-reasoning",
        f"{reason}: {text!r}",
        hint="Pass the command whose success means the goal is reached, "
        "for example: replx --success-line 'smoke: PASS' ./smoke.sh",
    )


def _refusal(words: tuple[str, ...], program: ProgramFound) -> DeclarationError:
    first = word_to_resolve(words) or ""
    if len(words) == 1 and len(words[0].split()) > 1:
        return DeclarationError(
            "goal-needs-reasoning",
            f"{first!r} is no executable, shell builtin or assignment, so {words[0]!r} reads as a "
            "goal in prose; that needs a repairer that can reason, and none is configured",
            hint="Pass the command whose success means the goal is reached, "
            "for example: replx python -m pytest -q"
            + (f"\n{program.hint}" if program.hint else ""),
        )
    hint = program.hint or "Check the spelling, or give the path of the program."
    if first in _BUILTINS or _ASSIGNMENT.match(first):
        hint = f"Pass shell syntax as one quoted argument: replx {shlex.quote(' '.join(words))}"
    return DeclarationError("no-target", f"the command {first!r} {program.problem}", hint=hint)


def _is_shell(first: str, text: str) -> bool:
    if first in _KEYWORDS:
        return _KEYWORDS[first] in re.split(r"[\s;]+", text)
    if first.startswith("$") or (first in _BUILTINS):
        return True
    return bool(_ASSIGNMENT.match(first))


def _first_word(text: str) -> str:
    # `(cd x; make)`, `{ make; }` and `! grep x` open with syntax; the word behind it decides.
    text = re.sub(r"^(?:[\s({]|!\s)+", "", text)
    words = _shell_words(text)
    return re.split(r"[;&|<>()]", words[0])[0] if words else ""


def _shell_words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # an unbalanced quote, as in "don't"
        return text.split()


def _script_of(words: tuple[str, ...]) -> str | None:
    if words[0].rpartition("/")[2] not in _SHELLS:
        return None
    for index, word in enumerate(words[1:-1], start=1):
        if re.fullmatch(r"-[a-z]*c", word):
            return words[index + 1]
    return None


def _notes(words: tuple[str, ...], script: str) -> tuple[str, ...]:
    found = _LOOP.search(script)
    wrapper = found.group(1) if found else None
    if wrapper is None and words and words[0].rpartition("/")[2] in _RETRIERS:
        wrapper = words[0]
    if wrapper is None:
        return ()
    note = "runs inside the wrapper are not counted or judged one by one"
    return (f"the target wraps its command in `{wrapper}`: {note}",)
