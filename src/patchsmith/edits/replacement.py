r"""The bytes that go in the place of one match.

`new_string` is literal, but for line endings. A caller that spells line ends as LF gets those of
the region; one that sent CRLF, and whose text stands in the file exactly so, is taken at its
word. Inside a match whose lines differ from what the caller sent (trailing blanks, mixed
endings), a line that the caller repeats unchanged keeps the file's bytes, so that a hard line
break in Markdown survives.

Rules for editors: what is written comes from `new_string` or from the file, never from a
normalised copy of either.
"""

from __future__ import annotations

from patchsmith.edits.request import BOM
from patchsmith.text.document import Splice
from patchsmith.text.matching import EXACT
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.edits.request import EditRequest
    from patchsmith.text.document import Document

_LF, _CRLF, _BOM = b"\n", b"\r\n", BOM.encode()
_MOST_ALIGNED = 200  # lines on either side that are aligned rather than paired in order


class Replacer:
    """Works out the splices for the matches of one request in one file."""

    __slots__ = ("_document", "_known", "_needle", "_request", "_tier")

    def __init__(self, document: Document, request: EditRequest, tier: str) -> None:
        """Prepare for the matches of a request that were found in a match tier."""
        self._document = document
        self._request = request
        self._tier = tier
        self._needle = request.needle
        self._known: dict[tuple[bytes, bytes, bool, bool], bytes] = {}
        """Texts worked out so far; with many matches most of them look the same."""

    def splice(self, start: int, end: int) -> Splice:
        """Return the splice for one match, its text with the endings that are to be written.

        Args:
            start: Body offset of the match.
            end: Body offset behind it.
        """
        document = self._document
        raw = document.raw(start, end)
        ending = document.ending_at(start, end)
        # The match ends with a newline that the file's last line lacks: that stays as it is.
        unterminated = document.body.count(_LF, start, end) < self._needle.count(_LF)
        key = (raw, ending, start == 0 and document.has_bom, unterminated)
        text = self._known.get(key)
        if text is None:
            text = self._known[key] = self._text(start, end, *key)
        return Splice(start, end, text)

    def _text(
        self, start: int, end: int, raw: bytes, ending: bytes, behind_bom: bool, unterminated: bool
    ) -> bytes:
        new, old = self._request.new, self._needle
        if behind_bom:
            new = new.removeprefix(_BOM)  # the file's own stays, and one is enough
        if _CRLF in self._request.old and raw == self._request.old:
            return new
        if not self._keeps_crlf(ending):
            new = new.replace(_CRLF, _LF)
        if unterminated:
            old, new = _without_blank_end(old), _without_blank_end(new)
        body = self._document.body[start:end]
        if self._tier == EXACT and raw == body.replace(_LF, ending):
            return new if ending == _LF else new.replace(_LF, ending)
        return _aligned(_lines(self._document, start, end), old, new, ending)

    def _keeps_crlf(self, ending: bytes) -> bool:
        r"""Say whether a CRLF in `new_string` is meant and not just the caller's habit.

        It is where the region ends its lines with LF and `old_string` spelled them so, or where
        the file has no line ends at all to go by.
        """
        if ending == _CRLF or _CRLF in self._request.old:
            return False
        return _LF in self._request.old or _LF not in self._document.body


def _without_blank_end(text: bytes) -> bytes:
    """Return the text without its last line end and the blanks that may stand behind it."""
    above, newline, below = text.rpartition(_LF)
    if not newline or below.decode("utf-8", "surrogateescape").strip():
        return text
    return above.removesuffix(b"\r")


class _Line(Value):
    """One line of a match as the file has it."""

    __slots__ = ("text", "ending")  # noqa: RUF023 - the order of the fields

    text: bytes
    """The line, or the part of it that lies inside the match."""
    ending: bytes
    """Its line ending; empty for the last line."""


def _lines(document: Document, start: int, end: int) -> list[_Line]:
    found: list[_Line] = []
    body = document.body
    newline = body.find(_LF, start, end)
    while newline >= 0:
        found.append(_Line(body[start:newline], document.raw(newline, newline + 1)))
        start = newline + 1
        newline = body.find(_LF, start, end)
    found.append(_Line(body[start:end], b""))
    return found


def _aligned(file_lines: list[_Line], old: bytes, new: bytes, ending: bytes) -> bytes:
    """Return new text in which unchanged lines are the file's and the others end like theirs."""
    old_lines, new_lines = old.split(_LF), new.split(_LF)
    pieces: list[bytes] = []
    last = len(new_lines) - 1
    for index, partner in enumerate(_partners(old_lines, new_lines)):
        line = new_lines[index]
        if partner is not None:
            own = file_lines[partner]
            if line == old_lines[partner]:
                line = own.text
            ending = own.ending or ending
        pieces.append(line)
        if index < last:
            pieces.append(ending)
    return b"".join(pieces)


def _partners(old: list[bytes], new: list[bytes]) -> list[int | None]:
    """Return for each new line the index of the old line that it keeps or replaces."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    shift = len(old) - len(new)
    return [
        *range(head),
        *(None if at is None else head + at for at in _paired(old_middle, new_middle)),
        *(index + shift for index in range(len(new) - tail, len(new))),
    ]


def _paired(old: list[bytes], new: list[bytes]) -> list[int | None]:
    in_order = [index if index < len(old) else None for index in range(len(new))]
    if min(len(old), len(new)) < 2 or max(len(old), len(new)) > _MOST_ALIGNED:
        return in_order
    from difflib import SequenceMatcher

    partners: list[int | None] = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        for index in range(new_end - new_start):
            at = old_start + index
            partners.append(at if at < old_end else None)
    return partners


def _common(first: list[bytes], second: list[bytes]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
