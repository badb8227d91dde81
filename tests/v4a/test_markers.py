"""Marker spellings."""

from __future__ import annotations

import pytest

from patchsmith.v4a.markers import CANONICAL, TRANSLATED, Marker, canonical_marker


@pytest.mark.parametrize("marker", CANONICAL)
def test_canonical_markers_are_left_alone(marker: str) -> None:
    """There is nothing to change."""
    assert canonical_marker(marker + ("x" if marker.endswith(" ") else "")) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("***Update File: a b", "*** Update File: a b"),
        ("*** update  file:a", "*** Update File: a"),
        ("***  END PATCH", "*** End Patch"),
        ("*** Begin Patch ***", "*** Begin Patch"),
        ("  *** Add file: x ", "*** Add File: x"),
        ("*** Move To: y", "*** Move to: y"),
        ("*** end of file", "*** End of File"),
    ],
)
def test_slips_of_case_and_blanks(line: str, expected: str) -> None:
    """The words decide."""
    assert canonical_marker(line) == Marker(expected, "marker-spelling")


@pytest.mark.parametrize(
    ("marker", "words"), [(m, words) for m, texts in TRANSLATED.items() for words in texts]
)
def test_every_translation(marker: str, words: str) -> None:
    """Each translated text stands for its marker, with ASCII and full-width colon."""
    if not marker.endswith(" "):
        assert canonical_marker(f"*** {words}") == Marker(marker, "translated-marker")
        return
    for line in (f"*** {words}: a/b", f"*** {words.capitalize()}：a/b"):
        assert canonical_marker(line) == Marker(f"{marker}a/b", "translated-marker")


def test_the_korean_move_puts_the_path_first() -> None:
    """`*** path` with the suffix is a move."""
    assert canonical_marker("*** src/b.py로 이동") == Marker(
        "*** Move to: src/b.py", "translated-marker"
    )


@pytest.mark.parametrize(
    "line", ["*** Frobnicate File: x", "*** Update File", "*** End Patch: x", "text", "****", "***"]
)
def test_anything_else_is_no_marker(line: str) -> None:
    """Markers with a path need a colon, others must not have one."""
    assert canonical_marker(line) is None
