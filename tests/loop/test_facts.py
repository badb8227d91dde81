"""Rules for looks at the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.loop.facts import files_of_command, look_up, reserved_by_command
from patchsmith.replx.target import ProgramFound, target_of
from trees import lay

if TYPE_CHECKING:
    from pathlib import Path

FILES: dict[str, bytes | str] = {
    "check.sh": "",
    "app.py": "",
    "sub/run.sh": "",
    "Makefile": "",
    "conf/test.ini": "",
    "tests/test_a.py": "",
    "chk.py": "import app\nassert app",
    "prog.py": "print(nmae)\n",
    "tool/__main__.py": "import app\n",
    "rec/Makefile": "all: other\n\ntest: lib.c\n\tcc -o prog lib.c && ./prog\n\t@./go.sh lib.c\n",
    "rec/go.sh": "",
    "rec/lib.c": "",
    "rec/prog": b"\x7fELF\0",
    "rec/package.json": '{"scripts": {"test": "node smoke.js lib.c"}}',
    "rec/smoke.js": "",
}
NAMED: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "a script": (("./check.sh",), {"check.sh"}),
    "a script by its interpreter": (("sh", "check.sh"), {"check.sh"}),
    "a shell string": (("cd x && ./check.sh | tail",), {"check.sh"}),
    "after a change of folder": (("cd sub && ./run.sh",), {"sub/run.sh"}),
    "an option's value": (("tool", "--config=conf/test.ini"), {"conf/test.ini"}),
    "a short option's value": (("make", "-fsub/run.sh"), {"sub/run.sh", "Makefile"}),
    "a test id": (("pytest", "tests/test_a.py::test_b"), {"tests/test_a.py"}),
    "make": (("make", "test"), {"Makefile"}),
    "a redirection": (("cat <check.sh",), {"check.sh"}),
    "a folder": (("pytest", "tests"), set()),
    "no file": (("pytest", "-q", "-k", "x" * 5000), set()),
    "a module": (("python3", "-m", "chk"), {"chk.py"}),
    "a module by another program": (("coverage", "run", "-m", "chk"), {"chk.py"}),
    "a package": (("python3", "-m", "tool"), {"tool/__main__.py"}),
    "a folder that is run": (("python3", "-B", "tool"), {"tool/__main__.py"}),
    "what a recipe runs": (
        ("make", "-C", "rec", "test"),
        {"Makefile", "rec/Makefile", "rec/go.sh"},
    ),
    "what a script runs": (("npm", "--prefix", "rec", "test"), {"rec/smoke.js"}),
    "the program to repair": (("python3", "prog.py"), set()),
    "a script by its interpreter that judges": (("python3", "chk.py"), {"chk.py"}),
    "outside": (("sh", "/etc/hosts"), set()),
}


@pytest.mark.parametrize("case", NAMED.values(), ids=NAMED.keys())
def test_files_that_the_command_names(
    case: tuple[tuple[str, ...], set[str]], tmp_path: Path
) -> None:
    """Every word that names a file in the tree counts, however it is spelled."""
    lay(tmp_path, FILES)
    words, expected = case
    assert files_of_command(target_of(words, ProgramFound(True)), tmp_path) == expected


def test_an_absolute_spelling_is_the_same_file(tmp_path: Path) -> None:
    """The root's own path in front changes nothing."""
    lay(tmp_path, FILES)
    target = target_of(("sh", str(tmp_path / "check.sh")), ProgramFound(True))
    assert files_of_command(target, tmp_path) == {"check.sh"}


def test_a_link_counts_with_what_it_points_to(tmp_path: Path) -> None:
    """Rewriting either rewrites the judge."""
    lay(tmp_path, {"real.sh": "", "link.sh": "@@SYMLINK real.sh"})
    target = target_of(("sh", "link.sh"), ProgramFound(True))
    assert files_of_command(target, tmp_path) == {"link.sh", "real.sh"}


def test_places_of_modules_and_programs_are_reserved(tmp_path: Path) -> None:
    """Where the command runs and where its scripts are; never what is there already."""
    lay(tmp_path, {**FILES, "queue.py": ""})
    reserved = reserved_by_command(
        target_of(("PATH=bin:/bin python3 -m unittest; python3 sub/x.py",), None), tmp_path
    )
    expected = {"unittest", "pytest", "sub/unittest", "sitecustomize", "bin/python3"}
    assert expected <= reserved
    assert not {"queue", "app", "conf/unittest"} & reserved


def test_programs_are_found_on_the_path_and_by_their_own(tmp_path: Path) -> None:
    """A relative path counts from the root."""
    lay(tmp_path, FILES)
    (tmp_path / "check.sh").chmod(0o755)
    assert look_up("sh", tmp_path).found
    assert look_up("./check.sh", tmp_path).found


def test_what_is_wrong_with_a_word_is_told(tmp_path: Path) -> None:
    """Missing, not executable, a folder and a slip of the pen have different next steps."""
    lay(tmp_path, FILES)
    (tmp_path / "sub" / "run.sh").chmod(0o755)
    plain = look_up("./check.sh", tmp_path)
    assert (plain.found, plain.problem) == (False, "is not executable")
    assert "chmod +x ./check.sh" in (plain.hint or "")
    assert look_up("./sub", tmp_path).problem == "is a folder"
    assert look_up("sub/ran.sh", tmp_path).hint == "The nearest program there is: sub/run.sh"
    assert look_up("app.py", tmp_path).hint == "To run the file of that name: ./app.py"
    assert look_up("no\0name", tmp_path) == ProgramFound(False)
    assert look_up("q" * 5000, tmp_path) == ProgramFound(False)
