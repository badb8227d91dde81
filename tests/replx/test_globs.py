"""Rules for patterns that permit paths."""

from __future__ import annotations

import pytest

from patchsmith.replx.globs import matches, normalised

MATCHES = {
    "a file": ("tests/test_a.py", "tests/test_a.py"),
    "a folder": ("tests", "tests/unit/test_a.py"),
    "a folder with a slash": ("tests/", "tests/test_a.py"),
    "written with a dot": ("./tests//test_a.py", "tests/test_a.py"),
    "a glob": ("tests/test_*.py", "tests/test_a.py"),
    "a glob of folders": ("*/tests", "app/tests/test_a.py"),
    "any depth": ("**/test_*.py", "a/b/test_c.py"),
    "any depth, none": ("**/test_*.py", "test_c.py"),
    "all below": ("tests/**", "tests/a/b.py"),
    "the root": (".", "tests/test_a.py"),
}
DIFFERS = {
    "another file": ("tests/test_a.py", "tests/test_b.py"),
    "a longer name": ("tests", "tests_old/test_a.py"),
    "one part only": ("test_*.py", "tests/test_a.py"),
    "a star within a part": ("tests/*.py", "tests/unit/test_a.py"),
    "case": ("Tests", "tests/test_a.py"),
    "the folder for a file in it": ("tests/unit/test_a.py", "tests/unit"),
    "all below is not the folder": ("tests/**", "tests"),
}


@pytest.mark.parametrize("case", MATCHES.values(), ids=MATCHES.keys())
def test_a_pattern_names_files_folders_and_globs(case: tuple[str, str]) -> None:
    """A pattern names the file, everything below the folder, or what the glob spells."""
    assert matches(normalised(case[0]), case[1])


@pytest.mark.parametrize("case", DIFFERS.values(), ids=DIFFERS.keys())
def test_a_pattern_reaches_no_further_than_it_reads(case: tuple[str, str]) -> None:
    """A neighbouring name, another depth or another case is not permitted."""
    assert not matches(normalised(case[0]), case[1])
