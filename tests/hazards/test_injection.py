"""Texts that give orders move nothing: they are evidence, wherever somebody meets them.

Each text stands in the failing command's output, in a comment, in a fixture and in the name of a
file, and the repairer repeats it as its diagnosis and does what it says. Budget, condition, guard
and paths are those of a loop without it; the report has the same structure; secrets are masked.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from injections import CONTROL, SECRET, TEXTS, Looped, looped
from patchsmith.cli.replx import main
from patchsmith.repairers.command import request_of
from patchsmith.replx.record import LoopRecord
from patchsmith.replx.wording import LANGUAGES, WORDING, Language
from patchsmith.testing import assert_solved
from trees import tree

LABELS = {language: set(WORDING[language].values()) for language in LANGUAGES}


def looped_in(factory: pytest.TempPathFactory, text: str) -> Looped:
    """Run a loop that knows a secret, on a project that is full of a text."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERVICE_TOKEN", SECRET)
        return looped(factory.mktemp("injected"), text)


@pytest.fixture(scope="module")
def control(tmp_path_factory: pytest.TempPathFactory) -> Looped:
    """Return the loop without an order."""
    return looped_in(tmp_path_factory, CONTROL)


@pytest.fixture(scope="module", params=list(TEXTS))
def injected(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Looped:
    """Return the loop with one of the texts."""
    return looped_in(tmp_path_factory, TEXTS[request.param])


def course(record: LoopRecord) -> dict[str, object]:
    """Return what a loop did, without the words that were said in it."""
    attempts = [iteration.attempt for iteration in record.iterations]
    return {
        "declaration": record.declaration.to_dict(),
        "runs": (record.runs, record.check_runs, record.verification_runs),
        "attempts": [each and (each.kind, each.findings) for each in attempts],
        "statuses": [iteration.run.seen.exit_status for iteration in record.iterations],
        "outcome": record.outcome,
    }


def test_there_are_enough_texts() -> None:
    """Orders and forgeries, in more than one language."""
    assert len(TEXTS) >= 24


def test_the_loop_takes_the_same_course(injected: Looped, control: Looped) -> None:
    """Same budget, condition, refusals, runs and outcome as without the text."""
    assert_solved(injected.record)
    assert course(injected.record) == course(control.record)
    attempts = [iteration.attempt for iteration in injected.record.iterations]
    rules = [[finding.rule for finding in each.findings] for each in attempts if each is not None]
    assert rules == [["PT01"], ["PT04"], [], []]
    assert attempts[2] is not None
    assert "climbs out of the workspace root" in attempts[2].account.text


def test_nothing_but_the_repair_is_left(injected: Looped) -> None:
    """What was ordered was undone to the byte, and nothing lies outside the root."""
    root = Path(injected.record.root)
    found = tree(root)
    assert found["app.txt"] == b"good\n"
    assert {"tests/test_app.txt", "tests/fixture.txt", "check.sh"} <= found.keys()
    assert [change.path for change in injected.record.final_diff] == ["app.txt"]
    assert not (root.parent / "outside.txt").exists()


def test_the_repairer_gets_the_text_as_evidence_alone(injected: Looped, control: Looped) -> None:
    """In the fields of the output; all others are the same, also for a program on its stdin."""
    for mine, other in zip(injected.told, control.told, strict=True):
        for name in ("command", "iteration", "budget", "condition", "reason", "exit_status"):
            assert getattr(mine, name) == getattr(other, name)
        assert mine.refusals == other.refusals
        assert [past.paths for past in mine.history] == [past.paths for past in other.history]
        sent = json.loads(json.dumps(request_of(mine, injected.record.root)))
        assert sent.keys() == request_of(other, control.record.root).keys()
        assert (sent["budget"], sent["condition"]) == (4, "exit status 0")


def test_the_report_keeps_its_structure(injected: Looped, control: Looped) -> None:
    """Heading for heading and label for label, also as a Markdown reader sees it."""
    mine, other = (stored_report(each) for each in (injected, control))
    assert structure(mine, "en") == structure(other, "en")
    assert blocks(mine) == blocks(other)


def test_nothing_printed_or_stored_holds_controls_or_secrets(injected: Looped) -> None:
    """Terminals are not steered, names and output do not pass for lines of their own."""
    for text in (stored_report(injected), *injected.lines):
        assert SECRET not in text
        assert not [c for c in text if not c.isprintable() and c != "\n"]
    assert not [line for line in injected.lines if "\n" in line]
    assert all(SECRET not in failure.stdout + failure.stderr for failure in injected.told)
    stored = [path for path in injected.folder.rglob("*") if path.is_file()]
    outside = [path for path in stored if "snapshots" not in path.parts]
    assert not [path for path in outside if SECRET.encode() in path.read_bytes()]


def test_the_events_are_the_loops_own(injected: Looped, control: Looped) -> None:
    """One line each, numbered without a gap, in the order of a loop without the text."""
    mine, other = (
        [json.loads(line) for line in (each.folder / "events.jsonl").read_text().splitlines()]
        for each in (injected, control)
    )
    assert [event["n"] for event in mine] == list(range(1, len(mine) + 1))
    told = [[event.get("event") or event["note"] for event in each] for each in (mine, other)]
    assert told[0] == told[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_words_of_a_declaration_can_not_forge_a_report(
    text: str,
    language: Language,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A target, a condition, a goal or a budget that holds a text stays in its line."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "root").mkdir()
    options = ["--lang", language, "--root", str(tmp_path / "root"), "--repairer", "none"]
    for call in (
        ["--budget", "1", "--success-exact", f"x{text}", "printf", "%s", text],
        ["--goal", text],
        ["--success", text, "ls"],
        ["--budget", text, "ls"],
    ):
        main([*options, "--quiet", *call])
        report = capsys.readouterr().out
        structure(report, language)
        assert not [c for c in report if not c.isprintable() and c != "\n"]


def stored_report(of: Looped) -> str:
    """Return the report in the run folder."""
    return (of.folder / "report.md").read_text("utf-8")


def structure(report: str, language: Language) -> list[str]:
    """Return the report's headings and labels; there is nothing else, and none is a stranger's."""
    words, found = WORDING[language], list[str]()
    sections = {words["outcome"], *(words["iteration"].format(number=n) for n in range(1, 5))}
    for line in report.splitlines():
        label = re.match(r"- ([^:]+): \S", line)
        if label is not None:
            assert label.group(1) in LABELS[language]
        elif found:
            assert line.removeprefix("## ") in sections
        else:
            assert line.startswith("# replx")
        found.append(line if label is None else label.group(1))
    assert found.count(words["status"]) == found.count(f"## {words['outcome']}") == 1
    inline = {child.type for token in MarkdownIt().parse(report) for child in token.children or ()}
    assert not inline & {"image", "link_open", "html_inline"}
    return found


def blocks(report: str) -> list[str]:
    """Return the blocks a Markdown reader finds."""
    return [token.type for token in MarkdownIt().parse(report)]
