"""The tool table: schemas, refusals, and the hand-judged cases of editing."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from edit_cases import Case, cases, complaint, files_of
from patchsmith.errors import PatchsmithError
from patchsmith.tools.table import tool_named

DIFFERING: dict[str, str] = {}
"""Ids of cases that come out otherwise on purpose, with the reason."""


def call(tool: str, arguments: object, root: Path) -> dict[str, Any]:
    """Carry out one call and return what `patchsmith call` would print."""
    try:
        result = tool_named(tool).handler(arguments, root)
    except PatchsmithError as error:
        return {"ok": False, "error": error.to_dict()}
    return {"ok": True, **json.loads(json.dumps(result))}


def carried_out(case: Case, root: Path) -> list[dict[str, Any]]:
    """Carry out a case's calls, all at once when there are several."""
    calls = case.calls(root)
    results: list[dict[str, Any]] = [{}] * len(calls)

    def run(index: int) -> None:
        results[index] = call(case.tool, calls[index], root)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_hand_judged_case_comes_out_as_a_careful_user_expects(case: Case, tmp_path: Path) -> None:
    """Each case ends in one of the outcomes judged right, or is listed with a reason."""
    root = tmp_path / "root"
    root.mkdir()
    case.build(root)
    before = files_of(root)
    outside = {
        p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file() and root not in p.parents
    }
    verdicts: list[str | None] = []
    for result in carried_out(case, root):
        complaints = [complaint(case, outcome, root, before, result) for outcome in case.outcomes]
        verdicts.append(None if None in complaints else "\n".join(map(str, complaints)))
    assert all(path.read_bytes() == content for path, content in outside.items())
    wrong = [verdict for verdict in verdicts if verdict is not None]
    if case.id in DIFFERING:
        assert wrong, f"{case.id} comes out as expected: take it off the list"
    else:
        assert not wrong, "\n".join(wrong)
