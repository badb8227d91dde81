"""All the runners whose output is understood, read in one pass over an output."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from patchsmith.testreports.cargo_output import CargoReader, NextestReader
from patchsmith.testreports.go_test import GoReader
from patchsmith.testreports.jest_output import JestReader, VitestReader
from patchsmith.testreports.mocha_output import MochaReader
from patchsmith.testreports.node_spec import NodeSpecReader
from patchsmith.testreports.pytest_output import PytestReader
from patchsmith.testreports.reading import MAX_LINE_CHARS
from patchsmith.testreports.summaries import RUNNERS, SummaryReader
from patchsmith.testreports.tap_output import TapReader
from patchsmith.testreports.unittest_output import UnittestReader
from patchsmith.text.batches import batches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from patchsmith.testreports.model import Report
    from patchsmith.testreports.reading import Reader

_READERS: tuple[Callable[[], Reader], ...] = (
    PytestReader,
    UnittestReader,
    GoReader,
    CargoReader,
    NextestReader,
    JestReader,
    VitestReader,
    MochaReader,
    NodeSpecReader,
    TapReader,
    *(partial(SummaryReader, runner) for runner in RUNNERS),
)


class Reports:
    """Reads one output for all runners."""

    def __init__(self) -> None:
        self._readers = tuple(make() for make in _READERS)
        keys = dict.fromkeys(key for reader in self._readers for key in reader.keys)
        self._by_key = tuple(
            (key, tuple(reader for reader in self._readers if key in reader.keys)) for key in keys
        )

    def take(self, lines: Sequence[str]) -> None:
        """Take in the next lines, without their endings.

        A key is looked for in all of them at once: most lines of a long output hold none.
        """
        text = "\n".join(lines)
        held = [(key, readers) for key, readers in self._by_key if key in text]
        if not held:
            return
        for line in lines:
            shown = {reader for key, readers in held if key in line for reader in readers}
            if shown:
                head = line[:MAX_LINE_CHARS].rstrip()
                for reader in shown:
                    reader.take(head)

    def found(self) -> tuple[Report, ...]:
        """Return the reports of the runners that spoke, at most one for each."""
        reports = (reader.report() for reader in self._readers)
        return tuple(report for report in reports if report is not None)


def read_reports(lines: Iterable[str]) -> tuple[Report, ...]:
    """Return what the runners in an output reported, at most one report for each.

    Args:
        lines: The output, without line endings.
    """
    reports = Reports()
    for batch in batches(lines):
        reports.take(batch)
    return reports.found()
