"""`patchsmith call`: one JSON object in, one out, whatever happens."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from edit_cases import Case, cases, complaint, files_of
from invoking import call, patchsmith
from patchsmith.cli.call import parsed
from patchsmith.errors import RequestError

if TYPE_CHECKING:
    from pathlib import Path


DIFFERING: dict[str, str] = {}
"""Ids of cases that come out otherwise on purpose, with the reason."""


def carried_out(case: Case, root: Path) -> list[dict[str, Any]]:
    """Carry out a case's calls, each in a process, all at once when there are several."""

    def answer(arguments: dict[str, Any]) -> dict[str, Any]:
        status, result = call(root, case.tool, arguments)
        assert status == (0 if result["ok"] else 1)
        return result

    with ThreadPoolExecutor() as pool:
        return list(pool.map(answer, case.calls(root)))


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
        complaints = [complaint(outcome, root, before, result) for outcome in case.outcomes]
        verdicts.append(None if None in complaints else "\n".join(map(str, complaints)))
    assert all(path.read_bytes() == content for path, content in outside.items())
    wrong = [verdict for verdict in verdicts if verdict is not None]
    if case.id in DIFFERING:
        assert wrong, f"{case.id} comes out as expected: take it off the list"
    else:
        assert not wrong, "\n".join(wrong)


BAD = {
    "no JSON": "{",
    "nothing": "",
    "a list": "[]",
    "a number beyond all bounds": "1" * 5000,
    "not UTF-8": b'{"path": "\xff"}',
    "too deep": "[" * 100_000,
    "a field twice": '{"path": "a", "path": "b"}',
    "an unknown field": '{"file": "a"}',
    "half a surrogate pair as the path": '{"path": "\\ud800", "content": "x"}',
}


@pytest.mark.parametrize("stdin", BAD.values(), ids=BAD.keys())
def test_bad_input_is_answered_with_an_object_and_status_1(
    stdin: bytes | str, tmp_path: Path
) -> None:
    """Never with a traceback."""
    done = patchsmith(tmp_path, "call", "write_file", stdin=stdin)
    result = json.loads(done.stdout)
    assert done.returncode == 1
    assert result["ok"] is False
    assert result["error"]["code"] in ("bad-request", "bad-text")
    assert done.stderr == b""
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_tool_is_wrong_usage_and_still_answered(tmp_path: Path) -> None:
    """The name stands on the command line."""
    status, result = call(tmp_path, "replace", {})
    assert status == 2
    assert result["error"]["code"] == "bad-request"


def test_a_dry_run_says_so_and_writes_nothing(tmp_path: Path) -> None:
    """The diff says what would change."""
    status, result = call(tmp_path, "write_file", {"path": "f", "content": "x\n"}, "--dry-run")
    assert (status, result["dry_run"], result["status"]) == (0, True, "A")
    assert list(tmp_path.iterdir()) == []


def test_the_root_may_be_elsewhere(tmp_path: Path) -> None:
    """Paths are relative to it; a root that is none is a bad call."""
    (tmp_path / "root").mkdir()
    arguments = {"path": "f", "content": "x\n"}
    assert call(tmp_path, "write_file", arguments, "--root", "root")[0] == 0
    assert (tmp_path / "root" / "f").read_text() == "x\n"
    status, result = call(tmp_path, "write_file", arguments, "--root", "nowhere")
    assert (status, result["error"]["code"]) == (1, "bad-request")


def test_one_process_serves_many_calls(tmp_path: Path) -> None:
    """Each line is answered by a line, bad ones too, and an id comes back."""
    change = {"path": "f", "old_string": "a", "new_string": "b"}
    lines = [
        {"tool": "write_file", "arguments": {"path": "f", "content": "a\n"}, "id": 1},
        {"tool": "edit", "arguments": change},
        {"tool": "edit", "arguments": change, "id": "x"},
        {"tool": "edit"},
        {"tool": "edit", "arguments": {}, "priority": 1},
        {"tool": "nothing", "arguments": {}},
    ]
    stdin = "\n".join([*map(json.dumps, lines[:3]), "", "no json", *map(json.dumps, lines[3:])])
    done = patchsmith(tmp_path, "call", "--stdio", stdin=stdin)
    assert done.returncode == 0
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["ok"] for result in results] == [True, True, False, False, False, False, False]
    assert (results[0]["id"], results[2]["id"]) == (1, "x")
    codes = [result["error"]["code"] for result in results[2:]]
    assert codes == ["not-found", *["bad-request"] * 4]
    assert (tmp_path / "f").read_text() == "b\n"


@pytest.mark.parametrize("words", [["--stdio", "edit"], [], ["edit", "more"], ["--rooot", "x"]])
def test_a_wrong_command_line_is_usage(words: list[str], tmp_path: Path) -> None:
    """Said on standard error with status 2."""
    done = patchsmith(tmp_path, "call", *words)
    assert done.returncode == 2
    assert b"Usage: patchsmith call" in done.stderr


def test_help_shows_an_example_that_works(tmp_path: Path) -> None:
    """The words of the example are run as they stand."""
    text = patchsmith(tmp_path, "call", "--help").stdout.decode()
    example = text.split("Example:\n")[1].strip()
    (tmp_path / "app.py").write_text("x = 1\n")
    stdin = example.split("'")[1]
    assert patchsmith(tmp_path, "call", "edit", stdin=stdin).returncode == 0
    assert (tmp_path / "app.py").read_text() == "x = 2\n"


def test_numbers_that_json_lacks_are_refused() -> None:
    """NaN, Infinity and numbers beyond a float never come back in an answer."""
    for number in ("NaN", "Infinity", "1e400"):
        with pytest.raises(RequestError, match="no JSON number"):
            parsed(b'{"id": ' + number.encode() + b"}")
