"""Options read by hand."""

from __future__ import annotations

import io

import pytest

from patchsmith.cli.options import UsageError, Words, did_you_mean, read_words, say

USAGE = "Usage: tool\n"


def read(*words: str) -> Words:
    """Read words as a command with two options would."""
    return read_words("tool", words, flags=("--all",), valued=("--root",), usage=USAGE)


def test_options_may_stand_anywhere_before_two_dashes() -> None:
    """What follows them is taken as it is."""
    found = read("a", "--root", "d", "--all", "b", "--", "--all", "--x")
    assert found == Words({"--all"}, {"--root": "d"}, ["a", "b", "--all", "--x"])


def test_a_value_may_look_like_an_option() -> None:
    """The word behind an option with a value is its value; so is what follows its `=`."""
    assert read("--root", "--all").values == {"--root": "--all"}
    assert read("--root=a=b").values == {"--root": "a=b"}
    assert read("--root=").values == {"--root": ""}


REFUSED = {
    "unknown": (["--al"], "tool has no option --al. Did you mean --all?"),
    "a flag with a value": (["--all=1"], "has no option --all=1"),
    "twice": (["--root", "a", "--root", "b"], "takes --root once"),
    "no value": (["--root"], "needs a value behind --root"),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_wrong_is_said_with_the_usage(words: list[str], message: str) -> None:
    """The nearest option is named when there is one."""
    with pytest.raises(UsageError) as caught:
        read(*words)
    assert message in str(caught.value)
    assert str(caught.value).endswith(USAGE)


def test_nothing_near_is_not_guessed() -> None:
    """No suggestion is better than a silly one."""
    assert did_you_mean("--zzz", ["--all"]) == ""


def test_text_is_written_whatever_the_locale() -> None:
    """As UTF-8; bytes of file names that are none come out as they were."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    say(stream, "é\udcff\n")
    assert raw.getvalue() == "é".encode() + b"\xff\n"
    say(None, "nobody listens")
