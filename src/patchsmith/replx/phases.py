"""The phases of a combined driver, lint, build and test: which commands they are, who runs when.

Decides how three commands become what a loop runs: the full command until lint was clean once,
then build and test as one command, lint alone for a probe and at the end (design/0012-phases.md).
Where a phase's command comes from is for the caller: given, configured, or evident (`evident`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from patchsmith.errors import DeclarationError
from patchsmith.replx.target import Target, target_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patchsmith.replx.target import ProgramFound


class Phase(StrEnum):
    """One of the three things that a combined driver does, in its order."""

    LINT = "lint"
    BUILD = "build"
    TEST = "test"


class Part(StrEnum):
    """What of the driver one execution runs."""

    FULL = "full"
    """The declared command itself."""
    REST = "build-and-test"
    """Build, then test where build passed; one command, one run."""
    LINT = "lint"
    """Lint alone."""


@dataclass(frozen=True, slots=True)
class PhaseCommand:
    """A phase's command as text, and why it is taken for that phase."""

    text: str
    """As a shell would read it."""
    source: str
    """Where it comes from: an option, a configuration, a file that names it."""


@dataclass(frozen=True, slots=True)
class Phases:
    """The three commands of a loop in phases; fixed before the first run."""

    lint: Target
    """Runs lint alone."""
    build: Target
    """Builds."""
    test: Target
    """Tests."""
    rest: Target
    """Build, then test."""
    sources: tuple[str, ...]
    """Where each command comes from, in the order of the phases."""

    def command(self, phase: Phase) -> Target:
        """Return the command of a phase."""
        return {Phase.LINT: self.lint, Phase.BUILD: self.build, Phase.TEST: self.test}[phase]

    def source(self, phase: Phase) -> str:
        """Return where the command of a phase comes from."""
        return self.sources[list(Phase).index(phase)]

    def to_dict(self) -> dict[str, object]:
        """Return the phases as JSON holds them."""
        return {
            phase.value: {"command": self.command(phase).display, "source": self.source(phase)}
            for phase in Phase
        }


def phases_of(
    commands: Mapping[Phase, PhaseCommand], programs: Mapping[Phase, ProgramFound | None]
) -> Phases:
    """Return the phases that the commands declare, or refuse them by the guard's name.

    Args:
        commands: What is known of each phase; one that is missing is refused, never guessed.
        programs: What the machine said about `word_to_resolve` of each command.

    Raises:
        DeclarationError: `phases-unknown`.
    """
    missing = [phase.value for phase in Phase if phase not in commands]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise _unknown(f"{_listed(missing)} {verb} neither given nor configured nor evident")
    lint, build, test = (_target(phase, commands[phase], programs[phase]) for phase in Phase)
    text = f"{_grouped(commands[Phase.BUILD].text)} && {_grouped(commands[Phase.TEST].text)}"
    rest = Target(("sh", "-c", text), text, (*build.words, *test.words))
    return Phases(lint, build, test, rest, tuple(commands[phase].source for phase in Phase))


def _target(phase: Phase, command: PhaseCommand, program: ProgramFound | None) -> Target:
    try:
        return target_of((command.text,), program)
    except DeclarationError as error:
        raise _unknown(f"the command for {phase} can not be run: {error.message}") from error


def _unknown(why: str) -> DeclarationError:
    return DeclarationError(
        "phases-unknown",
        f"phases are asked for, and {why}",
        hint="Pass the three commands: --lint CMD --build CMD --test CMD.",
    )


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _grouped(text: str) -> str:
    """Return a command that keeps its meaning in front of or behind `&&`."""
    text = text.strip()
    if not any(char in text for char in ";&|#\n"):
        return text
    return f"({text}\n)" if "#" in text else f"({text})"
