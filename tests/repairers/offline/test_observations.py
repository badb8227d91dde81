"""What is only reported: seen, named with its place, and left alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.evidence import read_errors
from patchsmith.repairers.offline.observations import observe
from patchsmith.repairers.offline.project import Project
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import failure_of, run_entry, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.repairers.base import Failure
    from patchsmith.repairers.offline.observations import Observed

SEEN = {
    "missing-dependency": (
        "import no_such_package.part\n",
        "shop.py:1 imports `no_such_package`, which is neither installed nor part of the project",
        "nothing is installed unasked",
    ),
    "module-of-the-project": (
        "import cart.lines\n",
        "the project has `cart` but not that module in it",
        "`cart.lines`",
    ),
    "environment-variable": (
        "import os\nos.environ['NO_SUCH_VARIABLE']\n",
        "shop.py:2 reads the environment variable 'NO_SUCH_VARIABLE'",
        "Set 'NO_SUCH_VARIABLE'",
    ),
    "network": (
        "import socket\nraise ConnectionRefusedError(111, 'Connection refused')\n",
        "The network said no at shop.py:2",
        "reachable",
    ),
    "time-out": ("raise TimeoutError('no answer')\n", "too long at shop.py:1", "waited for"),
    "disk-full": (
        "raise OSError(28, 'No space left on device')\n",
        "At shop.py:1 the disk is full",
        "Free the resource",
    ),
    "outside-the-project": (
        "raise PermissionError(13, 'Permission denied', '/etc/shadow')\n",
        "/etc/shadow, which is not of the project",
        "permission",
    ),
    "any-other-error": (
        "def f(a):\n    return a[3]\n\n\nf([])\n",
        "IndexError: list index out of range at shop.py:2",
        "Look at shop.py:2",
    ),
}


def observed(root: Path, failure: Failure) -> Observed:
    """Return what a failure shows."""
    errors = read_errors(failure.stdout, failure.stderr)
    return observe(failure, errors, Project(LocalWorkspace(str(root))))


@pytest.mark.parametrize("name", SEEN)
def test_seen(name: str, tmp_path: Path) -> None:
    """The cause and its place are named, with one next step for a person."""
    text, said, step = SEEN[name]
    write_files(tmp_path, {"shop.py": text, "cart/__init__.py": ""})
    seen = observed(tmp_path, run_entry(tmp_path, "import shop", "script"))
    assert said in seen.text
    assert step in seen.next_step


def test_an_expectation_is_named_and_left_to_a_person(tmp_path: Path) -> None:
    """Which side of a failed comparison is right is a decision."""
    write_files(tmp_path, {"shop.py": "def f():\n    return 1\n"})
    failure = run_entry(tmp_path, "import shop\nself.assertEqual(shop.f(), 2)", "unittest")
    seen = observed(tmp_path, failure)
    assert seen.text == (
        "tests/test_entry.py:7 expects something else than the code gives: AssertionError: 1 != 2."
    )
    assert "decide which side is right" in seen.next_step


def test_a_run_without_end_is_said_to_be_one(tmp_path: Path) -> None:
    """A time-out of the command comes before whatever it printed."""
    failure = replace(failure_of("", ""), exit_status=None)
    assert "did not end in time" in observed(tmp_path, failure).text


def test_output_without_an_error_is_quoted(tmp_path: Path) -> None:
    """The last line printed is the evidence there is."""
    seen = observed(tmp_path, failure_of("step 1\nsmoke: FAIL\n\n", "", exit_status=0))
    assert "Its last line is: smoke: FAIL" in seen.text
    assert "It printed nothing" in observed(tmp_path, failure_of()).text
