"""What a report says, short enough for tables."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from patchsmith.testreports.model import Report

FIELDS = ("passed", "failed", "skipped", "xfailed", "errors")


def numbers(report: Report | None) -> tuple[int, ...] | None:
    """Return passed, failed, skipped, xfailed, errors; None without a report."""
    if report is None:
        return None
    return tuple(getattr(report.counts, name) for name in FIELDS)


def named(report: Report | None) -> dict[str, str]:
    """Return how each named test ended."""
    return {} if report is None else {each.id: each.status.value for each in report.results}


def printed(folder: Path, *argv: str, **environment: str) -> list[str]:
    """Run a command in a folder and return the lines it prints on both streams."""
    done = subprocess.run(
        argv,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=300,
        env={**os.environ, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1", **environment},
    )
    return done.stdout.decode("utf-8", "replace").splitlines()
