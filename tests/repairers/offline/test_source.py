"""Source files keep their bytes but for the one edited line."""

from __future__ import annotations

import ast

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.repairers.offline.source import SourceText, char_column, parsed

PATH = RelPath("a.py")
KEPT = {
    "lf": b"a = 1\nb = 2\nc = 3\n",
    "crlf": b"a = 1\r\nb = 2\r\nc = 3\r\n",
    "lone-cr": b"a = 1\rb = 2\rc = 3\r",
    "mixed": b"a = 1\r\nb = 2\nc = 3",
    "bom": b"\xef\xbb\xbfa = 1\nb = 2\nc = 3\n",
    "latin-1": b"# coding: latin-1\nb = '\xfc'\nc = 3\n",
    "form-feed": b"a = 1\x0c\nb = 2\nc = '\xe2\x80\xa8'\n",
}


def decoded(raw: bytes) -> SourceText:
    """Return the text of a file that can be read."""
    source = SourceText.decoded(PATH, raw)
    assert source is not None
    return source


@pytest.mark.parametrize("name", KEPT)
def test_a_replaced_line_leaves_all_other_bytes(name: str) -> None:
    """Endings, BOM and encoding stay."""
    source = decoded(KEPT[name])
    after = source.encoded(source.with_line(2, "b = 4"))
    lines = KEPT[name].replace(
        source.line(2).encode(source.encoding.removesuffix("-sig")), b"b = 4"
    )
    assert after == lines


@pytest.mark.parametrize("name", ["lf", "crlf", "lone-cr", "bom", "latin-1"])
def test_an_inserted_line_ends_as_its_neighbour(name: str) -> None:
    """It takes the ending of the line before it."""
    source = decoded(KEPT[name])
    after = source.encoded(source.with_new_line(2, "import os"))
    ending = source.lines[0][len(source.line(1)) :].encode()
    first = KEPT[name][: KEPT[name].index(ending) + len(ending)]
    assert after == first + b"import os" + ending + KEPT[name][len(first) :]


def test_a_line_can_be_inserted_first_and_last() -> None:
    """First takes the first line's ending; last closes an open line."""
    source = decoded(b"a = 1\r\nb = 2")
    assert source.with_new_line(1, "import os") == "import os\r\na = 1\r\nb = 2"
    assert source.with_new_line(3, "c = 3") == "a = 1\r\nb = 2\r\nc = 3\r\n"
    assert decoded(b"").with_new_line(1, "import os") == "import os\n"


@pytest.mark.parametrize(
    "raw", [b"a = '\xfc'\n", b"# coding: nonsense\n", b"# coding: utf-16\na = 1\n"]
)
def test_bytes_that_do_not_come_back_are_not_text(raw: bytes) -> None:
    """What can not be written back unchanged is never edited."""
    assert SourceText.decoded(PATH, raw) is None


def test_lines_outside_the_file_are_empty() -> None:
    """Tracebacks may name lines that are gone."""
    source = decoded(b"a = 1\n")
    assert [source.line(0), source.line(1), source.line(2)] == ["", "a = 1", ""]


def test_parsing_needs_a_module_that_compiles() -> None:
    """What the parser accepts and the compiler refuses is an error too; warnings are none."""
    assert isinstance(parsed("return 1\n"), SyntaxError)
    assert isinstance(parsed("a = '\\d'\n"), ast.Module)
    assert isinstance(parsed("a = 1\0\n"), SyntaxError)
    assert isinstance(decoded(b"a = 1\n").tree, ast.Module)


def test_columns_of_bytes_become_columns_of_characters() -> None:
    """`ast` counts UTF-8 bytes."""
    line = "x = 'é你' + y"
    node = next(n for n in ast.walk(ast.parse(line)) if isinstance(n, ast.Name) and n.id == "y")
    assert line[char_column(line, node.col_offset)] == "y"
