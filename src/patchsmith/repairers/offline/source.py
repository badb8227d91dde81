"""One text file of the project as lines, and single-line edits that keep everything else.

Bytes are decoded as Python decodes source (BOM, PEP 263 cookie, UTF-8), and encoded back the same
way; a file that does not survive that round trip unchanged is not offered to the rules. Lines end
where Python ends them (LF, CRLF, lone CR) and keep their own endings.

Rules for editors: an edit replaces or inserts whole lines through `with_line` and `with_new_line`;
nothing here normalises.
"""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patchsmith.changes.paths import RelPath

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ENDING = re.compile(r"[\r\n]*\Z")


@dataclass(frozen=True)
class SourceText:
    """A decoded file.

    Not slotted: lines and tree are made when first asked for, and kept.
    """

    path: RelPath
    """The file."""
    raw: bytes
    """Its bytes as read."""
    text: str
    """Decoded content without BOM."""
    encoding: str
    """Codec that encodes `text` back to `raw`, BOM included."""

    @classmethod
    def decoded(cls, path: RelPath, raw: bytes) -> SourceText | None:
        """Return the file's text, or None when it can not be decoded and encoded back."""
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
            text = raw.decode(encoding)
            back = text.encode(encoding)
        except (SyntaxError, UnicodeError, LookupError):
            return None
        bom_only = encoding == "utf-8-sig" and not raw.startswith(codecs.BOM_UTF8)
        return None if back != raw or bom_only else cls(path, raw, text, encoding)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """All lines with their endings."""
        return tuple(_LINE.findall(self.text))

    def line(self, line_no: int) -> str:
        """Return a line without its ending; empty outside the file (line_no is 1-based)."""
        if not 1 <= line_no <= len(self.lines):
            return ""
        return self.lines[line_no - 1].rstrip("\r\n")

    @cached_property
    def tree(self) -> ast.Module | SyntaxError:
        """The module's syntax tree, or why there is none."""
        return parsed(self.text)

    def with_line(self, line_no: int, text: str) -> str:
        """Return the whole text with one line (1-based) replaced, its ending kept."""
        index = line_no - 1
        ending = _ENDING.search(self.lines[index])
        changed = text + (ending[0] if ending else "")
        return "".join((*self.lines[:index], changed, *self.lines[index + 1 :]))

    def with_new_line(self, line_no: int, text: str) -> str:
        """Return the whole text with a line inserted so that it becomes line line_no (1-based).

        The new line ends as the line before it does, or as the first line when there is none.
        """
        index = min(line_no - 1, len(self.lines))
        before = list(self.lines[:index])
        ending = "\n"
        for neighbour in (*reversed(before), *self.lines[:1]):
            found = _ENDING.search(neighbour)
            if found and found[0]:
                ending = found[0]
                break
        if before and not before[-1].endswith(("\r", "\n")):
            before[-1] += ending
        return "".join((*before, text + ending, *self.lines[index:]))

    def encoded(self, text: str) -> bytes:
        """Return text as this file's bytes.

        Raises:
            UnicodeEncodeError: The file's encoding has no such character.
        """
        return text.encode(self.encoding)


def parsed(text: str) -> ast.Module | SyntaxError:
    """Return the tree of a module that also compiles, or the error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes and the like are not ours to report
        try:
            tree = ast.parse(text)
            compile(text, "<source>", "exec", dont_inherit=True)
        except SyntaxError as error:
            return error
        except (ValueError, RecursionError, MemoryError) as error:
            return SyntaxError(str(error))
    return tree


def char_column(line: str, byte_column: int) -> int:
    """Return the 0-based character column for a column of UTF-8 bytes, as `ast` counts."""
    return len(line.encode("utf-8", "surrogatepass")[:byte_column].decode("utf-8", "ignore"))
