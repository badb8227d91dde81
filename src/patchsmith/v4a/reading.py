"""Reading a patch line by line: by the grammar, and where that fails, with leniencies.

Wrappers and other spellings of markers only count where the canonical reading fails: then the
lines so far are read once more, as leniency.py rewrites them, and reading goes on from there. An
error of the first reading is final when there is nothing in those lines to rewrite.

`parse` feeds a whole patch, `PatchStream` (stream.py) one that comes in pieces: the outcome never
depends on how a patch was cut.
"""

from __future__ import annotations

from patchsmith.errors import InputError
from patchsmith.v4a.envelope import PatchReader
from patchsmith.v4a.model import Patch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.leniency import Rewriter


class Reading:
    """A patch being read: by the grammar, from the first failure on with leniencies."""

    __slots__ = ("_failed", "_rewriter", "_strict", "reader")

    def __init__(self, *, strict: bool) -> None:
        self.reader = PatchReader(strict=strict)
        """Reads the lines; another one once the lines are rewritten."""
        self._strict = strict
        self._rewriter: Rewriter | None = None
        self._failed: InputError | None = None
        """Why the canonical reading failed."""

    def feed(self, block: str) -> None:
        """Read complete lines: all but the last one with their endings."""
        lines = block.split("\n")
        if "\r\n" in block or block.endswith("\r"):
            lines = self._without_carriage_returns(lines)
        if self._rewriter is not None:
            self._feed_rewritten(lines)
            return
        try:
            self.reader.feed(lines)
        except InputError as error:
            self._start_over(error, self.reader.cursor.lines)

    def finish(self, last: str) -> Patch:
        """Return the patch.

        Args:
            last: What follows the last line ending; may be empty.
        """
        if self._rewriter is None:
            try:
                return self.reader.finish(last)
            except InputError as error:
                lines = self.reader.cursor.lines
                self._start_over(error, lines[:-1] if last else lines, last)
        return self._finish_rewritten(last)

    def _without_carriage_returns(self, lines: list[str]) -> list[str]:
        """Return lines of a patch that was sent with CRLF; a refusal waits for what is before."""
        first = next(index for index, line in enumerate(lines) if line.endswith("\r"))
        line_no = len(self.reader.cursor.lines) + first + 1
        if self._strict:
            self.reader.feed(lines[:first])
        self.reader.cursor.tolerate("crlf-patch", "a patch line that ends with CRLF", line_no)
        return [line.removesuffix("\r") for line in lines]

    # --- with leniencies

    def _start_over(self, error: InputError, lines: list[str], last: str = "") -> None:
        """Read the lines so far once more, rewritten; raise when there is nothing to rewrite."""
        if self._strict:
            raise error
        from patchsmith.v4a.leniency import Rewriter

        self._failed = error
        self._rewriter = Rewriter()
        crlf = self.reader.cursor.tolerated.get("crlf-patch")
        self.reader = PatchReader(strict=False, bare=False)
        if crlf is not None:
            self.reader.cursor.tolerated["crlf-patch"] = crlf
        self._feed_rewritten(lines, final=bool(last))

    def _feed_rewritten(self, lines: list[str], *, final: bool = False) -> None:
        assert self._rewriter is not None
        assert self._failed is not None
        rewritten = self._rewriter.rewrite(lines)
        if not self._rewriter.marks and not final:
            raise self._failed
        self.reader.feed(rewritten)
        if self._rewriter.refused:
            raise self._failed

    def _finish_rewritten(self, last: str) -> Patch:
        assert self._rewriter is not None
        assert self._failed is not None
        rewritten = self._rewriter.rewrite([last]) if last else [""]
        if self._rewriter.refused or not self._rewriter.marks or not self._rewriter.begun:
            raise self._failed
        patch = self.reader.finish(rewritten[0])
        return Patch(patch.ops, (*self._rewriter.tolerated(), *patch.tolerated))
