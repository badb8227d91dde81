"""Finds a loop's phases: given by options, else configured, else evident in the project's files.

Reads the few files at the root that may name them, before the first run; what is found is fixed
with the declaration, so that nothing an attempt writes can change it. Decides nothing by guessing:
a phase that none of the three knows is refused (`phases-unknown`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.loop.facts import look_up
from patchsmith.replx.evident import FILES, OWN_FILE, configured_phases, evident_phases
from patchsmith.replx.phases import Phase, PhaseCommand, phases_of
from patchsmith.replx.target import word_to_resolve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from patchsmith.replx.phases import Phases

_MAX_BYTES = 1 << 20
_NODE_RUNNERS = {
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lockb": "bun",
    "bun.lock": "bun",
}


def find_phases(given: Mapping[Phase, str | None], root: Path, words: tuple[str, ...]) -> Phases:
    """Return the phases of a loop.

    Args:
        given: Commands as the caller passed them; None for those to be found.
        root: Folder the commands run in.
        words: Words of the target; the file of the runner it starts is asked first.

    Raises:
        DeclarationError: `phases-unknown`.
    """
    commands = {
        phase: PhaseCommand(text, f"--{phase.value}")
        for phase, text in given.items()
        if text is not None
    }
    if len(commands) < len(Phase):
        commands = {**_found(root, words), **commands}
    programs = {
        phase: None if word is None else look_up(word, root)
        for phase, word in ((p, word_to_resolve((c.text,))) for p, c in commands.items())
    }
    return phases_of(commands, programs)


def _found(root: Path, words: tuple[str, ...]) -> dict[Phase, PhaseCommand]:
    texts = {name: text for name in (*FILES, OWN_FILE) if (text := _read(root / name)) is not None}
    runner = next((name for file, name in _NODE_RUNNERS.items() if (root / file).is_file()), "npm")
    inner = tuple(word for text in words for word in text.split())
    found = evident_phases(texts, words=inner, node_runner=runner)
    for name in ("pyproject.toml", OWN_FILE):
        found |= configured_phases(texts.get(name, ""), name)
    return found


def _read(path: Path) -> str | None:
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(_MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
