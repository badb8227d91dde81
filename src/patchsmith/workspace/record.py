r"""The record of a commit as bytes, and back.

    record := "patchsmith-commit 1" NL state NL root NL folder NL { made NL } { step NL } end NL
    state  := "state staging" | "state decided"
    root   := "root" SP number                     inode of the root
    folder := "folder" SP number                   inode of the record's own folder
    made   := "made" SP path                       folder that the commit makes, outermost first
    step   := "step" SP kind SP way SP path SP temp SP aside SP number SP before SP after
    kind   := "add" | "update" | "delete"          way := "renamed" | "in-place"
    temp, aside := "-" | ".patchsmith-" 16 hex digits   where new content and old file lie
    number := inode of the old file or its copy    before, after := "-" | what lay, will lie there
    end    := "end" SP number                      how many steps there were

Whoever unpacks a foreign folder may get a record with it, so that every byte is doubted: what is
not spelled exactly as `encode` spells it is no record. Own lines and not JSON, because importing
`json` costs more than a small commit (design/0003-start-up.md).

Rules for editors: a change of the format gets another number in the first line.
"""

from __future__ import annotations

from patchsmith.changes.paths import RelPath
from patchsmith.errors import InputError, RequestError
from patchsmith.values import Value
from patchsmith.workspace.disk import Identity
from patchsmith.workspace.steps import PREFIX, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.change_set import Kind

MAX_BYTES = 16 << 20
"""Longest record that is written or read; some 50,000 files."""
_FIRST = "patchsmith-commit 1"
_MAX_NUMBER = 1 << 64
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/")
_KINDS: tuple[Kind, ...] = ("add", "update", "delete")
_WAYS = ("renamed", "in-place")
_HEX = frozenset("0123456789abcdef")


class Record(Value):
    """What a commit is about to do, or has decided to do."""

    __slots__ = ("decided", "root_ino", "folder_ino", "made", "steps")  # noqa: RUF023 - as written

    decided: bool
    """Whether all is staged and checked, so that the commit is to be carried out."""
    root_ino: int
    """Inode of the root that the commit was made in."""
    folder_ino: int
    """Inode of the folder that the record was written in."""
    made: tuple[RelPath, ...]
    """Folders that the commit makes, outermost first."""
    steps: tuple[Step, ...]
    """The files, in the order of the commit."""


class NotARecord(Exception):  # noqa: N818 - it is an answer
    """The bytes are none; the message says where they differ."""


def encode(record: Record) -> bytes:
    """Return a record as bytes.

    Raises:
        RequestError: `bad-request` when the commit has too many files for one record.
    """
    lines = [
        _FIRST,
        f"state {'decided' if record.decided else 'staging'}",
        f"root {record.root_ino}",
        f"folder {record.folder_ino}",
        *(f"made {_spelled(path)}" for path in record.made),
        *(_step_line(step) for step in record.steps),
        f"end {len(record.steps)}\n",
    ]
    content = "\n".join(lines).encode("ascii")
    if len(content) > MAX_BYTES:
        raise RequestError(
            "bad-request",
            f"a commit of {len(record.steps)} files is too large for one record",
            hint="Change fewer files at once.",
        )
    return content


def decode(content: bytes) -> Record:
    """Return the record that bytes hold.

    Raises:
        NotARecord: They hold anything else.
    """
    if len(content) > MAX_BYTES:
        raise NotARecord("it is too long")
    try:
        lines = content.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise NotARecord("it holds bytes that no record has") from None
    if lines.pop() != "" or len(lines) < 5 or lines[0] != _FIRST:
        raise NotARecord("it does not begin and end like one")
    state = _field(lines[1], "state")
    if state not in ("staging", "decided"):
        raise NotARecord("its state is unknown")
    made: list[RelPath] = []
    steps: list[Step] = []
    for line in lines[4:-1]:
        if line.startswith("made ") and not steps:
            made.append(_path(_field(line, "made")))
        else:
            steps.append(_step(line, decided=state == "decided"))
    record = Record(
        state == "decided",
        _number(_field(lines[2], "root")),
        _number(_field(lines[3], "folder")),
        tuple(made),
        tuple(steps),
    )
    _refuse_odd(record, end=_number(_field(lines[-1], "end")))
    if encode(record) != content:
        raise NotARecord("it is not spelled as one")
    return record


def _refuse_odd(record: Record, *, end: int) -> None:
    """Refuse what no commit writes, however well it is spelled."""
    steps = record.steps
    names = [(step.folder, name) for step in steps for name in (step.temp, step.aside) if name]
    if not steps or end != len(steps):
        raise NotARecord("it lacks steps")
    if len({step.path for step in steps}) < len(steps) or len(set(names)) < len(names):
        raise NotARecord("it names a file twice")


def _step_line(step: Step) -> str:
    way = _WAYS[step.in_place]
    return (
        f"step {step.kind} {way} {_spelled(step.path)} {step.temp or '-'} {step.aside or '-'} "
        f"{step.aside_ino} {_shown(step.before)} {_shown(step.after)}"
    )


def _shown(it: Identity | None) -> str:
    return "-" if it is None else f"{it.ino},{it.size},{it.mtime_ns},{it.mode}"


def _step(line: str, *, decided: bool) -> Step:
    fields = line.split(" ")
    if len(fields) != 9 or fields[0] != "step":
        raise NotARecord("a line is no step")
    kind = next((kind for kind in _KINDS if kind == fields[1]), None)
    if kind is None or fields[2] not in _WAYS:
        raise NotARecord("a step is of no known kind")
    step = Step(_path(fields[3]), kind, _identity(fields[7]))
    step.in_place = fields[2] == "in-place"
    step.temp, step.aside = _name(fields[4]), _name(fields[5])
    step.aside_ino, step.after = _number(fields[6]), _identity(fields[8])
    expected = (kind != "delete", kind != "add", kind != "add")
    if expected != (step.temp is not None, step.aside is not None, step.before is not None):
        raise NotARecord("a step lacks what its kind needs")
    if step.in_place and kind != "update":
        raise NotARecord("a step can not be in place")
    if decided and (step.after is not None, step.aside_ino > 0) != expected[:2]:
        raise NotARecord("a step was not staged")
    return step


def _field(line: str, name: str) -> str:
    if not line.startswith(f"{name} "):
        raise NotARecord(f"it lacks the line {name}")
    return line[len(name) + 1 :]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 20:
        raise NotARecord("a number is none")
    number = int(text)
    if number >= _MAX_NUMBER:
        raise NotARecord("a number is too large")
    return number


def _identity(text: str) -> Identity | None:
    if text == "-":
        return None
    parts = text.split(",")
    if len(parts) != 4:
        raise NotARecord("what a file was is incomplete")
    negative = parts[2].startswith("-")  # a time before 1970
    mtime_ns = _number(parts[2][negative:])
    return Identity(
        _number(parts[0]), _number(parts[1]), -mtime_ns if negative else mtime_ns, _number(parts[3])
    )


def _name(text: str) -> str | None:
    if text == "-":
        return None
    digits = text.removeprefix(PREFIX)
    if len(text) != len(PREFIX) + 16 or len(digits) != 16 or not _HEX.issuperset(digits):
        raise NotARecord("a file beside another has no name of ours")
    return text


def _spelled(path: str) -> str:
    """Return a path in ASCII without blanks: other bytes as %xx, so that people can read it."""
    content = path.encode("utf-8", "surrogateescape")
    if _PLAIN.issuperset(content):
        return path
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02x}" for byte in content)


def _path(text: str) -> RelPath:
    first, *rest = text.split("%")
    content = bytearray(first, "ascii")
    for part in rest:
        if len(part) < 2 or not _HEX.issuperset(part[:2]):
            raise NotARecord("a path is not spelled as one")
        content.append(int(part[:2], 16))
        content.extend(part[2:].encode("ascii"))
    path = content.decode("utf-8", "surrogateescape")
    try:
        parsed = RelPath.parse(path)
    except InputError as error:
        raise NotARecord(f"a path is not accepted: {error.message}") from None
    if parsed != path:
        raise NotARecord("a path is not in its short form")
    return parsed
