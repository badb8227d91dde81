"""A change set as a unified diff, for people and agents to read.

It is there to be looked at, not to be applied: it may be cut, lines that are no UTF-8 are shown
with replacement characters, and files that hold secrets show only how many lines changed. For a
change that is applied again there is the V4A writer.

The work is bounded: equal lines at both ends are set aside first, and what lies between is
compared line by line only while it is small; a larger middle is shown as removed and added.
"""

from __future__ import annotations

from patchsmith.errors import one_line
from patchsmith.text.withheld import is_withheld

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.changes.change_set import ChangeSet, FileChange

MOST_CHARACTERS = 4000
"""How long the diff in a tool's result may get."""
_CONTEXT = 3
_MOST_COMPARED = 2000  # lines of a middle, both sides together
_NO_NEWLINE = "\\ No newline at end of file\n"


def unified_diff(change_set: ChangeSet, *, max_characters: int | None = MOST_CHARACTERS) -> str:
    """Return a change set as a unified diff, three lines of context around each change.

    Args:
        change_set: What changes.
        max_characters: Where to cut, at a line's end; None for all of it.

    Returns:
        Text that ends with a newline; empty when nothing changes.
    """
    pieces: list[str] = []
    size = 0
    for change in change_set:
        for line in _file_diff(change):
            size += len(line)
            if max_characters is not None and size > max_characters:
                pieces.append("... the rest of the diff is left out\n")
                return "".join(pieces)
            pieces.append(line)
    return "".join(pieces)


def _file_diff(change: FileChange) -> Iterator[str]:
    before, after = change.before or b"", change.after or b""
    if change.before == change.after:
        return
    old_name = f"a/{change.origin or change.path}" if change.before is not None else "/dev/null"
    new_name = f"b/{change.path}" if change.after is not None else "/dev/null"
    if change.origin is not None:
        old_name = f"a/{change.origin}"
    yield f"--- {one_line(old_name)}\n"
    yield f"+++ {one_line(new_name)}\n"
    if b"\0" in before or b"\0" in after:
        yield "Binary files differ\n"
        return
    old, new = _lines(before), _lines(after)
    groups = list(_groups(_opcodes(old, new)))
    if is_withheld(change.path):
        removed = sum(op[2] - op[1] for group in groups for op in group if op[0] != "equal")
        added = sum(op[4] - op[3] for group in groups for op in group if op[0] != "equal")
        yield f"Text withheld: {removed} lines removed, {added} lines added\n"
        return
    for group in groups:
        yield from _hunk(group, old, new)


def _lines(content: bytes) -> list[str]:
    lines = content.decode("utf-8", "replace").split("\n")
    last = lines.pop()
    found = [line + "\n" for line in lines]
    if last:
        found.append(last)
    return found


_Opcode = tuple[str, int, int, int, int]


def _opcodes(old: list[str], new: list[str]) -> list[_Opcode]:
    """Return what becomes of the lines, as difflib names it."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_end, new_end = len(old) - tail, len(new) - tail
    opcodes: list[_Opcode] = []
    if head:
        opcodes.append(("equal", 0, head, 0, head))
    opcodes.extend(_middle(old, new, head, old_end, new_end))
    if tail:
        opcodes.append(("equal", old_end, len(old), new_end, len(new)))
    return opcodes


def _middle(old: list[str], new: list[str], head: int, old_end: int, new_end: int) -> list[_Opcode]:
    removed, added = old_end - head, new_end - head
    if not removed and not added:
        return []
    if min(removed, added) < 2 or removed + added > _MOST_COMPARED:
        return [("replace", head, old_end, head, new_end)]
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, old[head:old_end], new[head:new_end])
    return [
        (tag, head + i1, head + i2, head + j1, head + j2)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
    ]


def _common(first: list[str], second: list[str]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _groups(opcodes: list[_Opcode]) -> Iterator[list[_Opcode]]:
    """Yield the opcodes hunk by hunk, equal runs cut to the context."""
    group: list[_Opcode] = []
    for index, (tag, i1, i2, j1, j2) in enumerate(opcodes):
        if tag != "equal":
            group.append((tag, i1, i2, j1, j2))
            continue
        if not group:  # the context above the first change
            start = max(i2 - _CONTEXT, i1)
            group.append((tag, start, i2, j2 - (i2 - start), j2))
        elif i2 - i1 > 2 * _CONTEXT or index == len(opcodes) - 1:
            end = min(i1 + _CONTEXT, i2)
            group.append((tag, i1, end, j1, j1 + end - i1))
            yield group
            start = max(i2 - _CONTEXT, i1)
            group = [(tag, start, i2, j2 - (i2 - start), j2)]
        else:
            group.append((tag, i1, i2, j1, j2))
    if any(tag != "equal" for tag, *_ in group):
        yield group


def _hunk(group: list[_Opcode], old: list[str], new: list[str]) -> Iterator[str]:
    first, last = group[0], group[-1]
    yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
    for tag, i1, i2, j1, j2 in group:
        if tag == "equal":
            yield from _signed(" ", old[i1:i2])
            continue
        yield from _signed("-", old[i1:i2])
        yield from _signed("+", new[j1:j2])


def _range(start: int, end: int) -> str:
    count = end - start
    first = start + 1 if count else start
    return str(first) if count == 1 else f"{first},{count}"


def _signed(sign: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line
        if not line.endswith("\n"):
            yield "\n" + _NO_NEWLINE
