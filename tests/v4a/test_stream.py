"""Events while a patch arrives."""

from __future__ import annotations

import time

import pytest

from patchsmith.errors import InputError, RequestError
from patchsmith.v4a.events import (
    FileOpEnded,
    FileOpStarted,
    LinesCounted,
    MoveNamed,
    ReadingRestarted,
    StreamEvent,
)
from patchsmith.v4a.parser import parse
from patchsmith.v4a.stream import PatchStream

PATCH = """\
*** Begin Patch
*** Add File: a.txt
+one
+two
*** Update File: b.txt
*** Move to: c.txt
@@
-x
+y
+z
*** Delete File: d.txt
*** End Patch
"""


def events_by_line(text: str) -> list[tuple[StreamEvent, ...]]:
    stream = PatchStream()
    found = [stream.feed(line) for line in text.splitlines(keepends=True)]
    stream.finish()
    return found


def test_each_line_tells_what_is_new() -> None:
    """Starts, counts and ends come with the line that shows them."""
    assert events_by_line(PATCH) == [
        (),
        (FileOpStarted("add", "a.txt", 2),),
        (LinesCounted("a.txt", 1, 0),),
        (LinesCounted("a.txt", 2, 0),),
        (FileOpEnded("add", "a.txt", None, 2, 0), FileOpStarted("update", "b.txt", 5)),
        (MoveNamed("b.txt", "c.txt"),),
        (),
        (LinesCounted("b.txt", 0, 1),),
        (LinesCounted("b.txt", 1, 1),),
        (LinesCounted("b.txt", 2, 1),),
        (
            FileOpEnded("update", "b.txt", "c.txt", 2, 1),
            FileOpStarted("delete", "d.txt", 11),
            FileOpEnded("delete", "d.txt", None, 0, 0),
        ),
        (),
    ]


def test_one_piece_tells_starts_and_ends() -> None:
    """Counts in between are left out when a piece brings the end too."""
    stream = PatchStream()
    events = stream.feed(PATCH)
    assert [type(event).__name__ for event in events] == ["FileOpStarted", "FileOpEnded"] * 3
    assert stream.finish() == parse(PATCH)


def test_only_complete_lines_are_acted_upon() -> None:
    """A line that has not ended may still become another one."""
    stream = PatchStream()
    assert stream.feed("*** Begin Patch\n*** Add Fi") == ()
    assert stream.feed("le: a") == ()
    assert stream.feed(".txt\n+x") == (FileOpStarted("add", "a.txt", 2),)
    assert stream.feed("\n") == (LinesCounted("a.txt", 1, 0),)


def test_an_error_comes_with_its_line_and_stays() -> None:
    """The call that completes the malformed line raises; so does every later one."""
    stream = PatchStream()
    stream.feed("*** Begin Patch\n*** Add File: a\n+x\ny")
    with pytest.raises(InputError) as caught:
        stream.feed("\n")
    assert caught.value.line_no == 4
    for again in (lambda: stream.feed("+z\n"), stream.finish):
        with pytest.raises(InputError) as later:
            again()
        assert later.value is caught.value


def test_a_patch_that_stops_early_is_refused_at_the_end() -> None:
    """Only the end shows that the output was cut off."""
    stream = PatchStream()
    stream.feed(PATCH.removesuffix("*** End Patch\n"))
    with pytest.raises(InputError, match="cut off"):
        stream.finish()


def test_wrappers_in_front_are_recognised_as_they_arrive() -> None:
    """A code fence restarts nothing, for nothing was told before it."""
    lines = ["Here:", "```patch", *PATCH.splitlines(), "```"]
    events = events_by_line("".join(f"{line}\n" for line in lines))
    assert events[3] == (FileOpStarted("add", "a.txt", 4),)
    assert not any(isinstance(event, ReadingRestarted) for found in events for event in found)


def test_a_late_leniency_voids_what_was_told() -> None:
    """Where the canonical reading fails after file ops were told, they are told anew."""
    text = PATCH.replace("*** Delete File: d.txt", "***delete file: d.txt")
    stream = PatchStream()
    told = [event for line in text.splitlines(keepends=True) for event in stream.feed(line)]
    restart = told.index(ReadingRestarted())
    assert told[restart + 1] == FileOpStarted("add", "a.txt", 2)
    assert told[-1] == FileOpEnded("delete", "d.txt", None, 0, 0)
    assert [mark.name for mark in stream.finish().tolerated] == ["marker-spelling"]


def test_lines_that_turn_out_to_be_layout_are_not_counted() -> None:
    """The `---` and `+++` of a diff count until the next line shows what they are."""
    stream = PatchStream()
    stream.feed("*** Begin Patch\n*** Update File: a\n--- a/a\n+++ b/a\n")
    assert stream.feed("@@ -1 +1 @@\n-x\n") == (LinesCounted("a", 0, 1),)


def test_a_finished_stream_takes_no_more() -> None:
    """Finishing again returns the same patch; feeding is the caller's mistake."""
    stream = PatchStream()
    stream.feed(PATCH)
    assert stream.finish() is stream.finish()
    with pytest.raises(RequestError):
        stream.feed("x")


@pytest.mark.parametrize(
    "text",
    [
        "*** Begin Patch\n*** Add File: a\n" + "+x\n" * 40_000 + "*** End Patch\n",
        "*** Begin Patch\n*** Add File: a\n+" + "x" * 120_000 + "\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: a\n@@\n-x\n" + "\n" * 40_000 + "*** End Patch\n",
        "*** Begin Patch\n*** Delete File: a\n *** End Patch\n" + "\n" * 40_000,
        "```\n*** Begin Patch\n*** Update File: a\n@@\n" + "-x\n" * 40_000 + "*** End Patch\n```",
    ],
    ids=["lines", "one-line", "blank-lines", "held-end", "rewritten"],
)
def test_time_is_linear_in_the_size(text: str) -> None:
    """A hundred thousand pieces of one character are read within seconds, not minutes."""
    begun = time.monotonic()
    stream = PatchStream()
    for character in text:
        stream.feed(character)
    assert stream.finish() == parse(text)
    assert time.monotonic() - begun < 20
