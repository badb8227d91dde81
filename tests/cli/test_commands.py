"""The click group: help, version, unknown commands."""

from __future__ import annotations

import pytest

from patchsmith import __version__
from patchsmith.cli.commands import group, run
from patchsmith.cli.main import FAST


def test_help_lists_every_command_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The fast ones too."""
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    for name, summary in FAST.items():
        assert name in text
        assert summary in text
    assert "Example: patchsmith edit" in text


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """On one line."""
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"patchsmith {__version__}\n"


@pytest.mark.parametrize(
    ("words", "advice"),
    [(["edti"], "Did you mean edit?"), (["zzz"], "no command zzz"), (["--halp"], "--help")],
)
def test_what_is_not_known_names_the_nearest(
    words: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2."""
    assert run(words) == 2
    assert advice in capsys.readouterr().err


def test_the_group_hands_its_words_on(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A command that is reached through click runs all the same."""
    command = group.commands["edit"]
    assert command.main(["--help"], standalone_mode=False) == 0
    assert b"Usage: patchsmith edit" in capfdbinary.readouterr().out
