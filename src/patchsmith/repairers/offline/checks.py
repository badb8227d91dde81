"""The last word on a fix, whatever rule made it.

A fix changes one production file, in one line: a line replaced, or one import line inserted. The
one exception is indentation: lines whose leading white space alone changes count as untouched,
because tabs and spaces are mended for a file, not for a line. A Python file parses afterwards, a
JSON file loads, and no bytes but those of that line differ.

Rules for editors: loosen nothing here for the sake of one rule.
"""

from __future__ import annotations

import ast
import json
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.source import SourceText, parsed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.repairers.offline.fix import Fix
    from patchsmith.repairers.offline.project import Project


def reason_to_refuse(fix: Fix, project: Project) -> str | None:
    """Return why a fix must not be made, or None."""
    path = fix.source.path
    if project.is_test(path):
        return f"{path} belongs to the tests, which are never edited"
    if fix.text == fix.source.text:
        return f"it would leave {path} as it is"
    try:
        raw = fix.source.encoded(fix.text)
    except UnicodeEncodeError:
        return f"{path} is {fix.source.encoding} and can not hold the new text"
    after = SourceText.decoded(path, raw)
    if after is None or after.text != fix.text:
        return f"{path} would not be readable any more"
    if not _is_small(fix.source.lines, after.lines):
        return "it would change more than one line"
    return _reason_not_sound(path, fix.text)


def _reason_not_sound(path: str, text: str) -> str | None:
    if path.endswith(".py") and not isinstance(parsed(text), ast.Module):
        return f"{path} would not parse"
    if path.endswith(".json"):
        try:
            json.loads(text)
        except ValueError:
            return f"{path} would not load as JSON"
    return None


def _is_small(before: Sequence[str], after: Sequence[str]) -> bool:
    if len(before) == len(after):
        changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        return len(changed) == 1 or all(a.lstrip() == b.lstrip() for a, b in changed)
    if len(after) != len(before) + 1:
        return False
    at = next((i for i, line in enumerate(before) if after[i] != line), len(before))
    tail_kept = tuple(after[at + 1 :]) == tuple(before[at:])
    return tail_kept and after[at].startswith(("import ", "from "))
