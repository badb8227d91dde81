"""Helpers for tests of programs that edit files or run repair loops with Patchsmith.

Nothing here is a mock: scripted repairers edit real files through the real tools, and cases run
the real loop with real commands. It works in any test framework; nothing has to be registered.
See docs/testing.md.
"""

from __future__ import annotations

from patchsmith.repairers.base import Derivation, DerivedCondition
from patchsmith.replx.condition import Stated
from patchsmith.testing.assertions import assert_refused, assert_solved, assert_unsolved
from patchsmith.testing.building import CaseBuilder
from patchsmith.testing.cases import Case, LoopOptions
from patchsmith.testing.scripted import Edit, ScriptedReasoner, ScriptedRepairer, Step
from patchsmith.workspace.memory import MemoryWorkspace

__all__ = [
    "Case",
    "CaseBuilder",
    "Derivation",
    "DerivedCondition",
    "Edit",
    "LoopOptions",
    "MemoryWorkspace",
    "ScriptedReasoner",
    "ScriptedRepairer",
    "Stated",
    "Step",
    "assert_refused",
    "assert_solved",
    "assert_unsolved",
]
