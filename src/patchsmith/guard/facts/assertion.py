"""One assertion as a value: what is checked, how, against what, and how strongly.

Strength decides what is looser (guard-rules.md): exact value over approximation over membership
over bounds over type over truth. Only a drop is ever a finding.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ast


class Kind(StrEnum):
    """What sort of check it is."""

    EXACT = "exact"
    APPROX = "approx"
    MEMBER = "member"
    BOUND = "bound"
    TYPE = "type"
    UNEQUAL = "unequal"
    TRUE = "true"
    FALSE = "false"
    RAISES = "raises"
    MOCK = "mock"
    FAIL = "fail"
    OTHER = "other"


STRENGTH = {
    Kind.EXACT: 60, Kind.RAISES: 60, Kind.MOCK: 60, Kind.FAIL: 60, Kind.APPROX: 50, Kind.MEMBER: 40,
    Kind.OTHER: 40, Kind.BOUND: 30, Kind.TYPE: 20, Kind.UNEQUAL: 15, Kind.TRUE: 10, Kind.FALSE: 10,
}  # fmt: skip
"""Kind -> how much it pins down."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One check in a test or helper."""

    kind: Kind
    """What sort of check it is."""
    subject: str
    """Canonical text of what is checked."""
    expected: str
    """Canonical text of what it is checked against; empty when there is nothing."""
    line_no: int
    """1-based line."""
    text: str
    """Canonical text of the whole check."""
    subject_node: ast.AST | None = None
    """What is checked."""
    expected_node: ast.AST | None = None
    """What it is checked against."""
    detail: str = ""
    """Pattern of an expected error, name of a mock's check."""
    relative: float = 0.0
    """Relative tolerance of an approximation."""
    absolute: float = 0.0
    """Absolute tolerance of an approximation."""
    vacuous: str = ""
    """Why it can not fail; empty when it can."""
    dead: str = ""
    """Why it never runs; empty when it may."""
    swallowed: bool = False
    """Whether a handler around it keeps its failure from being seen."""
    guards: tuple[str, ...] = ()
    """Conditions on which it runs, from the outside in."""

    @property
    def strength(self) -> int:
        """How much it pins down."""
        return STRENGTH[self.kind]

    @property
    def key(self) -> tuple[str, str, str, str, float, float]:
        """What makes two checks the same."""
        return (self.kind, self.subject, self.expected, self.detail, self.relative, self.absolute)

    @property
    def live(self) -> bool:
        """Whether it can run, fail, and be seen to."""
        return not (self.vacuous or self.dead or self.swallowed)

    def placed(
        self, *, dead: str, swallowed: bool, guards: tuple[str, ...], line_no: int
    ) -> Assertion:
        """Return the assertion with what is around it."""
        return replace(self, dead=dead, swallowed=swallowed, guards=guards, line_no=line_no)
