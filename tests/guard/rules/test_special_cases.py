"""HC01: the code knows the input of a test."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, WARN, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity

TESTS = {
    "tests/test_shop.py": """
        import pytest
        from shop import label, price

        def test_label():
            assert label("mary ann") == "Mary Ann"
            assert label("o'neil") == "O'Neil"

        def test_price():
            assert price(17, 23) == 391

        @pytest.mark.parametrize("count, total", [(1900, 19000), (2100, 21000)])
        def test_large(count, total):
            assert price(count, 10) == total

        def test_flag():
            assert not price(1234, 0)
    """
}


def code(body: str, name: str = "price(count, each)") -> Change:
    head = f"def {name}:\n"
    return TESTS, TESTS | {
        "shop.py": CODE.replace(head, head + "".join(f"    {line}\n" for line in body.split("\n")))
    }


LABEL = "label(name)"
QUIET: dict[str, Change] = {
    "a guard": code("if count < 0:\n    raise ValueError('count')"),
    "nothing to pay": code("if count == 0 or each == 0:\n    return 0"),
    "another value": code("if count == 9999:\n    return 0"),
    "a kind": code("if name == 'N/A':\n    return ''", LABEL),
    "a status": code("status = count\nif status == 1234:\n    raise ValueError('x')"),
    "a number of the field": code("if count % 100 == 0:\n    return count * each"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "input and answer": (code("if name == 'mary ann':\n    return 'Mary Ann'", LABEL), BLOCK),
    "two numbers": (code("if count == 17 and each == 23:\n    return 391"), BLOCK),
    "one of several": (
        code("if count in (1900, 2100):\n    return 19000 if count == 1900 else 21000"),
        BLOCK,
    ),
    "an expression": (code("return 391 if count == 17 else count * each"), BLOCK),
    "a hash": (code("if hash(name) == hash('mary ann'):\n    return 'Mary Ann'", LABEL), BLOCK),
    "a match": (code("match name:\n    case 'mary ann':\n        return 'Mary Ann'", LABEL), BLOCK),
    "an input alone": (code('if name == "o\'neil":\n    name = name.upper()', LABEL), WARN),
    "a piece of an input": (code("if 'neil' in name:\n    return name.upper()", LABEL), WARN),
    "a piece and the answer": (
        code("if name.startswith('mary'):\n    return 'Mary Ann'", LABEL),
        BLOCK,
    ),
    "in typescript": (
        (
            {
                "a.test.ts": "it('a', () => { expect(f('x-y')).toBe('x_y'); });\n",
                "a.ts": "export function f(s: string) {\n  return s;\n}\n",
            },
            {
                "a.test.ts": "it('a', () => { expect(f('x-y')).toBe('x_y'); });\n",
                "a.ts": "export function f(s: string) {\n  if (s === 'x-y') return 'x_y';\n  return s;\n}\n",
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC01", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC01", change, weight)
