"""Files and patches that are measured, made by rule so that every run has the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from patchsmith.changes.paths import RelPath

PATH = "file.txt"


class Case(NamedTuple):
    """One file and one patch for it."""

    body: bytes
    patch: str


class MemoryTree:
    """One file in memory, as a planner reads it."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def resolve(self, path: RelPath, *, follow: bool = True) -> RelPath:  # noqa: ARG002
        """Return the path itself: there are no links."""
        return path

    def exists(self, path: RelPath) -> bool:
        """Return whether it is the one file."""
        return path == PATH

    def read(self, path: RelPath) -> bytes:  # noqa: ARG002
        """Return the one file's content."""
        return self._body


def distinct(count: int) -> list[str]:
    """Return lines of 40 bytes with their newline, each of them different."""
    return [f"line {number:07d} of the file with its text" for number in range(count)]


def update(hunks: Iterable[Sequence[str]]) -> str:
    """Return a patch that updates the file; each hunk is its lines, `@@` included."""
    lines = [line for hunk in hunks for line in hunk]
    return "\n".join(["*** Begin Patch", f"*** Update File: {PATH}", *lines, "*** End Patch", ""])


def change(lines: Sequence[str], at: int, context: int = 3) -> list[str]:
    """Return a hunk that changes one line, with context above and below."""
    above = lines[max(at - context, 0) : at]
    below = lines[at + 1 : at + 1 + context]
    return [
        "@@",
        *(" " + line for line in above),
        "-" + lines[at],
        "+" + lines[at] + " changed",
        *(" " + line for line in below),
    ]


def spread(count: int, hunks: int) -> Case:
    """Return a file of distinct lines and hunks spread evenly over it."""
    lines = distinct(count)
    step = count // hunks
    return Case(_body(lines), update(change(lines, n * step + step // 2) for n in range(hunks)))


def identical_lines(count: int, hunks: int) -> Case:  # noqa: ARG001 - one hunk by its nature
    """Return identical lines, and a hunk of 500 of which one is different."""
    hunk = ["@@", *[" the same line"] * 250, "-another line", *[" the same line"] * 249]
    return Case(_body(["the same line"] * count), update([hunk]))


def missing_context(count: int, hunks: int) -> Case:  # noqa: ARG001 - one hunk by its nature
    """Return distinct lines, and a hunk whose context is nowhere."""
    lines = distinct(count)
    return Case(_body(lines), update([["@@", " " + lines[1], "-not in the file", "+new"]]))


def failing_hunks(count: int, hunks: int) -> Case:
    """Return distinct lines, and hunks that all miss by one line."""
    lines = distinct(count)
    made = [["@@", f" {lines[n]}", f"-{lines[n + 1]} no", "+x"] for n in range(hunks)]
    return Case(_body(lines), update(made))


def two_letters(count: int, hunks: int) -> Case:
    """Return a random file of two different lines, and long hunks that stand once."""
    rng = Random(count)
    lines = [rng.choice("ab") for _ in range(count)]
    return _spread_blocks(lines, hunks, 39)


def common_lines(count: int, hunks: int) -> Case:
    """Return code of a few statements, and hunks of nothing but such statements."""
    rng = Random(count)
    statements = ("    return 0;", "}", "", "int next(void)", "{", "    x += 1;", "    call();")
    return _spread_blocks([rng.choice(statements) for _ in range(count)], hunks, 12)


def bottom_up(count: int, hunks: int) -> Case:
    """Return distinct lines, and hunks from the last to the first."""
    lines = distinct(count)
    step = count // hunks
    places = range(hunks - 1, -1, -1)
    return Case(_body(lines), update(change(lines, n * step + step // 2) for n in places))


def alike_anchors(count: int, hunks: int) -> Case:
    """Return methods of one name, and hunks that all name it before their own body."""
    lines: list[str] = []
    for number in range(count // 4):
        lines += ["    def run(self):", f"        first = {number}", "        return first", ""]
    step = count // 4 // hunks
    made = [
        ["@@     def run(self):", f"-        first = {n * step}", "+        first = 0"]
        for n in range(hunks)
    ]
    return Case(_body(["class Many:", *lines]), update(made))


def one_block(count: int, hunks: int) -> Case:
    """Return one class of landmarks, and hunks that name the class and a landmark each."""
    lines = [f"    field_{number} = {number}" for number in range(count)]
    step = count // hunks
    made = [["@@ class One:", f"@@ {lines[n * step]}", f"+    extra_{n} = 0"] for n in range(hunks)]
    return Case(_body(["class One:", *lines]), update(made))


def numeric_headers(count: int, hunks: int) -> Case:
    """Return distinct lines, and hunks with the headers of a unified diff."""
    case = spread(count, hunks)
    parts = case.patch.split("\n@@\n")
    headers = [f"\n@@ -{n * 7},7 +{n * 7},7 @@\n" for n in range(1, len(parts))]
    pieces = [piece for pair in zip(parts[1:], headers, strict=True) for piece in pair[::-1]]
    return Case(case.body, "".join([parts[0], *pieces]))


def nested_blocks(count: int, hunks: int) -> Case:
    """Return identical lines, and hunks of one, two, three, ... of them."""
    made = [["@@", *["-a"] * length, "+b"] for length in range(1, max(int(hunks**0.5) * 4, 3))]
    return Case(_body(["a"] * count), update(made))


def trailing_blanks(count: int, hunks: int) -> Case:
    """Return lines that all end with a blank, and hunks without it."""
    case = spread(count, hunks)
    return Case(case.body.replace(b"\n", b" \n"), case.patch)


def curly_quotes(count: int, hunks: int) -> Case:
    """Return lines with curly quotes, and hunks with plain ones."""
    case = spread(count, hunks)
    body = case.body.replace(b"its", "“its”".encode())
    return Case(body, case.patch.replace("its", '"its"'))


def end_of_file(count: int, hunks: int) -> Case:
    """Return a file that ends with blank lines, and hunks for its end that miss."""
    lines = [*distinct(count), *[""] * (count // 10)]
    hunk = [
        "@@",
        *(" " + line for line in lines[count - 200 : count - 1]),
        "-no",
        "*** End of File",
    ]
    return Case(_body(lines), update([hunk] * hunks))


SPREAD: dict[str, Callable[[int, int], Case]] = {
    "distinct lines": spread,
    "two-letter lines": two_letters,
    "common lines only": common_lines,
    "hunks bottom-up": bottom_up,
    "alike anchors": alike_anchors,
    "anchors in one block": one_block,
    "numeric headers": numeric_headers,
    "trailing blanks": trailing_blanks,
    "curly quotes": curly_quotes,
    "all hunks fail": failing_hunks,
    "nested repeats": nested_blocks,
    "misses at the end": end_of_file,
}
"""Name -> maker of a case from its number of lines and of hunks."""


def _spread_blocks(lines: list[str], hunks: int, size: int) -> Case:
    """Return hunks of blocks of some size, spread over a file."""
    step = len(lines) // hunks
    made: list[list[str]] = []
    for number in range(hunks):
        at = number * step + max(step - size, 0) // 2
        block = lines[at : at + min(size, step)]
        made.append(["@@", *(" " + line for line in block[:-1]), "-" + block[-1], "+changed"])
    return Case(_body(lines), update(made))


def _body(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()
