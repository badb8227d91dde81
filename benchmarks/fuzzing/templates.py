"""The trees that are patched, each with the patch that is mutated.

From Codex's scenarios, the judged cases and generated files; each also in variants: other line
endings, encodings, no final newline, and a tree whose parts are symbolic links.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from random import Random
from typing import NamedTuple

SCENARIOS = Path(__file__).parent.parent.parent / "tests" / "scenarios"
LINK = "@@SYMLINK "
"""In front of a link's target, as the cases spell it."""
OUTSIDE = "@ABS@"
"""Stands for the absolute path of the folder beside the root."""
_GENERATED = 120
_NAMES = ("a.txt", "b.py", "src/app.py", "src/sub/deep.c", "e f.md", "ü.ini", "Makefile")
_LINES = (
    "", "", "a", "b", "  a", "\ta", "a ", "    b", "}", "{", "});", "def f():", "    return None",
    "class A:", "    def g(self):", "        x = 1", "# Title", "## Part", "[section]", "key = 1",
    "é", "“quoted”", "x…", "a\rb", "a\u2028b", "\x0c", "*** End Patch", "@@", "@@ def f():", "+a",
    "-b", "e\u0301", "\u00a0x", "NUL\0", "long " * 40,
)  # fmt: skip

Files = dict[str, bytes | str]
"""Path -> content, or a link as `LINK` + target."""


class Template(NamedTuple):
    """One tree and a patch for it."""

    name: str
    files: Files
    patch: str


def templates(seed: int) -> list[Template]:
    """Return all trees, the same ones for the same seed."""
    rng = Random(seed)
    plain = [*_scenarios(), *_cases(), *(_generated(rng, n) for n in range(_GENERATED))]
    found = list(plain)
    for template in plain:
        found.extend(_variants(template, rng))
    return found


def random_lines(rng: Random, most: int) -> list[str]:
    """Return lines that repeat, resemble each other and look like patch syntax."""
    return [rng.choice(_LINES) for _ in range(rng.randint(0, most))]


def _scenarios() -> list[Template]:
    found: list[Template] = []
    for folder in sorted(SCENARIOS.joinpath("codex").iterdir()):
        if folder.is_dir():
            inside = folder / "input"
            files: Files = {
                path.relative_to(inside).as_posix(): path.read_bytes()
                for path in sorted(inside.rglob("*"))
                if path.is_file()
            }
            patch = (folder / "patch.txt").read_bytes().decode()
            found.append(Template(f"codex/{folder.name}", files, patch))
    return found


def _cases() -> list[Template]:
    found: list[Template] = []
    text = SCENARIOS.joinpath("apply_patch", "cases.jsonl").read_text("utf-8")
    for row in map(json.loads, text.splitlines()):
        files: Files = {
            name: content if content.startswith(LINK) else content.encode()
            for name, content in row.get("files", {}).items()
        }
        files |= {n: base64.b64decode(b64) for n, b64 in row.get("files_b64", {}).items()}
        files |= {n: LINK + target for n, target in row.get("symlinks", {}).items()}
        found.append(Template(f"case/{row['id']}", files, row["patch"]))
    return found


def _generated(rng: Random, number: int) -> Template:
    """Return a tree of a few files, and a patch that edits some of their lines."""
    files: Files = {}
    patch = ["*** Begin Patch"]
    for name in rng.sample(_NAMES, rng.randint(1, 4)):
        lines = random_lines(rng, 30)
        if rng.random() < 0.3:
            lines = [f"{line}{index}" for index, line in enumerate(lines)]
        files[name] = "".join(line + "\n" for line in lines).encode()
        patch.extend(_section(rng, name, lines))
    return Template(f"generated/{number}", files, "\n".join([*patch, "*** End Patch", ""]))


def _section(rng: Random, name: str, lines: list[str]) -> list[str]:
    """Return one file op that fits a file of these lines."""
    kind = rng.random()
    if kind < 0.1 or not lines:
        return [f"*** Delete File: {name}"]
    if kind < 0.2:
        return [f"*** Add File: {name}.new", *("+" + line for line in random_lines(rng, 5))]
    section = [f"*** Update File: {name}"]
    if rng.random() < 0.15:
        section.append(f"*** Move to: moved/{name}")
    for at in sorted(rng.sample(range(len(lines)), min(len(lines), rng.randint(1, 4)))):
        above, below = rng.randint(0, 3), rng.randint(0, 3)
        section.append(f"@@ {rng.choice(lines)}" if rng.random() < 0.2 else "@@")
        section.extend(" " + line for line in lines[max(at - above, 0) : at])
        section.append("-" + lines[at])
        section.extend("+" + line for line in random_lines(rng, 3))
        section.extend(" " + line for line in lines[at + 1 : at + 1 + below])
        if at + 1 + below >= len(lines) and rng.random() < 0.5:
            section.append("*** End of File")
    return section


def _variants(template: Template, rng: Random) -> list[Template]:
    """Return the tree in other endings and encodings, and with links in it."""
    texts = {n: c for n, c in template.files.items() if isinstance(c, bytes)}
    changed: dict[str, Files] = {
        "crlf": {n: c.replace(b"\n", b"\r\n") for n, c in texts.items()},
        "mixed": {n: c.replace(b"\n", b"\r\n", c.count(b"\n") // 2) for n, c in texts.items()},
        "cr": {n: c.replace(b"\n", b"\r") for n, c in texts.items()},
        "bom": {n: b"\xef\xbb\xbf" + c for n, c in texts.items()},
        "utf16": {n: c.decode("utf-8", "replace").encode("utf-16") for n, c in texts.items()},
        "latin1": {n: c.replace(b"a", b"\xe4") for n, c in texts.items()},
        "unterminated": {n: c.rstrip(b"\r\n") for n, c in texts.items()},
        "links": _linked(texts),
    }
    kinds = rng.sample(sorted(changed), 3)
    return [
        Template(f"{template.name}/{kind}", {**template.files, **changed[kind]}, template.patch)
        for kind in kinds
    ]


def _linked(texts: dict[str, bytes]) -> Files:
    """Return every file as a link to the real one, and links that lead elsewhere."""
    files: Files = {}
    for name, content in texts.items():
        files[f"real/{name}"] = content
        files[name] = LINK + "../" * name.count("/") + f"real/{name}"
    files["out"] = LINK + OUTSIDE
    files["up"] = LINK + "../outside"
    files["loop"] = LINK + "loop"
    files["secret.txt"] = LINK + "../outside/secret"
    files["abs.txt"] = LINK + OUTSIDE + "/secret"
    return files
