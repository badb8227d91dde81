"""The environment a command runs in: the caller's own, minus what makes output unreadable.

Decides which variables are set and which are dropped. Locale and `CI` are inherited and never
invented: both change what tools do. Rules for editors: add a variable only with a measured reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_DROPPED = (
    "FORCE_COLOR",  # 121 escapes in one failing pytest run, even into a pipe
    "CLICOLOR_FORCE",
    "PY_COLORS",
    "MYPY_FORCE_COLOR",
    "CARGO_TERM_COLOR",  # CI templates set it to `always`, which beats NO_COLOR
)


def command_environment(base: Mapping[str, str], *, pycache_dir: Path) -> dict[str, str]:
    """Return the variables for one run of a command.

    Args:
        base: The caller's environment, such as `os.environ`; not changed.
        pycache_dir: A folder of this run alone. Python trusts compiled files by whole seconds:
            a source rewritten within one second runs stale, unless no run shares its cache.

    Returns:
        `base` without colours (`NO_COLOR`, `TERM=dumb`), 120 columns wide.
    """
    found = {name: value for name, value in base.items() if name not in _DROPPED}
    found.update(
        NO_COLOR="1",
        TERM="dumb",
        COLUMNS="120",
        PYTHONPYCACHEPREFIX=str(pycache_dir),
    )
    return found
