"""Errors in the order of the output, each once."""

from __future__ import annotations

from patchsmith.repairers.offline.evidence import (
    ErrorReport,
    Frame,
    SightingList,
    read_errors,
)

TRACEBACK = """Traceback (most recent call last):
  File "/p/{file}", line {line}, in f
    x
{error}
"""


def traceback(error: str, *, file: str = "a.py", line: int = 1) -> str:
    """Return a traceback with one frame."""
    return TRACEBACK.format(error=error, file=file, line=line)


def test_stderr_is_read_before_stdout() -> None:
    """Interpreters and unittest report on stderr; what a program prints may quote anything."""
    errors = read_errors(traceback("KeyError: 1"), traceback("NameError: x"))
    assert [error.kind for error in errors] == ["NameError", "KeyError"]


def test_the_same_error_at_the_same_place_is_listed_once() -> None:
    """Ten tests that meet one fault are one error; another line is another error."""
    text = traceback("KeyError: 1") * 3 + traceback("KeyError: 1", line=2)
    assert [e.innermost for e in read_errors("", text)] == [
        Frame("/p/a.py", 1, "f"),
        Frame("/p/a.py", 2, "f"),
    ]


def test_output_without_errors_gives_none() -> None:
    """Prose, numbers and linters' findings are no errors."""
    assert read_errors("3 of 4 checks passed\nsmoke: FAIL\n", "shop.py:2: error: oops\n") == ()


def test_an_error_without_frames_has_no_place() -> None:
    """A report may be cut to the error itself."""
    error = ErrorReport("KeyError", "", "", ())
    assert error.innermost is None
    assert error.summary == "KeyError"


def test_a_handled_error_follows_the_one_that_came_then() -> None:
    """The order is turned once per pair, and a line without an error before it changes nothing."""
    seen = SightingList()
    seen.note("During handling of the above exception, another exception occurred:")
    first, second = ErrorReport("A", "", "", ()), ErrorReport("B", "", "", ())
    seen.add(1, first)
    seen.note("During handling of the above exception, another exception occurred:")
    seen.add(2, second)
    assert [sighting.error for sighting in seen.sightings] == [second, first]
