"""Draws the transition table of the repair loop into design/0008-loop.md.

`python scripts/draw_states.py` rewrites the block between the two marks; a test checks that the
block is what this script draws.
"""

from __future__ import annotations

from pathlib import Path

from patchsmith.replx.states import TRANSITIONS, State

PAGE = Path(__file__).parent.parent / "design" / "0008-loop.md"
BEGIN, END = "<!-- states: drawn by scripts/draw_states.py -->\n", "<!-- end of states -->\n"


def drawn() -> str:
    """Return the table as a Mermaid state diagram, without what can happen in every state."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {State.UNSTARTED.name}"]
    for state, row in TRANSITIONS.items():
        arrows: dict[str, list[str]] = {}
        for event, transition in row.items():
            if event.__name__ in ("Interrupted", "DeadlinePassed"):
                continue
            for target in State:
                if target in transition.leads_to:
                    arrows.setdefault(target.name, []).append(event.__name__)
        for target_name, events in arrows.items():
            lines.append(f"    {state.name} --> {target_name}: {', '.join(events)}")
    lines += [f"    {State.FINISHED.name} --> [*]", "```"]
    return "\n".join(lines) + "\n"


def page_with(text: str) -> str:
    """Return the page with the block replaced.

    Args:
        text: The page as it is.
    """
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{drawn()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
