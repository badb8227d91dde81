"""Repairers that do what a script says: one step for each attempt, the same every time.

Decides nothing. A step edits the real tree through the real tools, so it can fail as an agent's
edit can; whatever it raises is the repairer's failure. What the repairer was told is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import PatchsmithError
from patchsmith.repairers.base import Diagnosis
from patchsmith.tools.apply_patch import apply_patch
from patchsmith.tools.edit import edit

if TYPE_CHECKING:
    from patchsmith.repairers.base import Derivation, DerivedCondition, Failure
    from patchsmith.workspace.local import LocalWorkspace


@dataclass(frozen=True, slots=True)
class Edit:
    """One text of one file, replaced by another; as the tool `edit` does it."""

    path: str
    """The file, relative to the root."""
    old: str
    """Text that must occur once."""
    new: str
    """What takes its place."""


Step = str | Edit | Callable[[Path], object] | None
"""One attempt: a V4A patch, an edit, a callable that is given the root, or None for no change."""


class ScriptedRepairer:
    """Does one step for each attempt, then changes nothing any more."""

    def __init__(self, steps: Iterable[Step] = (), *, name: str = "scripted") -> None:
        """Write the script.

        Args:
            steps: One for each attempt, in order.
            name: How reports call it.

        Raises:
            TypeError: One step is given in place of a list of them.
        """
        if isinstance(steps, str):  # its characters would be steps
            raise TypeError("steps must be a list of steps, also for a single patch")
        self.steps: tuple[Step, ...] = tuple(steps)
        """One for each attempt, in order."""
        self.told: list[Failure] = []
        """What it was told at each attempt, oldest first."""
        self._name = name

    @property
    def name(self) -> str:
        """Short name for reports."""
        return self._name

    def attempt(self, failure: Failure, workspace: LocalWorkspace) -> Diagnosis:
        """Do the next step.

        Raises:
            PatchsmithError: A patch or an edit does not fit the tree.
        """
        number = len(self.told)
        self.told.append(failure)
        if number < len(self.steps):
            _do(self.steps[number], workspace)
        return Diagnosis(f"scripted attempt {number + 1}")


class ScriptedReasoner(ScriptedRepairer):
    """A scripted repairer that also turns prose into what its script says."""

    def __init__(
        self,
        steps: Iterable[Step] = (),
        *,
        derivation: Derivation | PatchsmithError | None = None,
        condition: DerivedCondition | PatchsmithError | None = None,
        name: str = "scripted",
    ) -> None:
        """Write the script.

        Args:
            steps: One for each attempt, in order.
            derivation: What every goal becomes, or the error of one that can not be made checkable.
            condition: What every condition in prose becomes; that of the derivation by default.
            name: How reports call it.
        """
        super().__init__(steps, name=name)
        self.asked: list[str] = []
        """Every goal and condition it was asked about, oldest first."""
        if condition is None and derivation is not None:
            condition = (
                derivation if isinstance(derivation, PatchsmithError) else derivation.condition
            )
        self._derivation = derivation
        self._condition = condition

    def derive(self, goal: str, workspace: LocalWorkspace) -> Derivation:
        """Return the scripted derivation, whatever the goal."""
        del workspace
        self.asked.append(goal)
        if self._derivation is None:
            raise LookupError("the script holds no derivation")
        if isinstance(self._derivation, PatchsmithError):
            raise self._derivation
        return self._derivation

    def derive_condition(
        self, text: str, command: str, workspace: LocalWorkspace
    ) -> DerivedCondition:
        """Return the scripted condition, whatever the text."""
        del workspace
        self.asked.append(f"{command}: {text}")
        if self._condition is None:
            raise LookupError("the script holds no condition")
        if isinstance(self._condition, PatchsmithError):
            raise self._condition
        return self._condition


def _do(step: Step, workspace: LocalWorkspace) -> None:
    if isinstance(step, str):
        apply_patch(step, workspace=workspace)
    elif isinstance(step, Edit):
        edit(step.path, step.old, step.new, root=workspace.root)
    elif step is not None:
        step(Path(workspace.root))
