"""Which files are the project's, and which of them are tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.repairers.offline.project import Project
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import write_files

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "total = 1\n",
    "shop/data.json": "{}\n",
    "src/lib_a/core.py": "",
    "tests/test_cart.py": "",
    "env/pyvenv.cfg": "",
    "env/lib/x.py": "",
    ".venv/x.py": "",
    "vendor/site-packages/x.py": "",
}


def project(root: Path) -> Project:
    """Return a project with the files above."""
    write_files(root, FILES)
    return Project(LocalWorkspace(str(root)))


def test_absolute_and_relative_paths_are_located(tmp_path: Path) -> None:
    """Interpreters print absolute paths, pytest prints paths relative to the root."""
    ours = project(tmp_path)
    assert ours.locate("shop/cart.py") == "shop/cart.py"
    assert ours.locate(str(tmp_path / "shop" / "cart.py")) == "shop/cart.py"


def test_a_root_behind_a_link_is_the_same_root(tmp_path: Path) -> None:
    """A traceback may name the root by another path."""
    (tmp_path / "real").mkdir()
    ours = project(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert ours.locate(str(tmp_path / "link" / "shop" / "cart.py")) == "shop/cart.py"


@pytest.mark.parametrize(
    "printed",
    [
        "<frozen os>",
        "<string>",
        "/usr/lib/python3/json/__init__.py",
        "../outside.py",
        "shop/missing.py",
        "shop",
        "env/lib/x.py",
        ".venv/x.py",
        "vendor/site-packages/x.py",
    ],
)
def test_other_files_are_not_ours(printed: str, tmp_path: Path) -> None:
    """Installed packages, virtual environments, hidden folders and the outside are left alone."""
    assert project(tmp_path).locate(printed) is None


def test_listing_holds_our_files_only(tmp_path: Path) -> None:
    """Folders that are not ours are not entered."""
    ours = project(tmp_path)
    assert ours.files(".py") == (
        "shop/__init__.py",
        "shop/cart.py",
        "src/lib_a/core.py",
        "tests/test_cart.py",
    )
    assert ours.files(".json") == ("shop/data.json",)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/data/a.json", True),
        ("a/test/b.py", True),
        ("test_a.py", True),
        ("a_test.py", True),
        ("tests.py", True),
        ("conftest.py", True),
        ("contest.py", False),
        ("latest.py", False),
        ("testing/a.py", False),
        ("attests/a.py", False),
    ],
)
def test_tests_are_known_by_their_names(path: str, expected: bool, tmp_path: Path) -> None:
    """File names and folders decide, not contents."""
    assert project(tmp_path).is_test(RelPath(path)) is expected


def test_modules_are_found_from_the_importer_and_the_usual_roots(tmp_path: Path) -> None:
    """The importer's folder, the folders above it, `src` and `lib` are search roots."""
    ours = project(tmp_path)
    near = RelPath("tests/test_cart.py")
    assert ours.module("shop.cart", near) == "shop/cart.py"
    assert ours.module("shop", near) == "shop/__init__.py"
    assert ours.module("lib_a.core", near) == "src/lib_a/core.py"
    assert ours.module("cart", RelPath("shop/__init__.py")) == "shop/cart.py"
    assert ours.module("cart", near) is None
    assert ours.is_project_name("lib_a", near)
    assert not ours.is_project_name("json", near)


def test_unreadable_files_have_no_source(tmp_path: Path) -> None:
    """Missing files and bytes that are no text give None."""
    ours = project(tmp_path)
    (tmp_path / "shop" / "bad.py").write_bytes(b"a = '\xff'\n")
    assert ours.source(RelPath("shop/none.py")) is None
    assert ours.source(RelPath("shop/bad.py")) is None
    assert ours.tree(RelPath("shop/bad.py")) is None
    assert ours.tree(RelPath("shop/cart.py")) is not None
