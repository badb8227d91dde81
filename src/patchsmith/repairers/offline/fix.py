"""What a rule is asked, and its two possible answers.

A rule is asked about one error. It answers with a whole new text for one file, or with the reason
why the error does not determine a fix. It never writes: the repairer checks the fix and commits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from patchsmith.repairers.offline.source import SourceText, parsed

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project


@dataclass(frozen=True, slots=True)
class Fix:
    """The one change that an error determines."""

    source: SourceText
    """The file as it was read."""
    text: str
    """Its whole new text."""
    diagnosis: str
    """Where, what was wrong, and what becomes of it, in one sentence."""


@dataclass(frozen=True, slots=True)
class NoFix:
    """Why a rule that looks at this kind of error does not act."""

    reason: str
    """One clause, for the list of causes ruled out."""


class Rule(Protocol):
    """Knows one kind of error whose report determines the fix."""

    @property
    def name(self) -> str:
        """Short name for reports, such as `missing-colon`."""

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether the error is of the kind this rule knows; looks at no file."""

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the fix, or why there is none; called only for errors it concerns."""


class Place(NamedTuple):
    """A line of a production file where an error was raised."""

    source: SourceText
    tree: ast.Module
    line_no: int

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line_no}"


class Broken(NamedTuple):
    """A production file that does not parse, and where."""

    source: SourceText
    error: SyntaxError
    line_no: int
    column: int
    """0-based, in characters."""

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line_no}"


class LineEdit(NamedTuple):
    """A replacement for one line."""

    line_no: int
    text: str


def _production_source(error: ErrorReport, project: Project) -> SourceText | NoFix:
    frame = error.innermost
    if frame is None:
        return NoFix("the output does not say where the error was raised")
    path = project.locate(frame.path)
    if path is None:
        return NoFix(f"it was raised outside the project, in {frame.path}")
    if project.is_test(path):
        return NoFix(f"it was raised in {path}:{frame.line_no}, and tests are never edited")
    return project.source(path) or NoFix(f"{path} can not be read as text")


def raised_at(error: ErrorReport, project: Project) -> Place | NoFix:
    """Return the production line that raised an error, or why there is none to edit."""
    source = _production_source(error, project)
    if isinstance(source, NoFix):
        return source
    if isinstance(source.tree, SyntaxError):
        return NoFix(f"{source.path} does not parse any more")
    frame = error.innermost
    assert frame is not None
    if not source.line(frame.line_no):
        return NoFix(f"{source.path} has no line {frame.line_no} any more")
    return Place(source, source.tree, frame.line_no)


def broken_at(error: ErrorReport, project: Project) -> Broken | NoFix:
    """Return the production file that a syntax error names, parsed again here, or why not."""
    source = _production_source(error, project)
    if isinstance(source, NoFix):
        return source
    broken = source.tree
    if not isinstance(broken, SyntaxError) or broken.lineno is None:
        return NoFix(f"{source.path} parses here, so the error can not be placed")
    return Broken(source, broken, broken.lineno, max(0, (broken.offset or 1) - 1))


def only_parsing(source: SourceText, edits: Iterable[LineEdit]) -> tuple[LineEdit, ...]:
    """Return the edits after which the file parses, one for each different syntax tree."""
    import ast

    found: dict[str, LineEdit] = {}
    for edit in edits:
        tree = parsed(source.with_line(*edit))
        if isinstance(tree, ast.Module):
            found.setdefault(ast.dump(tree), edit)
    return tuple(found.values())


def sole_edit(source: SourceText, edits: Iterable[LineEdit], what: str) -> LineEdit | NoFix:
    """Return the one edit that makes the file parse, or a refusal that names the candidates.

    Args:
        source: The file that does not parse.
        edits: What to try.
        what: What is put in, for the sentence, such as `a closing ')'`.
    """
    parsing = only_parsing(source, edits)
    if len(parsing) == 1:
        return parsing[0]
    if not parsing:
        return NoFix(f"no place for {what} makes {source.path} parse")
    candidates = " or ".join(f"line {edit.line_no} as `{edit.text.strip()}`" for edit in parsing)
    return NoFix(f"{what} fits in {len(parsing)} ways: {candidates}")
