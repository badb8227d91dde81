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

_MARKS = ("{/*", "/*", "<!--", "//", "#", "--", ";", "%", "*")
_ENDS = ("*/}", "*/", "-->")
_BRACKETS = (("(", ")"), ("[", "]"), ("<", ">"), ("{", "}"))
_LONGEST = 200  # bytes of a line that can be a remark of this kind
_SUBJECTS = (
    "rest of",
    "remainder of",
    "existing",
    "remaining",
    "unchanged",
    "omitted",
    "other code",
    "other methods",
    "other functions",
    "other imports",
    "other fields",
    "other tests",
    "other routes",
)
_SUBJECTS_UNMARKED = (
    "rest of",
    "existing code",
    "remaining code",
    "unchanged code",
    "code unchanged",
)
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
    "other methods",
    "other functions",
    "previous code",
)
_ALONE = ("same as before", "unchanged", "as before", "code omitted", "no changes", "omitted")
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
    if not marked:  # prose and examples elide too: only what can be nothing else
        return starts and ends and _names(words, _SUBJECTS_UNMARKED)
    if starts and _names(words, _SUBJECTS):
        return True
    if (starts or ends) and any(word in words for word in _SUBJECTS_JA_ZH):
        return True
    if not words.startswith(_OPENINGS):
        return (starts or ends) and words in _ALONE
    return ends or words.endswith(_CLOSINGS)


def _names(words: str, subjects: tuple[str, ...]) -> bool:
    """Say whether one of the subjects is among the words, not as a part of one."""
    return any(f" {subject} " in f" {words} " for subject in subjects)


def _unwrapped(text: str) -> tuple[str, bool]:
    """Return a line without the signs of a comment and brackets, and whether it is a comment."""
    mark = next((mark for mark in _MARKS if text.startswith(mark)), None)
    if mark is not None:
        text = text[len(mark) :].lstrip("/#*-!; \t")
        for end in _ENDS:
            text = text.removesuffix(end).rstrip()
    for opening, closing in _BRACKETS:
        if text.startswith(opening) and text.endswith(closing):
            text = text[1:-1].strip()
    return text, mark is not None
