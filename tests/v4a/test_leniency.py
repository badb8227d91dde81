"""The leniency table, entry by entry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from patchsmith.errors import InputError, PatchsmithError
from patchsmith.tools.apply_patch import apply_patch
from patchsmith.v4a.leniency import LENIENCIES, NAMES, Rewriter

BODY = "*** Update File: a\n@@\n-x\n+y\n"
PATCH = f"*** Begin Patch\n{BODY}*** End Patch"
FILES = {"a": "def f():\n    v\n    x\nx\n\n"}
SCENARIOS = Path(__file__).parent.parent / "scenarios"


def test_names_are_unique_and_each_has_a_reason_and_a_scenario() -> None:
    """The scenario is a case of the collection or a folder of Codex's."""
    ids = [json.loads(line)["id"] for line in
           (SCENARIOS / "apply_patch/cases.jsonl").read_text("utf-8").splitlines()]  # fmt: skip
    kinds = {case.rpartition("-")[0] for case in ids}
    assert len(NAMES) == len(LENIENCIES)
    for entry in LENIENCIES:
        assert entry.reason
        number = entry.scenario.removeprefix("codex/")
        known = entry.scenario in ids or entry.scenario.rpartition("-")[0] in kinds
        assert known or list((SCENARIOS / "codex").glob(f"{number}_*"))


@pytest.mark.parametrize(
    ("patch", "name"),
    [
        ("\ufeff" + PATCH, "patch-bom"),
        (f"```patch\n{PATCH}\n```\n", "code-fence"),
        (f"apply_patch <<'EOF'\n{PATCH}\nEOF\n", "heredoc"),
        (f"<<PATCH\n{PATCH}\nPATCH", "heredoc"),
        (f"Here is the fix:\n\n{PATCH}\n\nIt renames x.", "prose"),
        (PATCH.replace("*** Update File", "***update file"), "marker-spelling"),
        (PATCH.replace("*** End Patch", "*** END PATCH ***"), "marker-spelling"),
        (PATCH.replace("*** Begin Patch", "*** パッチ開始"), "translated-marker"),
        (PATCH.replace("*** Update File: a", "*** 파일 업데이트: a"), "translated-marker"),
        (PATCH.replace("@@", "--- a/a\n+++ b/a\n@@"), "diff-file-lines"),
        (PATCH.replace("+y", "\\ No newline at end of file\n+y"), "no-newline-remark"),
        (PATCH.replace("@@", "@@ -4,1 +4,1 @@"), "numeric-header"),
        (PATCH.replace("@@\n-x", "@@ def f(): @@     v\n-    x"), "one-line-anchors"),
        (PATCH.replace("@@\n-x", "@@ def f\n-    x"), "shortened-anchor"),
        (PATCH.replace("@@\n-x", "@@     v\n-    v"), "anchor-in-hunk"),
        (PATCH.replace("+y\n", "+y\n@@\n-    v\n"), "hunk-out-of-order"),
    ],
)  # fmt: skip
def test_each_deviation_is_accepted_named_and_refused_when_strict(
    patch: str, name: str, tmp_path: Path
) -> None:
    """The result says what was tolerated; `strict` refuses the same patch."""
    for path, text in FILES.items():
        (tmp_path / path).write_text(text)
    names = [mark.name for mark in apply_patch(patch, root=tmp_path, dry_run=True).tolerated]
    assert names == [name]
    assert set(names) <= NAMES
    with pytest.raises(PatchsmithError) as caught:
        apply_patch(patch, root=tmp_path, dry_run=True, strict=True)
    assert caught.value.code in ("patch-syntax", "not-found")


@pytest.mark.parametrize(
    "patch",
    [
        PATCH.removesuffix("*** End Patch"),
        f"{PATCH}\n{PATCH}",
        f"*** Begin Patch\n*** Begin Patch\n{BODY}*** End Patch",
        f"cd sub && apply_patch <<'EOF'\n{PATCH}\nEOF\n",
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n",
        f"diff --git a/a b/a\n{PATCH}",
        "*** Begin Patch\n*** End Patch",
        "",
    ],
    ids=["cut-off", "two-envelopes", "two-begins", "another-folder", "plain-diff", "mixed",
         "empty", "nothing"],
)  # fmt: skip
def test_what_is_not_in_the_table_is_refused(patch: str, tmp_path: Path) -> None:
    """Nothing is guessed."""
    with pytest.raises(InputError) as caught:
        apply_patch(patch, root=tmp_path)
    assert caught.value.code == "patch-syntax"


def test_rewriting_keeps_line_numbers() -> None:
    """Line n of the rewritten text stands for line n of the original."""
    lines = f"Look:\n```\n{PATCH}\n```".split("\n")
    other = Rewriter().rewrite(lines)
    assert len(other) == len(lines)
    assert other.index("*** Begin Patch") == 2
    with pytest.raises(InputError) as caught:
        apply_patch(f"Look:\n\n*** Begin Patch\n{BODY}!\n*** End Patch")
    assert caught.value.line_no == 8
