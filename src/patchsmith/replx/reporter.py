"""Whether two lines of output come from the same reporter and disagree.

A script that prints `smoke: PASS` for one part and `smoke: FAIL` for the next has not passed, so
a required line alone is not enough. Decides when another line says otherwise. A line of progress
(`smoke: starting`) is no verdict and must never be taken for one: the loop could never end well.
"""

from __future__ import annotations

import re
from functools import lru_cache

from patchsmith.replx.condition import MAX_LINE_CHARS

_WORD = re.compile(r"[A-Za-z]+|\d+(?:\.\d+)?|\S")
_FAILING = frozenset(
    "fail fails failed failing failure failures error errors errored broken bad ko nok"  # noqa: SIM905
    " incomplete partial unstable abort aborted timeout denied rejected red unhealthy degraded"
    " false invalid crashed cancelled canceled".split()
)
_SKIPPING = frozenset({"skip", "skips", "skipped"})
_OPPOSITE = {"up": "down", "yes": "no", "done": "pending"}
_PROGRESS = frozenset(
    "START STARTED STARTING BEGIN RUN RUNNING INFO DEBUG TRACE NOTE SETUP TEARDOWN"  # noqa: SIM905
    " END DONE FINISHED WARN WARNING TODO OK PASS PASSED SUCCESS".split()
)


@lru_cache(maxsize=8)
def _first_words(required: str) -> tuple[str, ...]:
    """Return what a line must begin with to be looked at; nothing for a text without words."""
    first = _WORD.search(required)
    return () if first is None else (first.group(), "not ", "Not ", "NOT ")


def says_otherwise(required: str, line: str) -> bool:
    """Return whether `line` is a contrary verdict of the reporter that prints `required`.

    The reporter is the text both lines share before the first word that differs. There must be
    some, and the word found instead must be a verdict: a failing word, the opposite of the
    required one, a number where 0 is required, or, where the required word is in capitals,
    another word in capitals that is none of progress.

    Args:
        required: The text a line must begin with, or the line that met the condition.
        line: Another line of the same output.
    """
    head = line.lstrip()
    if not head.startswith(_first_words(required)):
        return False  # most lines of a long output end here
    if line.startswith(required):
        return False
    line = head[:MAX_LINE_CHARS]
    wanted, seen = _WORD.findall(required), _WORD.findall(line)
    if len(seen) > 1 and seen[0].casefold() == "not" and wanted[:1] == seen[1:2]:
        return True  # TAP: `not ok 2` against `ok`
    shared = 0
    while shared < min(len(wanted), len(seen)) and wanted[shared] == seen[shared]:
        shared += 1
    if shared == 0 or shared >= min(len(wanted), len(seen)):
        return False
    return _is_contrary(wanted[shared], seen[shared], seen[shared + 1 :])


def _is_contrary(wanted: str, seen: str, after: list[str]) -> bool:
    word = seen.casefold()
    if wanted == "0":
        return seen.isdigit() and seen.strip("0") != ""
    if word == "not":
        return bool(after) and after[0].casefold() in (wanted.casefold(), "ok", "passed", "ready")
    if word in _FAILING or word in _SKIPPING:
        return _is_verdict(seen, after)
    if _OPPOSITE.get(wanted.casefold()) == word:
        return True
    both_capital = len(wanted) > 1 and len(seen) > 1 and wanted.isupper() and seen.isupper()
    return both_capital and seen not in _PROGRESS


def _is_verdict(word: str, after: list[str]) -> bool:
    # `failed to connect, retrying` and `errors: 0` are no verdicts; `failed (2 of 5)` is.
    count = next((token for token in after[:2] if token[0].isdigit()), None)
    if count is not None and float(count) == 0:
        return False
    if word.isupper() or not after:
        return True
    return not after[0].isalpha() and not (count and word.casefold() in _SKIPPING)
