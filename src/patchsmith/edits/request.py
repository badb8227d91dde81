r"""One wish to replace text, checked as far as it can be without the file.

Refused here, before any file is opened: values that are not text, an empty `old_string`
(`write_file` is for whole files), NUL and lone surrogates (no text file holds them), and two
identical strings. What needs the file to decide is the planner's business.

Rules for editors: `new_string` is literal; nothing here may unescape, trim or normalise it.
"""

from __future__ import annotations

from patchsmith.errors import EditError, InputError, RequestError
from patchsmith.values import Value

BOM = "\ufeff"


class EditRequest(Value):
    """Text to find and what replaces it; made by `edit_request`."""

    __slots__ = ("old", "new", "every")  # noqa: RUF023 - the order of the fields

    old: bytes
    """The text to find, UTF-8, endings as the caller sent them; never empty."""
    new: bytes
    """What replaces it, UTF-8, endings as the caller sent them."""
    every: bool
    """Whether every match is replaced; otherwise the match must be the only one."""

    @property
    def needle(self) -> bytes:
        r"""The text to find with every line ending spelled `\n`, as a document's body has it."""
        return self.old.replace(b"\r\n", b"\n")


def edit_request(
    old_string: str, new_string: str, *, replace_all: bool = False, path: str | None = None
) -> EditRequest:
    """Return the checked wish to replace one text by another.

    Args:
        old_string: The text to find.
        new_string: What replaces it, byte for byte.
        replace_all: Whether every match is replaced.
        path: The file's name for errors.

    Raises:
        RequestError: `bad-request` for values of other types.
        InputError: `empty-old-string`, `bad-text`.
        EditError: `no-change` when both strings are the same.
    """
    old = encoded(old_string, "old_string", path)
    new = encoded(new_string, "new_string", path)
    if not isinstance(replace_all, bool):
        raise RequestError("bad-request", "replace_all must be true or false", path=path)
    if not old:
        raise InputError(
            "empty-old-string",
            "old_string is empty: it says no place",
            path=path,
            hint="Use write_file to create a file or to replace all of it; to insert text, give "
            "the line beside it as old_string and repeat that line in new_string.",
        )
    if old == new:
        raise EditError(
            "no-change",
            "old_string and new_string are the same: nothing would change",
            path=path,
            hint="Send the text as it shall become as new_string.",
        )
    return EditRequest(old, new, replace_all)


def encoded(text: str, field: str, path: str | None) -> bytes:
    """Return text as UTF-8, or refuse what no text file holds.

    Args:
        text: What the caller sent.
        field: Name of the argument, for errors.
        path: The file's name, for errors.

    Raises:
        RequestError: `bad-request` when it is not text at all.
        InputError: `bad-text` for NUL characters and lone surrogates.
    """
    if not isinstance(text, str):
        raise RequestError("bad-request", f"{field} must be text", path=path)
    if "\0" in text:
        raise InputError(
            "bad-text",
            f"{field} holds a NUL character (character {text.index(chr(0)) + 1})",
            path=path,
            hint="Text files hold none; if an escape sequence was meant, send it as characters.",
        )
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(
            "bad-text",
            f"{field} holds half of a surrogate pair (character {error.start + 1})",
            path=path,
            hint="Send the whole character.",
        ) from None
