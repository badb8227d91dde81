"""The hand-judged cases of `tests/scenarios/edit`, as temporary trees and verdicts."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CASES_FILE = Path(__file__).parent / "scenarios" / "edit" / "cases.jsonl"
CODES = {
    "parse": "patch-syntax",
    "bad_patch": "patch-syntax",
    "is_dir": "is-directory",
    "empty_old": "empty-old-string",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One case: files, a call, and what a careful user accepts."""

    id: str
    """Name of the case."""
    tool: str
    """The tool that is called."""
    files: dict[str, bytes]
    """The tree before, by path relative to the root; some lie outside it."""
    call: dict[str, Any]
    """The arguments; `parallel` holds several calls that are made at once."""
    outcomes: list[dict[str, Any]]
    """The outcomes that are right, the preferred one first."""
    setup: list[dict[str, str]] = field(default_factory=list)
    """What else is to be done to the tree."""

    def build(self, root: Path) -> None:
        """Create the tree below an existing root."""
        for name, content in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for step in self.setup:
            path = root / step["path"]
            if step["op"] == "chmod":
                path.chmod(int(step["mode"], 8))
            elif step["op"] == "symlink":
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to(step["target"])
            elif step["op"] == "hardlink":
                path.hardlink_to(root / step["target"])
            else:
                assert step["op"] == "root_token", step

    def calls(self, root: Path) -> list[dict[str, Any]]:
        """Return the arguments of each call, the root's path filled in."""
        calls = self.call.get("parallel", [self.call])
        if not any(step["op"] == "root_token" for step in self.setup):
            return list(calls)
        return [json.loads(json.dumps(call).replace("@ROOT@", str(root))) for call in calls]


def cases() -> list[Case]:
    """Return all cases."""
    return [_case(json.loads(line)) for line in CASES_FILE.read_text("utf-8").splitlines()]


def _case(row: dict[str, Any]) -> Case:
    return Case(
        id=row["id"],
        tool=row["tool"],
        files={name: _bytes(content) for name, content in row["files"].items()},
        call=row["call"],
        outcomes=[row["expect"], *row.get("accept", [])],
        setup=row.get("setup", []),
    )


def _bytes(content: str | dict[str, str]) -> bytes:
    return content.encode() if isinstance(content, str) else base64.b64decode(content["base64"])


def files_of(root: Path) -> dict[str, bytes]:
    """Return the content of every file in a tree; links are not followed."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def complaint(
    outcome: dict[str, Any],
    root: Path,
    before: dict[str, bytes],
    result: dict[str, Any],
) -> str | None:
    """Return why what happened is not one outcome; None when it is.

    Args:
        outcome: One outcome that would be right.
        root: The tree after the call.
        before: The files of the tree before it.
        result: The JSON object that the call answered with.
    """
    after = files_of(root)
    text = json.dumps(result, ensure_ascii=False)
    if "error" in outcome:
        code = CODES.get(outcome["error"], outcome["error"].replace("_", "-"))
        if result.get("ok") is not False or result["error"]["code"] != code:
            return f"expected the error {code}, got {text[:300]}"
        if after != before:
            return "a refused call changed the tree"
        return _complaint_about_text(outcome, str(result["error"]["message"]))
    if result.get("ok") is not True:
        return f"refused: {text[:500]}"
    expected = {name: _bytes(content) for name, content in outcome["files"].items()}
    untouched = {
        name: content
        for name, content in before.items()
        if name not in expected and name not in outcome.get("absent", ())
    }
    if after != {**untouched, **expected}:
        return f"the tree is {after}"
    for name in outcome.get("output_must_mention", ()):
        if name not in text:
            return f"the result does not mention {name}"
    return _complaint_about_status(outcome.get("meta", {}), root)


def _complaint_about_text(outcome: dict[str, Any], message: str) -> str | None:
    for words in outcome.get("must_mention", ()):
        if words not in message:
            return f"the message does not mention {words!r}: {message}"
    for words in outcome.get("must_not_mention", ()):
        if words in message:
            return f"the message mentions {words!r}"
    if len(message) > outcome.get("max_error_chars", 1_000_000):
        return f"the message has {len(message)} characters"
    return None


def _complaint_about_status(meta: dict[str, dict[str, Any]], root: Path) -> str | None:
    for name, wanted in meta.items():
        path = root / name
        if "symlink" in wanted and str(path.readlink()) != wanted["symlink"]:
            return f"{name} leads elsewhere"
        if "mode" in wanted and path.stat().st_mode & 0o7777 != int(wanted["mode"], 8):
            return f"{name} has another mode"
        unknown = set(wanted) - {"symlink", "mode", "hardlink", "nlink", "same_inode"}
        assert not unknown, unknown
        if "nlink" in wanted and path.stat().st_nlink != wanted["nlink"]:
            return f"{name} lost a name"
    return None
