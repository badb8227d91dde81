"""The options of `replx` as a table, and the click command made from it.

Options end at the target's first word, so that the command's own options stay its own. The
budget is taken as text: what is no budget is the loop's guard to refuse, not the parser's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import click

_HELP = """\
Run TARGET, read its failure, repair, and run again until the success condition holds or the
budget is spent. Options end at TARGET's first word; a single quoted TARGET runs through sh.
"""
_EPILOG = """\
\b
Examples:
  replx python -m pytest -q
  replx --budget 2 --success-line 'smoke: PASS' ./smoke.sh
  replx 'make lint && make test'

\b
Exit status: 0 solved, 1 unsolved, 2 input error or wrong usage,
3 our own fault, 4 the machine said no, 130 interrupted.
"""
_OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("--budget", {"metavar": "N", "help": "Iterations allowed, 1 to 32.  [default: 4]"}),
    (
        "--success-line",
        {"metavar": "TEXT", "help": "Success is a line of output that begins with TEXT."},
    ),
    (
        "--success-exact",
        {"metavar": "TEXT", "help": "Success is a line of output that is TEXT."},
    ),
    (
        "--success-regex",
        {"metavar": "RE", "help": "Success is a line of output that RE (Python's) matches."},
    ),
    (
        "--stream",
        {
            "choices": ("stdout", "stderr", "both"),
            "default": "both",
            "help": "Where that line must be printed.  [default: both]",
        },
    ),
    (
        "--no-output",
        {
            "metavar": "RE",
            "multiple": True,
            "help": "No line of output may match RE; besides exit status 0 or a line; repeatable.",
        },
    ),
    (
        "--check",
        {"metavar": "CMD", "help": "CMD must exit 0 after each run, besides all else required."},
    ),
    (
        "--twice",
        {"is_flag": True, "help": "The same result must be seen twice on the same tree."},
    ),
    (
        "--success",
        {"metavar": "TEXT", "help": "A condition in prose; needs a reasoning repairer."},
    ),
    ("--goal", {"metavar": "TEXT", "help": "An end state in prose; needs a reasoning repairer."}),
    (
        "--phases",
        {
            "is_flag": True,
            "help": "Tell lint, build and test apart: given below, configured or evident.",
        },
    ),
    ("--lint", {"metavar": "CMD", "help": "The command that lints; asks for phases."}),
    ("--build", {"metavar": "CMD", "help": "The command that builds; asks for phases."}),
    ("--test", {"metavar": "CMD", "help": "The command that tests; asks for phases."}),
    (
        "--commit",
        {
            "is_flag": True,
            "help": "In phases: commit the lint-only edits by themselves once lint is clean.",
        },
    ),
    (
        "--timeout",
        {"type": float, "metavar": "SECONDS", "help": "End a run after that time."},
    ),
    (
        "--deadline",
        {"type": float, "metavar": "SECONDS", "help": "End the whole loop after that time."},
    ),
    (
        "--root",
        {
            "metavar": "DIR",
            "default": ".",
            "help": "Folder the command runs in and repairs may touch.  [default: here]",
        },
    ),
    (
        "--allow",
        {
            "metavar": "PATH",
            "multiple": True,
            "help": "Let attempts touch a protected file, folder or glob; repeatable.",
        },
    ),
    (
        "--repairer",
        {
            "metavar": "NAME",
            "help": "Who repairs: offline, command:CMD, recorded:DIR or none.  [default: offline]",
        },
    ),
    (
        "--repair-command",
        {"metavar": "CMD", "help": "Repair by a program that reads the failure on its stdin."},
    ),
    (
        "--repair-timeout",
        {
            "type": float,
            "metavar": "SECONDS",
            "help": "End a repair program after that time, edits undone.  [default: 600]",
        },
    ),
    (
        "--recorded",
        {"metavar": "DIR", "help": "Repair by making the attempts of a stored run again."},
    ),
    (
        "--held-out",
        {
            "metavar": "PATH",
            "help": "Checks kept from the repairer: a V4A patch, or a folder laid over the tree.",
        },
    ),
    (
        "--verify",
        {"metavar": "CMD", "help": "What is run on the held-out checks.  [default: TARGET]"},
    ),
    (
        "--run-dir",
        {"metavar": "DIR", "help": "Folder that holds runs.  [default: the user's state folder]"},
    ),
    (
        "--isolate",
        {"is_flag": True, "help": "Work in a copy; only a verified change comes back."},
    ),
    (
        "--lang",
        {"choices": ("en", "ja"), "default": "en", "help": "Language of the report."},
    ),
    ("--json", {"is_flag": True, "help": "Print the record as JSON, not Markdown."}),
    ("--quiet", {"is_flag": True, "help": "Print no progress."}),
)


def click_command(callback: Callable[..., int]) -> click.Command:
    """Return the command line as click has it.

    Args:
        callback: Called with every option by its name, and the words as `target`.
    """
    import click

    from patchsmith import __version__

    params: list[click.Parameter] = [
        click.Option([flag], **_for_click(settings)) for flag, settings in _OPTIONS
    ]
    params.append(click.Argument(["target"], nargs=-1, type=click.UNPROCESSED))
    found = click.Command(
        "replx",
        params=params,
        callback=callback,
        help=_HELP,
        epilog=_EPILOG,
        context_settings={"allow_interspersed_args": False},
    )
    return click.version_option(__version__, message=f"replx (patchsmith) {__version__}")(found)


def _for_click(settings: dict[str, Any]) -> dict[str, Any]:
    import click

    given = dict(settings)
    choices = given.pop("choices", None)
    if choices is not None:
        given["type"] = click.Choice(choices)
    return given
