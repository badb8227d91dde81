"""What is shown of a run: its report, or how far it came; its events; its diffs.

Decides how a run without a report is told: from its events, fed to a fresh machine. Shows what is
stored, which is masked; reads nothing of the tree.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from patchsmith.errors import escaped, one_line
from patchsmith.loop.history import summary_of
from patchsmith.loop.run_log import read_run
from patchsmith.replx.record import Ending, LoopRecord, Outcome, Status
from patchsmith.replx.report import render

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.loop.run_log import RunLog

_HIDDEN = frozenset({"event", "note", "step", "seen"})


def shown(path: Path) -> dict[str, Any]:
    """Return a run with its report, events and diffs.

    Raises:
        RequestError: `bad-request`, it can not be read.
    """
    log = read_run(path)
    summary = summary_of(path)
    return {
        **summary.to_dict(),
        "report": _report(log, summary.status),
        "events": [_event(log, number) for number in range(len(log.entries))],
        "diffs": [
            {"name": each.stem, "diff": escaped(each.read_text("utf-8", "replace"))}
            for each in sorted((path / "attempts").glob("*.diff"))
        ],
    }


def _report(log: RunLog, status: str) -> str:
    note = log.noted("ended")
    report = log.path / "report.md"
    if note is not None and status not in ("running", "died") and report.is_file():
        return report.read_text("utf-8", "replace")
    return _so_far(log, status)


def _so_far(log: RunLog, status: str) -> str:
    """Return a report of a loop that has no end: what was recorded, and that it has none."""
    from patchsmith.loop.reopening import begun

    progress = begun(log).machine.progress
    died = log.noted("died")
    reason = "it is still running" if status == "running" else "it died"
    if died is not None and status == "died":
        reason = f"it died: {died.more.get('reason') or 'for an unknown reason'}"
    outcome = progress.outcome or Outcome(Status.UNSOLVED, Ending.INTERRUPTED, reason)
    record = LoopRecord(
        progress.declaration,
        progress.iterations,
        progress.closing,
        outcome,
        check_runs=progress.checks,
        repeat_runs=progress.repeats,
        root=str(log.root),
        run_dir=str(log.path),
    )
    return render(record, "ja" if log.told["options"].get("language") == "ja" else "en")


def _event(log: RunLog, index: int) -> dict[str, Any]:
    entry = log.entries[index]
    details = {key: value for key, value in entry.more.items() if key not in _HIDDEN}
    seen = entry.more.get("seen")
    if isinstance(seen, dict):
        details["exit_status"] = seen.get("exit_status")
    name = entry.note or str(entry.more["event"])
    return {"n": index + 1, "time": entry.time, "what": name, **details}


def events_text(found: dict[str, Any]) -> str:
    """Return the events of `shown` as lines for people."""
    lines = []
    for event in found["events"]:
        when = time.strftime("%H:%M:%S", time.localtime(event["time"]))
        told = [f"{key}={_short(event[key])}" for key in event if key not in ("n", "time", "what")]
        lines.append(f"{event['n']:>4}  {when}  {event['what']:<20} {' '.join(told)}".rstrip())
    return "".join(f"{line}\n" for line in lines)


def _short(value: object) -> str:
    if isinstance(value, list):
        paths = [str(each.get("path", each)) if isinstance(each, dict) else each for each in value]
        return ",".join(one_line(str(each)) for each in paths) or "-"
    if isinstance(value, dict):
        return one_line(str(value.get("text", value)))[:60]
    return one_line(str(value))[:80]
