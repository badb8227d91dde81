"""Rules of searching a tree for words."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from patchsmith.loop.search import Hit, find_lines
from trees import lay

TREE: dict[str, bytes | str] = {
    "a.py": "x = 1\ndef total(y):\n    return y\n",
    "sub/b c.py": "total(2)\n",
    "data.bin": b"total\0\xff",
    "-e.py": "-e total\n",
    "ignored.log": "total\n",
    ".gitignore": "*.log\n",
}
EXPECTED = [
    Hit("-e.py", 1, "-e total"),
    Hit("a.py", 2, "def total(y):"),
    Hit("sub/b c.py", 1, "total(2)"),
]


def test_lines_are_found_with_their_place(tmp_path: Path) -> None:
    """In a folder that is no repository as well; ignored and binary files are left out."""
    lay(tmp_path, TREE)
    assert sorted(find_lines(tmp_path, ["total"], timeout_s=60)) == EXPECTED


@pytest.mark.skipif(shutil.which("rg") is None, reason="ripgrep is not installed")
def test_ripgrep_finds_what_git_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of them is there."""
    lay(tmp_path, TREE)
    found = sorted(find_lines(tmp_path, ["total"], timeout_s=60))
    only_git = tmp_path / "bin"
    only_git.mkdir()
    (only_git / "git").symlink_to(str(shutil.which("git")))
    monkeypatch.setenv("PATH", str(only_git))
    assert sorted(find_lines(tmp_path, ["total"], timeout_s=60)) == found == EXPECTED


def test_words_are_no_patterns_and_no_options(tmp_path: Path) -> None:
    """They come from hostile output."""
    lay(tmp_path, {"a.txt": "a.b\naxb\n--version\n(\n"})
    for word, lines in {
        "a.b": [1],
        "--version": [3],
        "(": [4],
        "": [],
        "a\0": [],
        "\udcff": [],
    }.items():
        assert [hit.line_no for hit in find_lines(tmp_path, [word], timeout_s=60)] == lines


def test_ripgrep_s_way_of_printing_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path, NUL, the number, a colon, the line; that program takes precedence."""
    fake = tmp_path / "bin" / "rg"
    lay(tmp_path, {"bin/rg": f"#!{sys.executable}\nprint('./a b.py\\x003:x:y')\n"})
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent))
    assert find_lines(tmp_path, ["x"], timeout_s=60) == [Hit("a b.py", 3, "x:y")]


def test_a_search_that_takes_too_long_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole lines that it found until then count."""
    text = (
        "import sys, time\nprint('a\\x001:x', flush=True)\nsys.stdout.write('b')\ntime.sleep(60)\n"
    )
    lay(tmp_path, {"bin/rg": f"#!{sys.executable}\n{text}"})
    (tmp_path / "bin" / "rg").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_lines(tmp_path, ["x"], timeout_s=5) == [Hit("a", 1, "x")]
    assert find_lines(tmp_path, ["x"], timeout_s=0) == []


def test_without_either_program_nothing_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Context is a help, not a need."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_lines(tmp_path, ["x"], timeout_s=60) == []
