"""The click group behind `patchsmith`: help, version, and the commands that need not be fast.

Imported only when none of the fast commands was asked for.
"""

from __future__ import annotations

import click

from patchsmith import __version__
from patchsmith.cli.diff import diff
from patchsmith.cli.exit_status import ExitStatus
from patchsmith.cli.guard import guard
from patchsmith.cli.main import FAST, runner
from patchsmith.cli.options import did_you_mean
from patchsmith.cli.recover import recover
from patchsmith.cli.runs import runs


class Group(click.Group):
    """A group that names the nearest command for one it does not know."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command for the words, or refuse them with the nearest name."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            close = did_you_mean(name, self.list_commands(ctx))
            ctx.fail(f"There is no command {name}.{close}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Group,
    epilog="Example: patchsmith edit src/app.py --old 'timeout = 30' --new 'timeout = 90'",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="patchsmith", message="%(prog)s %(version)s")
def group() -> None:
    """Safe edits, honest repair loops and honest measurement for AI agents that change code."""


def run(words: list[str]) -> int:
    """Run the group on the process's words and return the exit status."""
    try:
        status = group.main(args=words, prog_name="patchsmith", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return ExitStatus.INTERRUPTED
    return status if isinstance(status, int) else 0


def _add_fast(name: str, summary: str) -> None:
    @group.command(
        name,
        short_help=summary,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )
    @click.argument("words", nargs=-1, type=click.UNPROCESSED)
    def command(words: tuple[str, ...]) -> int:
        return runner(name)(list(words))


for _name, _summary in FAST.items():
    _add_fast(_name, _summary)

group.add_command(diff)
group.add_command(guard)
group.add_command(recover)
group.add_command(runs)
