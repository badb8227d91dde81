"""What the output of a failing run points at: places, symbols, messages, tests.

Decides from the text alone, for whatever language printed it; whether a place exists, and where a
symbol is defined, is for the loop to look up. Output is evidence: what is read here only says
where to look, and nothing in it is obeyed.

Rules for editors: every list is bounded, and every pattern linear; outputs are hostile and long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_PLACES = 60
MAX_SYMBOLS = 12
MAX_MESSAGES = 4
MAX_TESTS = 12
_MAX_CHARS = 1000

_PYTHON_FRAME = re.compile(r'^\s*File "([^"]+)", line (\d+)(?:, in ([A-Za-z_]\w*))?')
_PLACE = re.compile(r"(?<![\w/.:@+-])([\w./@+-]+\.[A-Za-z]\w{0,9})(?::(\d+)|\((\d+),\d+\))?(?!\w)")
_TEST_ID = re.compile(r"(?<!\S)([\w./-]+\.\w+)::([\w:\[\]-]+)")
_UNIT_TEST = re.compile(r"^(?:FAIL|ERROR): (\w+) \(([\w.]+)\)")
_NAMED_TEST = re.compile(r"^\s*(?:--- FAIL: |not ok \d+ -? ?|test )([\w:./-]+)")
_MODULE = re.compile(r"No module named '([\w.]+)'|cannot import name '(\w+)'")
_ERROR = re.compile(
    r"^(?:E\s+|FAILED \S+ - )?(?:[\w./-]+:\d+(?::\d+)?:? ?)?"
    r"(?:[A-Za-z_][\w.]*(?:Error|Exception|Failure)|error(?:\[\w+\])?|fatal(?: error)?|panic)"
    r":\s*(\S.*)"
)
_QUOTED = re.compile(r"['\"`\u2018\u201c]([A-Za-z_][\w.]*)(?:\(\))?['\"`\u2019\u201d]")
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\(")
_CODE = re.compile(r"^(?:>|E) ")
_AT = re.compile(r"^\s*at (?:async )?(?:[\w$]+\.)*([A-Za-z_$][\w$]*) \(")
_LITERAL = re.compile(r"[^\d'\"`{}<>()\[\]\u2018\u2019\u201c\u201d]+")
_COMMON = frozenset(
    "assert self super print len str int float bool list dict set tuple range open type None True"  # noqa: SIM905
    " False isinstance sorted sum min max abs any all repr error main test expect describe it new"
    " return if for while switch function".split()
)


class Place(NamedTuple):
    """A file as the output spells it."""

    path: str
    """As printed; absolute, or relative to whatever the command worked in."""
    line_no: int | None
    """1-based; None when only the file is named."""


@dataclass(frozen=True, slots=True)
class Clues:
    """What an output points at; each list without repeats, in the order of the output."""

    places: tuple[Place, ...] = ()
    """Frames and positions."""
    symbols: tuple[str, ...] = ()
    """Names that failing lines quote, call or are in."""
    messages: tuple[str, ...] = ()
    """The longest literal part of each error message."""
    tests: tuple[str, ...] = ()
    """Names of tests that failed, without their file."""


class _Found:
    """The lists under way; a dict keeps the order and forgets repeats."""

    def __init__(self) -> None:
        self.places: dict[Place, None] = {}
        self.symbols: dict[str, None] = {}
        self.messages: dict[str, None] = {}
        self.tests: dict[str, None] = {}

    def place(self, path: str, line_no: str | None = None) -> None:
        if len(self.places) < MAX_PLACES:
            self.places[Place(path, None if line_no is None else int(line_no[:9]))] = None

    def symbol(self, name: str) -> None:
        if len(name) > 2 and name not in _COMMON and len(self.symbols) < MAX_SYMBOLS:
            self.symbols[name] = None

    def module(self, dotted: str) -> None:
        path = dotted.replace(".", "/")
        self.place(f"{path}.py")
        self.place(f"{path}/__init__.py")

    def test(self, name: str) -> None:
        name = name.partition("[")[0].rpartition("::")[2]
        if name and len(self.tests) < MAX_TESTS:
            self.tests[name] = None

    def message(self, text: str) -> None:
        literal = max((each.strip() for each in _LITERAL.findall(text)), key=len, default="")
        if len(literal) >= 8 and len(self.messages) < MAX_MESSAGES:
            self.messages[literal[:80]] = None


def clues_in(lines: Iterable[str]) -> Clues:
    """Return what an output points at.

    Args:
        lines: The output, or its head and tail, without line endings.
    """
    found = _Found()
    in_frame = False
    for full in lines:
        line = full[:_MAX_CHARS]
        frame = _PYTHON_FRAME.match(line)
        if frame is not None:
            found.place(frame[1], frame[2])
            if frame[3]:
                found.symbol(frame[3])
        else:
            _read(found, line, is_code=in_frame or _CODE.match(line) is not None)
        in_frame = frame is not None
    return Clues(
        tuple(found.places), tuple(found.symbols), tuple(found.messages), tuple(found.tests)
    )


def _read(found: _Found, line: str, *, is_code: bool) -> None:
    _read_tests(found, line)
    if "://" not in line:
        for place in _PLACE.finditer(line):
            found.place(place[1], place[2] or place[3])
    error = _ERROR.match(line)
    if error is not None:
        found.message(error[1])
        for module in _MODULE.finditer(line):
            found.module(module[1] or module[2])
    if error is not None or is_code:
        for name in (*_QUOTED.findall(line), *_CALLED.findall(line)):
            found.symbol(name.rpartition(".")[2])
    caller = _AT.match(line)
    if caller is not None:
        found.symbol(caller[1])


def _read_tests(found: _Found, line: str) -> None:
    unit = _UNIT_TEST.match(line)
    if unit is not None:
        found.test(unit[1])
        parts = unit[2].split(".")
        for length in range(1, len(parts) + 1):
            found.module(".".join(parts[:length]))
        return
    for test in _TEST_ID.finditer(line):
        found.place(test[1])
        found.test(test[2])
    named = _NAMED_TEST.match(line)
    if named is not None and ("FAIL" in line or "not ok" in line):
        found.test(named[1])
