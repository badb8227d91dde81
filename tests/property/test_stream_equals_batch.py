"""Law: how a patch is cut into pieces changes neither the patch that is read nor the refusal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.errors import InputError
from patchsmith.v4a.model import Patch
from patchsmith.v4a.parser import parse
from patchsmith.v4a.stream import PatchStream
from strategies import PATCH_TEXTS, cut


def outcome_of_batch(text: str, *, strict: bool) -> Patch | dict[str, object]:
    try:
        return parse(text, strict=strict)
    except InputError as error:
        return error.to_dict()


def outcome_of_stream(pieces: list[str], *, strict: bool) -> Patch | dict[str, object]:
    stream = PatchStream(strict=strict)
    try:
        for piece in pieces:
            stream.feed(piece)
        return stream.finish()
    except InputError as error:
        return error.to_dict()


@given(text=PATCH_TEXTS, strict=st.booleans(), data=st.data())
def test_every_split_is_read_like_the_whole(text: str, strict: bool, data: st.DataObject) -> None:
    """The same patch with the same tolerated deviations, or the same error on the same line."""
    whole = outcome_of_batch(text, strict=strict)
    for pieces in ([text], list(text), text.splitlines(keepends=True), cut(text, data)):
        assert outcome_of_stream(pieces, strict=strict) == whole
