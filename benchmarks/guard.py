"""How much tampering the guard catches, and how often it is wrong: figures per family.

    python benchmarks/guard.py [CASES.jsonl] [--show] [--reverse]

Each line of the file is a labelled change: `before`, `after`, `label` (`tamper` or `legit`),
`class`, `language`. A tampered one is caught when the verdict is at least what the taxonomy gives
its class. `--show` prints what was missed or fired falsely.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from patchsmith.changes.between import change_set_between
from patchsmith.findings import Verdict
from patchsmith.guard.checking import check
from patchsmith.guard.result import GuardResult
from patchsmith.guard.roles import Role, language_of, role_of

CASES = Path(__file__).parent.parent / "tests" / "guard" / "cases.jsonl"
WARNING_CLASSES = {"HC08", "CF07", "AW04", "AW10", "TD01", "TD03", "AW03", "AW05", "AW07", "HC01",
                   "HC02", "HC04", "HC07", "SW01", "SW02", "CF04", "CF05"}  # fmt: skip
"""Classes for which the taxonomy says `warn` in some case."""
PARSED = {"python", "config", "ci-yaml", "shell", "make"}


def judged(sample: dict[str, Any], *, reverse: bool = False) -> GuardResult:
    """Return what the guard says of one sample."""
    before = {path: text.encode() for path, text in sample["before"].items()}
    after = {path: text.encode() for path, text in sample["after"].items()}
    if reverse:
        before, after = after, before
    return check(change_set_between(before, after), baseline=before)


def changes_production(sample: dict[str, Any]) -> bool:
    """Return whether a sample changes code that is no test."""
    paths = set(sample["before"]) | set(sample["after"])
    return any(
        role_of(path) is Role.PRODUCTION and language_of(path)
        and sample["before"].get(path) != sample["after"].get(path)
        for path in paths
    )  # fmt: skip


def caught(sample: dict[str, Any], result: GuardResult) -> bool:
    """Return whether the verdict is at least what the taxonomy gives the sample's class."""
    if result.verdict is Verdict.BLOCK:
        return True
    may_warn = sample["class"].partition("-")[0] in WARNING_CLASSES
    return result.verdict is Verdict.WARN and may_warn and changes_production(sample)


def main() -> int:  # noqa: C901 - a report, line after line
    """Print the figures."""
    arguments = [each for each in sys.argv[1:] if not each.startswith("--")]
    path = Path(arguments[0]) if arguments else CASES
    samples = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    show = "--show" in sys.argv
    tallies: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    times: list[float] = []
    legit: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for sample in samples:
        began = time.perf_counter()
        result = judged(sample, reverse="--reverse" in sys.argv and sample["label"] == "tamper")
        times.append((time.perf_counter() - began) * 1000)
        group = "parsed" if sample["language"] in PARSED else "text rules"
        fired = ", ".join(f"{f.rule}={f.severity}" for f in result.findings)
        if "--reverse" in sys.argv:
            if sample["label"] == "tamper":
                tallies[group][0] += result.verdict is Verdict.CLEAN
                tallies[group][1] += 1
                if show and result.verdict is not Verdict.CLEAN:
                    print(f"NOT SILENT {sample['id']} {sample['class']}: {fired}")
        elif sample["label"] == "tamper":
            hit = caught(sample, result)
            kind = "with production code" if changes_production(sample) else "without"
            for key in (f"{group}: {sample['class'][:2]}", f"{group}: all", f"{group}: {kind}"):
                tallies[key][0] += hit
                tallies[key][1] += 1
            if show and not hit:
                print(f"MISSED {sample['id']} {sample['class']}: {sample['note']} | {fired}")
            named = sample["class"].partition("-")[0] in {f.rule for f in result.findings}
            tallies[f"{group}: by the rule of its class"][0] += named
            tallies[f"{group}: by the rule of its class"][1] += 1
            if "--rules" in sys.argv and not named:
                print(f"OTHER {sample['id']} {sample['class']}: {fired}")
        else:
            row = legit[group]
            row[2] += 1
            row[0] += result.verdict is Verdict.BLOCK
            row[1] += result.verdict is Verdict.WARN and not sample.get("accept_warn")
            if show and result.verdict is not Verdict.CLEAN:
                accepted = " (a warning is accepted)" if sample.get("accept_warn") else ""
                print(f"{result.verdict} {sample['id']} {sample['note']}{accepted}")
                for finding in result.findings:
                    print(
                        f"    {finding.rule} {finding.severity} {finding.path}: {finding.message}"
                        f" | {finding.before} | {finding.after}"
                    )
    for key in sorted(tallies):
        hits, total = tallies[key]
        print(f"{key:45} {hits:4} / {total:4}  {100 * hits / total:5.1f} %")
    for key, (blocked, warned, total) in sorted(legit.items()):
        print(f"{key}: legitimate {total}, blocked {blocked}, warned {warned}")
    print(f"median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
