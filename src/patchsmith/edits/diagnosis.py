"""Saying why `old_string` was not found, so that the next call can succeed.

The error names the cause where it can be proved, then shows the closest text with its line
number, then the beginning of the file, then the words that agents are told to follow. All of it
is bounded by characters, not by lines: a minified file is one line. Of files that hold secrets
no text is shown.

Imported only on a miss.
"""

from __future__ import annotations

from patchsmith.edits.causes import find_cause
from patchsmith.errors import EditError
from patchsmith.text.nearest import nearest_block
from patchsmith.text.withheld import is_withheld

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.edits.request import EditRequest
    from patchsmith.text.document import Document

ADVICE = "Copy old_string exactly from the content above"
"""The next step after a miss; agents are told to look for these words."""
HEAD_CHARACTERS = 600
"""How much of the beginning of the file is shown."""
CLOSEST_CHARACTERS = 600
"""How much of the closest text is shown."""
_MOST_SEARCHED = 8_000_000  # bytes of a file that is searched for the closest text
_SHORTEST_PREFIX = 8


def explain_miss(document: Document, request: EditRequest, path: str) -> EditError:
    """Return the error for a text that was not found.

    Args:
        document: The file as it was searched.
        request: What was looked for.
        path: The file's name, relative to the root.
    """
    cause = find_cause(document, request)
    message = "old_string does not occur in the file"
    if cause is not None:
        message += f": {cause}"
    if not document.body:
        return EditError(
            "not-found",
            "the file is empty: old_string can not occur in it",
            path=path,
            hint="Use write_file to give it content.",
        )
    if is_withheld(path):
        return EditError(
            "not-found",
            message,
            path=path,
            evidence="The file's text is withheld: its name says that it holds secrets.",
            hint="Send old_string exactly as the file has it, blanks included.",
        )
    closest = _closest(document, request.needle.decode("utf-8", "replace"))
    head = document.body[: HEAD_CHARACTERS * 4].decode("utf-8", "ignore")[:HEAD_CHARACTERS]
    more = f" ({HEAD_CHARACTERS} characters)" if len(head) == HEAD_CHARACTERS else ""
    evidence = f"The file begins{more}:\n{head}"
    if closest is not None:
        line_no, text = closest
        evidence = f"Closest text, at line {line_no}:\n{text}\n{evidence}"
    return EditError(
        "not-found",
        message,
        path=path,
        line_no=closest[0] if closest is not None else None,
        evidence=evidence,
        hint=ADVICE,
    )


def _closest(document: Document, old: str) -> tuple[int, str] | None:
    """Return the 1-based line number and the text that resembles what was looked for most."""
    if len(document.body) > _MOST_SEARCHED or not old.strip():
        return None
    block = old.strip("\n").split("\n")
    near = nearest_block(document.body, block)
    if near is not None:
        lines = document.body.split(b"\n")[near.line_no - 1 : near.line_no - 1 + len(block)]
        text = b"\n".join(lines).decode("utf-8", "replace")
        if len(text) <= CLOSEST_CHARACTERS or len(block) > 1:
            return near.line_no, text[:CLOSEST_CHARACTERS]
    return _longest_beginning(document, old)


def _longest_beginning(document: Document, old: str) -> tuple[int, str] | None:
    """Return where the longest beginning of a text occurs, with what follows there."""
    body = document.body.decode("utf-8", "replace")
    low, high = 0, len(old)  # old[:low] occurs, old[:high] does not
    while high - low > 1:
        middle = (low + high) // 2
        if old[:middle] in body:
            low = middle
        else:
            high = middle
    if len(old[:low].strip()) < _SHORTEST_PREFIX:
        return None
    at = body.index(old[:low])
    text = body[at : at + min(CLOSEST_CHARACTERS, len(old) + 80)]
    return body.count("\n", 0, at) + 1, text
