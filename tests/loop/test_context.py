"""Rules of quoting what a failure implicates."""

from __future__ import annotations

from pathlib import Path

from patchsmith.loop.context import MAX_CHARS, MAX_FILES, excerpts_of, implicated_by
from patchsmith.loop.spots import NAMED, Spot
from patchsmith.repairers.base import Excerpt
from patchsmith.replx.imports import FileNames
from trees import lay

TEXT = "".join(f"line {n}\n" for n in range(1, 101))


def same(text: str) -> str:
    """Return the text; nothing in it is secret."""
    return text


def test_a_few_lines_around_a_spot_are_quoted(tmp_path: Path) -> None:
    """With the number of the first one; at the ends of a file there are fewer."""
    lay(tmp_path, {"a.py": TEXT})
    spots = [Spot("a.py", 50, "a"), Spot("a.py", 1, "b"), Spot("a.py", 999, "c")]
    found = excerpts_of(spots, tmp_path, same)
    assert found[0] == Excerpt("a.py", 47, "\n".join(f"line {n}" for n in range(47, 54)), "a")
    assert (found[1].first_line_no, found[1].text.splitlines()[-1]) == (1, "line 4")
    assert (found[2].first_line_no, found[2].text.splitlines()[-1]) == (97, "line 100")


def test_an_output_implicates_files_and_excerpts(tmp_path: Path) -> None:
    """From its lines to what a repairer gets."""
    lay(tmp_path, {"a.py": TEXT, "b.py": TEXT})
    seen = implicated_by(["a.py:50: AssertionError"], tmp_path, FileNames(["a.py", "b.py"]), same)
    assert seen.files == {"a.py"}
    assert [each.first_line_no for each in seen.excerpts] == [47]


def test_a_line_is_quoted_once(tmp_path: Path) -> None:
    """Two spots near each other are one excerpt."""
    lay(tmp_path, {"a.py": TEXT})
    assert len(excerpts_of([Spot("a.py", 50, "a"), Spot("a.py", 52, "b")], tmp_path, same)) == 1


def test_a_file_s_beginning_is_quoted_only_where_nothing_better_is_known(tmp_path: Path) -> None:
    """A name alone does not say where to look."""
    lay(tmp_path, {"a.py": TEXT, "b.py": TEXT})
    spots = [Spot("a.py", 1, NAMED), Spot("a.py", 50, "a"), Spot("b.py", 1, NAMED)]
    found = excerpts_of(spots, tmp_path, same)
    assert [(each.path, each.first_line_no) for each in found] == [("a.py", 47), ("b.py", 1)]


def test_what_is_quoted_is_bounded(tmp_path: Path) -> None:
    """In files and characters, however much is implicated; long lines are cut."""
    names = [f"{n}.py" for n in range(50)]
    lay(tmp_path, dict.fromkeys(names, ("x" * 5000 + "\n") * 20))
    found = excerpts_of([Spot(name, 9, "a") for name in names], tmp_path, same)
    assert sum(len(each.text) for each in found) <= MAX_CHARS
    lay(tmp_path, dict.fromkeys(names, "x\n"))
    found = excerpts_of([Spot(name, 1, "a") for name in names], tmp_path, same)
    assert len(found) == MAX_FILES


def test_secrets_are_masked_and_missing_files_left_out(tmp_path: Path) -> None:
    """Also when a file went away since."""
    lay(tmp_path, {"a.py": "key = 'horse'\n"})
    spots = [Spot("gone.py", 1, "a"), Spot("a.py", 1, "a")]
    (found,) = excerpts_of(spots, tmp_path, lambda text: text.replace("horse", "[masked]"))
    assert found.text == "key = '[masked]'"
