"""The command `apply_patch` without flushing to the disk: `no_fsync.py < PATCH`."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Apply the patch on stdin as the command does, and leave as it does."""
    gc.disable()
    from patchsmith.errors import PatchsmithError  # noqa: PLC0415 - as late as the command does
    from patchsmith.tools.apply_patch import apply_patch  # noqa: PLC0415

    try:
        apply_patch(sys.stdin.buffer.read().decode(), fsync=False)
    except PatchsmithError:
        os._exit(1)
    os._exit(0)


main()
