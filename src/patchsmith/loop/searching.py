"""Searches output for the caller's regular expressions, in bounded time.

`(a+)+$` takes a time exponential in a line of a's, and nothing in this process can stop a search
once it goes on. So it goes on in a process of its own, which is ended when its time is up; that
is dear only where a condition has a regular expression at all. To refuse expressions by their
looks would refuse good ones, and miss bad ones.

Rules for editors: the child reads standard input and nothing else, and bounds its own CPU time,
should nobody be left to end it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from itertools import islice
from typing import IO, TYPE_CHECKING

from patchsmith.replx.condition import MAX_LINE_CHARS, TooSlowError, search_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SEARCH_TIMEOUT_S = 5.0
"""Seconds a search through the output of one run may take; a long output gets more."""
_BYTES_PER_S = 4 << 20
_SEARCH = """
import json, re, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1])))
except (ImportError, OSError, ValueError):
    pass
lines = sys.stdin.buffer
searches = [re.compile(pattern).search for pattern in json.loads(lines.readline())]
for number, line in enumerate(lines):
    text = line[:-1].decode("utf-8", "surrogatepass")
    if any(search(text) for search in searches):
        print(number)
        break
"""


class BoundedSearch:
    """Does what `search_lines` does, for as long as it is given."""

    def __init__(self, environment: Mapping[str, str], timeout_s: float = SEARCH_TIMEOUT_S) -> None:
        """Set the bound.

        Args:
            environment: Whole environment of the process that searches.
            timeout_s: Seconds one search may take.
        """
        self._environment = dict(environment)
        self._timeout_s = timeout_s

    def __call__(self, patterns: Sequence[str], lines: Iterable[str]) -> str | None:
        """Return the first line in which a pattern is found; of a long one the beginning.

        Raises:
            TooSlowError: The time is up.
        """
        if not sys.executable:  # an embedded interpreter: there is no other to be had
            return search_lines(patterns, lines)
        with tempfile.TemporaryFile() as given:
            given.write(json.dumps(list(patterns)).encode("ascii") + b"\n")
            start = given.tell()
            given.writelines(
                line[:MAX_LINE_CHARS].encode("utf-8", "surrogatepass") + b"\n" for line in lines
            )
            time_s = self._timeout_s + given.tell() / _BYTES_PER_S
            given.seek(0)
            number = _number(patterns, given, self._environment, time_s)
            if number is None:
                return None
            given.seek(start)
            line = next(islice(given, number, None))
            return line[:-1].decode("utf-8", "surrogatepass")


def _number(
    patterns: Sequence[str], given: IO[bytes], environment: Mapping[str, str], time_s: float
) -> int | None:
    """Return the 0-based number of the first line that matches, as another process sees it."""
    python = [sys.executable, "-I", "-S", "-W", "ignore", "-c", _SEARCH]
    shown = " and ".join(repr(pattern) for pattern in patterns)
    try:
        done = subprocess.run(
            [*python, str(int(time_s) + 2)],
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            timeout=time_s,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError(
            f"searching the output for the regular expression {shown} took longer than "
            f"{time_s:.0f} s"
        ) from None
    except subprocess.CalledProcessError as error:
        raise TooSlowError(
            f"searching the output for the regular expression {shown} failed with status "
            f"{error.returncode}"
        ) from None
    return int(done.stdout) if done.stdout.strip() else None
