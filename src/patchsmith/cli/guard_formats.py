"""The guard's result as people, code hosts and annotations of a workflow read it.

Pure: from a result to text. What a file holds is data: it never gets out of its line, its field
or its annotation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith import __version__
from patchsmith.errors import one_line
from patchsmith.findings import Severity

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.guard.result import GuardResult
    from patchsmith.guard.rule import Rule

_SARIF_LEVEL = {Severity.BLOCK: "error", Severity.WARN: "warning", Severity.INFO: "note"}
_GITHUB_LEVEL = {Severity.BLOCK: "error", Severity.WARN: "warning", Severity.INFO: "notice"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_MOST_SHOWN = 160
"""Characters of a code line that are shown."""


def as_text(result: GuardResult, *, files: int) -> str:
    """Return a result for people.

    Args:
        result: What was found.
        files: How many files the change touches.
    """
    blocks = [_told(finding) for finding in result.findings]
    blocks += [f"note: {_placed(note.path)}{one_line(note.message)}\n" for note in result.notes]
    return "".join([*blocks, _summary(result, files)])


def _told(finding: Finding) -> str:
    line = "" if finding.line_no is None else f"{finding.line_no}: "
    where = _placed(finding.path, ":" if line else ": ")
    lines = [f"{where}{line}{finding.severity.value} {finding.rule} {one_line(finding.message)}"]
    lines += [
        f"  {sign} {row}"
        for sign, code in (("-", finding.before), ("+", finding.after))
        for row in _rows(code)
    ]
    lines += [f"  {one_line(text)}" for text in (finding.why, finding.legitimate) if text]
    return "\n".join(lines) + "\n"


def _placed(path: str, behind: str = ": ") -> str:
    return f"{one_line(path)}{behind}" if path else ""


def _rows(code: str | None) -> list[str]:
    rows = [one_line(row)[:_MOST_SHOWN] for row in (code or "").splitlines() if row.strip()]
    return rows[:6]


def _summary(result: GuardResult, files: int) -> str:
    count = {each: sum(f.severity is each for f in result.findings) for each in Severity}
    told = ", ".join(f"{number} {severity.value}" for severity, number in count.items() if number)
    changed = f"{files} file{'' if files == 1 else 's'} changed"
    return f"{result.verdict.value}: {changed}, {told or 'no findings'}\n"


def as_github(result: GuardResult) -> str:
    """Return a result as workflow commands that annotate the lines of a pull request."""
    return "".join(_annotation(finding) for finding in result.findings)


def _annotation(finding: Finding) -> str:
    named = {"file": finding.path, "line": finding.line_no, "title": finding.rule}
    fields = ",".join(
        f"{name}={_escaped(str(value), also=':,')}" for name, value in named.items() if value
    )
    told = "\n".join(text for text in (finding.message, finding.why, finding.legitimate) if text)
    return f"::{_GITHUB_LEVEL[finding.severity]} {fields}::{_escaped(told)}\n"


def _escaped(text: str, *, also: str = "") -> str:
    return "".join(f"%{ord(char):02X}" if char in "%\r\n" + also else char for char in text)


def as_sarif(result: GuardResult, rules: tuple[Rule, ...]) -> dict[str, object]:
    """Return a result as a SARIF 2.1.0 log.

    Args:
        result: What was found.
        rules: The guard's rules.
    """
    known = {rule.id: rule for rule in rules}
    named = sorted({finding.rule for finding in result.findings} | known.keys())
    index = {rule: number for number, rule in enumerate(named)}
    driver = {
        "name": "patchsmith guard",
        "version": __version__,
        "rules": [_described(each, known.get(each)) for each in named],
    }
    run = {
        "tool": {"driver": driver},
        "results": [_result(finding, index) for finding in result.findings],
        "columnKind": "unicodeCodePoints",
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _described(rule_id: str, rule: Rule | None) -> dict[str, object]:
    if rule is None:
        return {"id": rule_id}
    return {
        "id": rule_id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.legitimate},
    }


def _result(finding: Finding, index: dict[str, int]) -> dict[str, object]:
    found: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": _SARIF_LEVEL[finding.severity],
        "message": {"text": finding.message},
    }
    if finding.path:
        place: dict[str, object] = {"artifactLocation": {"uri": _uri(finding.path)}}
        if finding.line_no is not None:
            place["region"] = {"startLine": finding.line_no}
        found["locations"] = [{"physicalLocation": place}]
    return found


def _uri(path: str) -> str:
    plain = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    raw = path.encode("utf-8", "surrogateescape")
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in raw)
