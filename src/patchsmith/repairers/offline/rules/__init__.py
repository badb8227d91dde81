"""The offline repairer's rules, one kind of error each, and the order they are asked in.

Rules for editors: a rule is added here by hand, with a test file of its own that shows where it
must stay quiet before it shows where it acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.repairers.offline.rules.assignment_in_condition import AssignmentInCondition
from patchsmith.repairers.offline.rules.close_attribute import CloseAttribute
from patchsmith.repairers.offline.rules.close_keyword import CloseKeyword
from patchsmith.repairers.offline.rules.close_name import CloseName
from patchsmith.repairers.offline.rules.json_trailing_comma import JsonTrailingComma
from patchsmith.repairers.offline.rules.missing_colon import MissingColon
from patchsmith.repairers.offline.rules.missing_comma import MissingComma
from patchsmith.repairers.offline.rules.missing_f_prefix import MissingFPrefix
from patchsmith.repairers.offline.rules.missing_import import MissingImport
from patchsmith.repairers.offline.rules.missing_self import MissingSelf
from patchsmith.repairers.offline.rules.mixed_indentation import MixedIndentation
from patchsmith.repairers.offline.rules.print_statement import PrintStatement
from patchsmith.repairers.offline.rules.renamed_import import RenamedImport
from patchsmith.repairers.offline.rules.unclosed_bracket import UnclosedBracket

if TYPE_CHECKING:
    from patchsmith.repairers.offline.fix import Rule

RULES: tuple[Rule, ...] = (
    MissingColon(),
    UnclosedBracket(),
    MissingComma(),
    AssignmentInCondition(),
    MixedIndentation(),
    PrintStatement(),
    MissingImport(),
    CloseName(),
    CloseAttribute(),
    RenamedImport(),
    CloseKeyword(),
    MissingSelf(),
    MissingFPrefix(),
    JsonTrailingComma(),
)
"""All rules; each error is put to every rule that concerns it."""
