"""Rules of looking up in the tree what a failure points at."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.loop.spots import NAMED, Spot, find_spots
from patchsmith.replx.clues import clues_in
from patchsmith.replx.imports import FileNames
from trees import lay

FILES: dict[str, bytes | str] = {
    "shop/__init__.py": "",
    "shop/cart.py": "from shop.tax import tax\n\ndef total(x):\n    return tax(x)\n",
    "shop/tax.py": "RATE = 2\n\ndef tax(x):\n    raise ValueError('the rate is missing today')\n",
    "tests/test_cart.py": "from shop.cart import total\n\ndef test_total():\n    assert total(1)\n",
    "web/other.js": "function zork() {\n}\n",
    ".venv/lib/foreign.py": "def foreign(): ...\n",
    ".env": "TOKEN=x\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a small project."""
    lay(tmp_path, FILES)
    return tmp_path


def found(root: Path, *lines: str) -> tuple[Spot, ...]:
    """Return what an output implicates."""
    return find_spots(clues_in(lines), root, FileNames(FILES))


def test_the_last_frame_comes_first(root: Path) -> None:
    """It is the nearest to the failure; places outside the tree are none."""
    spots = found(
        root,
        '  File "/usr/lib/python3/unittest/case.py", line 5, in run',
        f'  File "{root}/tests/test_cart.py", line 4, in test_total',
        '  File "shop/cart.py", line 4, in total',
    )
    assert [(spot.path, spot.line_no) for spot in spots[:2]] == [
        ("shop/cart.py", 4),
        ("tests/test_cart.py", 4),
    ]
    assert Spot("shop/cart.py", 3, "a definition of total") in spots


def test_a_symbol_is_looked_for_where_the_named_files_import(root: Path) -> None:
    """A wrong result has no frame in the code that made it."""
    spots = found(root, "tests/test_cart.py:4: AssertionError", "E   assert total(1) == 3")
    assert Spot("shop/cart.py", 3, "a definition of total") in spots


def test_the_whole_tree_is_searched_when_no_place_is_known(root: Path) -> None:
    """For symbols and for the text of a message."""
    spots = found(root, "ReferenceError: zork('x') failed", "ValueError: the rate is missing today")
    assert Spot("web/other.js", 1, "a definition of zork") in spots
    assert Spot("shop/tax.py", 4, "the text 'the rate is missing today'") in spots


def test_an_index_of_ctags_is_used_and_not_believed(root: Path) -> None:
    """Its line has to hold a definition now."""
    entries = "tax\tweb/other.js\t1\nzork\tweb/other.js\t1\n"
    lay(root, {"tags": f"!_TAG_FILE_SORTED\t1\t//\n{entries}"})
    spots = found(root, "tests/test_cart.py:4: AssertionError", "E   zork() and tax() and RATE")
    assert Spot("web/other.js", 1, "a definition of zork") in spots
    assert not [spot for spot in spots if spot.why.endswith(" tax") and spot.path != "shop/tax.py"]


def test_foreign_and_secret_files_are_left_out(root: Path) -> None:
    """Installed code is not this project's, and a secret is nobody's context."""
    assert found(root, ".venv/lib/foreign.py:1: Error", "./.env:1: bad", "shop/../.env") == ()


def test_places_outside_the_tree_are_left_out(root: Path) -> None:
    """What an output names may be hostile: above the root, absolute, or behind a link."""
    (root.parent / "beside.py").write_text("x\n")
    (root / "link.py").symlink_to(root.parent / "beside.py")
    assert found(root, "../beside.py:1: x", f"{root.parent}/beside.py:1: x", "link.py:1: x") == ()
    assert found(root, "../../../etc/hosts.conf:1: y", "a\0b.py:3:", "shop.py:1:") == ()


def test_a_file_that_is_only_named_is_implicated(root: Path) -> None:
    """As a whole."""
    assert found(root, "FAIL shop/tax.py") == (Spot("shop/tax.py", 1, NAMED),)
