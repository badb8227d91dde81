"""Which line took which one's place: the nearest changed lines of two texts, by position.

For scripts and languages without a parser here. Linear in the length of the texts, apart from the
comparison of the changed middle, which `difflib` does and which is bounded.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from patchsmith.guard.facts.plain import lines_of

MAX_LINES = 2_000
"""Lines of the changed middle that are still aligned."""


def replaced_lines(before: str, after: str) -> list[tuple[int, str, str]]:
    """Return lines that took another's place: 1-based number after, old line, new line."""
    old, new = lines_of(before), lines_of(after)
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old_middle, new_middle = old[start : len(old) - end], new[start : len(new) - end]
    if len(old_middle) > MAX_LINES or len(new_middle) > MAX_LINES:
        return []
    found = []
    matcher = SequenceMatcher(None, old_middle, new_middle, autojunk=False)
    for tag, low, high, new_low, new_high in matcher.get_opcodes():
        if tag == "replace":
            for offset in range(min(high - low, new_high - new_low)):
                line_no = start + new_low + offset + 1
                found.append((line_no, old_middle[low + offset], new_middle[new_low + offset]))
    return found
