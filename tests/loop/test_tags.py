"""Rules of looking symbols up in an index of ctags."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.loop.search import Hit
from patchsmith.loop.tags import find_tags
from trees import lay

HEAD = "!_TAG_FILE_FORMAT\t2\t/x/\n!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n"
ENTRIES = [
    *(f'aaa{n:04}\tsrc/a.py\t/^def aaa{n:04}():$/;"\tf\tline:{n + 1}' for n in range(500)),
    'total\tsrc/cart.py\t/^def total(x):$/;"\tf\tline:12\tlanguage:Python',
    'total\t./src/tax.py\t7;"\tf',
    'totals\tsrc/cart.py\t/^totals$/;"\tv\tline:3',
    "zzz\tsrc/z.c\t42",
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with an index."""
    lay(tmp_path, {"tags": HEAD + "\n".join(ENTRIES) + "\n"})
    return tmp_path


def test_every_entry_of_a_name_is_found(root: Path) -> None:
    """By its line number, wherever the entry has it."""
    assert find_tags(root, ["total"]) == [Hit("src/cart.py", 12, ""), Hit("src/tax.py", 7, "")]


@pytest.mark.parametrize(("name", "line_no"), [("aaa0000", 1), ("aaa0499", 500), ("zzz", 42)])
def test_the_first_and_the_last_are_found(root: Path, name: str, line_no: int) -> None:
    """The ends of a bisection."""
    assert [hit.line_no for hit in find_tags(root, [name])] == [line_no]


@pytest.mark.parametrize("name", ["aaa", "aab", "tota", "total ", "zzzz", "", "A"])
def test_a_name_that_is_not_there_is_not_found(root: Path, name: str) -> None:
    """Neither one that begins like it."""
    assert find_tags(root, [name]) == []


@pytest.mark.parametrize("text", ["", "a\tb\t1\n", HEAD.replace("\t1\t", "\t0\t") + ENTRIES[-1]])
def test_an_index_that_is_not_sorted_says_nothing(tmp_path: Path, text: str) -> None:
    """Bisection would miss entries."""
    lay(tmp_path, {"tags": text})
    assert find_tags(tmp_path, ["zzz", "a"]) == []


def test_without_an_index_there_is_nothing(tmp_path: Path) -> None:
    """Most repositories have none."""
    assert find_tags(tmp_path, ["total"]) == []
    lay(tmp_path, {".tags": HEAD + ENTRIES[-1] + "\n"})
    assert find_tags(tmp_path, ["zzz"]) == [Hit("src/z.c", 42, "")]
