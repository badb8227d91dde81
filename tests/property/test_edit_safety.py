"""Law: an edit of arbitrary text either is planned or is refused with one of our errors."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.edits.planner import plan_edit
from patchsmith.edits.request import edit_request
from patchsmith.errors import PatchsmithError

TEXT = st.text(st.sampled_from("ab \t\r\n\u00a0\u2028é"), max_size=8)


@given(content=st.text(st.sampled_from("ab \t\r\n\u00a0\u2028é"), max_size=16),
       old=TEXT, new=TEXT, every=st.booleans(), encoding=st.sampled_from(
           ["utf-8", "utf-8-sig", "utf-16", "latin-1"]))  # fmt: skip
def test_every_edit_is_planned_or_refused(
    content: str, old: str, new: str, every: bool, encoding: str
) -> None:
    """Blanks, line ends and encodings in any order raise nothing else; a plan is a change."""
    before = content.encode(encoding, "replace")
    try:
        planned = plan_edit(before, edit_request(old, new, replace_all=every), "f")
    except PatchsmithError:
        return
    assert planned.content != before
