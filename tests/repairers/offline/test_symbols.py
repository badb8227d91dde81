"""What can be known about definitions from the source, and what can not."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.project import Project
from patchsmith.repairers.offline.symbols import (
    field_names,
    find_class,
    find_function,
    is_stdlib,
    member_names,
    module_names,
    parameter_names,
    stdlib_names,
)
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import lines, write_files

if TYPE_CHECKING:
    from pathlib import Path

SHOP = lines(
    """
    class Base:
        limit = 3

        def __init__(self):
            self.total = 0

    class Cart(Base):
        def add(self, item, /, count, *, price=0): ...

    class Odd(Unknown): ...

    def add(a, b): ...
    """
)


def project(root: Path, **more: str) -> Project:
    """Return a project with `shop.py` and further files by module name."""
    write_files(root, {"shop.py": SHOP, **{f"{name}.py": text for name, text in more.items()}})
    return Project(LocalWorkspace(str(root)))


def members(ours: Project, name: str) -> frozenset[str] | None:
    """Return the members of the class of that name."""
    found = find_class(ours, name)
    assert found is not None
    return member_names(ours, found.node)


def test_standard_library_names_come_from_an_isolated_interpreter() -> None:
    """Public modules only, submodules included; nothing is imported here."""
    names = stdlib_names("json")
    assert names is not None
    assert "loads" in names
    assert stdlib_names("xml.etree") is not None
    assert stdlib_names("json.nothing") is None
    assert stdlib_names("this") is None
    assert stdlib_names("_json") is None
    assert stdlib_names("patchsmith") is None
    assert "xml.etree.cElementTree" not in sys.modules
    assert is_stdlib("json")
    assert not is_stdlib("_thread")


def test_a_project_file_of_that_name_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The current folder is not where a standard library module is looked for."""
    (tmp_path / "sched.py").write_text("open('ran', 'w')\n")
    monkeypatch.chdir(tmp_path)
    names = stdlib_names("sched")
    assert names is not None
    assert "scheduler" in names
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("text", ["from a import *\n", "def __getattr__(name): ...\n"])
def test_an_open_namespace_is_unknown(text: str) -> None:
    """Star imports and module-level `__getattr__` may add any name."""
    assert module_names(ast.parse(text)) is None


def test_module_names_include_what_branches_bind() -> None:
    """Names bound in if, try and with at the top level count; those inside functions do not."""
    text = "if a:\n    b = 1\ntry:\n    import c\nexcept E:\n    d = 2\ndef f():\n    e = 1\n"
    assert module_names(ast.parse(text)) == frozenset({"b", "c", "d", "f"})


def test_a_class_counts_when_there_is_one_of_that_name(tmp_path: Path) -> None:
    """Two classes of one name, tests included, are none."""
    assert find_class(project(tmp_path), "Cart") is not None
    assert find_class(project(tmp_path, test_shop="class Cart: ...\n"), "Cart") is None


def test_members_include_bases_and_attributes_of_self(tmp_path: Path) -> None:
    """All bases must be known; a dynamic class has unknown members."""
    ours = project(
        tmp_path,
        dynamic="class Dynamic:\n    def f(self):\n        setattr(self, 'x', 1)\n",
        lazy="class Lazy:\n    def __getattr__(self, name): ...\n",
        meta="class Meta(metaclass=M): ...\n",
    )
    assert members(ours, "Cart") == frozenset({"limit", "__init__", "total", "add"})
    assert members(ours, "Odd") is None
    assert members(ours, "Dynamic") is None
    assert members(ours, "Lazy") is None
    assert members(ours, "Meta") is None


def test_functions_are_found_by_their_qualified_name(tmp_path: Path) -> None:
    """A method by its class, a function at the top level; inner functions never."""
    ours = project(tmp_path)
    method, function = find_function(ours, "Cart.add"), find_function(ours, "add")
    assert method is not None
    assert function is not None
    assert parameter_names(method.node) == ("count", "price")
    assert parameter_names(function.node) == ("a", "b")
    assert find_function(ours, "f.<locals>.g") is None
    assert find_function(ours, "a.b.c") is None
    assert find_function(ours, "Cart.remove") is None
    assert find_function(project(tmp_path, other="def add(): ...\n"), "add") is None


def test_a_file_that_does_not_parse_may_hold_another_definition(tmp_path: Path) -> None:
    """Half a project is not concluded from."""
    assert find_class(project(tmp_path, broken="class Cart(\n"), "Cart") is None


def test_fields_are_those_of_a_dataclass() -> None:
    """Annotated names, class variables left out; other classes have none."""
    text = "@dataclass(frozen=True)\nclass A:\n    a: int\n    b: ClassVar[int] = 1\n    c = 2\n"
    (cls,) = ast.parse(text).body
    assert isinstance(cls, ast.ClassDef)
    assert field_names(cls) == ("a",)
    (plain,) = ast.parse("class A:\n    a: int\n").body
    assert isinstance(plain, ast.ClassDef)
    assert field_names(plain) is None
