"""A commit's record as bytes, and bytes that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, InputError, RequestError
from patchsmith.workspace.disk import Identity
from patchsmith.workspace.record import MAX_BYTES, NotARecord, Record, decode, encode
from patchsmith.workspace.steps import Step, free_name

NAME = ".patchsmith-0123456789abcdef"
OTHER = ".patchsmith-fedcba9876543210"


def step(path: str, kind: str, *, decided: bool = True, in_place: bool = False) -> Step:
    before = None if kind == "add" else Identity(11, 5, 1_700_000_000_000_000_000, 0o100644)
    made = Step(RelPath(path), kind, before)  # type: ignore[arg-type]
    made.temp = free_name() if kind != "delete" else None
    made.aside = free_name() if kind != "add" else None
    made.in_place = in_place
    if decided:
        made.after = Identity(12, 6, -5, 0o100600) if kind != "delete" else None
        made.aside_ino = 11 if kind != "add" else 0
    return made


def shown(record: Record) -> list[object]:
    fields = [name for name in Step.__slots__ if name not in ("change", "status", "new_folders")]
    steps = [[getattr(step, name) for name in fields] for step in record.steps]
    return [record.decided, record.root_ino, record.folder_ino, record.made, steps]


PATHS = st.text(st.characters(exclude_characters="\0\\:"), min_size=1, max_size=12)


@given(st.lists(PATHS, min_size=1, max_size=5), st.booleans())
def test_what_was_encoded_comes_back(texts: list[str], decided: bool) -> None:
    """Whatever the paths are: blanks, newlines, percent signs, bytes that are no UTF-8."""
    paths = set()
    for text in texts:
        try:
            paths.add(RelPath.parse(text))
        except (EditError, InputError):
            continue
    if not paths:
        return
    kinds = ("add", "update", "delete")
    steps = [step(p, kinds[n % 3], decided=decided) for n, p in enumerate(sorted(paths))]
    record = Record(decided, 7, 8, (RelPath("x"), RelPath("x/y z")), tuple(steps))
    content = encode(record)
    assert shown(decode(content)) == shown(record)
    assert content.isascii()
    assert content.count(b"\n") == 7 + len(steps)


def test_names_that_are_no_utf_8_come_back() -> None:
    """They are what the system gave."""
    path = RelPath("caf\udce9 \n%41")
    record = Record(True, 1, 2, (), (step(path, "update", in_place=True),))
    assert b"caf%e9%20%0a%2541" in encode(record)
    assert decode(encode(record)).steps[0].path == path


GOOD = encode(
    Record(True, 1, 2, (RelPath("new"),), (step("a", "update"), step("b", "add"),
                                          step("c", "delete")))
).decode()  # fmt: skip
LINE = next(line for line in GOOD.splitlines() if " update " in line)
FIELDS = LINE.split(" ")


def other_line(index: int, value: str) -> str:
    fields = list(FIELDS)
    fields[index] = value
    return GOOD.replace(LINE, " ".join(fields))


HOSTILE = {
    "empty": "",
    "garbage": "\x00\x01\x02",
    "another format": GOOD.replace("commit 1", "commit 2"),
    "cut off": GOOD[:-1],
    "cut off in the middle": GOOD[: len(GOOD) // 2],
    "more behind it": GOOD + "x",
    "a step fewer": GOOD.replace(LINE + "\n", ""),
    "a step twice": GOOD.replace(LINE, f"{LINE}\n{LINE}").replace("end 3", "end 4"),
    "no steps": "\n".join(GOOD.splitlines()[:4]) + "\nend 0\n",
    "unknown state": GOOD.replace("state decided", "state maybe"),
    "staged, it says": other_line(8, "-"),
    "an absolute path": other_line(3, "/etc/passwd"),
    "a path that climbs": other_line(3, "../outside"),
    "a path that climbs in hiding": other_line(3, "%2e%2e/outside"),
    "a long way round": other_line(3, "x/../a"),
    "git's own": other_line(3, ".git/config"),
    "the record's own": other_line(3, ".patchsmith-txn/record"),
    "a NUL": other_line(3, "a%00b"),
    "a bad escape": other_line(3, "a%4"),
    "an escape nobody needs": other_line(3, "%61"),
    "an escape in capitals": other_line(3, "%C3"),
    "an empty path": other_line(3, ""),
    "a temporary name that is a path": other_line(4, ".patchsmith-/../../etc/pass"),
    "a temporary name of somebody's": other_line(4, "precious.txt"),
    "a short temporary name": other_line(4, ".patchsmith-0123"),
    "no temporary name": other_line(4, "-"),
    "one name twice": other_line(4, FIELDS[5]),
    "an unknown kind": other_line(1, "chmod"),
    "an unknown way": other_line(2, "sideways"),
    "an addition in place": GOOD.replace("add renamed", "add in-place"),
    "a negative number": other_line(6, "-1"),
    "a huge number": other_line(6, "9" * 30),
    "a number beyond all inodes": other_line(6, str(1 << 64)),
    "a number in other digits": other_line(6, "\u0664"),
    "a padded number": other_line(6, "011"),
    "half an identity": other_line(7, "1,2,3"),
    "a made folder outside": GOOD.replace("made new", "made ../new"),
    "a made folder behind a step": GOOD.replace(LINE, f"{LINE}\nmade late"),
    "blank lines": GOOD.replace("\nroot", "\n\nroot"),
    "carriage returns": GOOD.replace("\n", "\r\n"),
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_no_commit_writes_is_no_record(text: str) -> None:
    """Each is refused with a reason and no other error."""
    with pytest.raises(NotARecord):
        decode(text.encode("utf-8"))


def test_the_record_they_are_made_from_is_one() -> None:
    """Else the table would show nothing."""
    assert encode(decode(GOOD.encode())) == GOOD.encode()


@given(st.binary(max_size=200), st.integers(0, len(GOOD)), st.integers(0, 20))
def test_no_bytes_end_in_another_error(content: bytes, at: int, length: int) -> None:
    """Neither noise nor a record with noise in it."""
    for noise in (content, GOOD.encode()[:at] + content + GOOD.encode()[at + length :]):
        try:
            decode(noise)
        except NotARecord:
            continue


def test_too_long_is_refused_both_ways() -> None:
    """Unread when it is found, unwritten when it would be made."""
    with pytest.raises(NotARecord, match="too long"):
        decode(b"x" * (MAX_BYTES + 1))
    long = tuple(step("d/" * 1500 + str(n), "add") for n in range(6000))
    with pytest.raises(RequestError, match="too large"):
        encode(Record(True, 1, 2, (), long))
