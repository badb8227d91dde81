"""Rules for building a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.testing import CaseBuilder
from patchsmith.tools.apply_patch import apply_patch


def test_a_seeded_bug_and_its_fix_belong_together(tmp_path: Path) -> None:
    """The fix turns the seeded files into the right ones; files without a bug stay."""
    case = (
        CaseBuilder(tmp_path)
        .file("calc.py", "def add(a, b):\n    return a + b\n")
        .file("raw.bin", b"\0\xff")
        .command("make", "test")
        .bug("calc.py", "a + b\n", "a - b\n")
        .held_out("more.py", "x\n")
        .verify("make more")
        .build()
    )
    assert case.files["calc.py"] == b"def add(a, b):\n    return a - b\n"
    fixed = apply_patch(str(case.fix), files=case.files).files
    assert fixed == {"calc.py": b"def add(a, b):\n    return a + b\n", "raw.bin": b"\0\xff"}
    assert (case.words, case.verify) == (("make", "test"), "make more")
    assert case.held_out == {"more.py": b"x\n"}
    assert not list(tmp_path.iterdir())


def test_a_case_without_a_bug_has_no_fix(tmp_path: Path) -> None:
    """There is nothing to turn back."""
    assert CaseBuilder(tmp_path).file("a", "x").command("make").build().fix is None


def test_a_wrong_step_is_refused_where_it_is_made(tmp_path: Path) -> None:
    """Not by a case that fails later for another reason."""
    builder = CaseBuilder(tmp_path)
    with pytest.raises(ValueError, match="files and a command"):
        builder.build()
    with pytest.raises(ValueError, match=r"no file 'a\.py'"):
        builder.bug("a.py", "x", "y")
    builder.file("a.py", "x = 1\nx = 1\n")
    for text, count in (("x = 1", 2), ("z", 0)):
        with pytest.raises(ValueError, match=f"occurs {count} times"):
            builder.bug("a.py", text, "y")
