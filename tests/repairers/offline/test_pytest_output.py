"""How pytest's report is read, in the styles it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.pytest_output import read_pytest
from repairers.offline.project_runs import lines, run, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.repairers.offline.evidence import ErrorReport

FILES = {
    "shop.py": lines(
        """
        def inner(value):
            return valeu

        def outer(value):
            return inner(value)
        """
    ),
    "broken.py": "def f()\n    pass\n",
    "tests/test_shop.py": lines(
        """
        import shop

        def test_name():
            shop.outer(1)

        def test_cause():
            try:
                shop.outer(1)
            except NameError as error:
                raise ValueError("two\\nlines") from error

        def test_handling():
            try:
                {}["a"]
            except KeyError:
                shop.outer(1)

        def test_plain():
            assert 1 + 1 == 3

        def test_compare():
            assert "a {b}" == "a 1"

        def test_syntax():
            import broken
        """
    ),
}
NAME_ERROR = "NameError: name 'valeu' is not defined"


def report(root: Path, *options: str) -> list[ErrorReport]:
    """Return the errors of a real run."""
    write_files(root, FILES)
    arguments = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.", *options)
    ended = run(root, (*arguments, "tests"))
    return [sighting.error for sighting in read_pytest(ended.stdout.splitlines())]


@pytest.mark.parametrize("style", ["auto", "long", "short"])
def test_every_style_gives_the_same_errors(style: str, tmp_path: Path) -> None:
    """Kinds, messages and places do not depend on how much source is shown."""
    errors = report(tmp_path, f"--tb={style}")
    places = [(e.kind, e.innermost.path if e.innermost else "") for e in errors]
    test = "tests/test_shop.py"
    assert places == [
        ("NameError", "shop.py"),
        ("NameError", "shop.py"),
        ("ValueError", test),
        ("NameError", "shop.py"),
        ("KeyError", test),
        ("AssertionError", test),
        ("AssertionError", test),
        ("SyntaxError", str(tmp_path / "broken.py")),
    ]
    assert errors[0].summary == NAME_ERROR
    assert [frame.line_no for frame in errors[0].frames] == [4, 5, 2]
    assert errors[2].detail == "two\nlines"
    assert errors[5].message == "assert (1 + 1) == 3"
    assert errors[6].message == "assert 'a {b}' == 'a 1'"
    assert errors[7].innermost is not None
    assert errors[7].innermost.line_no == 1


def test_one_line_style_gives_the_place(tmp_path: Path) -> None:
    """`--tb=line` prints the error and its place, without frames."""
    errors = report(tmp_path, "--tb=line", "-k", "test_name")
    assert [(e.summary, e.innermost.line_no if e.innermost else 0) for e in errors] == [
        (NAME_ERROR, 2)
    ]


def test_a_collection_error_is_an_error(tmp_path: Path) -> None:
    """A test module that can not be imported is reported in the short style."""
    write_files(tmp_path, {"tests/test_import.py": "from shop import nothing_such\n"})
    errors = report(tmp_path, "tests/test_import.py")
    imports = [error for error in errors if error.kind == "ImportError"]
    assert imports[0].message.startswith("cannot import name 'nothing_such' from 'shop'")
    assert imports[0].frames[-1].path == "tests/test_import.py"


def test_linters_are_not_mistaken_for_pytest() -> None:
    """`path:line: error: ...` without `E` lines is no error of a test."""
    text = "shop.py:2: error: Name 'valeu' is not defined\nshop.py:3: note: see above\n"
    assert read_pytest(text.splitlines()) == []
