"""File ops on one view of the tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.v4a.parser import parse
from patchsmith.v4a.planner import Plan, plan
from patchsmith.workspace.local import LocalWorkspace
from trees import lay


def planned(root: Path, *lines: str, overwrite: bool = False, partial: bool = False) -> Plan:
    text = "\n".join(["*** Begin Patch", *lines, "*** End Patch"])
    return plan(parse(text), LocalWorkspace(root), overwrite=overwrite, partial=partial)


def changes(root: Path, *lines: str, overwrite: bool = False) -> list[tuple[object, ...]]:
    result = planned(root, *lines, overwrite=overwrite)
    return [(str(c.path), c.before, c.after, c.origin) for c in result.change_set]


def codes(root: Path, *lines: str) -> list[tuple[str, int | None]]:
    with pytest.raises(PatchsmithError) as caught:
        planned(root, *lines)
    return [(error.code, error.op) for error in (caught.value, *caught.value.related)]


UPDATE_A = ("*** Update File: a", "@@", "-x", "+y")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lay(tmp_path, {"a": "x\nz\n", "b": "b\n", "dir/c": "c\n", "link": "@@SYMLINK a"})
    return tmp_path


def test_nothing_is_written(root: Path) -> None:
    """A plan is a value; the tree stays as it is."""
    result = planned(root, *UPDATE_A)
    assert result.change_set == ChangeSet((FileChange(RelPath("a"), b"x\nz\n", b"y\nz\n", None),))
    assert (root / "a").read_bytes() == b"x\nz\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((*UPDATE_A, "*** Update File: a", "@@", "-z", "+Z"),
         [("a", b"x\nz\n", b"y\nZ\n", None)]),
        (("*** Add File: n", "+1", "+2", "*** Update File: n", "@@", "-2"),
         [("n", None, b"1\n", None)]),
        (("*** Delete File: b", "*** Add File: b", "+new"), [("b", b"b\n", b"new\n", None)]),
        (("*** Update File: a", "*** Move to: n", "@@", "-x", "+y", "*** Update File: n", "@@",
          "-z"), [("n", None, b"y\n", "a"), ("a", b"x\nz\n", None, None)]),
        (("*** Update File: a", "*** Move to: m", "*** Update File: m", "*** Move to: n"),
         [("n", None, b"x\nz\n", "a"), ("a", b"x\nz\n", None, None)]),
        (("*** Update File: link", "@@", "-x", "+y"), [("a", b"x\nz\n", b"y\nz\n", None)]),
        (("*** Update File: link", "@@", "-x", "+y", "*** Update File: a", "@@", "-z"),
         [("a", b"x\nz\n", b"y\n", None)]),
        (("*** Delete File: link",), [("link", b"x\nz\n", None, None)]),
        (("*** Update File: a", "*** Move to: ./a", "@@", "-x", "+y"),
         [("a", b"x\nz\n", b"y\nz\n", None)]),
        (("*** Update File: a", "*** Move to: link", "@@", "-x", "+y"),
         [("a", b"x\nz\n", b"y\nz\n", None)]),
    ],
    ids=["update-twice", "add-then-update", "delete-then-add",
         "move-then-update", "move-twice", "through-a-link", "link-and-target-are-one-file",
         "delete-a-link", "move-onto-itself", "move-onto-a-link-to-itself"],
)  # fmt: skip
def test_later_ops_see_what_earlier_ones_made(
    root: Path, lines: tuple[str, ...], expected: list[tuple[object, ...]]
) -> None:
    """The change set is the sum of all ops."""
    assert changes(root, *lines) == expected


@pytest.mark.parametrize(
    "lines",
    [
        ("*** Update File: a", "@@", " x"),
        ("*** Update File: a", "@@", "-x", "+x"),
        ("*** Add File: n", "+1", "*** Delete File: n"),
        ("*** Update File: a", "*** Move to: ./a"),
    ],
    ids=["context-only", "same-line", "add-then-delete", "onto-itself"],
)
def test_a_patch_that_changes_nothing_says_so(root: Path, lines: tuple[str, ...]) -> None:
    """Success would be believed; one section that changes something makes the patch a change."""
    with pytest.raises(PatchsmithError) as caught:
        planned(root, *lines)
    assert caught.value.code == "no-change"
    assert planned(root, *lines, "*** Delete File: b").change_set.paths == ("b",)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("*** Update File: no", "@@", "-x"), [("missing-file", 1)]),
        (("*** Delete File: no",), [("missing-file", 1)]),
        (("*** Delete File: dir",), [("is-directory", 1)]),
        (("*** Add File: dir", "+x"), [("is-directory", 1)]),
        (("*** Add File: a", "+x"), [("exists", 1)]),
        (("*** Update File: a", "*** Move to: b"), [("exists", 1)]),
        (("*** Add File: n", "+1", "*** Add File: n", "+2"), [("exists", 2)]),
        (("*** Delete File: b", "*** Update File: b", "@@", "-b"), [("missing-file", 2)]),
        (("*** Add File: ../n", "+x"), [("unsafe-path", 1)]),
        (("*** Add File: a/n", "+x"), [("io", 1)]),
        (("*** Update File: a", "@@", "-1", "@@", "-2", "*** Delete File: no", *UPDATE_A),
         [("not-found", 1), ("not-found", 1), ("missing-file", 2)]),
    ],
)  # fmt: skip
def test_every_op_that_fails_by_itself_is_named(
    root: Path, lines: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    """Codes and 1-based op numbers; ops on a failed path are not reported again."""
    assert codes(root, *lines) == expected


def test_overwrite_lets_add_and_move_replace_files(root: Path) -> None:
    """The content that is lost stands in the change set."""
    assert changes(root, "*** Add File: a", "+n", overwrite=True) == [
        ("a", b"x\nz\n", b"n\n", None)
    ]
    assert changes(root, "*** Update File: a", "*** Move to: b", overwrite=True) == [
        ("b", b"b\n", b"x\nz\n", "a"),
        ("a", b"x\nz\n", None, None),
    ]


def test_adding_twice_is_refused_even_when_overwriting(root: Path) -> None:
    """The first body would be lost without a trace."""
    with pytest.raises(PatchsmithError, match="twice"):
        planned(root, "*** Add File: n", "+1", "*** Add File: n", "+2", overwrite=True)


def test_partial_keeps_the_ops_before_the_failing_one(root: Path) -> None:
    """The error is part of the plan; later ops are not looked at."""
    result = planned(root, *UPDATE_A, "*** Delete File: no", "*** Delete File: b", partial=True)
    assert [op.path for op in result.results] == ["a"]
    assert list(result.change_set.paths) == ["a"]
    assert result.failed is not None
    assert (result.failed.code, result.failed.op) == ("missing-file", 2)


def test_results_spell_paths_as_the_patch_does(root: Path) -> None:
    """A move is a modification of its destination, as Codex says it."""
    result = planned(root, "*** Update File: ./a", "*** Move to: ./n", "*** Delete File: link")
    assert [(op.kind, op.path, op.moved_from) for op in result.results] == [
        ("M", "./n", "./a"),
        ("D", "link", None),
    ]
