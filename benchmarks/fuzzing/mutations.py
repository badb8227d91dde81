"""Small damages to a patch, of the kinds that models, channels and attackers do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fuzzing.templates import OUTSIDE, random_lines

_MARKERS = (
    "*** Begin Patch", "*** End Patch", "*** End of File", "*** Update File: a.txt",
    "*** Add File: new.txt", "*** Delete File: a.txt", "*** Move to: b.txt", "@@", "@@ a", "@@ @@",
    "@@ -1,3 +1,4 @@", "@@ -1 +1 @@ def f():", "***Update File: a.txt", "*** update file: a.txt",
    "*** Environment ID: x", "```", "```diff", "<<'EOF'", "EOF", "apply_patch <<'EOF'",
    "*** ファイルの更新: a.txt", "*** パッチ終了", "--- a/a.txt", "+++ b/a.txt",
    "\\ No newline at end of file",
    "Here is the patch:", "@@ class A:", "*** Move to: a.txt", "*** ",
)  # fmt: skip
_PATHS = (
    "../outside/secret", OUTSIDE + "/secret", "/etc/passwd", "a/../../outside/x", "./a.txt",
    "a//b.txt", ".git/config", ".GIT/hooks/x", ".git ./x", "sub/.git/config", "C:\\x", "..\\x",
    "\\\\host\\x", "out/secret", "out/new", "up/secret", "up/new.txt", "loop", "loop/x",
    "secret.txt", "abs.txt", "real/../a.txt", "a.txt/child", "b.py/../a.txt", "src", "src/", "",
    ".", "..", " ", "~/x", "x" * 300, "x/" * 200 + "y", "\u202egnp.x", "new\0.txt", "nl\u2028x",
    ".patchsmith-txn/x", ".patchsmith-txn", "dir/new/deep.txt", "\udcff", "\ud800", "a.txt ",
    "x" * 5000, "/".join(["d"] * 1500),
)  # fmt: skip
_CHARACTERS = (
    "\0\r\n\t \u00a0\u2028\ufeff\u201c\u2013e\u0301é+-@*\\'\"\ud800\udcff\U0001f600\x7f\x1b{}[]#:"
)
_HEADERS = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")

Mutation = Callable[[Random, list[str]], None]


def mutated(rng: Random, patch: str, other: str) -> str:
    """Return a patch with a few damages, rarely with none.

    Args:
        rng: Decides.
        patch: The patch.
        other: Another one, to take lines from.
    """
    lines = patch.split("\n")
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        rng.choice(_MUTATIONS)(rng, lines)
        if not lines:
            lines.append("")
    if rng.random() < 0.05:
        _splice(rng, lines, other.split("\n"))
    text = "\n".join(lines)
    return _whole(rng, text) if rng.random() < 0.15 else text


def _splice(rng: Random, lines: list[str], others: list[str]) -> None:
    start = rng.randrange(len(others))
    at = rng.randrange(len(lines) + 1)
    lines[at:at] = others[start : start + rng.randint(1, 12)]


def _whole(rng: Random, text: str) -> str:
    """Damage the patch as a whole: endings, encoding, wrapping, cut off."""
    kind = rng.randrange(8)
    if kind == 0:
        return text.replace("\n", "\r\n")
    if kind == 1:
        return text.replace("\n", "\r")
    if kind == 2:
        return "\ufeff" + text
    if kind == 3:
        return text[: rng.randrange(len(text) + 1)]
    if kind == 4:
        return f"```\n{text}\n```\n"
    if kind == 5:
        return f"apply_patch <<'EOF'\n{text}\nEOF\n"
    if kind == 6:
        data = bytearray(text.encode("utf-8", "surrogatepass"))
        for _ in range(rng.randint(1, 4)):
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return data.decode("utf-8", "surrogateescape")
    return text + text


def _flip(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    line = lines[at]
    column = rng.randrange(len(line) + 1)
    lines[at] = line[:column] + rng.choice(_CHARACTERS) + line[column + rng.randint(0, 1) :]


def _drop(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    del lines[at : at + rng.choice((1, 1, 1, 2, 4))]


def _duplicate(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines[at:at] = lines[at : at + rng.choice((1, 1, 2, 6))] * rng.choice((1, 1, 1, 20))


def _swap(rng: Random, lines: list[str]) -> None:
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _marker(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    if rng.random() < 0.5:
        lines.insert(at, rng.choice(_MARKERS))
    else:
        lines[at] = rng.choice(_MARKERS)


def _spelling(rng: Random, lines: list[str]) -> None:
    marks = [i for i, line in enumerate(lines) if line.startswith(("***", "@@"))]
    if marks:
        at = rng.choice(marks)
        change = rng.choice((str.lower, str.upper, str.strip, str.title, lambda s: f"  {s} "))
        lines[at] = change(lines[at])


def _path(rng: Random, lines: list[str]) -> None:
    """Put a hostile path into a header."""
    places = [
        (index, header)
        for index, line in enumerate(lines)
        for header in _HEADERS
        if line.startswith(header)
    ]
    if places:
        at, header = rng.choice(places)
        lines[at] = header + rng.choice(_PATHS)


def _header(rng: Random, lines: list[str]) -> None:
    for at, line in enumerate(lines):
        for header in _HEADERS[:3]:
            if line.startswith(header) and rng.random() < 0.5:
                lines[at] = rng.choice(_HEADERS) + line[len(header) :]
                return


def _sign(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines[at] = rng.choice((" ", "-", "+", "", "\\", "@@ ", "\t")) + lines[at][1:]


def _blanks(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    line = lines[at]
    lines[at] = rng.choice(
        (line + "  ", line.rstrip(), line[:1] + "  " + line[1:], line[:1] + line[1:].lstrip(),
         line[:1] + "\t" + line[1:], line.replace("    ", "\t"), line + "\r", line + "\u00a0")
    )  # fmt: skip


def _insert(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines) + 1)
    lines[at:at] = [rng.choice(" -+") + line for line in random_lines(rng, 4)]


_MUTATIONS: tuple[Mutation, ...] = (
    _flip, _flip, _drop, _duplicate, _swap, _marker, _spelling, _path, _path, _header, _sign,
    _blanks, _insert,
)  # fmt: skip
