"""Every refusal and failure Patchsmith reports, as one tree with stable codes.

    PatchsmithError                  data: code, path, op, hunk, line_no, evidence, hint, related
    |-- RequestError                 the caller's bug: wrong types, missing or unknown fields
    |     bad-request
    |-- InputError                   bad input: nothing it could ever fit
    |     patch-syntax, empty-old-string, elision, bad-text, unsafe-path
    |-- EditError                    an edit that does not fit the files as they are
    |     not-found, ambiguous, already-applied, no-change,
    |     missing-file, is-directory, exists, not-text
    |-- EnvironmentFault             the machine said no
    |     read-only, symlink-loop, conflict, io
    |-- DeclarationError             a repair loop that must not start; the code is the guard's name
    |     no-target, budget, goal-needs-reasoning, uncheckable-condition, phases-unknown
    `-- InternalError                our own fault
          internal

A code is never renamed once shipped. Messages say what was wrong and where, then the nearest
evidence, then one next step; they carry no markup and no blame.
"""

from __future__ import annotations


class PatchsmithError(Exception):
    """Base of all errors; carries data and renders one message that teaches."""

    codes: tuple[str, ...] = ()

    def __init__(  # noqa: PLR0913 - each is one datum of the message
        self,
        code: str,
        message: str,
        *,
        path: str | None = None,
        op: int | None = None,
        hunk: int | None = None,
        line_no: int | None = None,
        evidence: str | None = None,
        hint: str | None = None,
        related: tuple[PatchsmithError, ...] = (),
    ) -> None:
        if code not in self.codes:
            raise ValueError(f"{code!r} is not a code of {type(self).__name__}")
        super().__init__(message)
        self.code = code
        """Stable machine-readable name of what went wrong."""
        self.message = message
        """One sentence: what was wrong."""
        self.path = path
        """The file concerned, relative to the root, as the caller spelled it."""
        self.op = op
        """1-based number of the file op in the patch, or of the edit in a multi_edit."""
        self.hunk = hunk
        """1-based number of the hunk in its file op."""
        self.line_no = line_no
        """1-based line of the patch text (patch errors) or of the file (edit errors)."""
        self.evidence = evidence
        """The nearest text that explains the refusal; may span lines."""
        self.hint = hint
        """One next step."""
        self.related = related
        """Further errors of the same call, in order."""

    def __str__(self) -> str:
        where = f" (hunk {self.hunk})" if self.hunk is not None else ""
        head = self.message
        if self.path is not None:
            head = f"{one_line(_shortened(self.path))}{where}: {self.message}"
        parts = [head]
        if self.evidence:
            parts.append(self.evidence)
        if self.hint:
            parts.append(self.hint)
        parts.extend(str(error) for error in self.related)
        return "\n".join(escaped(part) for part in parts)

    def to_dict(self) -> dict[str, object]:
        """Return the error as agents get it: code, message, and every field that is set."""
        found: dict[str, object] = {"code": self.code, "message": str(self)}
        for name in ("path", "op", "hunk", "line_no", "evidence", "hint"):
            value = getattr(self, name)
            if value is not None:
                found[name] = value
        if self.related:
            found["related"] = [error.to_dict() for error in self.related]
        return found


class RequestError(PatchsmithError):
    """The call itself is wrong; retrying it unchanged can never work."""

    codes = ("bad-request",)


class InputError(PatchsmithError):
    """The patch, text or path is wrong in itself, whatever the files hold."""

    codes = ("patch-syntax", "empty-old-string", "elision", "bad-text", "unsafe-path")


class EditError(PatchsmithError):
    """The edit is well formed but does not fit the files as they are."""

    codes = (
        "not-found",
        "ambiguous",
        "already-applied",
        "no-change",
        "missing-file",
        "is-directory",
        "exists",
        "not-text",
    )


class EnvironmentFault(PatchsmithError):  # noqa: N818 - EnvironmentError is Python's
    """The file system, its permissions or another process said no."""

    codes = ("read-only", "symlink-loop", "conflict", "io")


class DeclarationError(PatchsmithError):
    """A repair loop that must not start as declared; nothing was run or edited."""

    codes = (
        "no-target",
        "budget",
        "goal-needs-reasoning",
        "uncheckable-condition",
        "phases-unknown",
    )


class InternalError(PatchsmithError):
    """A rule of our own was broken; please report it."""

    codes = ("internal",)


_DECEIVING = "\u061c\u200e\u200f\u2028\u2029" + "".join(
    map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)  # line separators, and the marks that turn the direction of writing around


def escaped(text: str) -> str:
    r"""Return text with control characters other than tab and newline written as \xNN.

    Lone surrogates and the characters that reorder what is shown are written that way too.
    Blanks of other widths and joiners stay: what is shown is there to be copied.
    """
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(c if _shown(c) else c.encode("unicode_escape").decode() for c in text)


def _shortened(path: str) -> str:
    """Return a path that a sentence can hold: of a very long one, both its ends."""
    return path if len(path) <= 300 else f"{path[:150]}[...]{path[-150:]}"


def one_line(text: str) -> str:
    r"""Return text for one line of output: like `escaped`, tab and newline as \t and \n too.

    A file's name printed so can not pass for a line of its own.
    """
    return escaped(text).replace("\n", "\\n").replace("\t", "\\t")


def _shown(character: str) -> bool:
    if character.isprintable() or character in "\n\t":
        return True
    code = ord(character)
    return code >= 0xA0 and not 0xD800 <= code < 0xE000 and character not in _DECEIVING
