"""Rules of telling what a source file imports."""

from __future__ import annotations

import pytest

from patchsmith.replx.imports import FileNames, imported_words, mentions

IMPORTS = {
    "python": ("import shop.cart as c, os", {"shop", "cart", "os"}),
    "python, from": ("  from .cart import (\n    total,\n    tax,\n)", {"cart", "total", "tax"}),
    "javascript": ("import {\n  a,\n} from './lib/cart.js'", {"cart"}),
    "require": ("const c = require('../cart')", {"cart"}),
    "dynamic": ("await import('./cart')", {"cart"}),
    "c": ('#include "shop/cart.h"', {"shop", "cart"}),
    "rust": ("pub mod cart;\nuse crate::shop::{tax, total};", {"cart", "shop", "tax"}),
    "go": ('import (\n\t"a.b/shop/cart"\n)', {"shop", "cart"}),
    "java": ("import shop.Cart;", {"shop", "Cart"}),
    "ruby": ("require_relative 'cart'", {"cart"}),
    "shell": (". ./cart.sh", {"cart"}),
}
PATHS = (
    "shop/__init__.py", "shop/cart.py", "shop/tax.py", "web/index.ts", "go/a.go", "go/b.go",
    "go/b.txt", "README.md",
)  # fmt: skip


@pytest.mark.parametrize("case", IMPORTS.values(), ids=IMPORTS.keys())
def test_imports_are_read_in_every_language(case: tuple[str, set[str]]) -> None:
    """The words that could name a file."""
    text, words = case
    assert words <= imported_words(text)


def test_other_lines_import_nothing() -> None:
    """Words of code and prose do not count."""
    assert imported_words("total = cart + tax\n# what we import from where\nprint(shop)\n") == set()


def test_words_mean_files_by_their_stem_or_folder() -> None:
    """A package's own file stands for its folder; a package of Go or Java is the folder."""
    names = FileNames(PATHS)
    assert names.reached_from("t.py", "from shop import cart") == {
        "shop/__init__.py",
        "shop/cart.py",
    }
    assert names.reached_from("t.ts", "import x from '../web'") == {"web/index.ts"}
    assert names.reached_from("go/a.go", "") == {"go/a.go", "go/b.go"}


def test_files_that_appear_are_learned() -> None:
    """Once."""
    names = FileNames(PATHS)
    names.add(["shop/new.py", "shop/cart.py"])
    assert names.reached_from("t.py", "import new, cart") == {"shop/new.py", "shop/cart.py"}


def test_a_text_may_name_a_file() -> None:
    """By its last part, as scripts name what they read."""
    assert mentions("open('data/rates.json')", {"data/rates.json", "data/other.json"}) == {
        "data/rates.json"
    }


def test_hostile_texts_take_linear_time() -> None:
    """Nothing in the patterns backtracks; the bound only guards against hanging."""
    for text in (
        "import (" * 20_000,
        "use {" * 20_000,
        "from '" * 20_000,
        " \t" * 50_000,
        "import (\n" * 9000,
    ):
        imported_words(text)
