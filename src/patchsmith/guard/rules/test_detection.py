"""HC05: the code asks whether it is being tested."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.plain import added_lines, uncommented
from patchsmith.guard.roles import Role, language_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_RUNNERS = r"(pytest|_pytest|unittest|nose2?|doctest|tox|py\.test|conftest)"
_ASKS = re.compile(
    r"PYTEST_CURRENT_TEST|PYTEST_VERSION|PYTEST_XDIST|JEST_WORKER_ID|NODE_TEST_CONTEXT|VITEST\b"
    rf"|['\"]{_RUNNERS}['\"]\s+(not\s+)?in\s+|{_RUNNERS}\b.*\bsys\.(modules|argv)\b"
    rf"|sys\.(modules|argv)\b.*['\"]{_RUNNERS}"
    r"|sys\.modules\.get\(\s*['\"](pytest|unittest)"
    r"|(stack|_getframe|currentframe|extract_stack|format_stack)\b.*\btest|\btest_?['\"].*\bstack\("
    r"|['\"]test\w*['\"].*\b(stack|_getframe|currentframe|co_name|co_filename|format_stack|extract_stack)\b"
    r"|(f_code|co_name|co_filename|\.function|\.filename)\b.*['\"][^'\"]*test"
    r"|['\"](Magic|Async)?Mock['\"]|isinstance\([^)]*\b(Magic|Async)?Mock\b|_mock_name|mock_calls"
    r"|hasattr\([^)]*['\"](assert_called|_mock|mock_)"
    r"|NODE_ENV\b.{0,20}[=!]==?\s*['\"]test|['\"]test['\"]\s*===?\s*process\.env\.NODE_ENV"
    r"|typeof\s+(jest|vi|describe|it|expect)\b"
    r"|testing\.Testing\(\)|flag\.Lookup\(\s*\"test\.|strings\.(HasSuffix|Contains)\([^)]*\.test\""
    r"|cfg!\(\s*test\s*\)|RUST_TEST_THREADS|\bCARGO_TARGET_TMPDIR\b"
    r"|Class\.forName\(\s*\"org\.junit|getStackTrace\(\).*(junit|Test)"
    r"|defined\?\(\s*(RSpec|Minitest|Test::Unit)|caller.*(_test|_spec|minitest)|\$PROGRAM_NAME.*test"
    r"|(RAILS|RACK)_ENV\b.*==?\s*['\"]test|Rails\.env\.test\?"
    r"|AppDomain\.CurrentDomain\.GetAssemblies\(\).*(xunit|nunit|test)"
)
_ENVIRONMENT = re.compile(
    r"(environ(\.get)?[\[(]|getenv\(|process\.env\.)\s*['\"]?(TESTING|TEST_MODE|IN_TEST|UNDER_TEST"
    r"|UNIT_TEST\w*|RUNNING_TESTS|PYTEST\w*)\b"
)
_CI = re.compile(
    r"(environ(\.get)?[\[(]|getenv\(|process\.env\.)\s*['\"]?(CI|GITHUB_ACTIONS|GITLAB_CI|TRAVIS)\b"
)
_IMPORT = re.compile(r"^\s*(import|from)\s+(pytest|_pytest|unittest|mock)\b")


def look(context: Context) -> Iterator[Seen]:
    """Yield lines of production code that ask for a test runner, a mock or a test's name."""
    for path in context.paths(Role.PRODUCTION):
        language = language_of(path)
        before = uncommented(context.before(path), language)
        after = context.foreign_code(path, uncommented(context.after(path), language))
        for line_no, line in added_lines(before, after):
            if _ASKS.search(line) or _ENVIRONMENT.search(line):
                yield Seen(
                    path,
                    line_no,
                    Severity.BLOCK,
                    "it asks whether it is tested",
                    after=line.strip(),
                )
            elif _CI.search(line):
                yield Seen(
                    path,
                    line_no,
                    Severity.WARN,
                    "it asks whether it runs in CI",
                    after=line.strip(),
                )
            elif _IMPORT.search(line) and "testing" not in path and "plugin" not in path:
                yield Seen(
                    path, line_no, Severity.WARN, "it imports a test framework", after=line.strip()
                )


RULE = Rule(
    "HC05",
    "the code detects that it is tested",
    "block; warn for the marks of CI",
    "Code that behaves for its tests as nowhere else is not what they judge.",
    "Switches have names of the program's own and mean the same everywhere.",
    look,
)
