"""The one table of tools: their names, descriptions, schemas and handlers.

`patchsmith call`, the repairers that talk to models and the servers for hosts all read it, so
that a tool means the same everywhere. A handler checks the arguments against the schema first.

Rules for editors: descriptions are read by models; say what is refused and what to do instead.
Handlers import their tool when they are called.
"""

from __future__ import annotations

from patchsmith.errors import RequestError
from patchsmith.tools.arguments import checked
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from typing import Any

    Root = str | os.PathLike[str]
    Carry = Callable[[dict[str, Any], Root, bool], dict[str, object]]


class Tool(Value):
    """One tool as hosts and models see it."""

    __slots__ = ("name", "description", "schema", "carry_out")  # noqa: RUF023 - field order

    name: str
    """What it is called by."""
    description: str
    """What models read to know when and how to use it."""
    schema: dict[str, Any]
    """JSON schema of its arguments; additionalProperties is false throughout."""
    carry_out: Carry
    """The tool itself, for arguments that fit the schema."""

    def handler(self, arguments: object, root: Root, dry_run: bool = False) -> dict[str, object]:
        """Carry out one call.

        Args:
            arguments: The call's arguments, as JSON holds them.
            root: The folder that may be touched.
            dry_run: Whether to only work out what would change.

        Returns:
            The result as agents get it, ready for JSON.

        Raises:
            PatchsmithError: Nothing was changed. `bad-request` for arguments that do not fit.
        """
        return self.carry_out(checked(self.name, self.schema, arguments), root, dry_run)


def tool_named(name: object) -> Tool:
    """Return a tool by its name.

    Raises:
        RequestError: `bad-request`, naming the tools there are.
    """
    for tool in TOOLS:
        if tool.name == name:
            return tool
    raise RequestError(
        "bad-request",
        f"there is no tool {name!r}",
        hint=f"The tools are {', '.join(tool.name for tool in TOOLS)}.",
    )


def _apply_patch(arguments: dict[str, Any], root: Root, dry_run: bool) -> dict[str, object]:
    from patchsmith.changes.unified import unified_diff
    from patchsmith.tools.apply_patch import apply_patch

    applied = apply_patch(arguments["patch"], root=root, dry_run=dry_run)
    return {**applied.to_dict(), "diff": unified_diff(applied.change_set)}


def _edit(arguments: dict[str, Any], root: Root, dry_run: bool) -> dict[str, object]:
    from patchsmith.tools.edit import edit

    return edit(**arguments, root=root, dry_run=dry_run).to_dict()


def _multi_edit(arguments: dict[str, Any], root: Root, dry_run: bool) -> dict[str, object]:
    from patchsmith.tools.multi_edit import Replacement, multi_edit

    edits = [
        Replacement(one["old_string"], one["new_string"], one.get("replace_all", False))
        for one in arguments["edits"]
    ]
    return multi_edit(arguments["path"], edits, root=root, dry_run=dry_run).to_dict()


def _write_file(arguments: dict[str, Any], root: Root, dry_run: bool) -> dict[str, object]:
    from patchsmith.tools.write_file import write_file

    return write_file(**arguments, root=root, dry_run=dry_run).to_dict()


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


_PATH = {
    "type": "string",
    "description": "The file, relative to the workspace root (or absolute and inside it).",
}
_REPLACEMENT = {
    "old_string": {
        "type": "string",
        "description": "Text to find, copied exactly from the file, without line numbers. It "
        "must occur exactly once: include lines around it until it does.",
    },
    "new_string": {
        "type": "string",
        "description": "What replaces it, complete and literal; empty to delete.",
    },
    "replace_all": {
        "type": "boolean",
        "description": "Replace every occurrence. Default: false.",
    },
}

TOOLS: tuple[Tool, ...] = (
    Tool(
        "apply_patch",
        "Add, delete, update or move files with one patch in the V4A format, from "
        "'*** Begin Patch' to '*** End Patch'. All of it is applied, or nothing. Show 3 lines "
        "of context above and below each change; where they are not unique, name the class or "
        "function on the '@@' line. Add and Move never replace an existing file.",
        _object(
            {
                "patch": {
                    "type": "string",
                    "description": "The whole patch. Paths are relative to the workspace root.",
                }
            },
            "patch",
        ),
        _apply_patch,
    ),
    Tool(
        "edit",
        "Replace text in one existing file. old_string must occur exactly once (or set "
        "replace_all); line endings and blanks at the ends of lines do not matter, everything "
        "else does. Write new_string out in full: placeholders such as '... existing code ...' "
        "are refused. Use write_file to create a file.",
        _object({"path": _PATH, **_REPLACEMENT}, "path", "old_string", "new_string"),
        _edit,
    ),
    Tool(
        "multi_edit",
        "Make several replacements in one existing file: in order, each on what the one before "
        "left, all of them or none. The rules of edit hold for each.",
        _object(
            {
                "path": _PATH,
                "edits": {
                    "type": "array",
                    "minItems": 1,
                    "description": "The replacements, in order.",
                    "items": _object(_REPLACEMENT, "old_string", "new_string"),
                },
            },
            "path",
            "edits",
        ),
        _multi_edit,
    ),
    Tool(
        "write_file",
        "Write a whole file: a new one, or in the place of an existing one, whose content is "
        "lost. Give all of its text. Prefer edit or apply_patch to change part of a file.",
        _object(
            {
                "path": _PATH,
                "content": {"type": "string", "description": "All of the file's text."},
            },
            "path",
            "content",
        ),
        _write_file,
    ),
)
"""Every tool, in the order in which they are offered."""
