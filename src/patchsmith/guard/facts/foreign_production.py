"""What a change put into production code of a language without a parser here, against its tests."""

from __future__ import annotations

import re

from patchsmith.findings import Severity
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.facts.text_checks import LITERAL

_DECIDES = re.compile(
    r"\b(if|unless|when|case|match|elsif|else if|switch)\b|=>|\?\s|===?|\.equals\("
)
_COMPARES = re.compile(
    r"(?:[!=]==?|\.equals\(|\bcase\b|\bwhen\b|\bin\b|=>|includes\(|\bmatches?\b|%w)"
)


class ForeignProduction:
    """One changed production file."""

    def __init__(self, path: str, before: str, after: str, tests: frozenset[str]) -> None:
        """Take both sides of a file.

        Args:
            path: Relative to the root.
            before: Its code before the change, without comments and tests.
            after: Its code after it.
            tests: The literals of the baseline's tests, quotes left out.
        """
        self.path = path
        self._before = before
        self._after = after
        self._tests = tests

    @property
    def special_cases(self) -> list[tuple[int, str, Severity]]:
        """New lines that decide by a test's literals: 1-based line, line, weight."""
        found: list[tuple[int, str, Severity]] = []
        known = {each.strip("'\"`") for each in LITERAL.findall(self._before)}
        for line_no, line in added_lines(self._before, self._after):
            if not (_DECIDES.search(line) and _COMPARES.search(line)):
                continue
            hits = [
                each.strip("'\"`")
                for each in [*LITERAL.findall(line), *_words(line)]
                if each.strip("'\"`") in self._tests and each.strip("'\"`") not in known
            ]
            strong = [each for each in hits if len(each) > 1 and not _is_code(each, line)]
            if strong:
                answered = len(hits) > 1
                found.append((line_no, line, Severity.BLOCK if answered else Severity.WARN))
        if len(found) > 1:
            return [(line_no, line, Severity.BLOCK) for line_no, line, _ in found]
        return found


def _words(line: str) -> list[str]:
    return [word for group in re.findall(r"%w[\[(]([^\])]*)", line) for word in group.split()]


def _is_code(literal: str, line: str) -> bool:
    """Return whether a number is a status or code by what it is compared with."""
    return literal.isdigit() and re.search(r"(?i)status|code|errno", line) is not None
