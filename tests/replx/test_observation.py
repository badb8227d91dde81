"""Rules for what a run showed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from patchsmith.replx.condition import (
    Condition,
    LineMatch,
    OutputLine,
    Stated,
    Stream,
    TooSlowError,
    condition_of,
)
from patchsmith.replx.observation import Judgement, RunSeen, judge, observe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True)
class Printed:
    """Output as a test writes it."""

    stdout: str = ""
    stderr: str = ""

    def lines(self, stream: Stream) -> Iterator[str]:
        """Return the lines of a stream."""
        return iter((self.stdout if stream is Stream.STDOUT else self.stderr).splitlines())


REGEX = condition_of(Stated(success_regex="^smoke: P"))
EXACT = condition_of(Stated(success_exact="ok"))
QUIET = condition_of(Stated(no_output=("warning:",)))
BOTH = condition_of(Stated(success_line="ok", no_output=("warning:",)))
LINE = condition_of(Stated(success_line="smoke: PASS"))
CASES: dict[str, tuple[Condition, Printed, int, bool, str | None]] = {
    "exit status 0": (Condition(), Printed("done"), 0, True, None),
    "exit status 1": (Condition(), Printed("done"), 1, False, None),
    "exit status 0 that lies": (Condition(), Printed("smoke: FAIL"), 0, False, "smoke: FAIL"),
    "a lie on stderr": (Condition(), Printed("", "FAILED (failures=1)"), 0, False,
                        "FAILED (failures=1)"),
    "the line": (LINE, Printed("smoke: PASS"), 0, True, "smoke: PASS"),
    "the line on stderr": (LINE, Printed("", "smoke: PASS"), 0, True, "smoke: PASS"),
    "the line with another exit status": (LINE, Printed("smoke: PASS"), 3, True, "smoke: PASS"),
    "no line": (LINE, Printed("hello"), 0, False, None),
    "the contrary line": (LINE, Printed("smoke: FAIL"), 0, False, "smoke: FAIL"),
    "both, the contrary last": (LINE, Printed("smoke: PASS\nsmoke: FAIL"), 0, False,
                                "smoke: FAIL"),
    "both, the contrary first": (LINE, Printed("smoke: FAIL\nsmoke: PASS"), 0, False,
                                 "smoke: FAIL"),
    "the contrary on the other stream": (LINE, Printed("smoke: PASS", "smoke: FAIL"), 0, False,
                                         "smoke: FAIL"),
    "on the stream not named": (condition_of(Stated(success_line="ok", stream="stdout")),
                                Printed("", "ok"), 0, False, None),
    "exactly the line": (EXACT, Printed("ok"), 0, True, "ok"),
    "more than the line": (EXACT, Printed("ok then"), 0, False, None),
    "a forbidden line": (QUIET, Printed("a\nwarning: b"), 0, False, "warning: b"),
    "a forbidden line on stderr": (QUIET, Printed("", "warning: b"), 0, False, "warning: b"),
    "no forbidden line": (QUIET, Printed("fine"), 0, True, None),
    "no forbidden line, exit status 1": (QUIET, Printed("fine"), 1, False, None),
    "no forbidden line, but a lie": (QUIET, Printed("1 failed in 0.1s"), 0, False,
                                     "1 failed in 0.1s"),
    "the line beside a forbidden one": (BOTH, Printed("ok\nwarning: b"), 0, False, "warning: b"),
    "a regular expression": (REGEX, Printed("smoke: PASS"), 0,
                             True, "smoke: PASS"),
    "a regular expression contradicted": (REGEX,
                                          Printed("smoke: PASS\nsmoke: FAIL"), 0, False,
                                          "smoke: FAIL"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_run_is_judged_by_what_it_showed(
    case: tuple[Condition, Printed, int, bool, str | None],
) -> None:
    """Exit status or required line decide, and a line of the same reporter can contradict."""
    condition, output, status, met, oracle = case
    judgement = judge(condition, observe(condition, output, exit_status=status))
    assert (judgement.met, judgement.oracle_line) == (met, oracle)
    assert judgement.reason


def test_a_run_that_timed_out_is_never_met() -> None:
    """Output that was cut off decides nothing, even when the line is there."""
    output = Printed("smoke: PASS")
    seen = observe(LINE, output, exit_status=None, timed_out=True, duration_s=3.2)
    assert not judge(LINE, seen).met
    assert judge(LINE, seen).reason == "the command timed out after 3 s"
    given = observe(LINE, output, exit_status=None, timed_out=True, duration_s=4.02, timeout_s=2)
    assert judge(LINE, given).reason == "the command timed out after 2 s"


def test_the_whole_output_is_read() -> None:
    """A line in the middle of a long output decides like any other."""
    output = Printed("x\n" * 50_000 + "smoke: PASS\n" + "x\n" * 50_000)
    assert judge(LINE, observe(LINE, output, exit_status=0)).met


def test_the_last_line_is_kept_as_evidence() -> None:
    """The last line that is not blank, of stderr when that has any; bounded."""
    seen = observe(Condition(), Printed("out\n", "first\nlast\n\n"), exit_status=1)
    assert seen.last_line == "last"
    assert observe(Condition(), Printed("out\n"), exit_status=1).last_line == "out"
    long = observe(Condition(), Printed("y" * 9000), exit_status=1).last_line
    assert long is not None
    assert len(long) == 300


def test_a_signal_is_named() -> None:
    """Exit status 137 reads as the signal it stands for."""
    assert RunSeen(137).ending == "exit status 137 (signal 9)"
    assert RunSeen(1).ending == "exit status 1"


def test_runners_reports_are_kept() -> None:
    """Whatever the condition, and from both streams."""
    seen = observe(LINE, Printed("3 passed in 0.1s", "Ran 2 tests in 0.1s\n\nOK"), exit_status=1)
    assert [report.runner for report in seen.reports] == ["pytest", "unittest"]


def test_an_output_that_can_not_be_searched_is_not_met() -> None:
    """Whichever option the expression came with; the reason says so."""

    def slow(_patterns: Sequence[str], _lines: Iterable[str]) -> str | None:
        raise TooSlowError("searching took longer than 1 s")

    for condition in (
        Condition(OutputLine("(a+)+$", LineMatch.REGEX)),
        Condition(no_output=("(a+)+$",)),
    ):
        seen = observe(condition, Printed("fine\n"), exit_status=0, search=slow)
        assert judge(condition, seen) == Judgement(False, "searching took longer than 1 s")
