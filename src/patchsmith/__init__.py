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

__version__ = "0.1.0"

_HOMES = {
    "PatchsmithError": "patchsmith.errors",
    "apply_patch": "patchsmith.tools.apply_patch",
}

__all__ = ["PatchsmithError", "__version__", "apply_patch"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'patchsmith' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found
