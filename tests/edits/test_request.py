"""What is refused about a request before any file is opened."""

from __future__ import annotations

from typing import Any

import pytest

from patchsmith.edits.request import EditRequest, edit_request
from patchsmith.errors import PatchsmithError

REFUSED = {
    "empty": ("", "x", "empty-old-string", "write_file"),
    "nul in new": ("a", "b\0c", "bad-text", "new_string"),
    "nul in old": ("a\0", "b", "bad-text", "old_string"),
    "half a surrogate pair": ("a", "b\ud83d", "bad-text", "new_string"),
    "identical": ("a", "a", "no-change", "same"),
    "a number": (42, "43", "bad-request", "old_string"),
    "null": ("a", None, "bad-request", "new_string"),
}


@pytest.mark.parametrize(("old", "new", "code", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_can_never_work_is_refused(old: Any, new: Any, code: str, words: str) -> None:
    """The refusal has the code of the fault and names the argument or the way out."""
    with pytest.raises(PatchsmithError) as caught:
        edit_request(old, new, path="f.txt")
    assert caught.value.code == code
    assert words in str(caught.value)
    assert caught.value.path == "f.txt"


def test_replace_all_is_a_truth_value_and_nothing_else() -> None:
    """The text "false" is not taken for a truth value."""
    wrong: Any = "false"
    with pytest.raises(PatchsmithError, match="replace_all"):
        edit_request("a", "b", replace_all=wrong)


def test_the_needle_spells_every_ending_as_lf() -> None:
    """CRLF and LF compare equal, a lone CR stays."""
    request = edit_request("a\r\nb\rc\n", "x")
    assert request == EditRequest(b"a\r\nb\rc\n", b"x", every=False)
    assert request.needle == b"a\nb\rc\n"
