"""What a patch may add to a file, judged before the change is believed.

Refused: characters that no file can hold, NUL, placeholders for code that was left out, and
text that is not ASCII for a file that is not UTF-8 (it would become a mix of two encodings).

Only additions that look suspicious come here: most patches never import this module.
"""

from __future__ import annotations

from patchsmith.errors import EditError, InputError
from patchsmith.text.elision import is_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Additions:
    """What is added to one file; what was found out about the file is kept for all of it."""

    __slots__ = ("_content", "_in_file", "_is_unicode", "_path")

    def __init__(self, content: bytes, path: str) -> None:
        """Judge additions to a file.

        Args:
            content: The file before; empty for a new one.
            path: The file, as the patch spells it.
        """
        self._content = content
        self._path = path
        self._is_unicode: bool | None = None
        self._in_file: set[str] = set()
        """Lines that look like placeholders and are in the file already."""

    def refuse(self, lines: Iterable[str], *, hunk: int | None, line_no: int) -> None:
        """Refuse lines that must not be added.

        Args:
            lines: The added lines, without endings.
            hunk: 1-based number of the hunk; None for an added file.
            line_no: 1-based line of the patch on which they start, for errors.

        Raises:
            InputError: `bad-text`, `elision`. EditError: `not-text`.
        """
        for line in lines:
            problem = _problem(line)
            if problem is not None:
                raise InputError("bad-text", problem, path=self._path, hunk=hunk, line_no=line_no)
            if ("..." in line or "\u2026" in line) and self._is_new_placeholder(line.strip()):
                raise InputError(
                    "elision",
                    f"the patch adds a line that stands for code that was left out: {line.strip()}",
                    path=self._path,
                    hunk=hunk,
                    line_no=line_no,
                    hint="Write the code out; lines that stay need no mention, only 3 lines of "
                    "context.",
                )
            if not line.isascii() and not self._takes_unicode():
                raise EditError(
                    "not-text",
                    "the file is not UTF-8, so only ASCII text can be added to it",
                    path=self._path,
                    hunk=hunk,
                    line_no=line_no,
                    evidence=f"  {line[:160]}",
                    hint="Write the text in ASCII, or convert the file to UTF-8 first.",
                )

    def _is_new_placeholder(self, text: str) -> bool:
        if text in self._in_file or not is_placeholder(text):
            return False
        if text.encode("utf-8") not in self._content:
            return True
        self._in_file.add(text)
        return False

    def _takes_unicode(self) -> bool:
        if self._is_unicode is None:
            self._is_unicode = _is_unicode(self._content)
        return self._is_unicode


def _problem(line: str) -> str | None:
    if "\0" in line:
        return "the patch adds a NUL character"
    try:
        line.encode("utf-8")
    except UnicodeEncodeError as error:
        return f"the patch adds a character that no file can hold: {error.reason}"
    return None


def _is_unicode(content: bytes) -> bool:
    if content.startswith(_UTF16):
        return True
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
