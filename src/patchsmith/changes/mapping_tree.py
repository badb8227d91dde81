"""Files in a mapping as a tree: what a planner reads when nothing is on a disk.

There are no links, and a folder is there as long as a file is in it.
"""

from __future__ import annotations

from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, EnvironmentFault, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class MappingTree:
    """A `Tree` over files that are held in memory."""

    __slots__ = ("_contents", "_folders")

    def __init__(self, files: Mapping[str, bytes | str]) -> None:
        """Take files over; the mapping itself is not kept.

        Args:
            files: Path -> content; text stands for its UTF-8 bytes. Paths are relative.

        Raises:
            InputError: `unsafe-path` for a path that no workspace has; `bad-text` for text that
                holds a lone surrogate, and for two paths that are the same file.
        """
        contents: dict[str, bytes] = {}
        for name, content in files.items():
            path = RelPath.parse(name)
            if path in contents:
                raise InputError("bad-text", "two paths name the same file", path=name)
            contents[path] = content if isinstance(content, bytes) else encoded(content, name)
        self._replace(contents)

    def _replace(self, contents: dict[str, bytes]) -> None:
        """Hold these files from now on."""
        self._contents = contents
        self._folders = {folder for path in contents for folder in _parents(path)}

    def resolve(self, path: RelPath, *, follow: bool = True) -> RelPath:  # noqa: ARG002 - no links
        """Return the path itself; see `Tree`.

        Raises:
            EnvironmentFault: `io` when a part above the last one is a file.
        """
        for folder in _parents(path):
            if folder in self._contents:
                raise EnvironmentFault(
                    "io",
                    "can not reach the file: a parent of it is a file, not a folder",
                    path=path,
                )
        return path

    def exists(self, path: RelPath) -> bool:
        """Return whether a file or a folder is there."""
        return path in self._contents or path in self._folders

    def read(self, path: RelPath) -> bytes:
        """Return the file's content.

        Raises:
            EditError: `missing-file`, `is-directory`. EnvironmentFault: `io`.
        """
        content = self._contents.get(self.resolve(path))
        if content is not None:
            return content
        if path in self._folders:
            raise EditError("is-directory", "the path is a folder, not a file", path=path)
        raise EditError("missing-file", "there is no such file", path=path)

    @property
    def files(self) -> dict[str, bytes]:
        """All files as they are now: path -> content; a copy."""
        return dict(self._contents)


def encoded(text: str, path: str) -> bytes:
    """Return text as UTF-8.

    Raises:
        InputError: `bad-text` for a lone surrogate.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(
            "bad-text", f"the text holds a character that no file can: {error.reason}", path=path
        ) from None


def _parents(path: str) -> Iterable[str]:
    end = path.rfind("/")
    while end > 0:
        yield path[:end]
        end = path.rfind("/", 0, end)
