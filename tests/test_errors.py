"""The error tree: stable codes, data, one sentence that teaches."""

from __future__ import annotations

import pytest

from patchsmith import errors
from patchsmith.errors import EditError, InputError, PatchsmithError, one_line

CODES = {
    "bad-request", "patch-syntax", "empty-old-string", "elision", "bad-text", "unsafe-path",
    "not-found", "ambiguous", "already-applied", "no-change", "missing-file", "is-directory",
    "exists", "not-text", "read-only", "symlink-loop", "conflict", "io", "no-target", "budget",
    "goal-needs-reasoning", "uncheckable-condition", "phases-unknown", "internal",
}  # fmt: skip


def test_codes_are_these_and_each_belongs_to_one_class() -> None:
    """Shipped codes are never renamed, dropped or shared."""
    classes = PatchsmithError.__subclasses__()
    assert sorted(code for cls in classes for code in cls.codes) == sorted(CODES)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """The module's docstring names every class and every code."""
    text = errors.__doc__ or ""
    for cls in PatchsmithError.__subclasses__():
        assert cls.__name__ in text
        for code in cls.codes:
            assert code in text


def test_a_code_of_another_class_is_refused() -> None:
    """A code can not be raised by a class that does not own it."""
    with pytest.raises(ValueError, match="not a code"):
        InputError("not-found", "nothing")


def test_to_dict_holds_every_field_that_is_set() -> None:
    """Agents get code, rendered message and data; unset fields are left out."""
    inner = EditError("not-found", "also missing", path="b.py", hunk=2)
    error = EditError(
        "ambiguous", "two places", path="a.py", op=1, hunk=1, line_no=3, hint="Add context.",
        related=(inner,),
    )  # fmt: skip
    found = error.to_dict()
    assert found == {
        "code": "ambiguous",
        "message": "a.py (hunk 1): two places\nAdd context.\nb.py (hunk 2): also missing",
        "path": "a.py", "op": 1, "hunk": 1, "line_no": 3, "hint": "Add context.",
        "related": [
            {"code": "not-found", "message": "b.py (hunk 2): also missing", "path": "b.py",
             "hunk": 2}
        ],
    }  # fmt: skip


def test_control_characters_are_escaped_in_messages() -> None:
    """A hostile file name can not steer a terminal or fake a line of a message."""
    error = InputError("unsafe-path", "no", path="a\x1b[2Jb\rc")
    assert str(error) == "a\\x1b[2Jb\\rc: no"


def test_a_name_stays_on_its_line() -> None:
    """A newline or tab in a file's name is shown escaped, in messages and listings."""
    assert str(InputError("unsafe-path", "no", path="a\nD b\tc")) == "a\\nD b\\tc: no"
    assert one_line("a\nb") == "a\\nb"


def test_a_very_long_path_is_shown_by_its_ends() -> None:
    """A sentence stays readable; the whole path stands in the data."""
    path = "a" * 5000 + "/end.py"
    error = InputError("unsafe-path", "no", path=path)
    assert len(str(error)) < 400
    assert str(error).endswith("/end.py: no")
    assert error.to_dict()["path"] == path
