"""`patchsmith apply`: a patch, with a root, a dry run and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from invoking import patchsmith

if TYPE_CHECKING:
    from pathlib import Path

ADD = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch\n"
TWO = (
    "*** Begin Patch\n*** Add File: b.txt\n+two\n"
    "*** Update File: ghost.txt\n@@\n-a\n+b\n*** End Patch\n"
)


def test_the_patch_is_the_argument_or_standard_input(tmp_path: Path) -> None:
    """A dash says standard input."""
    said = b"Success. Updated the following files:\nA a.txt\n"
    for number, (words, stdin) in enumerate([((ADD,), ""), (("-",), ADD), ((), ADD)]):
        root = tmp_path / str(number)
        root.mkdir()
        done = patchsmith(tmp_path, "apply", "--root", str(root), *words, stdin=stdin)
        assert (done.returncode, done.stdout) == (0, said)
        assert (root / "a.txt").read_text() == "one\n"


def test_an_existing_file_is_replaced_only_when_allowed(tmp_path: Path) -> None:
    """The refusal leaves it as it was."""
    (tmp_path / "a.txt").write_text("precious\n")
    done = patchsmith(tmp_path, "apply", ADD)
    assert (done.returncode, (tmp_path / "a.txt").read_text()) == (1, "precious\n")
    assert patchsmith(tmp_path, "apply", "--overwrite", ADD).returncode == 0
    assert (tmp_path / "a.txt").read_text() == "one\n"


def test_a_partial_patch_keeps_what_came_before_and_is_no_success(tmp_path: Path) -> None:
    """Without the option nothing lands."""
    assert patchsmith(tmp_path, "apply", TWO).returncode == 1
    assert list(tmp_path.iterdir()) == []
    done = patchsmith(tmp_path, "apply", "--partial", "--json", TWO)
    result = json.loads(done.stdout)
    assert done.returncode == 1
    assert (result["ok"], result["error"]["code"]) == (False, "missing-file")
    assert [file["path"] for file in result["files"]] == ["b.txt"]
    assert (tmp_path / "b.txt").read_text() == "two\n"


def test_a_dry_run_prints_the_diff_of_all_files(tmp_path: Path) -> None:
    """Nothing is written."""
    done = patchsmith(tmp_path, "apply", "--dry-run", ADD)
    assert done.stdout == b"--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n"
    assert list(tmp_path.iterdir()) == []


def test_strict_refuses_what_is_tolerated_otherwise(tmp_path: Path) -> None:
    """A malformed patch is input that can not be acted on."""
    fenced = f"```\n{ADD}```\n"
    done = patchsmith(tmp_path, "apply", "--strict", fenced)
    assert done.returncode == 2
    assert done.stderr.startswith(b"Invalid patch")
    assert patchsmith(tmp_path, "apply", fenced).returncode == 0


def test_no_patch_and_no_text_are_usage(tmp_path: Path) -> None:
    """With the usage line."""
    assert b"Usage: patchsmith apply" in patchsmith(tmp_path, "apply").stderr
    assert patchsmith(tmp_path, "apply", stdin=b"\xff\xfe").returncode == 2
    assert b"Example:" in patchsmith(tmp_path, "apply", "--help").stdout


def test_json_holds_the_diff_and_wrong_usage_is_json_too(tmp_path: Path) -> None:
    """A program that asked for JSON gets one object whatever happens."""
    given = json.loads(patchsmith(tmp_path, "apply", "--dry-run", "--json", ADD).stdout)
    assert given["diff"] == "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n"
    done = patchsmith(tmp_path, "apply", "--json", "--bogus", ADD)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad-request"


def test_short_help_is_help(tmp_path: Path) -> None:
    """`-h` is no patch."""
    assert patchsmith(tmp_path, "apply", "-h").stdout.startswith(b"Usage: patchsmith apply")


def command(*, folder: str = "", **fields: str) -> str:
    """Return what an agent sends to run, as JSON."""
    script = f"{folder}apply_patch <<'EOF'\n{ADD}EOF\n"
    return json.dumps({"command": ["bash", "-lc", script], **fields})


def test_an_agents_command_is_applied_where_it_says(tmp_path: Path) -> None:
    """An argument list, or a script behind `cd`, below the root."""
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    for number, (stdin, made) in enumerate(
        [
            (json.dumps(["apply_patch", ADD]), "a.txt"),
            (command(folder="cd sub && "), "sub/a.txt"),
            (command(folder="cd deep && ", workdir="sub"), "sub/deep/a.txt"),
            (command(folder=f"cd {tmp_path}/sub/../sub && ", workdir="."), "sub/a.txt"),
            (command(workdir=str(tmp_path)), "a.txt"),
        ]
    ):
        done = patchsmith(tmp_path, "apply", "--argv", stdin=stdin)
        assert (number, done.returncode, done.stderr) == (number, 0, b"")
        (tmp_path / made).unlink()


def test_a_command_that_leads_out_of_the_root_is_refused(tmp_path: Path) -> None:
    """By its text, or by a link; so is a folder that is not there."""
    root = tmp_path / "root"
    root.mkdir()
    (root / "out").symlink_to(tmp_path)
    for folder in ("..", str(tmp_path), "out", ".git"):
        done = patchsmith(root, "apply", "--argv", "--json", stdin=command(workdir=folder))
        assert json.loads(done.stdout)["error"]["code"] == "unsafe-path"
    done = patchsmith(root, "apply", "--argv", stdin=command(workdir="nowhere"))
    assert done.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["root"]


def test_another_command_is_not_run_and_not_guessed_at(tmp_path: Path) -> None:
    """The reason is given; what is no JSON is wrong usage."""
    done = patchsmith(tmp_path, "apply", "--argv", stdin=json.dumps(["touch", "x"]))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"not a call of apply_patch" in done.stderr
    for words, stdin in (((), ADD), ((ADD,), "[]")):
        assert patchsmith(tmp_path, "apply", "--argv", *words, stdin=stdin).returncode == 2
    assert list(tmp_path.iterdir()) == []
