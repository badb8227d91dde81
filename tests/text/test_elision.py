"""Placeholders for code left out, and their look-alikes."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.text.elision import is_placeholder, refuse_elision

QUIET = {
    "bare ellipsis": "...",
    "commented ellipsis": "# ...",
    "spread": "const xs = [...rest, 1, 2]",
    "spread of a remainder": "...existing,",
    "dots behind code": "load(); // ... existing rows are kept ...",
    "comment that ends in dots": "# Loading the remaining rows...",
    "comment that begins so": "# existing code paths must keep working",
    "prose": "The rest of the code is unchanged.",
    "heading": "## Other methods",
    "list": "- other ... things",
    "python stub": "def f(): ...",
    "shell range": "for i in {1...9}; do",
    "continuation": "# ... and so on, see the manual",
    "otherwise": "# ...otherwise, terminate.",
    "another": "// ... another way is to cache it",
    "spread in a list": "[...existing].some((one) => one)",
    "output in a manual": "...remaining output omitted...",
    "bracketed output in a manual": "(...remaining output omitted...)",
    "dots at the end of prose": "# Same as before, without the mask we don't need...",
    "decorator comment": "# omitted fields are null",
}
FIRES = {
    "slashes": "// ... rest of the function unchanged ...",
    "hash": "# ... existing code ...",
    "one-sided": "// ... existing code",
    "ends in dots": "// rest of the file...",
    "no dots": "# rest of the code remains the same",
    "block": "/* ... other methods ... */",
    "jsx": "{/* ... existing imports ... */}",
    "html": "<!-- ... remaining markup ... -->",
    "sql": "-- ... rest of the query ...",
    "brackets": "[... rest of file unchanged ...]",
    "parentheses": "// (rest of the code unchanged)",
    "no mark at all": "... rest of the code ...",
    "one character": "# … existing code …",
    "japanese": "// ... 既存のコード ...",
    "code omitted": "# code omitted ...",
    "indented": "        # ... unchanged ...",
}


@pytest.mark.parametrize("line", QUIET.values(), ids=QUIET.keys())
def test_code_and_prose_are_no_placeholders(line: str) -> None:
    """Ellipses that are code, prose and ordinary comments pass."""
    assert not is_placeholder(line)


@pytest.mark.parametrize("line", FIRES.values(), ids=FIRES.keys())
def test_a_remark_that_stands_for_code_is_a_placeholder(line: str) -> None:
    """A line that is nothing but such a remark is recognised in every comment style."""
    assert is_placeholder(line)


def test_a_placeholder_that_the_file_holds_already_is_text() -> None:
    """Only what is newly brought in is refused."""
    line = b"# ... existing code ..."
    refuse_elision(b"a\n  " + line, (b"x\n" + line + b"\n",), "new_string", "f.py")
    with pytest.raises(InputError) as caught:
        refuse_elision(b"a\n  " + line, (b"x\n",), "new_string", "f.py")
    assert (caught.value.code, caught.value.line_no) == ("elision", 2)
    assert "# ... existing code ..." in str(caught.value)
