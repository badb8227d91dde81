"""Rules of reading node's spec reporter: a recorded output, and the node that is here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from patchsmith.testreports import tap_output
from patchsmith.testreports.node_spec import read
from reports_read import named, numbers, printed
from trees import lay

RECORDED = """\
▶ calc
  ✔ adds (1.630108ms)
  ✖ subs (1.450491ms)
    AssertionError [ERR_ASSERTION]: 1 == 2
        at TestContext.<anonymous> (/project/a.test.js:2:62)

✖ calc (5.215503ms)
﹣ skipped one (0.184967ms) # SKIP
✔ later (0.173676ms) # TODO
ℹ tests 4
ℹ suites 1
ℹ pass 1
ℹ fail 1
ℹ cancelled 0
ℹ skipped 1
ℹ todo 1
ℹ duration_ms 241.265821

✖ failing tests:

test at a.test.js:2:40
✖ subs (1.450491ms)
"""
TESTS = """\
const { test, describe, it } = require('node:test');
const assert = require('assert');
describe('calc', () => {
  it('adds', () => {});
  it('subs', () => { assert.equal(1, 2); });
});
test('skipped one', { skip: true }, () => {});
test('later', { todo: true }, () => {});
"""
NAMED = {
    "adds": "passed",
    "subs": "failed",
    "calc": "failed",
    "skipped one": "skipped",
    "later": "xfailed",
}
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def test_a_recorded_output() -> None:
    """A block is among the names, never among the counts; failures are listed once."""
    report = read(RECORDED.splitlines())
    assert numbers(report) == (1, 1, 1, 1, 0)
    assert named(report) == NAMED
    assert report is not None
    assert report.names_all


@needs_node
@pytest.mark.parametrize("reporter", ["spec", "tap"])
def test_the_node_that_is_here(reporter: str, tmp_path: Path) -> None:
    """Both reporters lead to the same numbers."""
    lay(tmp_path, {"a.test.js": TESTS})
    lines = printed(tmp_path, "node", "--test", f"--test-reporter={reporter}")
    report = read(lines) if reporter == "spec" else tap_output.read(lines)
    assert numbers(report) == (1, 1, 1, 1, 0)


def test_prose_is_nobodys() -> None:
    """Marks of other programs are not node's."""
    assert read(["✔ built (3ms)", "ℹ pass 3", "ℹ info"]) is None
