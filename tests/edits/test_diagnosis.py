"""The error after a miss: bounded, copyable, silent about secrets."""

from __future__ import annotations

import pytest

from patchsmith.edits.planner import plan_edit
from patchsmith.edits.request import edit_request
from patchsmith.errors import PatchsmithError


def miss(text: str, old: str, path: str = "f.py") -> PatchsmithError:
    """Return the error of an edit whose text is not there."""
    with pytest.raises(PatchsmithError) as caught:
        plan_edit(text.encode(), edit_request(old, "something else"), path)
    assert caught.value.code == "not-found"
    return caught.value


def test_the_error_ends_with_the_first_600_characters_and_the_advice() -> None:
    """The head is exactly 600 characters, and the words are the ones agents are told."""
    text = "".join(
        f"def handler_{number:03}(request):\n    return {number}\n" for number in range(90)
    )
    error = miss(text, "def handler_777(request):\n    return 778\n")
    assert str(error).endswith(
        f"The file begins (600 characters):\n{text[:600]}\n"
        "Copy old_string exactly from the content above"
    )
    assert error.hint == "Copy old_string exactly from the content above"
    assert len(str(error)) < 2500


def test_the_closest_text_is_shown_with_its_line_number() -> None:
    """The head alone does not help when the place is far below it."""
    text = "x = 0\n" * 300 + "def f(a):\n    return a + 1\n" + "y = 0\n" * 300
    error = miss(text, "def f(a):\n    return a + 2\n")
    assert error.line_no == 301
    assert "Closest text, at line 301:\ndef f(a):\n    return a + 1\n" in str(error)


def test_characters_count_not_bytes_nor_lines() -> None:
    """A file of one endless line, and one of long characters, are cut at 600 characters."""
    for text in ("var a=1;" + "x();" * 50_000, "語" * 5000):
        error = miss(text, "var b=2;")
        assert text[:600] in str(error)
        assert text[:601] not in str(error)
        assert len(str(error)) < 2500


def test_in_a_long_line_the_longest_matching_beginning_is_shown() -> None:
    """The text around the place where both part, not the line's first 600 characters."""
    text = "a();" * 2000 + "function total(x){return x*2}" + "b();" * 2000
    error = miss(text, "function total(x){return x*3}")
    assert "Closest text, at line 1:\nfunction total(x){return x*2}" in str(error)


def test_shown_text_can_be_copied_as_it_is() -> None:
    """Joiners and blanks of other widths are shown raw, control characters are not."""
    error = miss("👨\u200d👩\u200d👧 a\u00a0b\x1b[2J\n", "nothing like it")
    assert "👨\u200d👩\u200d👧 a\u00a0b\\x1b[2J" in str(error)


def test_an_empty_file_points_to_write_file() -> None:
    """There is nothing to copy from."""
    assert "write_file" in str(miss("", "hello"))


@pytest.mark.parametrize("path", [".env", "deploy/.env.production", "keys/server.pem"])
def test_the_text_of_secret_files_is_withheld_and_said_to_be(path: str) -> None:
    """Neither head nor closest text, and no words that point to content that is not there."""
    text = "API_TOKEN=tok_9f8e7d\nDB_PASSWORD=hunter2\nMODE=dev\n"
    error = miss(text, "MODE=prod", path)
    assert "withheld" in str(error)
    for secret in ("tok_9f8e7d", "hunter2", "DB_PASSWORD"):
        assert secret not in str(error.to_dict())
    assert "content above" not in str(error)


def test_causes_are_named_for_secret_files_too() -> None:
    """A cause says which characters differ, and quotes no line."""
    error = miss("\tA=secret1\n", "    A=secret1\n    B=2", ".env")
    assert "secret1" not in str(error)
    assert "1 tab" in str(miss("\tA=secret1\n", "    A=secret1", ".env"))


def test_large_files_still_show_their_head() -> None:
    """Beyond a size the closest text is left out."""
    text = "some line\n" * 1_000_000
    error = miss(text, "another thing entirely")
    assert text[:600] in str(error)
    assert "Closest" not in str(error)
