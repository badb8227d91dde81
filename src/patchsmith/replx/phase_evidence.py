"""Whether the output of a full run tells that lint was clean, so that the failure came later.

Decides from what drivers print: the name of the step that failed (make, npm, just, task, tox,
nox, plain scripts), headers and verdicts of steps, a test runner's report. A driver stops at the
first step that fails; one that goes on is found out by the final lint, so a wrong answer costs a
run and never a wrong success. No answer is an answer: lint is then asked itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.replx.phases import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patchsmith.replx.phases import Phases

_MAX_CHARS = 400
_SYNONYMS = {
    **dict.fromkeys(("lint", "linter", "linters", "linting", "style"), Phase.LINT),
    **dict.fromkeys(("build", "building", "compile", "compiling"), Phase.BUILD),
    **dict.fromkeys(("test", "tests", "testing"), Phase.TEST),
}
_STEP = "|".join(_SYNONYMS)
_FAILED_STEPS = (
    re.compile(r"^g?make(?:\[\d+\])?: \*\*\* \[(?:.*?:\d+: )?([^\]]+)\] "),
    re.compile(r"^error: [Rr]ecipe [`']([^`']+)[`'] failed"),
    re.compile(r"^nox > (?:Session |\* )([\w.-]+)(?:\(.*\))?:? failed"),
    re.compile(r"^npm (?:ERR!|error) Lifecycle script [`\"']([\w:.-]+)[`\"'] failed"),
    re.compile(r"^task: Failed to run task \"([^\"]+)\""),
    re.compile(r"^\W*([\w.-]+):? (?:FAIL|FAILED|ERROR)\b"),
    re.compile(
        rf"^\W*({_STEP})\W+(?:(?:phase|step|stage|has|with)\W+)*(?:fail|error|not ok)",
        re.IGNORECASE,
    ),
)
_PASSED_LINT = re.compile(
    r"^\W*(?:lint|linter|linting|style)\W+(?:(?:phase|step|stage|is)\W+)*"
    r"(?:ok|pass|clean|success|done|✓|✔)",
    re.IGNORECASE,
)
_HEADERS = (
    re.compile(
        rf"^\W*(?:running |starting |run )?({_STEP})(?: phase| step| stage)?\W*$", re.IGNORECASE
    ),
    re.compile(r"^> \S+@\S+ ([\w:.-]+)(?: \S+)?$"),
)
_WORTH_READING = re.compile(
    r"lint|style|build|compil|test|fail|error|\*\*\*|found|problem|would|no! |^[$+>] ",
    re.IGNORECASE,
)
_LINTERS = re.compile(
    r"^Found \d+ errors?\b|^✖ \d+ problems?|^Oh no! 💥|^would reformat "
    r"|^\d+ files? would be reformatted"
)


def lint_was_clean(
    phases: Phases, lines: Iterable[str], *, tests_reported: bool = False
) -> bool | None:
    """Return whether a failing full run had come past lint; None when its output does not tell.

    Args:
        phases: The commands of the phases.
        lines: Its output, without line endings.
        tests_reported: Whether a test runner reported tests in it.
    """
    echoes = {phases.command(phase).display: phase for phase in Phase}
    words = _words(phases)
    failed: set[Phase] = set()
    reached: set[Phase] = {Phase.TEST} if tests_reported else set()
    passed = linter = False
    for line in lines:
        if len(line) > _MAX_CHARS or not (_WORTH_READING.search(line) or line in echoes):
            continue
        step = _named(_FAILED_STEPS, line, words)
        if step is not None:
            failed.add(step)
            continue
        passed = passed or _PASSED_LINT.match(line) is not None
        linter = linter or _LINTERS.match(line) is not None
        step = _named(_HEADERS, line, words) or echoes.get(line.strip("$+> "))
        if step is not None:
            reached.add(step)
    if Phase.LINT in failed:
        return False
    if failed or passed or reached - {Phase.LINT}:
        return True
    return False if reached or linter else None


def _named(patterns: Iterable[re.Pattern[str]], line: str, words: dict[str, Phase]) -> Phase | None:
    for pattern in patterns:
        found = pattern.match(line)
        if found is not None:
            name = found.group(1).lower()
            return words.get(name) or _SYNONYMS.get(name)
    return None


def _words(phases: Phases) -> dict[str, Phase]:
    """Return the words that only one phase's command has, such as a runner's target."""
    found: dict[str, Phase] = {}
    several: set[str] = set()
    for phase in Phase:
        for word in {word.lower() for word in phases.command(phase).words}:
            several |= {word} & found.keys()
            found[word] = phase
    return {word: phase for word, phase in found.items() if word not in several}
