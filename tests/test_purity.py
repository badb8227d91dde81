"""The pure engines touch nothing outside their arguments.

An audit hook can never be removed again, so it is installed once and armed only around the call
under test, after everything has been imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from patchsmith.changes.between import change_set_between
from patchsmith.changes.mapping_tree import MappingTree
from patchsmith.edits.planner import plan_edit
from patchsmith.edits.request import edit_request
from patchsmith.edits.whole import plan_write
from patchsmith.errors import PatchsmithError
from patchsmith.guard.checking import check
from patchsmith.replx.clues import clues_in
from patchsmith.replx.evident import evident_phases
from patchsmith.replx.imports import FileNames
from patchsmith.testreports.comparing import compared
from patchsmith.testreports.junit_xml import read as read_xml
from patchsmith.testreports.runners import read_reports
from patchsmith.v4a.parser import parse
from patchsmith.v4a.planner import plan
from patchsmith.v4a.single import apply_diff
from patchsmith.v4a.stream import PatchStream
from patchsmith.v4a.writer import write_patch

_FORBIDDEN = ("open", "os.", "subprocess.", "socket.", "shutil.", "tempfile.", "time.")
_armed = False


def _watch(event: str, _arguments: object) -> None:
    if _armed and event.startswith(_FORBIDDEN):
        raise AssertionError(f"a pure engine did {event}")


sys.addaudithook(_watch)


@contextmanager
def watched() -> Iterator[None]:
    """Refuse files, processes and sockets while inside."""
    global _armed  # noqa: PLW0603 - the hook outlives every test
    _armed = True
    try:
        yield
    finally:
        _armed = False


TREE = MappingTree({"a": "x\n“y”\n  z\nx\n".encode(), "b": b"\xff\xfea\0", "c": b"1\r\n2\r3\n"})


def patched(*lines: str) -> Callable[[], object]:
    text = "\n".join(["*** Begin Patch", *lines, "*** End Patch"])
    return lambda: plan(parse(text), TREE)


def edited(content: str, old: str, new: str = "new text") -> Callable[[], object]:
    return lambda: plan_edit(content.encode(), edit_request(old, new), "f.py")


CALLS: dict[str, Callable[[], object]] = {
    "edit": edited("a  \r\nb\n", "a\nb", "a\nc\nd"),
    "edit-elision": edited("a\n", "a", "# ... existing code ..."),
    "edit-ambiguous": edited("a\na\n", "a"),
    "edit-indentation": edited("\ta\n", "  a"),
    "edit-look-alike": edited("“a”\n", '"a"'),
    "edit-entities": edited("a & b\n", "a &amp; b"),
    "edit-escapes": edited('"a\\n"\n', "a\n"),
    "edit-miss": edited("def f(a):\n" * 50, "def g(ab):"),
    "write": lambda: plan_write(b"a\r\n", "b\n", "f.py"),
    "every-tier": patched("*** Update File: a", "@@", '-"y"', "-z", "+w"),
    "ambiguous": patched("*** Update File: a", "@@", "-x"),
    "not-found": patched("*** Update File: a", "@@ nowhere", "-x", "@@", "-q"),
    "utf-16": patched("*** Update File: b", "@@", "+x"),
    "lone-cr": patched("*** Update File: c", "@@", " 2", "-3"),
    "guard": lambda: check(
        change_set_between(
            {
                "test_a.py": b"def test_a():\n    assert f(1) == 2\n",
                "a.mk": b"test:\n\tpytest\n",
            },
            {"test_a.py": b"def test_a():\n    f(1)\n", "a.mk": b"test:\n\tpytest || true\n"},
        )
    ),
    "reports": lambda: compared(
        read_reports(["Ran 1 test in 0.1s", "OK"]), read_reports(["1 passed in 0.1s"])
    ),
    "junit": lambda: read_xml(b"<testsuite><testcase name='a'/></testsuite>"),
    "clues": lambda: clues_in(['  File "a.py", line 1, in f', "NameError: name 'x' is bad"]),
    "imports": lambda: FileNames(["a.py"]).reached_from("b.py", "import a"),
    "phases": lambda: evident_phases({"Makefile": "lint:\n", "tox.ini": "[testenv:lint]\n"}),
    "leniency": patched("***update file: a", "@@ -1 +1 @@", "-z"),
    "writer": lambda: write_patch(change_set_between(TREE.files, {"a": b"x\nq\n", "n": b"1\n"})),
    "stream": lambda: PatchStream().feed("```\n*** Begin Patch\n***add file: a\n+x\n"),
    "diff": lambda: apply_diff("x\n", "@@\n-x\n+y\n"),
    "move-and-add": patched("*** Update File: a", "*** Move to: d", "*** Add File: e", "+e"),
}


@pytest.mark.parametrize("name", CALLS)
def test_planning_a_patch_is_pure(name: str) -> None:
    """Parsing, locating and explaining do no input or output; a second run shows it."""
    for run in ("to import what is imported late", "watched"):
        try:
            if run == "watched":
                with watched():
                    CALLS[name]()
            else:
                CALLS[name]()
        except PatchsmithError as error:
            str(error)


def test_the_hook_fires() -> None:
    """The watch is real: opening a file inside it fails."""
    with pytest.raises(AssertionError, match="did open"), watched():
        open(__file__)  # noqa: PTH123, SIM115
