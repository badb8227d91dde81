"""The page docs/figures.md: every saved table, with what it says and what it does not.

`python benchmarks/page.py` writes it anew; saving a table does so too.
"""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).parent / "results"
PAGE = Path(__file__).parent.parent / "docs" / "figures.md"
INTRODUCTION = """\
# Figures

Each table was measured in one run on one machine of two shared cores, and names the command that
made it. `make bench-peers` installs the peers, `make bench` measures all but the mutated patches
again."""
SECTIONS = {
    "startup": (
        "Start-up",
        "A small patch by the installed `apply_patch`, against the interpreter doing nothing.",
    ),
    "in_process": (
        "In process",
        """\
Above 1 ours is faster. Ours proves that each place is the only one; no peer does. On files of 200
lines the Rust extension is faster, from about 5 hunks on 1,000 lines too.""",
    ),
    "whole_process": (
        "A file of a million lines",
        "Below 1 ours is faster than Codex's own program.",
    ),
    "adversarial": (
        "Adversarial input",
        """\
Nothing grows quadratically. On small files Codex's compiled program is mostly faster: all it does
takes no longer than an interpreter needs to start.""",
    ),
    "edits": ("Edits and commits", "What `edit` and a commit of several files cost."),
    "loop": (
        "The repair loop",
        "What an iteration costs beyond the command, and how fast output is stored and judged.",
    ),
    "guard": ("The guard", "How long judging a change takes."),
    "fuzz": (
        "Mutated patches",
        "What is looked for: hangs, tracebacks, writes outside the root, refusals that change it.",
    ),
}
"""Name of the saved tables -> heading, and what is to be known when they are read."""


def page() -> str:
    """Return the page for the tables that are saved now."""
    parts = [INTRODUCTION]
    for name, (heading, remark) in SECTIONS.items():
        saved = RESULTS / f"{name}.md"
        if saved.exists():
            parts += [f"## {heading}", remark, saved.read_text("utf-8").strip()]
    return "\n\n".join(parts) + "\n"


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    write()
