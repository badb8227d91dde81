"""What is only reported: failures whose cause is outside the code, or whose fix is a decision.

Each observation looks at one error and says what was seen and one next step. Nothing here changes
a file, installs anything or opens a connection.

Rules for editors: the first observation that recognises an error speaks; the last of the table
recognises every error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.repairers.offline.symbols import is_stdlib

if TYPE_CHECKING:
    from collections.abc import Callable

    from patchsmith.changes.paths import RelPath
    from patchsmith.repairers.base import Failure
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project

_MODULE = re.compile(r"^No module named '([\w.]+)'")
_NETWORK_KINDS = frozenset(
    {
        "gaierror", "URLError", "ConnectionRefusedError", "ConnectionResetError", "ConnectError",
        "ConnectionAbortedError", "ConnectionError", "RemoteDisconnected", "SSLError",
        "SSLCertVerificationError", "MaxRetryError", "NewConnectionError",
    }
)  # fmt: skip
_TIMEOUT_KINDS = frozenset({"TimeoutError", "TimeoutExpired", "ReadTimeout", "ConnectTimeout"})
_ENVIRON_FRAME = re.compile(r"(?:^|[/\\<])(?:frozen )?os(?:\.py|>)$")


class Observed(NamedTuple):
    """What was seen, and what to do about it."""

    text: str
    next_step: str


def observe(failure: Failure, errors: tuple[ErrorReport, ...], project: Project) -> Observed:
    """Return what a failure shows that no rule mends.

    Args:
        failure: The failed run.
        errors: The errors its output shows, in order.
        project: For placing them.
    """
    if failure.exit_status is None:
        where = f" It was last seen at {_where(errors[0], project)}." if errors else ""
        return Observed(
            f"The command did not end in time.{where}",
            "Run it with a longer time limit, or look for what waits or loops.",
        )
    for error in errors:
        for look in _EXTERNAL:
            seen = look(error, project)
            if seen is not None:
                return seen
    if not errors:
        return _no_error(failure)
    return _assertion(errors[0], project) or _any(errors[0], project)


def _where(error: ErrorReport, project: Project) -> str:
    """Return `path:line` of the innermost frame inside the project, production files first."""
    ours = [(project.locate(frame.path), frame.line_no) for frame in error.frames]
    inside: list[tuple[RelPath, int]] = [(path, no) for path, no in ours if path is not None]
    chosen = [place for place in inside if not project.is_test(place[0])] or inside
    return f"{chosen[-1][0]}:{chosen[-1][1]}" if chosen else "a place outside the project"


def _dependency(error: ErrorReport, project: Project) -> Observed | None:
    found = _MODULE.match(error.message) if error.kind == "ModuleNotFoundError" else None
    if found is None:
        return None
    top = found[1].partition(".")[0]
    places = [path for frame in error.frames if (path := project.locate(frame.path)) is not None]
    near = places[-1] if places else None
    where = _where(error, project)
    if is_stdlib(top):
        return Observed(
            f"{where} imports `{found[1]}`, which this Python's standard library lacks.",
            f"Check which Python version the project needs for `{found[1]}`.",
        )
    if near is not None and project.is_project_name(top, near):
        return Observed(
            f"{where} imports `{found[1]}`; the project has `{top}` but not that module in it.",
            f"Look for the file that `{found[1]}` should name, or correct the import.",
        )
    return Observed(
        f"{where} imports `{found[1]}`, which is neither installed nor part of the project: "
        "a dependency is missing.",
        f"Declare and install the package that provides `{top}`; nothing is installed unasked.",
    )


def _network(error: ErrorReport, project: Project) -> Observed | None:
    if error.kind not in _NETWORK_KINDS:
        return None
    return Observed(
        f"The network said no at {_where(error, project)}: {error.summary}.",
        "Check that the service is up and reachable from here; the code is left as it is.",
    )


def _time(error: ErrorReport, project: Project) -> Observed | None:
    if error.kind not in _TIMEOUT_KINDS:
        return None
    return Observed(
        f"Something took too long at {_where(error, project)}: {error.summary}.",
        "Find out what it waited for; raising the limit is a decision for a person.",
    )


def _environment(error: ErrorReport, project: Project) -> Observed | None:
    frame = error.innermost
    if error.kind != "KeyError" or frame is None or not _ENVIRON_FRAME.search(frame.path):
        return None
    return Observed(
        f"{_where(error, project)} reads the environment variable {error.message}, "
        "which is not set.",
        f"Set {error.message} for the command; its value is not for a repairer to choose.",
    )


def _machine(error: ErrorReport, project: Project) -> Observed | None:
    text = error.summary
    known = (
        ("MemoryError", "memory ran out"),
        ("No space left on device", "the disk is full"),
        ("Address already in use", "the port is in use"),
    )
    for sign, meaning in known:
        if sign in text:
            return Observed(
                f"At {_where(error, project)} {meaning}: {text}.",
                "Free the resource and run the command again; the code is left as it is.",
            )
    frame_path = re.search(r"Permission denied: '(.+?)'", text)
    if frame_path is not None and project.locate(frame_path[1]) is None:
        return Observed(
            f"{_where(error, project)} may not use {frame_path[1]}, which is not of the project.",
            "Give the command the permission, or point it to another place.",
        )
    return None


def _assertion(error: ErrorReport, project: Project) -> Observed | None:
    frame = error.innermost
    if error.kind != "AssertionError":
        return None
    path = project.locate(frame.path) if frame is not None else None
    if frame is None or path is None or not project.is_test(path):
        return None
    return Observed(
        f"{path}:{frame.line_no} expects something else than the code gives: {error.summary}.",
        f"Read what {path}:{frame.line_no} calls and decide which side is right; "
        "an expectation is never changed here.",
    )


def _any(error: ErrorReport, project: Project) -> Observed:
    where = _where(error, project)
    return Observed(
        f"{error.summary} at {where}; no rule determines a fix for it.",
        f"Look at {where} with the values that led there.",
    )


def _no_error(failure: Failure) -> Observed:
    lines = [*failure.stderr.splitlines(), *failure.stdout.splitlines()]
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    evidence = f" Its last line is: {said}" if said else " It printed nothing."
    return Observed(
        f"The output shows no Python error: {failure.reason}.{evidence}",
        "Run the step that reports the failure alone, with more output, and read why it does.",
    )


_EXTERNAL: tuple[Callable[[ErrorReport, Project], Observed | None], ...] = (
    _dependency,
    _network,
    _time,
    _environment,
    _machine,
)
