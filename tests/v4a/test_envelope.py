"""The envelope around the file ops."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.v4a.envelope import PatchReader
from patchsmith.v4a.model import AddFile, DeleteFile, UpdateFile
from patchsmith.v4a.parser import parse


def envelope(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch", ""])


def test_lines_may_come_one_by_one() -> None:
    """The file ops that have ended are there before the patch is."""
    reader = PatchReader(strict=True)
    for line in ("*** Begin Patch", "*** Add File: a", "+x"):
        reader.feed([line])
    assert reader.ops == []
    reader.feed(["*** Delete File: b"])
    assert reader.ops == [AddFile("a", ("x",), 2), DeleteFile("b", 4)]
    assert reader.finish("*** End Patch").ops == tuple(reader.ops)


def test_blank_lines_around_are_layout_unless_they_were_put_there() -> None:
    """Where wrappers were taken away, the blank lines in their place are not the sender's."""
    for bare, tolerated in ((True, ["blank-layout"]), (False, [])):
        reader = PatchReader(strict=False, bare=bare)
        reader.feed(["", *envelope("*** Delete File: a").split("\n"), ""])
        assert [mark.name for mark in reader.finish("").tolerated] == tolerated


@pytest.mark.parametrize(("text", "line_no"), [("", 1), ("\n\n", 3), (" ", 1), ("\nx", 2)])
def test_a_text_without_envelope_names_the_line_where_it_should_begin(
    text: str, line_no: int
) -> None:
    """The first line that is not blank, or the end of the text."""
    with pytest.raises(InputError, match="first line of the patch") as caught:
        parse(text)
    assert caught.value.line_no == line_no


def test_a_padded_end_marker_in_a_hunk_is_context_when_text_follows() -> None:
    """Behind a blank the marker is a context line, unless it is the patch's last line."""
    lines = ["*** Update File: a", "@@", "-x", " *** End Patch"]
    update = parse(envelope(*lines)).ops[0]
    assert isinstance(update, UpdateFile)
    assert update.hunks[0].lines == ("-x", " *** End Patch")
    cut = parse("\n".join(["*** Begin Patch", *lines]))
    assert isinstance(cut.ops[0], UpdateFile)
    assert cut.ops[0].hunks[0].lines == ("-x",)
    assert [mark.name for mark in cut.tolerated] == ["padded-marker"]


def test_text_behind_the_envelope_is_refused_by_the_end_marker() -> None:
    """What follows is named by its line."""
    with pytest.raises(InputError, match="line 5") as caught:
        parse(envelope("*** Add File: a", "+x") + "@@ more\n")
    assert caught.value.line_no == 4


def test_tolerated_deviations_come_in_the_order_of_lines() -> None:
    """Each is named once, where it was first."""
    patch = parse(
        envelope("*** Add File: a ", "+x", "", "*** Delete File: b\r", " *** Delete File: c")
    )
    assert [(mark.name, mark.line_no) for mark in patch.tolerated] == [
        ("padded-marker", 2),
        ("blank-layout", 4),
        ("crlf-patch", 5),
    ]
