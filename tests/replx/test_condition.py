"""Rules of the success condition."""

from __future__ import annotations

from typing import Any

import pytest

from patchsmith.errors import DeclarationError
from patchsmith.replx.condition import Condition, OutputLine, Stated, Stream, condition_of
from patchsmith.replx.target import Target


def test_exit_status_zero_is_the_default() -> None:
    """Without a stated line the command must end with exit status 0."""
    assert condition_of(Stated()) == Condition()
    assert condition_of(Stated()).describe() == "exit status 0"


def test_a_line_is_found_by_its_beginning() -> None:
    """A prefix stands at the start of the line, not inside it."""
    condition = condition_of(Stated(success_line="smoke: PASS")).oracle
    assert isinstance(condition, OutputLine)
    assert condition.first_match(["not smoke: PASS", "smoke: PASS (3)"]) == "smoke: PASS (3)"
    assert condition.first_match(["not smoke: PASS"]) is None


def test_a_line_is_found_by_a_regular_expression() -> None:
    """A regular expression may match anywhere in the line."""
    condition = condition_of(Stated(success_regex=r"[1-9]\d* passed")).oracle
    assert isinstance(condition, OutputLine)
    assert condition.first_match(["0 passed", "=== 12 passed ==="]) == "=== 12 passed ==="


def test_a_regular_expression_sees_bounded_lines() -> None:
    """Of a line of a megabyte the first 2,000 characters are searched."""
    condition = condition_of(Stated(success_regex="b")).oracle
    assert isinstance(condition, OutputLine)
    assert condition.first_match(["a" * 1_000_000 + "b"]) is None


def test_one_stream_can_be_named() -> None:
    """The condition says where the line must be printed."""
    condition = condition_of(Stated(success_line="ok", stream="stderr")).oracle
    assert isinstance(condition, OutputLine)
    assert condition.streams == (Stream.STDERR,)
    assert condition.describe() == "a line of stderr that begins with 'ok'"


UNCHECKABLE: dict[str, dict[str, Any]] = {
    "a regular expression that does not compile": {"success_regex": "("},
    "one that matches every line": {"success_regex": "x*"},
    "no line": {"success_line": ""},
    "blank line": {"success_line": "  "},
    "two lines": {"success_line": "a\nb"},
    "too long a line": {"success_line": "a" * 2001},
    "two conditions": {"success_line": "a", "success_regex": "b"},
    "an unknown stream": {"success_line": "a", "stream": "stdlog"},
    "a stream without a line": {"stream": "stdout"},
    "a prefix and an exact line": {"success_line": "a", "success_exact": "a"},
    "an empty exact line": {"success_exact": ""},
    "a forbidden pattern that does not compile": {"no_output": ("(",)},
    "one that forbids every line": {"no_output": ("warning", ".*")},
    "prose": {"success": "the page looks right"},
}


@pytest.mark.parametrize("options", UNCHECKABLE.values(), ids=UNCHECKABLE.keys())
def test_what_can_not_be_checked_is_refused(options: dict[str, Any]) -> None:
    """A condition that nothing could fail, or that can not be evaluated, is refused."""
    with pytest.raises(DeclarationError) as caught:
        condition_of(Stated(**options))
    assert caught.value.code == "uncheckable-condition"
    assert caught.value.hint


def test_a_pattern_for_empty_lines_alone_is_accepted() -> None:
    """It says something: not every line matches it."""
    assert isinstance(condition_of(Stated(success_regex="^$")).oracle, OutputLine)


def test_a_line_is_found_by_its_whole_text() -> None:
    """Nothing may follow or precede an exact line."""
    line = condition_of(Stated(success_exact="ok")).oracle
    assert isinstance(line, OutputLine)
    assert line.first_match(["ok then", " ok", "ok"]) == "ok"
    assert line.first_match(["ok then"]) is None


def test_lines_that_must_not_appear() -> None:
    """Any of several patterns forbids a line; none forbids nothing."""
    condition = condition_of(Stated(no_output=("warning:", "^deprecated")))
    assert condition.first_forbidden(["fine", "a.c:1: warning: unused"]) == "a.c:1: warning: unused"
    assert condition.first_forbidden(["is deprecated"]) is None
    assert Condition().first_forbidden(["anything"]) is None


def test_all_that_is_required_is_said() -> None:
    """The condition in words names every part of it."""
    check = Target(("./check.sh",), "./check.sh", ("./check.sh",))
    stated = Stated(success_exact="ok", no_output=("warn",), twice=True)
    assert condition_of(stated, check=check).describe() == (
        "a line of stdout or stderr that is exactly 'ok'; no line of output that matches 'warn'; "
        "exit status 0 of the check './check.sh'; the same result twice"
    )
