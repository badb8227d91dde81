"""Law: an edit changes the matched span and not one byte outside it."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from patchsmith.edits.planner import plan_edit
from patchsmith.edits.request import edit_request
from patchsmith.errors import PatchsmithError

TEXT = st.text(st.sampled_from("ab \t\u3000é\n\r"), max_size=40)
NEW = st.text(st.sampled_from("abX \té"), max_size=8)


@given(before=TEXT, old=TEXT, after=TEXT, new=NEW)
def test_bytes_outside_an_exact_match_are_equal(
    before: str, old: str, after: str, new: str
) -> None:
    """What replaces it is new_string verbatim, and what was replaced was old_string."""
    content = (before + old + after).encode()
    body = content.decode().replace("\r\n", "\n")
    assume(old and old != new and not old.endswith("\r") and not after.startswith("\n"))
    assume(not before.endswith("\r") and not old.startswith("\n"))
    assume(body.find(old.replace("\r\n", "\n")) == body.rfind(old.replace("\r\n", "\n")))
    edit = plan_edit(content, edit_request(old, new), "f")
    assert edit.tier == "exact"
    assert edit.content == (before + new + after).encode()


@given(
    lines=st.lists(st.sampled_from(["a", "b", "c", " d", ""]), min_size=2, max_size=8),
    data=st.data(),
)
def test_bytes_outside_a_tolerant_match_are_equal(lines: list[str], data: st.DataObject) -> None:
    """Whatever trailing blanks and endings the file has, the rest of it keeps them."""
    blanks = st.sampled_from(["", " ", "\t ", "\u3000"])
    endings = st.sampled_from(["\n", "\r\n"])
    raw = [line + data.draw(blanks) + data.draw(endings) for line in lines]
    first = data.draw(st.integers(0, len(lines) - 1))
    last = data.draw(st.integers(first, len(lines) - 1))
    old = "\n".join(lines[first : last + 1])
    try:
        edit = plan_edit("".join(raw).encode(), edit_request(old, "NEW"), "f")
    except PatchsmithError as error:
        code = error.code
    else:
        code = ""
    if code:
        assert code in {"ambiguous", "not-found", "empty-old-string"}
        return
    head, new, tail = edit.content.decode().partition("NEW")
    assert new
    assert "".join(raw).startswith(head)
    assert "".join(raw).endswith(tail)
    middle = "".join(raw)[len(head) : len("".join(raw)) - len(tail)]
    kept = [line.rstrip() for line in middle.replace("\r\n", "\n").split("\n")]
    assert kept == [line.rstrip() for line in old.split("\n")]
