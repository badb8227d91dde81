r"""A text file as bytes that can be edited without touching what was not edited.

Everything that edits works on a document's `body`: the file's content as UTF-8 bytes with every
line ending spelled `\n`, without byte order mark. Offsets into the body are the positions that
matching finds and splices replace; writing a splice back maps them to the file's own bytes, so
that everything outside the replaced spans stays as it is, mixed line endings and undecodable
bytes included.

Line ends are LF and CRLF. A lone CR, U+2028, U+0085 and form feed are content. Who finds nothing
that way may read the file once more with a lone CR as a line end too (Codex scenario 024).

Rules for editors: never decode what was not edited; a new line takes the ending of its
neighbours; nothing here searches.
"""

from __future__ import annotations

from patchsmith.errors import EditError, InputError
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class Splice(Value):
    """One span of a document's body and what replaces it."""

    __slots__ = ("start", "end", "text")  # noqa: RUF023 - the order of the fields

    start: int
    """0-based byte offset into the body."""
    end: int
    """Offset behind the last replaced byte; equal to start for an insertion."""
    text: bytes
    r"""The replacement, UTF-8, lines ending with `\n`."""


class Document:
    """A file's content, ready for editing; immutable."""

    __slots__ = (
        "_bom",
        "_codec",
        "_crlf_offsets",
        "_new_ending",
        "_path",
        "_plain",
        "body",
        "uniform",
    )

    def __init__(self, content: bytes, path: str | None = None, *, lone_cr: bool = False) -> None:
        """Read a file's content.

        Args:
            content: The bytes of the file.
            path: The file's name for errors.
            lone_cr: Whether a CR alone ends a line; new lines then take the file's commonest
                ending.

        Raises:
            EditError: `not-text` for UTF-16 (by its byte order mark) that does not decode.
        """
        self._bom, self._codec = b"", "utf-8"
        self._path = path
        self._plain = content
        if content.startswith(_UTF8_BOM):
            self._bom, self._plain = _UTF8_BOM, content[3:]
        for bom, codec in _UTF16_BOMS:
            if content.startswith(bom):
                self._bom, self._codec = bom, codec
                self._plain = _transcoded(content[2:], codec, path)
        self.body: bytes = self._plain
        r"""UTF-8 (other bytes carried along), every line ending spelled `\n`, no BOM."""
        self.uniform: bytes | None = b"\n"
        r"""The ending of all lines; None when more than one kind occurs."""
        self._crlf_offsets: list[int] | None = None
        self._new_ending: bytes | None = None
        crlf = self._plain.count(b"\r\n") if b"\r" in self._plain else 0
        if crlf:
            self.body = self._plain.replace(b"\r\n", b"\n")
            self.uniform = b"\r\n" if crlf == self.body.count(b"\n") else None
        if lone_cr:
            self._read_lone_cr(crlf)

    def _read_lone_cr(self, crlf: int) -> None:
        kinds = {b"\r\n": crlf, b"\n": self.body.count(b"\n") - crlf, b"\r": self.body.count(b"\r")}
        self.body = self.body.replace(b"\r", b"\n")
        used = [ending for ending, count in kinds.items() if count]
        self.uniform = used[0] if len(used) == 1 else None
        self._new_ending = max(kinds, key=lambda ending: kinds[ending])

    def spliced(self, splices: Iterable[Splice]) -> bytes:
        """Return the file's content with spans of the body replaced.

        Args:
            splices: In ascending order, not overlapping.

        Raises:
            InputError: `bad-text` when the file is UTF-16 and a text is not UTF-8.
        """
        if self.uniform is not None:
            return self._spliced_uniform(splices, self.uniform)
        pieces: list[bytes | memoryview] = []
        done = 0
        for splice in splices:
            pieces.append(self._kept(done, splice.start))
            pieces.append(self._with_ending(splice))
            done = splice.end
        pieces.append(self._kept(done, len(self.body)))
        return self._stored(b"".join(pieces))

    def _spliced_uniform(self, splices: Iterable[Splice], ending: bytes) -> bytes:
        body = memoryview(self.body)
        pieces: list[bytes | memoryview] = []
        done = 0
        for splice in splices:
            pieces.append(body[done : splice.start])
            pieces.append(splice.text)
            done = splice.end
        pieces.append(body[done:])
        content = b"".join(pieces)
        return self._stored(content if ending == b"\n" else content.replace(b"\n", ending))

    def replaced(self, splices: Iterable[Splice]) -> bytes:
        r"""Return the file's content with spans of the body replaced by text as it is written.

        Unlike `spliced`, the endings of the splices' texts stay as the caller chose them.

        Args:
            splices: In ascending order, not overlapping.

        Raises:
            InputError: `bad-text` when the file is UTF-16 and a text is not UTF-8.
        """
        pieces: list[bytes] = []
        done = 0
        for splice in splices:
            pieces.append(self.raw(done, splice.start))
            pieces.append(splice.text)
            done = splice.end
        pieces.append(self.raw(done, len(self.body)))
        return self._stored(b"".join(pieces))

    def raw(self, start: int, end: int) -> bytes:
        """Return a span of the body with the line endings the file has there, as UTF-8."""
        if self.uniform is None:
            return self._plain[self._plain_offset(start) : self._plain_offset(end)]
        kept = self.body[start:end]
        return kept if self.uniform == b"\n" else kept.replace(b"\n", self.uniform)

    @property
    def has_bom(self) -> bool:
        """Whether the file starts with a byte order mark, which is not part of the body."""
        return bool(self._bom)

    def ending_at(self, start: int, end: int) -> bytes:
        r"""Return the ending for new lines that replace a span.

        The span's first ending decides, else that of the line it lies in; an insertion between
        two lines follows the line above.

        Returns:
            `\n` or `\r\n`; `\r` only where a lone CR ends lines.
        """
        if self.uniform is not None:
            return self.uniform
        if self._new_ending is not None:
            return self._new_ending
        if start == end and self.body[start - 1 : start] == b"\n":
            offset = start - 1
        else:
            offset = self.body.find(b"\n", start)
            if offset < 0:
                offset = self.body.rfind(b"\n", 0, start)
        return b"\r\n" if self._is_crlf(offset) else b"\n"

    def line_no(self, offset: int) -> int:
        """Return the 1-based number of the line that an offset lies in."""
        return self.body.count(b"\n", 0, offset) + 1

    def _stored(self, content: bytes) -> bytes:
        """Return UTF-8 content in the file's own encoding, byte order mark in front."""
        if self._codec != "utf-8":
            try:
                content = content.decode("utf-8").encode(self._codec)
            except UnicodeError:
                raise InputError(
                    "bad-text",
                    "the new text holds bytes that are no characters, and the file is UTF-16",
                    path=self._path,
                ) from None
        return self._bom + content if self._bom else content

    def _kept(self, start: int, end: int) -> memoryview:
        """Return a span of the file with its own, mixed endings."""
        return memoryview(self._plain)[self._plain_offset(start) : self._plain_offset(end)]

    def _with_ending(self, splice: Splice) -> bytes:
        return splice.text.replace(b"\n", self.ending_at(splice.start, splice.end))

    def _plain_offset(self, offset: int) -> int:
        from bisect import bisect_left

        return offset + bisect_left(self._crlf(), offset)

    def _is_crlf(self, offset: int) -> bool:
        from bisect import bisect_left

        known = self._crlf()
        index = bisect_left(known, offset)
        return index < len(known) and known[index] == offset

    def _crlf(self) -> list[int]:
        r"""Return the body offsets of the `\n` that are CRLF in the file, ascending."""
        if self._crlf_offsets is None:
            self._crlf_offsets = []
            at = self._plain.find(b"\r\n")
            while at >= 0:
                self._crlf_offsets.append(at - len(self._crlf_offsets))
                at = self._plain.find(b"\r\n", at + 2)
        return self._crlf_offsets


def _transcoded(content: bytes, codec: str, path: str | None) -> bytes:
    try:
        return content.decode(codec).encode("utf-8")
    except UnicodeError as error:
        raise EditError(
            "not-text",
            f"the file says it is UTF-16 but does not decode: {error}",
            path=path,
            hint="Convert it to UTF-8 first, or leave it as it is.",
        ) from None
