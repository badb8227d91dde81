"""Rules of keeping to what a failure implicates."""

from __future__ import annotations

from patchsmith.findings import Severity
from patchsmith.replx.record import FileLines
from patchsmith.replx.scope import MAX_FILES, MAX_LINES, beyond

REACHED = {"a.py", "b.py"}


def test_what_is_reached_is_no_finding() -> None:
    """However much of it changes."""
    assert beyond([FileLines("a.py", "modified", 9999, 9999)], REACHED) == ()


def test_a_file_beyond_is_a_remark() -> None:
    """It names the file and the rule, and forbids nothing."""
    (finding,) = beyond([FileLines("a.py", "modified", 1), FileLines("c.py", "added", 9)], REACHED)
    assert (finding.rule, finding.path, finding.severity) == ("SC01", "c.py", Severity.WARN)


def test_too_much_beyond_is_refused() -> None:
    """By files or by lines; the numbers are said."""
    files = [FileLines(f"c{n}.py", "modified", 1, 1) for n in range(MAX_FILES + 1)]
    assert {each.severity for each in beyond(files[:-1], REACHED)} == {Severity.WARN}
    found = beyond(files, REACHED)
    assert {each.severity for each in found} == {Severity.BLOCK}
    assert f"{MAX_FILES + 1} files and {2 * (MAX_FILES + 1)} lines" in found[0].message
    (large,) = beyond([FileLines("c.py", "modified", MAX_LINES, 1)], REACHED)
    assert large.severity is Severity.BLOCK
