"""Law: the tolerant tier never decides where the text occurs exactly."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.edits.search import find

TEXT = st.text(st.sampled_from("ab \t\n"), max_size=30).map(str.encode)


@given(body=TEXT, needle=TEXT.filter(bool), every=st.booleans())
def test_an_exact_match_always_decides(body: bytes, needle: bytes, every: bool) -> None:
    """The tier is `exact` exactly when the text occurs as it is."""
    found = find(body, needle, every=every)
    if needle in body:
        assert found is not None
        assert found.tier == "exact"
    else:
        assert found is None or found.tier == "trailing"


@given(body=TEXT, needle=TEXT.filter(bool))
def test_counting_agrees_with_looking_at_every_offset(body: bytes, needle: bytes) -> None:
    """Overlaps included."""
    offsets = [at for at in range(len(body)) if body.startswith(needle, at)]
    found = find(body, needle, every=False)
    if offsets:
        assert found is not None
        assert found.count == len(offsets)
        assert [start for start, _ in found.spans] == offsets[:5]


@given(body=TEXT, needle=TEXT.filter(bool), every=st.booleans())
def test_what_is_found_is_what_was_asked_for(body: bytes, needle: bytes, every: bool) -> None:
    """Line by line, trailing blanks and a final newline that is not there aside."""
    found = find(body, needle, every=every)
    wanted = [line.rstrip() for line in needle.split(b"\n")]
    for start, end in found.spans if found is not None else ():
        there = [line.rstrip() for line in body[start:end].split(b"\n")]
        assert wanted in (there, [*there, b""])
