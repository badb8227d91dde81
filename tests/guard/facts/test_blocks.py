"""Tests of other languages, found by text."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.blocks import blocks_of

FILES = {
    "javascript": ("test('adds', () => {\n  f('}');\n});\nfunction help() { g(); }\n", ["adds"]),
    "typescript": ("it.each([[1, 2]])('adds %d', (a) => {\n  f(a);\n});\n", ["adds %d"]),
    "go": ("func TestA(t *testing.T) {\n\tf()\n}\nfunc help() {\n}\n", ["TestA"]),
    "rust": ("#[test]\nfn adds() {\n    f();\n}\nfn help() {}\n", ["adds"]),
    "java": (
        "class A {\n    @Test\n    void adds() {\n        f();\n    }\n    void help() {\n    }\n}\n",
        ["adds"],
    ),
    "csharp": (
        "class A\n{\n    [Fact]\n    public void Adds()\n    {\n        F();\n    }\n}\n",
        ["Adds"],
    ),
    "ruby": ("  def test_adds\n    f\n  end\n\n  def help\n  end\n", ["test_adds"]),
}


@pytest.mark.parametrize(("language", "case"), FILES.items(), ids=FILES.keys())
def test_tests_are_told_from_functions(language: str, case: tuple[str, list[str]]) -> None:
    """Each language marks its tests in its own way."""
    text, names = case
    assert [block.name for block in blocks_of(text, language) if block.is_test] == names


def test_brackets_never_closed_end_the_search() -> None:
    """A hostile file is given up, not searched again and again."""
    assert blocks_of("test('a', " + "x(" * 100_000, "javascript") == []
