"""Rules for the options of `replx`."""

from __future__ import annotations

import click
import pytest

from patchsmith.cli.replx_options import click_command


def parsed(*words: str) -> dict[str, object]:
    """Return what the command line makes of words."""
    found: dict[str, object] = {}

    def keep(**options: object) -> int:
        found.update(options)
        return 0

    click_command(keep).main(list(words), prog_name="replx", standalone_mode=False)
    return found


def test_options_end_at_the_targets_first_word() -> None:
    """The command's own options stay its own, whatever their names."""
    found = parsed("--budget", "2", "pytest", "--budget", "9", "--help", "-q")
    assert found["budget"] == "2"
    assert found["target"] == ("pytest", "--budget", "9", "--help", "-q")


def test_two_dashes_end_options_too() -> None:
    """A target may begin with a dash."""
    assert parsed("--quiet", "--", "-odd-name", "-x")["target"] == ("-odd-name", "-x")


@pytest.mark.parametrize("given", ["0", "-1", "2.5", "33", "abc", ""])
def test_the_budget_is_taken_as_text(given: str) -> None:
    """What is no budget is for the loop's guard to refuse."""
    assert parsed("--budget", given, "ls")["budget"] == given


def test_what_is_not_given_is_none() -> None:
    """Defaults are the loop's business."""
    found = parsed()
    assert [found[name] for name in ("budget", "success_line", "repairer", "run_dir")] == [None] * 4
    assert found["target"] == ()


def test_allowed_paths_add_up() -> None:
    """The option can be repeated."""
    assert parsed("--allow", "a", "--allow", "b/", "ls")["allow"] == ("a", "b/")


def test_an_unknown_option_is_answered_with_the_nearest() -> None:
    """A slip costs one look."""
    with pytest.raises(click.NoSuchOption) as caught:
        parsed("--buget", "3", "ls")
    assert "--budget" in caught.value.format_message()
