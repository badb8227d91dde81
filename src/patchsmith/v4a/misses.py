"""Saying why a hunk has no place, so that the next patch can succeed.

Each error names the hunk, the patch line, what was looked for and the nearest evidence in the
file with its line number, then one next step. Texts are bounded: a long line is cut, a long
block shows its beginning.
"""

from __future__ import annotations

from patchsmith.errors import EditError
from patchsmith.text.matching import EXACT, Finder
from patchsmith.text.withheld import is_withheld
from patchsmith.v4a.locate import Ambiguous, Found, Locator, NotFound
from patchsmith.v4a.scopes import indentation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.model import Hunk

_MOST_SHOWN = 5
_WIDEST = 160


def explain(
    finder: Finder, hunk: Hunk, where: Found | NotFound | Ambiguous, path: str, number: int
) -> EditError:
    """Return the error for a hunk that was not applied.

    Args:
        finder: The file as it was searched.
        hunk: The hunk.
        where: What the locator said; `Found` when only the indentation stayed open.
        path: The file, as the patch spells it.
        number: 1-based number of the hunk in its file op.
    """
    error = _explained(finder, hunk, where, path, number)
    if error.evidence is not None and is_withheld(path):
        error.evidence = "The file's text is withheld: its name says that it holds secrets."
    return error


def _explained(
    finder: Finder, hunk: Hunk, where: Found | NotFound | Ambiguous, path: str, number: int
) -> EditError:
    if isinstance(where, Ambiguous):
        return _ambiguous(finder, hunk, where, path, number)
    if isinstance(where, Found):
        return _open_indentation(finder, hunk, where, path, number)
    if where.anchor is not None:
        return _missing_anchor(finder, hunk, where.anchor, path, number)
    if _applied_already(finder, hunk):
        return EditError(
            "already-applied",
            f"the change of the hunk on patch line {hunk.line_no} is in the file already",
            path=path,
            hunk=number,
            hint="Leave this hunk out.",
        )
    return _missing_lines(finder, hunk, path, number)


def _ambiguous(finder: Finder, hunk: Hunk, where: Ambiguous, path: str, number: int) -> EditError:
    shown = [finder.line_no(offset) for offset in where.offsets[:_MOST_SHOWN]]
    more = " and more" if len(where.offsets) > _MOST_SHOWN else ""
    what = "its anchor stands" if not hunk.old else "its old lines stand"
    return EditError(
        "ambiguous",
        f"the hunk on patch line {hunk.line_no} fits several places equally well: {what} "
        f"at lines {', '.join(map(str, shown))}{more}",
        path=path,
        hunk=number,
        line_no=shown[0],
        evidence=_offered_anchors(finder, where),
        hint="Add context lines that only the right place has, or name it by an '@@ ' line.",
    )


def _offered_anchors(finder: Finder, where: Ambiguous) -> str | None:
    """Return `@@` lines that tell the candidates apart, where their headers differ."""
    headers = [_header_above(finder.body, offset) for offset in where.offsets[:_MOST_SHOWN]]
    if None in headers or len(set(headers)) < len(headers):
        return None
    rows = [
        f"  @@ {_cut(header or '')}   (line {finder.line_no(offset)})"
        for header, offset in zip(headers, where.offsets, strict=False)
    ]
    return "\n".join(["These '@@' lines tell the places apart:", *rows])


def _header_above(body: bytes, offset: int) -> str | None:
    """Return the nearest line above that is indented less: the block the place is in."""
    end = body.find(b"\n", offset)
    depth = indentation(body[offset : end if end >= 0 else len(body)])
    for _ in range(2000):
        if offset <= 0 or depth == 0:
            return None
        start = body.rfind(b"\n", 0, offset - 1) + 1
        line = body[start : offset - 1]
        if line.strip() and indentation(line) < depth:
            return line.decode("utf-8", "replace")
        offset = start
    return None


def _open_indentation(
    finder: Finder, hunk: Hunk, where: Found, path: str, number: int
) -> EditError:
    line_no = finder.line_no(where.offset)
    return EditError(
        "not-found",
        f"the old lines of the hunk on patch line {hunk.line_no} are at line {line_no} but "
        "indented in another way, not uniformly, so the place of the added lines is open",
        path=path,
        hunk=number,
        line_no=line_no,
        hint="Copy the context lines from the file with their exact indentation.",
    )


def _missing_anchor(finder: Finder, hunk: Hunk, anchor: str, path: str, number: int) -> EditError:
    near = finder.surroundings.nearest([anchor])
    evidence = None
    if near is not None and near.actual is not None:
        evidence = f"The nearest line is {near.differs_at}: {_cut(near.actual)}"
    depth = hunk.anchors.index(anchor) if anchor in hunk.anchors else 0
    below = f" in the scope of '@@ {_cut(hunk.anchors[depth - 1])}'" if depth else ""
    hint = "Copy a whole line of the file behind '@@ ', or leave the anchor out."
    if not hunk.old and anchor[:1] == "-" and anchor[1:2].isdigit():
        hint = "Line numbers are only a hint: show the lines around the insertion as context."
    return EditError(
        "not-found",
        f"no line{below} equals the anchor '{_cut(anchor)}' of the hunk on patch line "
        f"{hunk.line_no}",
        path=path,
        hunk=number,
        line_no=near.differs_at if near is not None else None,
        evidence=evidence,
        hint=hint,
    )


def _missing_lines(finder: Finder, hunk: Hunk, path: str, number: int) -> EditError:
    old = hunk.old
    where = "at the end of the file" if hunk.end_of_file else "in the file"
    if hunk.anchors:
        where = f"below the anchor '{_cut(hunk.anchors[-1])}'"
    shown = "\n".join(f"  {_cut(line)}" for line in old[:_MOST_SHOWN])
    more = f"\n  ... {len(old) - _MOST_SHOWN} more" if len(old) > _MOST_SHOWN else ""
    near = finder.surroundings.nearest(old)
    evidence = shown + more
    if near is not None:
        evidence += "\n" + _nearest_text(near.line_no, near.differs_at, near.expected, near.actual)
    return EditError(
        "not-found",
        f"the old lines of the hunk on patch line {hunk.line_no} are not {where}:",
        path=path,
        hunk=number,
        line_no=near.line_no if near is not None else None,
        evidence=evidence,
        hint="Read the file again and copy its lines exactly, blanks included.",
    )


def _nearest_text(line_no: int, differs_at: int, expected: str, actual: str | None) -> str:
    if actual is not None and actual.strip() == expected.strip():
        return f"The same lines stand at line {line_no}."
    found = "the end of the file" if actual is None else f"'{_cut(actual)}'"
    return (
        f"The nearest place is line {line_no}; the first line that differs is line {differs_at}: "
        f"expected '{_cut(expected)}', found {found}"
    )


def _applied_already(finder: Finder, hunk: Hunk) -> bool:
    """Say whether the new lines stand in the one place where the old ones would be.

    A single line proves nothing: it may have been elsewhere all along.
    """
    telling = [line for line in hunk.new if line.strip()]
    if len(telling) < 2 or not any(line[0] == "+" and line[1:].strip() for line in hunk.lines):
        return False
    swapped = {"+": "-", "-": "+", " ": " "}
    done = hunk.replaced(lines=tuple(swapped[line[0]] + line[1:] for line in hunk.lines))
    where = Locator(finder).place(done)
    return isinstance(where, Found) and where.tier == EXACT and where.leniency is None


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 3] + "..."
