"""Safe edits, honest repair loops and honest measurement for AI agents that change code.

    >>> from patchsmith import apply_patch
    >>> apply_patch(text, root="path/to/project")

The public names are loaded when they are first used; importing the package does no work.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.errors import PatchsmithError as PatchsmithError
    from patchsmith.tools.apply_patch import apply_patch as apply_patch
    from patchsmith.tools.edit import edit as edit
    from patchsmith.tools.multi_edit import Replacement as Replacement
    from patchsmith.tools.multi_edit import multi_edit as multi_edit
    from patchsmith.tools.write_file import write_file as write_file
    from patchsmith.v4a.single import apply_diff as apply_diff

__version__ = "0.1.0"

_HOMES = {
    "PatchsmithError": "patchsmith.errors",
    "apply_diff": "patchsmith.v4a.single",
    "apply_patch": "patchsmith.tools.apply_patch",
    "Replacement": "patchsmith.tools.multi_edit",
    "edit": "patchsmith.tools.edit",
    "multi_edit": "patchsmith.tools.multi_edit",
    "write_file": "patchsmith.tools.write_file",
}

__all__ = [
    "PatchsmithError",
    "Replacement",
    "__version__",
    "apply_diff",
    "apply_patch",
    "edit",
    "multi_edit",
    "write_file",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'patchsmith' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found
