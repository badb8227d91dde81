"""What is accepted beyond the grammar, and why.

`LENIENCIES` is the whole list: each entry has a name that results report, a reason, and a
scenario that shows it. `strict` refuses every one of them. What is not in the table is refused:
a missing `*** End Patch` (the output was cut off), a second envelope, an added line without `+`
(content would be guessed), an empty patch.

`Rewriter` brings a patch whose markers or wrapping deviate into canonical form, line for line, so
that line numbers in errors stay those of the patch as it was sent. It only runs when the
canonical reading has failed.
"""

from __future__ import annotations

from patchsmith.v4a.grammar import BEGIN, END
from patchsmith.v4a.markers import FENCE, canonical_marker
from patchsmith.v4a.model import Tolerated
from patchsmith.values import Value


class Leniency(Value):
    """One tolerated deviation."""

    __slots__ = ("name", "reason", "scenario")

    name: str
    """What results call it; never renamed once shipped."""
    reason: str
    """Why it is safe to accept and worth it."""
    scenario: str
    """A case or scenario that shows it."""


LENIENCIES = (
    Leniency("padded-marker", "blanks around a marker mean nothing", "codex/018"),
    Leniency("blank-layout", "models separate sections by blank lines", "blank-03"),
    Leniency("bare-blank-context", "editors strip the blank of a blank context line", "blank-01"),
    Leniency("first-hunk-without-at", "one hunk needs no separator; Codex agrees", "codex/001"),
    Leniency("pure-rename", "a move needs no change to be clear", "mv-02"),
    Leniency("environment-id", "newer Codex prompts put the line there", "env-01"),
    Leniency("crlf-patch", "the channel turned the patch's own line ends", "eol-02"),
    Leniency("patch-bom", "shells and editors put a byte order mark in front", "bom-03"),
    Leniency("code-fence", "models wrap answers in Markdown", "wrap-01"),
    Leniency("heredoc", "the shell's wrapper came along as text", "wrap-03"),
    Leniency("prose", "an explanation around exactly one envelope changes nothing", "wrap-02"),
    Leniency("marker-spelling", "a slip of case or blanks leaves a marker clear", "mk-01"),
    Leniency(
        "translated-marker", "machine-translated prompts translate markers", "n-mark-ja-whole"
    ),
    Leniency("diff-file-lines", "`---`/`+++` lines of a diff repeat the path", "ud-03"),
    Leniency("no-newline-remark", "git's remark says how the last line ends", "n-last-remark-old"),
    Leniency("numeric-header", "the numbers of a diff are only a hint", "ud-01"),
    Leniency("one-line-anchors", "stacked anchors are sent on one line", "n-one-py"),
    Leniency("shortened-anchor", "a unique body makes the anchor a hint", "hdr-05"),
    Leniency("anchor-in-hunk", "an anchor often repeats a line of its hunk", "hdr-01"),
    Leniency("shared-context", "neighbouring hunks may show the same line", "drift-03"),
    Leniency("hunk-out-of-order", "a unique place does not depend on the order", "drift-01"),
)
"""The leniency table."""

NAMES = frozenset(entry.name for entry in LENIENCIES)
"""All names, for checks."""


class Rewriter:
    """Brings lines into canonical form, one for one: markers spelt right, nothing around them."""

    __slots__ = ("_ended", "_number", "begun", "marks", "refused")

    def __init__(self) -> None:
        self.begun: bool = False
        """Whether the first line of the envelope was there."""
        self.refused: bool = False
        """Whether a line came that is neither part of the one envelope nor layout around it."""
        self.marks: dict[str, int] = {}
        """What was changed: its name -> 1-based line where it was first."""
        self._ended = False
        self._number = 0

    def rewrite(self, lines: list[str]) -> list[str]:
        """Return the lines that follow those given before, up to the first refused one."""
        found: list[str] = []
        for line in lines:
            self._number += 1
            other = self._rewritten(line)
            if other is None:
                self.refused = True
                break
            found.append(other)
        return found

    def tolerated(self) -> tuple[Tolerated, ...]:
        """Return what was changed, in the order of lines."""
        ordered = sorted(self.marks.items(), key=lambda mark: mark[1])
        return tuple(Tolerated(name, line_no) for name, line_no in ordered)

    def _rewritten(self, line: str) -> str | None:
        """Return a line in canonical form; None for one that is refused."""
        if self._number == 1 and line.startswith("\ufeff"):
            self.marks["patch-bom"] = 1
            line = line[1:]
        line = _canonical(line, self._number, self.marks)
        inside = self.begun and not self._ended
        if line.rstrip("\r") == BEGIN:
            if self.begun:
                return None
            self.begun = True
            return BEGIN
        if line.rstrip("\r") == END:
            if not inside:
                return None
            self._ended = True
            return END
        if inside:
            return line
        name = _wrapping(line)
        if name:
            self.marks.setdefault(name, self._number)
        return "" if name is not None else None


def _canonical(line: str, number: int, marks: dict[str, int]) -> str:
    """Return a line with its marker in canonical spelling."""
    if "***" not in line[:40] or line[:1] in ("+", "-"):
        return line
    found = canonical_marker(line)
    if found is None:
        return line
    marks.setdefault(found.leniency, number)
    return found.line


def _wrapping(line: str) -> str | None:
    """Return which leniency covers a line outside the envelope: a name, `""`, or None for none.

    A shell line that does more than call apply_patch (such as `cd`) is not layout: without it
    the patch would be applied in another place.
    """
    bare = line.strip()
    if not bare:
        return ""
    if bare.startswith(FENCE):
        return "code-fence"
    words = bare.replace("<<", " << ").split()
    if "apply_patch" in bare or "applypatch" in bare or bare.startswith("<<"):
        is_heredoc = "<<" in words and (words[0] == "<<" or words[:2][1:] == ["<<"])
        return "heredoc" if is_heredoc else ("prose" if "<<" not in words else None)
    if bare.isidentifier() and bare.isupper():
        return "heredoc"
    return None if bare.startswith(("*** ", "@@", "diff --git")) else "prose"
