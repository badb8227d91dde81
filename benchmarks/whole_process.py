"""Programs from start to end on a file of a million lines, against Codex and a plain copy.

Goal: one hunk in at most half of Codex's time, 10,000 hunks in no more than Codex's; at most six
times the file in memory. Codex does not flush what it writes; ours does by default, so both ways
are shown.
"""

from __future__ import annotations

from inputs import Case, missing_context, spread, trailing_blanks
from programs import OURS, OURS_NO_FSYNC, codex_program, desk
from ratios import alternate
from tables import Table

HUNKS = (1, 100, 1000, 10_000)


def tables(*, quick: bool) -> list[Table]:
    """Return the tables of time and of memory."""
    lines = 100_000 if quick else 1_000_000
    hunks = HUNKS[:-1] if quick else HUNKS
    return [_times(lines, hunks, 3 if quick else 7), _memory(lines, hunks[-1])]


def _times(lines: int, hunks: tuple[int, ...], rounds: int) -> Table:
    codex = codex_program()
    rows: list[tuple[str, ...]] = []
    for count in hunks:
        with desk(spread(lines, count)) as here:
            calls = [here.call(OURS_NO_FSYNC), here.call(OURS), here.copy, here.copy_and_flush]
            if codex is not None:
                calls.append(here.call(codex))
            times = [timing.best_s for timing in alternate(calls, rounds, before=here.lay)]
        unit = times[4] if codex is not None else times[2]
        rows.append(
            (
                f"{count:,} hunk{'s' if count > 1 else ''}",
                f"{unit * 1e3:,.0f}",
                *(f"{time / unit:.2f}" for time in times[:4]),
            )
        )
    peer = "Codex" if codex is not None else "copy"
    notes = [f"times divided by that of {peer}; best of {rounds}; Codex does not flush to the disk"]
    if codex is None:
        notes.append("missing: Codex")
    head = (
        f"{lines:,} lines, whole process",
        f"{peer}, ms",
        "ours, no fsync",
        "ours",
        "copy of the file",
        "copy and fsync",
    )
    return Table(f"Whole process, {lines:,} lines of 40 bytes", head, rows, tuple(notes))


def _memory(lines: int, hunks: int) -> Table:
    cases: dict[str, Case] = {
        "1 hunk": spread(lines, 1),
        f"{hunks:,} hunks": spread(lines, hunks),
        f"{hunks:,} hunks, other blanks": trailing_blanks(lines, hunks),
        "a hunk that is not there": missing_context(lines, 1),
    }
    codex = codex_program()
    rows: list[tuple[str, ...]] = []
    for name, case in cases.items():
        cells: list[str] = []
        for program in (OURS, codex):
            if program is not None:
                with desk(case) as here:
                    peak = here.peak_bytes(program)
                cells.append(f"{peak / len(case.body):.1f}")
        rows.append((name, *cells))
    head = ("peak memory / size of the file", "ours", *(["Codex"] if codex is not None else []))
    return Table(f"Memory, {lines:,} lines of 40 bytes", head, rows, ("goal: at most 6",))
