"""How Python's own tracebacks are read."""

from __future__ import annotations

from patchsmith.repairers.offline.evidence import ErrorReport, Frame
from patchsmith.repairers.offline.tracebacks import error_line, read_tracebacks
from repairers.offline.project_runs import lines


def read(text: str) -> list[ErrorReport]:
    """Return the errors of an indented block."""
    return [sighting.error for sighting in read_tracebacks(lines(text).splitlines())]


def test_a_bare_traceback_gives_kind_message_and_frames() -> None:
    """Frames come outermost first; marker lines are no frames."""
    assert read(
        """
        Traceback (most recent call last):
          File "/p/main.py", line 1, in <module>
            import shop; shop.f()
                         ^^^^^^^^
          File "/p/shop.py", line 2, in f
            return totl
          [Previous line repeated 2 more times]
        NameError: name 'totl' is not defined. Did you mean: 'total'?
        """
    ) == [
        ErrorReport(
            "NameError",
            "name 'totl' is not defined. Did you mean: 'total'?",
            "name 'totl' is not defined. Did you mean: 'total'?",
            (Frame("/p/main.py", 1, "<module>"), Frame("/p/shop.py", 2, "f")),
        )
    ]


def test_a_syntax_error_needs_no_header() -> None:
    """Its `File` line has no function, and may stand alone."""
    (error,) = read(
        """
          File "/p/shop.py", line 1
            def f()
                   ^
        SyntaxError: expected ':'
        """
    )
    assert (error.kind, error.innermost) == ("SyntaxError", Frame("/p/shop.py", 1, None))


def test_a_message_over_several_lines_ends_at_a_blank_line() -> None:
    """Unittest shows the difference below the message, then a blank line."""
    (error,) = read(
        """
        Traceback (most recent call last):
          File "/p/tests/test_a.py", line 3, in test_a
            self.assertEqual('a', 'b')
        AssertionError: 'a' != 'b'
        - a
        + b


        Ran 1 test in 0.001s
        """
    )
    assert error.detail == "'a' != 'b'\n- a\n+ b"


def test_the_error_raised_while_handling_comes_first() -> None:
    """What was being handled is often expected; what came then is the failure."""
    errors = read(
        """
        Traceback (most recent call last):
          File "/p/a.py", line 1, in f
            x
        KeyError: 'a'

        During handling of the above exception, another exception occurred:

        Traceback (most recent call last):
          File "/p/a.py", line 3, in f
            y
        NameError: name 'y' is not defined
        """
    )
    assert [error.kind for error in errors] == ["NameError", "KeyError"]


def test_a_direct_cause_comes_first() -> None:
    """`raise B from A` says that A is the reason."""
    errors = read(
        """
        Traceback (most recent call last):
          File "/p/a.py", line 1, in f
            x
        KeyError: 'a'

        The above exception was the direct cause of the following exception:

        Traceback (most recent call last):
          File "/p/a.py", line 3, in f
            y
        shop.errors.Wrong: no such article
        """
    )
    assert [error.kind for error in errors] == ["KeyError", "Wrong"]


def test_a_cut_traceback_gives_nothing() -> None:
    """Frames without an error line are no error."""
    assert (
        read(
            """
            Traceback (most recent call last):
              File "/p/a.py", line 1, in f
            ... 2000 bytes left out ...
            """
        )
        == []
    )


def test_an_indented_traceback_is_read() -> None:
    """Logs indent tracebacks; the error stands at the header's indentation."""
    text = "  Traceback (most recent call last):\n"
    text += '    File "/p/a.py", line 1, in f\n      x\n  KeyError: 1\n'
    (sighting,) = read_tracebacks(text.splitlines())
    assert sighting.error.summary == "KeyError: 1"


def test_error_lines_have_a_name_and_perhaps_a_message() -> None:
    """The module of the class is left out; prose is no error line."""
    assert error_line("json.decoder.JSONDecodeError: Expecting value") == (
        "JSONDecodeError",
        "Expecting value",
    )
    assert error_line("KeyboardInterrupt") == ("KeyboardInterrupt", "")
    assert error_line("this is prose") is None
