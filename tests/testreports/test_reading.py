"""Rules of how readers are shown an output."""

from __future__ import annotations

from patchsmith.testreports.model import Report
from patchsmith.testreports.reading import MAX_LINE_CHARS, read_with


class Listening:
    """A reader that remembers what it was shown."""

    keys = ("test", "ok")
    shown: list[str] = []

    def take(self, line: str) -> None:
        self.shown.append(line)

    def report(self) -> Report | None:
        return None


def test_a_reader_sees_only_lines_with_its_keys() -> None:
    """Other lines say nothing to it; blanks at the end are layout."""
    Listening.shown = []
    assert read_with(Listening, ["a test  ", "nothing", "ok test"]) is None
    assert Listening.shown == ["a test", "ok test"]


def test_lines_are_looked_at_to_a_bound() -> None:
    """A line of a megabyte costs no more than its beginning."""
    Listening.shown = []
    read_with(Listening, ["test" * 300_000])
    assert [len(line) for line in Listening.shown] == [MAX_LINE_CHARS]
