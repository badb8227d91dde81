"""The tool table: schemas, refusals, and the hand-judged cases of editing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from patchsmith.errors import PatchsmithError, RequestError
from patchsmith.tools.table import TOOLS, tool_named

if TYPE_CHECKING:
    from pathlib import Path


def call(tool: str, arguments: object, root: Path) -> dict[str, Any]:
    """Carry out one call and return what `patchsmith call` would print."""
    try:
        result = tool_named(tool).handler(arguments, root)
    except PatchsmithError as error:
        return {"ok": False, "error": error.to_dict()}
    return {"ok": True, **json.loads(json.dumps(result))}


def test_the_table_offers_each_tool_once() -> None:
    """In the order in which they are offered."""
    names = [tool.name for tool in TOOLS]
    assert names == ["apply_patch", "edit", "multi_edit", "write_file"]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_object_of_a_schema_closes_its_fields(tool: Any) -> None:
    """Unknown fields are refused at every depth, and the schema is plain JSON."""

    def walk(schema: dict[str, Any]) -> None:
        if schema["type"] == "object":
            assert schema["additionalProperties"] is False
            assert set(schema["required"]) <= set(schema["properties"])
            for inner in schema["properties"].values():
                walk(inner)
        elif schema["type"] == "array":
            walk(schema["items"])
        else:
            assert schema["description"]

    walk(tool.schema)
    assert json.loads(json.dumps(tool.schema)) == tool.schema
    assert tool.description


def test_an_unknown_tool_is_refused_with_the_names_there_are() -> None:
    """The caller sees what it can call."""
    with pytest.raises(RequestError, match="multi_edit"):
        tool_named("replace")


def test_a_dry_run_of_every_tool_changes_nothing(tmp_path: Path) -> None:
    """The result holds the diff of what would change."""
    (tmp_path / "f.txt").write_text("a\n")
    calls: dict[str, dict[str, Any]] = {
        "apply_patch": {
            "patch": "*** Begin Patch\n*** Update File: f.txt\n@@\n-a\n+b\n*** End Patch\n"
        },
        "edit": {"path": "f.txt", "old_string": "a", "new_string": "b"},
        "multi_edit": {"path": "f.txt", "edits": [{"old_string": "a", "new_string": "b"}]},
        "write_file": {"path": "f.txt", "content": "b\n"},
    }
    for tool in TOOLS:
        result = tool.handler(calls[tool.name], tmp_path, dry_run=True)
        assert result["diff"] == "--- a/f.txt\n+++ b/f.txt\n@@ -1 +1 @@\n-a\n+b\n"
        assert (tmp_path / "f.txt").read_text() == "a\n"


def test_a_missed_patch_of_a_secret_file_shows_none_of_its_text(tmp_path: Path) -> None:
    """What holds for edit's errors holds for those of patches."""
    (tmp_path / ".env").write_text("API_TOKEN=tok_9f8e\nMODE=dev\n")
    hunk = "@@\n API_TOKEN=x\n-MODE=prod\n+MODE=test\n"
    patch = f"*** Begin Patch\n*** Update File: .env\n{hunk}*** End Patch\n"
    result = call("apply_patch", {"patch": patch}, tmp_path)
    assert result["error"]["code"] == "not-found"
    assert "tok_9f8e" not in json.dumps(result)
    assert "withheld" in result["error"]["message"]
