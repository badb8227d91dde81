"""Other programs that apply V4A patches: how to install them here, and how each is called.

`make bench-peers`, or `python benchmarks/peers.py [--all]`, installs them, pinned, each set into
an environment of its own: aider's dependencies exclude others', apply-patch-py wants Python 3.13.
Nothing of the package needs them; a peer that is not there is named in the results as missing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from inputs import PATH, Case

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".venv-peers"
PYTHON_PEERS = {
    "main": ("codex-apply-patch==0.4.0", "openai-agents==0.24.0"),
    "aider": ("aider-chat==0.86.2",),
    "python3.13": ("apply-patch-py==0.4.1",),
}
"""Environment -> what is installed there; aider, of several hundred megabytes, with `--all`."""
CODEX = "@openai/codex@0.171.0"

Apply = Callable[[Case], Callable[[], object]]
"""Takes a case and returns the call that is timed."""


def codex() -> Path | None:
    """Return Codex's program under the name by which it applies patches; None when missing.

    `CODEX_APPLY_PATCH` may name it; else it is looked for in `.venv-peers`.
    """
    named = os.environ.get("CODEX_APPLY_PATCH")
    found = Path(named) if named else FOLDER / "codex" / "apply_patch"
    return found if found.exists() else None


def interpreters() -> list[Path]:
    """Return the interpreters that have Python peers; this one when there is none."""
    found = [FOLDER / name / "bin" / "python" for name in PYTHON_PEERS]
    return [python for python in found if python.exists()] or [Path(sys.executable)]


def python_peers() -> dict[str, Apply | None]:
    """Return the Python peers by name; None for one that this interpreter does not have."""
    found: dict[str, Apply | None] = {}
    for name, load in _LOADERS.items():
        try:
            found[name] = load()
        except ImportError:
            found[name] = None
    return found


def _rust_extension() -> Apply:
    apply_patch_in_memory = import_module("codex_apply_patch").apply_patch_in_memory

    def prepared(case: Case) -> Callable[[], object]:
        files = {PATH: case.body.decode()}
        return lambda: apply_patch_in_memory(case.patch, files)

    return prepared


def _openai_agents() -> Apply:
    apply_diff = import_module("agents").apply_diff

    def prepared(case: Case) -> Callable[[], object]:
        text = case.body.decode()
        diff = "\n".join(case.patch.split("\n")[2:-2]) + "\n"
        return lambda: apply_diff(text, diff)

    return prepared


def _aider() -> Apply:
    coder_class = import_module("aider.coders.patch_coder").PatchCoder

    class Texts:
        """What the coder asks of its console: the file's text."""

        def __init__(self, text: str) -> None:
            self._text = text

        def read_text(self, path: str) -> str:  # noqa: ARG002
            return self._text

        def tool_warning(self, text: str) -> None:
            raise ValueError(text)

    def prepared(case: Case) -> Callable[[], object]:
        coder = coder_class.__new__(coder_class)
        text = case.body.decode()
        coder.partial_response_content = case.patch
        coder.io = Texts(text)
        coder.abs_root_path = lambda path: path

        def apply() -> list[str]:
            return [coder._apply_update(text, edit, path) for path, edit in coder.get_edits()]  # noqa: SLF001

        return apply

    return prepared


def _apply_patch_py() -> Apply:
    applier_class = import_module("apply_patch_py.applier").PatchApplier
    parser_class = import_module("apply_patch_py.parser").PatchParser

    def prepared(case: Case) -> Callable[[], object]:
        text = case.body.decode()

        def apply() -> str:
            (hunk,) = parser_class().parse(case.patch).hunks
            change = applier_class()._apply_chunks  # noqa: SLF001
            lines = change(text.split("\n")[:-1], hunk.chunks, hunk.path)
            return "\n".join(lines) + "\n"

        return apply

    return prepared


_LOADERS: dict[str, Callable[[], Apply]] = {
    "codex-apply-patch": _rust_extension,
    "openai-agents": _openai_agents,
    "aider": _aider,
    "apply-patch-py": _apply_patch_py,
}


def _interpreter(name: str) -> str | None:
    """Return a program of that name that runs; a version manager's placeholder may not."""
    found = shutil.which(name)
    if found and subprocess.run([found, "-c", "pass"], capture_output=True, check=False).returncode:
        return None
    return found


def main() -> int:
    """Install the peers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="the big ones too")
    everything = parser.parse_args().all
    for name, pins in PYTHON_PEERS.items():
        python = _interpreter(name) if name.startswith("python") else sys.executable
        if python is None or (name == "aider" and not everything):
            print(f"left out: {', '.join(pins)}" + ("" if python else f" (no {name} found)"))
            continue
        folder = FOLDER / name
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", *pins], check=True)
    npm = shutil.which("npm")
    if npm is None:
        print(f"left out: {CODEX} (no npm found)")
        return 0
    folder = FOLDER / "codex"
    subprocess.run([npm, "install", "--silent", "--prefix", str(folder), CODEX], check=True)
    programs = sorted(folder.glob("node_modules/@openai/codex-*/vendor/*/bin/codex"))
    link = folder / "apply_patch"
    link.unlink(missing_ok=True)
    link.symlink_to(programs[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
