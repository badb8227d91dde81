"""From system errors to ours."""

from __future__ import annotations

import errno

import pytest

from patchsmith.workspace.disk import fault


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "read-only"), (errno.EROFS, "read-only"), (errno.ELOOP, "symlink-loop"),
        (errno.ENOENT, "missing-file"), (errno.EISDIR, "is-directory"), (errno.ENOTDIR, "io"),
        (errno.ENOSPC, "io"), (errno.EXDEV, "io"),
    ],
)  # fmt: skip
def test_each_system_error_has_one_code(number: int, code: str) -> None:
    """The code follows from errno; the path is named."""
    error = fault(OSError(number, "reason"), "a/b", "can not write the file")
    assert (error.code, error.path) == (code, "a/b")
