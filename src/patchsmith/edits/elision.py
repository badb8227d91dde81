"""Recognising lines that stand for code left out: "// ... rest of the file ...".

A model that shortens its answer writes such a line where the code should be, and taking it
literally deletes the code. Only a line that is nothing but a comment (or bracketed remark) and
says so in words is one; an ellipsis alone, spread syntax, and dots behind code are code. A line
that the file or old_string holds already is text like any other.

Rules for editors: a false alarm costs the user an edit that was right. Every phrase here needs
a line in the tests, beside a look-alike that must pass.
"""

from __future__ import annotations

from patchsmith.errors import InputError

_MARKS = ("{/*", "/*", "<!--", "//", "#", "--", ";", "%", "*", "(", "[")
_ENDS = ("*/}", "*/", "-->", ")", "]")
_LONGEST = 200  # bytes of a line that can be a remark of this kind
_SUBJECTS = ("rest of", "remainder of", "existing", "remaining", "unchanged", "omitted", "other")
_SUBJECTS_JA_ZH = ("省略", "既存", "残り", "変更なし", "其余", "现有", "保持不变")
_OPENINGS = (
    "rest of",
    "remainder of",
    "existing code",
    "existing content",
    "existing implementation",
    "existing methods",
    "existing functions",
    "existing imports",
    "remaining code",
    "remaining methods",
    "remaining functions",
    "unchanged",
    "other methods",
    "other functions",
    "previous code",
    "same as before",
    "code omitted",
)
_CLOSINGS = ("unchanged", "the same", "as before", "as is", "goes here", "stays here", "omitted")


def refuse_elision(new: bytes, known: tuple[bytes, ...], field: str, path: str) -> None:
    """Refuse text that brings in a placeholder for code left out.

    Args:
        new: What the caller wants written, UTF-8.
        known: Texts whose lines are no news: the file, old_string.
        field: Name of the argument, for the error.
        path: The file's name, for the error.

    Raises:
        InputError: `elision`, naming the line.
    """
    checked: set[bytes] = set()
    for line_index, line in enumerate(new.split(b"\n")):
        text = line.strip()
        if not text or len(text) > _LONGEST or text in checked:
            continue
        checked.add(text)
        if not is_placeholder(text.decode("utf-8", "replace")):
            continue
        if any(text in other for other in known):
            continue
        raise InputError(
            "elision",
            f"line {line_index + 1} of {field} stands for code that was left out: "
            f"{text.decode('utf-8', 'replace')}",
            path=path,
            line_no=line_index + 1,
            hint="Write the code out, or choose a smaller old_string that needs no placeholder.",
        )


def is_placeholder(line: str) -> bool:
    """Say whether a line, blanks around it aside, is a remark that code was left out."""
    text, marked = _unwrapped(line.strip())
    starts, ends = text.startswith(("...", "…")), text.endswith(("...", "…"))
    words = " ".join(text.strip(".… \t-").lower().split()).removeprefix("the ")
    if not words:
        return False
    if starts and (marked or ends) and any(word in words for word in _SUBJECTS):
        return True
    if (starts or ends) and marked and any(word in words for word in _SUBJECTS_JA_ZH):
        return True
    if not marked or not words.startswith(_OPENINGS):
        return False
    return ends or words.endswith(_CLOSINGS)


def _unwrapped(text: str) -> tuple[str, bool]:
    """Return a line without the signs of a comment or bracket, and whether it had any."""
    marked = False
    for _ in range(3):  # "# (rest of the code)" wears two
        mark = next((mark for mark in _MARKS if text.startswith(mark)), None)
        if mark is None:
            break
        marked = True
        text = text[len(mark) :].lstrip("/#*-!; \t")
    for end in _ENDS:
        if marked and text.endswith(end):
            text = text[: -len(end)].rstrip()
    return text, marked
