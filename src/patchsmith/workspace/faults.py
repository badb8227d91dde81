"""The one place where an operating-system error becomes one of ours."""

from __future__ import annotations

import errno

from patchsmith.errors import EditError, EnvironmentFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.errors import PatchsmithError

_READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)
_CHANGED = (errno.EEXIST, errno.ENOTEMPTY)
_HINTS = {
    errno.ENOSPC: "The disk is full; nothing was changed. Free some space, then try again.",
    errno.EDQUOT: "The quota is used up; nothing was changed. Free some space, then try again.",
    errno.EBUSY: "It is mounted or in use where it lies: end that first.",
    errno.EXDEV: "It is mounted where it lies and can not be moved: change it where it comes from.",
    errno.ETXTBSY: "It is a program that is running: end it first.",
    errno.EMFILE: "This process has too many files open.",
}


def fault(error: OSError, path: str, doing: str) -> PatchsmithError:
    """Return the error to raise for what the system said.

    Args:
        error: What the call raised.
        path: The file concerned, relative to the root.
        doing: What was attempted, as in "can not write the file".
    """
    reason = f"{doing}: {error.strerror}"
    if error.errno in _READ_ONLY:
        return EnvironmentFault(
            "read-only",
            reason,
            path=path,
            hint="Ask for write permission on the file and its folder, or choose another file.",
        )
    if error.errno == errno.ELOOP:
        return EnvironmentFault("symlink-loop", reason, path=path)
    if error.errno == errno.ENOENT:
        return EditError("missing-file", "there is no such file", path=path)
    if error.errno in _CHANGED:
        return EnvironmentFault(
            "conflict", f"something was put in the way meanwhile: {error.strerror}", path=path
        )
    if error.errno in _HINTS:
        return EnvironmentFault("io", reason, path=path, hint=_HINTS[error.errno])
    if error.errno == errno.EISDIR:
        return EditError("is-directory", "the path is a folder, not a file", path=path)
    if error.errno == errno.ENOTDIR:
        return EnvironmentFault("io", f"{doing}: a parent of it is a file, not a folder", path=path)
    return EnvironmentFault("io", reason, path=path)
