"""What a file is for."""

from __future__ import annotations

import pytest

from patchsmith.guard.roles import Role, language_of, role_of


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("src/shop/cart.py", Role.PRODUCTION),
        ("tests/test_cart.py", Role.TEST),
        ("tests/helpers.py", Role.TEST),
        ("conftest.py", Role.TEST),
        ("src/cart.test.ts", Role.TEST),
        ("src/Cart.tests-old.jsx", Role.PRODUCTION),
        ("cart_test.go", Role.TEST),
        ("spec/cart_spec.rb", Role.TEST),
        ("src/test/java/CartTest.java", Role.TEST),
        ("tests/data/in.csv", Role.TEST_DATA),
        ("src/__snapshots__/a.test.js.snap", Role.TEST_DATA),
        ("pyproject.toml", Role.CONFIG),
        ("vitest.config.ts", Role.CONFIG),
        (".github/workflows/ci.yml", Role.CI),
        ("Makefile", Role.SCRIPT),
        ("scripts/check.sh", Role.SCRIPT),
        ("docs/guide.md", Role.DOC),
        ("benchmarks/run.py", Role.OTHER),
        ("logo.png", Role.OTHER),
    ],
)
def test_a_path_tells_the_role(path: str, role: Role) -> None:
    """Names and folders that runners and conventions give meaning to."""
    assert role_of(path) is role


def test_languages() -> None:
    """By suffix, None for what is no code."""
    assert language_of("a.tsx") == "typescript"
    assert language_of("a.txt") is None
