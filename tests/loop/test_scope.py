"""Rules of telling what an attempt changed beyond its failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.loop.scope import out_of_scope
from patchsmith.replx.imports import FileNames
from patchsmith.replx.record import FileLines
from trees import lay

FILES: dict[str, bytes | str] = {
    "test_cart.py": "from shop.cart import total\n",
    "shop/cart.py": "from . import tax\n",
    "shop/tax.py": "RATES = open('rates.json')\n",
    "shop/rates.json": "{}\n",
    "shop/unrelated.py": "x = 1\n",
    "run.sh": "python3 -m unittest test_cart\ncat expected.txt\n",
    "expected.txt": "1\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project of three modules, data, and one that nothing imports."""
    lay(tmp_path, FILES)
    return tmp_path


def beyond(root: Path, *paths: str, **options: tuple[str, ...]) -> list[str]:
    """Return the files beyond what a failure in the test implicates."""
    changes = [FileLines(path, "modified", 1, 1) for path in paths]
    given = {"implicated": ("test_cart.py",), **options}
    found = out_of_scope(changes, root=root, names=FileNames(FILES), **given)
    return [finding.path for finding in found]


def test_imports_are_followed_to_their_end(root: Path) -> None:
    """A wrong result may come from deep down, or from the data that a module reads."""
    assert beyond(root, "test_cart.py", "shop/cart.py", "shop/tax.py", "shop/rates.json") == []


def test_what_nothing_implicated_imports_is_beyond(root: Path) -> None:
    """It is named, and nothing else of the attempt is."""
    assert beyond(root, "shop/cart.py", "shop/unrelated.py") == ["shop/unrelated.py"]


def test_a_new_file_is_reached_when_it_is_imported(root: Path) -> None:
    """By what the attempt left behind."""
    lay(root, {"shop/new.py": "", "shop/lonely.py": ""})
    lay(root, {"shop/tax.py": "from shop import new\n"})
    assert beyond(root, "shop/tax.py", "shop/new.py", "shop/lonely.py") == ["shop/lonely.py"]


def test_what_the_command_itself_names_is_reached(root: Path) -> None:
    """Its scripts are part of every failure."""
    assert beyond(root, "expected.txt") == ["expected.txt"]
    assert beyond(root, "expected.txt", command_files=("run.sh",)) == []


def test_an_allowed_file_is_never_beyond(root: Path) -> None:
    """The caller permits it."""
    assert beyond(root, "shop/unrelated.py", allowed=("shop",)) == []


def test_without_an_implicated_file_nothing_is_said(root: Path) -> None:
    """An output that points at nothing says nothing about scope."""
    assert beyond(root, "shop/unrelated.py", implicated=(), command_files=("run.sh",)) == []
