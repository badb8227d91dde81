"""What an anchor opens: the stretch of the file in which its hunk must lie.

An anchor line that is followed by deeper lines opens a block: it runs to the next line that is
not deeper, lines that only close or open a bracket or end a signature not counted. A Markdown
heading or an INI section opens a section: it runs to the next heading of its level or above.
Any other line is a landmark inside its block: the scope runs to the end of that block, or of the
file for a line without indentation.

Positions are body offsets of line starts.
"""

from __future__ import annotations

_TAB = 8  # only compared with other lines of the same file
_BRIDGE = (b"{", b")", b"]", b"}", b":")  # a line that starts so does not end its block


def scope_end(body: bytes, anchor: int, landmarks: dict[int, int]) -> int:
    """Return the offset behind the scope of the anchor line that starts at an offset.

    Args:
        body: The file.
        anchor: Offset of the anchor line.
        landmarks: Ends already found for landmarks, by depth; for anchors asked in ascending
            order. It keeps many alike landmarks in one block from being measured again and again.
    """
    line, after = _line(body, anchor)
    heading = heading_of(line)
    if heading:
        return _next_heading(body, after, heading)
    depth = indentation(line)
    if _opens_block(body, after, depth):
        return _block_end(body, after, depth)
    if not depth:
        return len(body)
    if landmarks.get(depth, 0) <= anchor:
        landmarks[depth] = _block_end(body, after, depth - 1)
    return landmarks[depth]


def indentation(line: bytes) -> int:
    """Return the width of a line's leading blanks, tabs expanded."""
    width = 0
    for byte in line:
        if byte == 0x20:
            width += 1
        elif byte == 0x09:
            width += _TAB - width % _TAB
        else:
            break
    return width


def _line(body: bytes, start: int) -> tuple[bytes, int]:
    """Return the line at an offset and the offset of the next one."""
    end = body.find(b"\n", start)
    if end < 0:
        end = len(body)
    return body[start:end], end + 1


def heading_of(line: bytes) -> bytes:
    """Return `##` for a Markdown heading, `[` for an INI section, else nothing."""
    if line.startswith(b"["):
        return b"[" if line.rstrip().endswith(b"]") else b""
    marks = line[: len(line) - len(line.lstrip(b"#"))]
    return marks if marks and line[len(marks) : len(marks) + 1] == b" " else b""


def _next_heading(body: bytes, start: int, heading: bytes) -> int:
    while start < len(body):
        line, after = _line(body, start)
        found = heading_of(line)
        if found and found[:1] == heading[:1] and len(found) <= len(heading):
            return start
        start = after
    return len(body)


def _opens_block(body: bytes, start: int, depth: int) -> bool:
    while start < len(body):
        line, start = _line(body, start)
        if line.strip():
            if indentation(line) == depth and line.lstrip().startswith(_BRIDGE):
                continue
            return indentation(line) > depth
    return False


def _block_end(body: bytes, start: int, depth: int) -> int:
    """Return where the lines deeper than `depth` end, closing lines of that depth included."""
    while start < len(body):
        line, after = _line(body, start)
        bare = line.lstrip()
        if bare:
            width = indentation(line)
            if width < depth or (width == depth and not bare.startswith(_BRIDGE)):
                return start
        start = after
    return len(body)
