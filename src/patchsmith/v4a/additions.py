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


def refuse_additions(
    lines: Iterable[str], content: bytes, path: str, *, hunk: int | None, line_no: int
) -> None:
    """Refuse lines that must not be added to a file.

    Args:
        lines: The added lines, without endings.
        content: The file before; empty for a new one.
        path: The file, as the patch spells it.
        hunk: 1-based number of the hunk; None for an added file.
        line_no: 1-based line of the patch on which they start, for errors.

    Raises:
        InputError: `bad-text`, `elision`. EditError: `not-text`.
    """
    for line in lines:
        problem = _problem(line)
        if problem is not None:
            raise InputError("bad-text", problem, path=path, hunk=hunk, line_no=line_no)
        if "..." in line or "\u2026" in line:
            _refuse_placeholder(line, content, path, hunk, line_no)
        if not line.isascii() and not _is_unicode(content):
            raise EditError(
                "not-text",
                "the file is not UTF-8, so only ASCII text can be added to it",
                path=path,
                hunk=hunk,
                line_no=line_no,
                evidence=f"  {line[:160]}",
                hint="Write the text in ASCII, or convert the file to UTF-8 first.",
            )


def _problem(line: str) -> str | None:
    if "\0" in line:
        return "the patch adds a NUL character"
    try:
        line.encode("utf-8")
    except UnicodeEncodeError as error:
        return f"the patch adds a character that no file can hold: {error.reason}"
    return None


def _refuse_placeholder(
    line: str, content: bytes, path: str, hunk: int | None, line_no: int
) -> None:
    if line.strip().encode("utf-8") in content or not is_placeholder(line):
        return
    raise InputError(
        "elision",
        f"the patch adds a line that stands for code that was left out: {line.strip()}",
        path=path,
        hunk=hunk,
        line_no=line_no,
        hint="Write the code out; lines that stay need no mention, only 3 lines of context.",
    )


def _is_unicode(content: bytes) -> bool:
    if content.startswith(_UTF16):
        return True
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
