"""Law: several edits in one call equal the same edits one after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.edits.multi import plan_edits
from patchsmith.edits.planner import plan_edit
from patchsmith.edits.request import EditRequest, edit_request
from patchsmith.errors import PatchsmithError

TEXT = st.text(st.sampled_from("abc \n"), min_size=1, max_size=5)


@st.composite
def requests(draw: st.DrawFn) -> EditRequest:
    """Draw one edit."""
    old = draw(TEXT)
    new = draw(TEXT.filter(lambda text: text != old))
    return edit_request(old, new, replace_all=draw(st.booleans()))


@given(
    text=st.text(st.sampled_from("abc \n"), max_size=20),
    edits=st.lists(requests(), min_size=1, max_size=4),
)
def test_a_call_equals_its_edits_one_after_another(text: str, edits: list[EditRequest]) -> None:
    """The same bytes, or the error of the same edit."""
    current, failed = _one_after_another(text.encode(), edits)
    try:
        planned = plan_edits(text.encode(), edits, "f")
    except PatchsmithError as error:
        refused = (error.code, error.op)
    else:
        assert failed is None
        assert planned.content == current
        return
    if failed is None:
        assert refused == ("no-change", None)
        assert current == text.encode()
    else:
        assert refused == failed


def _one_after_another(
    content: bytes, edits: list[EditRequest]
) -> tuple[bytes, tuple[str, int] | None]:
    """Return the bytes after all edits, or the code and number of the one that failed."""
    for index, request in enumerate(edits):
        try:
            content = plan_edit(content, request, "f").content
        except PatchsmithError as error:
            return content, (error.code, index + 1)
    return content, None
