"""Which commands are a patch, and which are not."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from patchsmith.v4a.invocation import Invocation, NotAnInvocation, read_invocation

PATCH = '*** Begin Patch\n*** Add File: a.txt\n+it\'s "x"\n*** End Patch\n'
COSTS = PATCH.replace("x", "$HOME `date` \\\\ \\")


def here(patch: str = PATCH, *, call: str = "apply_patch <<'EOF'", end: str = "EOF\n") -> str:
    """Return a script with a here-document."""
    return f"{call}\n{patch}{end}"


SCRIPTS: dict[str, tuple[str, str, str | None]] = {
    "plain": (here(), PATCH, None),
    "no-last-newline": (here(end="EOF"), PATCH, None),
    "blank-lines": (f"\n  {here()}\n  \n", PATCH, None),
    "other-name": (here(call="applypatch <<'EOF'"), PATCH, None),
    "no-blank": (here(call="apply_patch<<'EOF'"), PATCH, None),
    "double-quotes": (here(call='apply_patch <<"EOF"'), PATCH, None),
    "other-word": (here(call="apply_patch << 'END OF IT'", end="END OF IT\n"), PATCH, None),
    "unquoted": (here(call="apply_patch <<PATCH", end="PATCH\n"), PATCH, None),
    "quoted-dollars": (here(COSTS), COSTS, None),
    "tabs": (here("\t" + PATCH, call="apply_patch <<-'EOF'", end="\tEOF\n"), PATCH, None),
    "cat": (here(call="cat <<'EOF' | apply_patch"), PATCH, None),
    "cat-tight": (here(call="cat <<EOF|apply_patch "), PATCH, None),
    "cd": (here(call="cd src/app-1.0 && apply_patch <<'EOF'"), PATCH, "src/app-1.0"),
    "cd-tight": (here(call="cd src&&apply_patch <<'EOF'"), PATCH, "src"),
    "cd-quoted": (here(call="cd 'a $b' && apply_patch <<'EOF'"), PATCH, "a $b"),
    "cd-double-quoted": (here(call="cd \"a b\" && apply_patch <<'EOF'"), PATCH, "a b"),
    "cd-cat": (here(call="cd été && cat <<'EOF' | apply_patch"), PATCH, "été"),
    "cd-absolute": (here(call="cd /srv/x && apply_patch <<'EOF'"), PATCH, "/srv/x"),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_that_only_apply_a_patch(name: str) -> None:
    """Alone, behind a shell's name, and in an object; the patch is what the command would get."""
    script, patch, workdir = SCRIPTS[name]
    for command in (
        ["bash", "-lc", script],
        ["/bin/sh", "-c", script],
        ["zsh", "-lc", script],
        {"command": ["bash", "-lc", script], "timeout_ms": 1000},
        {"command": script},
        script,
    ):
        assert read_invocation(command) == Invocation(patch, workdir)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_real_shell_agrees(name: str, tmp_path: Path) -> None:
    """A shell gives the command the same text, in the same folder."""
    script, patch, workdir = SCRIPTS[name]
    shell = shutil.which("bash") or shutil.which("sh")
    assert shell is not None
    where = tmp_path / (workdir or ".").lstrip("/")
    where.mkdir(parents=True, exist_ok=True)
    for word in ("apply_patch", "applypatch"):
        program = tmp_path / word
        program.write_text(f"#!/bin/sh\npwd > '{tmp_path}/where'\ncat > '{tmp_path}/got'\n")
        program.chmod(0o755)
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    script = script.replace("cd /srv/x", f"cd {where}")
    subprocess.run([shell, "-c", script], cwd=tmp_path, env=env, check=True)
    assert (tmp_path / "got").read_text() == patch
    assert Path((tmp_path / "where").read_text().strip()).resolve() == where.resolve()


@pytest.mark.parametrize("word", ["apply_patch", "applypatch"])
def test_argument_lists(word: str) -> None:
    """The patch is the one argument, well formed or not."""
    assert read_invocation([word, PATCH]) == Invocation(PATCH, None)
    assert read_invocation((word, "nonsense")) == Invocation("nonsense", None)
    assert read_invocation({"command": [word, PATCH]}) == Invocation(PATCH, None)


@pytest.mark.parametrize(
    ("inner", "workdir", "expected"),
    [("", "sub", "sub"), ("cd a && ", "sub", "sub/a"), ("cd a && ", "sub/", "sub/a"),
     ("cd /a && ", "sub", "/a"), ("cd a && ", None, "a")],
)  # fmt: skip
def test_the_workdir_of_an_object_comes_first(
    inner: str, workdir: str | None, expected: str
) -> None:
    """A relative `cd` starts there."""
    command = {"command": ["sh", "-c", inner + here()], "workdir": workdir}
    assert read_invocation(command) == Invocation(PATCH, expected)


OTHERS: dict[str, tuple[Any, str]] = {
    "nothing": ([], "not a list of words"),
    "number": (7, "not a list of words"),
    "numbers": (["apply_patch", 7], "not a list of words"),
    "no-command": ({"cmd": ["apply_patch", PATCH]}, "not a list of words"),
    "bad-workdir": ({"command": ["apply_patch", PATCH], "workdir": 7}, "not a path"),
    "help": (["apply_patch", "--help"], "option"),
    "no-argument": (["apply_patch"], "one argument"),
    "two-arguments": (["apply_patch", PATCH, "x"], "one argument"),
    "other-program": (["git", "apply", PATCH], "neither apply_patch nor a shell"),
    "grep": (["grep", "-r", "apply_patch", "."], "neither"),
    "path": (["/usr/bin/apply_patch", PATCH], "neither"),
    "other-options": (["bash", "-x", "-c", here()], "SHELL -c SCRIPT"),
    "shell-arguments": (["bash", "-c", here(), "name"], "SHELL -c SCRIPT"),
    "echo": ("echo apply_patch", "does not call apply_patch"),
    "grep-script": ("grep apply_patch notes.txt", "does not call apply_patch"),
    "comment": ("# apply_patch <<'EOF'\n" + PATCH + "EOF\n", "does not call"),
    "trailing-comment": (here(call="apply_patch <<'EOF' # now"), "something else follows"),
    "help-script": ("apply_patch --help", "here-document"),
    "longer-name": (here(call="apply_patches <<'EOF'"), "here-document"),
    "argument": (f"apply_patch '{PATCH}'", "here-document"),
    "here-string": ("apply_patch <<<'x'\n", "here-document"),
    "file": ("apply_patch < fix.patch\n", "here-document"),
    "and-after": (here(call="apply_patch <<'EOF' && make"), "something else follows"),
    "pipe-after": (here(call="apply_patch <<'EOF' | tee log"), "something else follows"),
    "redirected": (here(call="apply_patch <<'EOF' > log"), "something else follows"),
    "background": (here(call="apply_patch <<'EOF' &"), "something else follows"),
    "second-command": (here() + "make test\n", "another command follows"),
    "second-patch": (here() + here(), "another command follows"),
    "no-end": (here(end=""), "does not end"),
    "padded-end": (here(end=" EOF\n"), "does not end"),
    "no-text": ("apply_patch <<'EOF'", "no text follows"),
    "empty-delimiter": (here(call="apply_patch <<''"), "delimiter is missing"),
    "odd-delimiter": (here(call="apply_patch <<E'O'F"), "more than one"),
    "open-quote": (here(call="apply_patch <<'EOF"), "do not end"),
    "dollar": (here(COSTS, call="apply_patch <<EOF"), "expand the text"),
    "backtick": (here(PATCH.replace("x", "`x`"), call="apply_patch <<EOF"), "expand the text"),
    "line-joined": (
        here(PATCH.replace('"\n', "\\\n"), call="apply_patch <<EOF"),
        "expand the text",
    ),
    "variable": (here(call="X=1 apply_patch <<'EOF'"), "does not call"),
    "sudo": (here(call="sudo apply_patch <<'EOF'"), "does not call"),
    "set": ("set -e\n" + here(), "does not call"),
    "cd-alone": (here(call="cd && apply_patch <<'EOF'"), "path behind cd is"),
    "cd-home": (here(call="cd ~ && apply_patch <<'EOF'"), "more than one"),
    "cd-back": (here(call="cd - && apply_patch <<'EOF'"), "means another folder"),
    "cd-variable": (here(call="cd $DIR && apply_patch <<'EOF'"), "more than one"),
    "cd-quoted-variable": (here(call="cd \"$DIR\" && apply_patch <<'EOF'"), "expand the path"),
    "cd-substitution": (here(call="cd $(pwd) && apply_patch <<'EOF'"), "more than one"),
    "cd-glob": (here(call="cd s* && apply_patch <<'EOF'"), "more than one"),
    "cd-or": (here(call="cd src || apply_patch <<'EOF'"), "not followed by &&"),
    "cd-then": (here(call="cd src; apply_patch <<'EOF'"), "not followed by &&"),
    "cd-twice": (here(call="cd a && cd b && apply_patch <<'EOF'"), "does not call"),
    "cat-only": (here(call="cat <<'EOF'"), "does not go into"),
    "cat-or": (here(call="cat <<'EOF' || apply_patch"), "does not call"),
    "cat-elsewhere": (here(call="cat <<'EOF' | patch"), "does not call"),
    "cat-file": (here(call="cat notes <<'EOF' | apply_patch"), "here-document"),
    "crlf": (here().replace("\n", "\r\n"), "more than one"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_commands_are_not_mistaken_for_a_patch(name: str) -> None:
    """Each is left alone, with the reason."""
    command, reason = OTHERS[name]
    found = read_invocation(command)
    assert isinstance(found, NotAnInvocation)
    assert reason in found.reason
