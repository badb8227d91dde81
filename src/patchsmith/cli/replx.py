"""The command `replx`: declare a loop, watch it, print its report.

Progress goes to standard error, the report to standard output: Markdown, or JSON on request,
rendered for reading on a terminal only. Whatever a caller can do wrong ends in a sentence that
names the guard or the option; never in a traceback.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from typing import TYPE_CHECKING, cast

from patchsmith.cli.exit_status import ExitStatus, exit_status
from patchsmith.errors import DeclarationError, PatchsmithError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.repairers.base import Repairer
    from patchsmith.replx.record import LoopRecord
    from patchsmith.replx.refusal import Refusal
    from patchsmith.replx.wording import Language
    from patchsmith.text.masking import Masker


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: Words after the program's name; those of the process by default.

    Returns:
        The exit status.
    """
    import click

    from patchsmith.cli.replx_options import click_command

    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = click_command(_run).main(words, prog_name="replx", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return ExitStatus.USAGE
    except (click.Abort, KeyboardInterrupt):
        print("replx: interrupted", file=sys.stderr)
        return ExitStatus.INTERRUPTED
    except BrokenPipeError:
        # whoever read the report has gone; the interpreter must not complain about it at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitStatus.ENVIRONMENT
    except Exception as error:  # noqa: BLE001 - our own fault, whatever it is
        return _our_fault(error)
    return status if isinstance(status, int) else ExitStatus.DONE


def _run(**options: object) -> int:
    """Run the loop that the options ask for; called by click."""
    from patchsmith.replx.wording import LANGUAGES

    as_json = bool(options["json"])
    language = next(each for each in LANGUAGES if each == options["lang"])
    try:
        record = _repaired(options, language)
    except DeclarationError as error:
        refusal = _refusal(error, options)
        _print_refusal(refusal, language, as_json=as_json)
        return exit_status(error)
    except PatchsmithError as error:
        if as_json:
            _print(json.dumps({"error": error.to_dict()}, indent=2))
        print(f"replx: {error}", file=sys.stderr)
        return exit_status(error)
    print_record(record, language, as_json=as_json)
    return exit_status(record.outcome)


def _repaired(options: dict[str, object], language: Language) -> LoopRecord:
    from patchsmith.loop import LoopRequest, repair

    request = LoopRequest(
        words=cast("tuple[str, ...]", options["target"]),
        budget=_text(options["budget"]),
        goal=_text(options["goal"]),
        success_line=_text(options["success_line"]),
        success_exact=_text(options["success_exact"]),
        success_regex=_text(options["success_regex"]),
        stream=str(options["stream"]),
        no_output=cast("tuple[str, ...]", options["no_output"]),
        check=_text(options["check"]),
        twice=bool(options["twice"]),
        success=_text(options["success"]),
        phases=bool(options["phases"]),
        lint=_text(options["lint"]),
        build=_text(options["build"]),
        test=_text(options["test"]),
        commit=bool(options["commit"]),
        root=str(options["root"]),
        timeout_s=cast("float | None", options["timeout"]),
        deadline_s=cast("float | None", options["deadline"]),
        allow=cast("tuple[str, ...]", options["allow"]),
        held_out=_text(options["held_out"]),
        verify=_text(options["verify"]),
        run_dir=_text(options["run_dir"]),
        isolate=bool(options["isolate"]),
        language=language,
    )
    try:  # a guard's refusal comes before anything about the repairer
        request.declaration()
    except DeclarationError as error:
        if error.code not in ("goal-needs-reasoning", "uncheckable-condition"):
            raise
    tell = None if options["quiet"] else _tell
    return repair(request, repairer=_repairer(options), tell=tell)


def _repairer(options: dict[str, object]) -> Repairer:
    from patchsmith.repairers.registry import choose_repairer

    return choose_repairer(
        _text(options["repairer"]) or None,
        command=_text(options["repair_command"]),
        recorded=_text(options["recorded"]),
        timeout_s=cast("float | None", options["repair_timeout"]),
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _tell(line: str) -> None:
    print(f"replx: {line}", file=sys.stderr, flush=True)


# --- what is printed ---


def _masker() -> Masker:
    from patchsmith.text.masking import Masker, secret_values

    return Masker(secret_values(os.environ))


def _refusal(error: DeclarationError, options: dict[str, object]) -> Refusal:
    from patchsmith.replx.budget import DEFAULT_BUDGET
    from patchsmith.replx.refusal import Refusal

    words = cast("tuple[str, ...]", options["target"])
    target = words[0] if len(words) == 1 else shlex.join(words)
    condition = _condition_given(options)
    budget = options["budget"] if options["budget"] is not None else DEFAULT_BUDGET
    return Refusal(error, str(options["goal"] or target), condition, str(budget))


def _condition_given(options: dict[str, object]) -> str:
    """Return the condition as it was given, in words; it may be none that can be checked."""
    told = {
        "success_line": "a line that begins with {!r}",
        "success_exact": "a line that is exactly {!r}",
        "success_regex": "a line that matches {!r}",
        "success": "{!r}",
    }
    given = [text.format(options[name]) for name, text in told.items() if options[name] is not None]
    found = given or ["exit status 0"]
    for forbidden in cast("tuple[str, ...]", options["no_output"]):
        found.append(f"no line that matches {forbidden!r}")
    if options["check"] is not None:
        found.append(f"exit status 0 of the check {options['check']!r}")
    return "; ".join([*found, "the same result twice"] if options["twice"] else found)


def _print_refusal(refusal: Refusal, language: Language, *, as_json: bool) -> None:
    from patchsmith.replx.refusal import render_refusal

    error, masker = refusal.error, _masker()
    if as_json:
        _print(json.dumps(masker.mask_all(refusal.to_dict()), indent=2))
    else:
        _print_markdown(masker.mask(render_refusal(refusal, language)))
    told = masker.mask(str(error))
    print(f"replx: guard {error.code}: {told}\nreplx: nothing was edited", file=sys.stderr)


def print_record(record: LoopRecord, language: Language, *, as_json: bool) -> None:
    """Print the report of a loop, or its record as JSON, secrets masked."""
    from patchsmith.replx.report import render

    masker = _masker()
    if as_json:
        _print(json.dumps(masker.mask_all(record.to_dict()), indent=2))
    else:
        _print_markdown(masker.mask(render(record, language)))


def _print_markdown(text: str) -> None:
    if not sys.stdout.isatty():
        _print(text.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def _print(text: str) -> None:
    try:
        print(text)
    except UnicodeEncodeError:  # a locale without the report's characters
        print(text.encode("ascii", "backslashreplace").decode("ascii"))


def _our_fault(error: Exception) -> int:
    import traceback

    traceback.print_exception(error)
    print("replx: this is a fault of replx itself; please report it", file=sys.stderr)
    return exit_status(error)
