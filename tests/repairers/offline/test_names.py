"""Which names are close, and which are in scope."""

from __future__ import annotations

import ast

import pytest

from patchsmith.repairers.offline.names import (
    all_bound_names,
    close_names,
    enclosing,
    is_close,
    names_in_scope,
)
from repairers.offline.project_runs import lines

FAR = [
    ("get_value", "set_value"),
    ("min_price", "max_price"),
    ("encode", "decode"),
    ("turn_on", "turn_off"),
    ("price1", "price2"),
    ("item", "item2"),
    ("i", "j"),
    ("a", "as"),
    ("enable", "disable"),
    ("total", "total"),
]
CLOSE = [
    ("totl", "total"),
    ("prcies", "prices"),
    ("valeu", "value"),
    ("totalPrice", "total_price"),
    ("true", "True"),
    ("colour", "color"),
    ("round_cents", "rounded_cents"),
    ("unit_pirce", "unit_price"),
    ("row", "rows"),
]


@pytest.mark.parametrize(("wrong", "right"), FAR)
def test_other_words_are_not_close(wrong: str, right: str) -> None:
    """Opposites, numbered names and single letters are other names, not slips."""
    assert not is_close(wrong, right)


@pytest.mark.parametrize(("wrong", "right"), CLOSE)
def test_slips_are_close(wrong: str, right: str) -> None:
    """A letter left out, doubled or swapped, another case or underscore."""
    assert is_close(wrong, right)


def test_private_names_are_offered_for_private_names_only() -> None:
    """A public name is no slip for a private one."""
    assert close_names("totl", ["_totl", "total", "other"]) == ("total",)
    assert close_names("_totl", ["_total"]) == ("_total",)


def test_a_numbered_twin_leaves_no_close_name() -> None:
    """`item2` may be meant as `item` as well as `items`."""
    assert close_names("item2", ["item", "items2"]) == ()


SOURCE = lines(
    """
    import os.path as p
    from a import b as c

    class K:
        attr = 1
        other = attr

        def method(self, arg, *rest, key=None, **more):
            early = 1
            with open(arg) as handle:
                found = [x for x in handle if (y := x)]
                late = 2

            def inner():
                hidden = 1

            for loop in rest: pass
            try: pass
            except E as error: pass
            return early

    module_late = 1
    """
)


def at(marker: str) -> frozenset[str]:
    """Return the names in scope at the first line that holds a marker."""
    line_no = next(n for n, text in enumerate(SOURCE.splitlines(), 1) if marker in text)
    return names_in_scope(ast.parse(SOURCE), line_no)


def test_a_function_sees_parameters_what_is_above_and_the_module() -> None:
    """Class attributes and the insides of other functions are not in scope."""
    names = at("return early")
    expected = {"self", "arg", "rest", "key", "more", "early", "handle", "found", "y", "late"}
    assert expected | {"inner", "loop", "error", "p", "c", "K", "module_late", "len"} <= names
    assert not {"attr", "other", "hidden", "x", "os", "b", "method"} & names


def test_a_function_does_not_see_what_is_bound_below() -> None:
    """A local of a later line is no candidate."""
    assert "late" not in at("found =")
    assert "x" in at("found =")


def test_a_class_body_sees_its_own_attributes() -> None:
    """And the module's names above it only when it runs there; those below count as bound."""
    assert "attr" in at("other = attr")


def test_module_code_sees_what_is_above_it() -> None:
    """Names below are not bound yet."""
    names = at("module_late")
    assert "K" in names
    assert "module_late" not in names


def test_scopes_around_a_line_come_outermost_first() -> None:
    """Classes and functions alike."""
    line_no = SOURCE.splitlines().index("            hidden = 1") + 1
    around = enclosing(ast.parse(SOURCE), line_no)
    assert [getattr(node, "name", "?") for node in around] == ["K", "method", "inner"]


def test_every_kind_of_binding_is_known() -> None:
    """Patterns, exceptions, imports, loops, with, walrus, parameters."""
    source = lines(
        """
        match v:
            case {"k": a, **b}: pass
            case [c, *d]: pass
            case E() as e: pass
        try: pass
        except F as f: pass
        for g in v: pass
        import h.sub
        async def i(j): await (k := j)
        """
    )
    assert {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"} <= all_bound_names(
        ast.parse(source)
    )


def test_a_look_alike_of_the_close_name_may_be_meant_too() -> None:
    """Unless the slip is certain: another case, or two letters swapped."""
    assert close_names("itms", ["items", "itens", "other"]) == ("items", "itens")
    assert close_names("valeu", ["value", "values"]) == ("value",)
    assert close_names("totl", ["total", "amount"]) == ("total",)
