"""The tests mirror the packages."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "patchsmith"
MODULES = sorted(
    path.relative_to(SOURCE)
    for path in SOURCE.rglob("*.py")
    if path.name not in ("__init__.py", "__main__.py")
)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_every_module_has_a_test_of_its_own(module: Path) -> None:
    """A module `pkg/mod.py` is tested by `tests/pkg/test_mod.py`."""
    partner = ROOT / "tests" / module.parent / f"test_{module.name}"
    assert partner.is_file(), f"write tests/{module.parent}/test_{module.name}"


def test_every_test_module_has_a_module() -> None:
    """A test module in a package's folder names a module that exists."""
    packages = {path.name for path in SOURCE.iterdir() if path.is_dir()}
    for path in (ROOT / "tests").rglob("test_*.py"):
        inside = path.relative_to(ROOT / "tests")
        if inside.parts[0] in packages:
            partner = SOURCE / inside.parent / inside.name.removeprefix("test_")
            assert partner.is_file(), f"tests/{inside} has no partner"
