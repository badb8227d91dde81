"""What the editing commands print."""

from __future__ import annotations

import json

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.cli.output import answer, diff_text, dumped, refusal, report
from patchsmith.errors import EditError

CHANGES = ChangeSet((FileChange(RelPath("f"), b"a\n", b"b\n", None),))


class Done:
    """A result as the tools return it."""

    change_set = CHANGES
    failed: EditError | None = None

    def to_dict(self) -> dict[str, object]:
        """Return what agents get."""
        return {"path": "f"}


def test_an_object_is_one_line_of_json() -> None:
    """Text that no encoding holds comes out as an escape that JSON readers know."""
    text = dumped({"path": "é\n\udcff"})
    assert text == '{"path": "é\\n\\udcff"}\n'
    assert json.loads(text) == {"path": "é\n\udcff"}


def test_answers_and_refusals_say_whether_it_was_done() -> None:
    """A dry run says that it was one."""
    assert answer({"path": "f"}, dry_run=False) == {"ok": True, "path": "f"}
    assert answer({"path": "f"}, dry_run=True) == {"ok": True, "dry_run": True, "path": "f"}
    error = refusal(EditError("not-found", "x"))
    assert error == {"ok": False, "error": {"code": "not-found", "message": "x"}}


def test_a_diff_has_no_colours_where_no_terminal_shows_it() -> None:
    """It can be piped into a file."""
    assert diff_text(CHANGES) == "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"


def test_half_a_success_is_reported_as_a_failure_with_what_was_done() -> None:
    """With `--partial`, the error stands beside the files."""
    done = Done()
    done.failed = EditError("not-found", "x")
    assert report(lambda: done, lambda _: "did f\n", as_json=True, dry_run=False) == 1
    assert report(Done, lambda _: "did f\n", as_json=False, dry_run=False) == 0
