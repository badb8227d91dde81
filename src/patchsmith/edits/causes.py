r"""Naming why `old_string` was not found, where that can be proved.

Every cause is tested: undo the supposed mistake, and the text must then occur in the file. A
cause that can not be shown so is not named, because a wrong reason sends the caller astray.
Nothing found here is ever applied; the caller sends the text again.

Rules for editors: sentences say where, and which characters, but quote no line of the file (it
may be one whose text is withheld). Each test is linear; large files skip all of them.
"""

from __future__ import annotations

from patchsmith.text.matching import STRIPPED, Finder, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from patchsmith.edits.request import EditRequest
    from patchsmith.text.document import Document

_MOST_SEARCHED = 8_000_000  # bytes of a file in which causes are looked for
_PREFIX_ENDS = ("\t", "→", ": ", ":", "| ", "|", " | ", "  ", " ")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "'": "'", "\\": "\\", "`": "`"}


def find_cause(document: Document, request: EditRequest) -> str | None:
    """Return a sentence that says why a text was not found; None when it is not known."""
    if len(document.body) > _MOST_SEARCHED:
        return None
    body = document.body.decode("utf-8", "replace")
    old = request.needle.decode("utf-8", "replace")
    if not old.strip():
        return "it holds nothing but blanks, and those do not occur like that"
    for test in _TESTS:
        cause = test(body, old)
        if cause is not None:
            return cause
    new = request.new.replace(b"\r\n", b"\n").decode("utf-8", "replace")
    if _worth_recognising(new, old) and new in body:
        return f"new_string is in the file already, at line {_line_no(body, new)}"
    for test in _LOOSER_TESTS:
        cause = test(body, old)
        if cause is not None:
            return cause
    return None


def _worth_recognising(new: str, old: str) -> bool:
    return len(new.strip()) >= 4 and new.strip() not in old


def _line_no(body: str, text: str) -> int:
    return body.count("\n", 0, body.index(text)) + 1


# --- line numbers


def _line_numbers(body: str, old: str) -> str | None:
    lines = [line for line in old.split("\n") if line.strip()]
    for end in _PREFIX_ENDS:
        bare = [_without_number(line, end) for line in lines]
        if None in bare:
            continue
        first = bare[0] or ""
        if first.strip() in body:
            return (
                "its lines start with line numbers, which are not part of the file; "
                f"the first line without its number is at line {_line_no(body, first.strip())}"
            )
    return None


def _without_number(line: str, end: str) -> str | None:
    text = line.lstrip()
    digits = len(text) - len(text.lstrip("0123456789"))
    if not digits or not text[digits:].startswith(end):
        return None
    return text[digits + len(end) :]


# --- white space


def _indentation(body: str, old: str) -> str | None:
    lines = old.strip("\n").split("\n")
    finder = Finder(body.encode("utf-8", "replace"))
    offset = next(finder.matches([line.encode() for line in lines], STRIPPED), None)
    if offset is None:
        return None
    line_no = finder.body.count(b"\n", 0, offset) + 1
    file_lines = finder.body[offset:].split(b"\n", len(lines))[: len(lines)]
    for index, line in enumerate(lines):
        there = _indent(file_lines[index].decode())
        sent = _indent(line)
        if there != sent and line.strip():
            return (
                f"the same lines are at line {line_no} but with another indentation: line "
                f"{line_no + index} starts with {_named(there)} in the file and with "
                f"{_named(sent)} in old_string"
            )
    return None


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _named(indent: str) -> str:
    """Return an indentation in words, such as "1 tab and 2 spaces"."""
    if not indent:
        return "no blanks"
    words: list[str] = []
    for character, name in (("\t", "tab"), (" ", "space")):
        count = indent.count(character)
        if count:
            words.append(f"{count} {name}{'s' if count > 1 else ''}")
    others = len(indent) - indent.count("\t") - indent.count(" ")
    if others:
        words.append(f"{others} other blank{'s' if others > 1 else ''}")
    return " and ".join(words)


def _inner_blanks(body: str, old: str) -> str | None:
    if " ".join(old.split()) in " ".join(body.split()):
        return "the same words are in the file, with other blanks or line breaks between them"
    return None


# --- ways of writing


def _escapes(body: str, old: str) -> str | None:
    if "\\" in old and (plain := _unescaped(old)) != old and plain.strip() and plain in body:
        return (
            'it holds escape sequences such as \\n or \\" where the file has the characters '
            f"themselves, at line {_line_no(body, plain)}"
        )
    if "\\" not in body:
        return None
    from json import dumps

    for written in (dumps(old, ensure_ascii=False)[1:-1], old.replace("\\", "\\\\")):
        if written != old and written in body:
            return (
                'the file holds this text with escape sequences (such as \\n, \\" or \\\\), '
                f"at line {_line_no(body, written)}"
            )
    return None


def _unescaped(text: str) -> str:
    pieces: list[str] = []
    at = 0
    while (slash := text.find("\\", at)) >= 0:
        pieces.append(text[at:slash])
        following = text[slash + 1 : slash + 2]
        pieces.append(_ESCAPES.get(following, "\\" + following))
        at = slash + 2
    pieces.append(text[at:])
    return "".join(pieces)


def _entities(body: str, old: str) -> str | None:
    from html import escape, unescape

    if "&" in old and (plain := unescape(old)) != old and plain in body:
        return (
            "it holds HTML entities such as &lt; where the file has the characters themselves, "
            f"at line {_line_no(body, plain)}"
        )
    for written in (escape(old, quote=False), escape(old)):
        if written != old and written in body:
            return (
                "the file spells some of its characters as HTML entities such as &lt;, "
                f"at line {_line_no(body, written)}"
            )
    return None


def _look_alikes(body: str, old: str) -> str | None:
    if body.isascii() and old.isascii():
        return None
    plain_body, plain_old = _plain(body), _plain(old)
    if plain_old not in plain_body:
        return None
    line_no = _line_no(plain_body, plain_old)
    first = next((line for line in old.split("\n") if line.strip()), old)
    there = body.split("\n")[line_no - 1 : line_no + old.count("\n")]
    unlike = _unlike("\n".join(there), old) or _unlike(old, "\n".join(there))
    if unlike is None:
        return (
            f"line {line_no} holds the same letters, composed in another way (Unicode "
            "normalisation)"
        )
    side = "the file" if unlike not in first and unlike not in old else "old_string"
    return (
        f"it differs from line {line_no} in look-alike characters: {side} has {_character(unlike)}"
    )


def _plain(text: str) -> str:
    from unicodedata import normalize

    return normalize("NFKC", fold(text))


def _unlike(text: str, other: str) -> str | None:
    """Return the first character of a text that has a plain look-alike and is not in another."""
    found = (c for c in text if not c.isascii() and c not in other and _plain(c) != c)
    return next(found, None)


def _character(character: str) -> str:
    from unicodedata import name

    return f"U+{ord(character):04X} ({name(character, 'no name').lower()})"


def _byte_order_mark(body: str, old: str) -> str | None:
    if old.startswith("\ufeff") and old[1:] in body:
        return "it starts with a byte order mark, which that place does not have"
    return None


def _carriage_returns(body: str, old: str) -> str | None:
    if "\r" in body and old.replace("\n", "\r") in body:
        return "the file has a carriage return alone where old_string has line breaks"
    return None


def _letter_case(body: str, old: str) -> str | None:
    if old.lower() in body.lower():
        line_no = _line_no(body.lower(), old.lower())
        return f"line {line_no} differs from it in upper and lower case only"
    return None


_TESTS: tuple[Callable[[str, str], str | None], ...] = (
    _line_numbers,
    _indentation,
    _byte_order_mark,
    _carriage_returns,
    _escapes,
    _entities,
    _look_alikes,
)
"""Tried in order, before it is looked whether the edit was made already."""

_LOOSER_TESTS: tuple[Callable[[str, str], str | None], ...] = (_inner_blanks, _letter_case)
"""Tried after that: they are no mistakes of spelling but other text."""
