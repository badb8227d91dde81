"""Law: what write_file wrote is what is read back."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from patchsmith import write_file

CONTENT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200)


@settings(max_examples=50, deadline=None)
@given(content=CONTENT, again=CONTENT)
def test_a_new_file_holds_exactly_what_was_written(content: str, again: str) -> None:
    """Byte for byte; a second content too, but for the style that the first one set."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.txt"
        write_file("f.txt", content, root=folder, fsync=False)
        assert path.read_bytes() == content.encode()
        if "\r" in content or content.startswith("\ufeff") or again.startswith("\ufeff"):
            return
        write_file("f.txt", again, root=folder, fsync=False)
        assert path.read_bytes() == again.encode()
