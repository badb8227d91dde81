"""Mutated patches, by the million: `python benchmarks/fuzz.py --count 1000000 --jobs 2`.

Each patch is applied to a small tree with a folder beside it. Checked for each: it takes less
than a second, raises nothing but a PatchsmithError, writes nothing outside the root; refused, it
leaves everything byte-equal; applied, the tree is what its change set says. The same seed makes
the same patches; `--only N` runs one of them and prints it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing.worker import LIMIT_S, Fault, Tally, run
from tables import Table, save

_MOST_SHOWN = 10
CHECKED = (
    f"checked for each: less than {LIMIT_S:g} s of CPU; no exception but PatchsmithError; nothing "
    "written outside the root; a refusal leaves the tree byte-equal; a success is its change set"
)


def main(arguments: list[str] | None = None) -> int:
    """Run the patches, print and save the summary."""
    options = _options(arguments)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        if options.only is not None:
            tally = run(folder, options.seed, range(options.only, options.only + 1))
        else:
            tally = _all(folder, options.seed, options.count, options.jobs)
    took_s = time.perf_counter() - start
    count = sum(tally.outcomes.values()) + len(tally.faults)
    speed = (
        f"slowest patch: number {tally.slowest}, {tally.slowest_s * 1e3:.0f} ms of CPU; "
        f"{count / took_s / options.jobs:,.0f} patches a second and process, checks included"
    )
    table = Table(
        f"{count:,} mutated patches, seed {options.seed}",
        ("outcome", "patches", "share"),
        [
            (name, f"{number:,}", f"{number / count:.1%}")
            for name, number in tally.outcomes.most_common()
        ],
        notes=(f"faults: {len(tally.faults)}", CHECKED, speed),
    )
    print(table.text())
    for fault in tally.faults[:_MOST_SHOWN]:
        print(f"\nFAULT {fault.number} ({fault.template}): {fault.rule}\n{fault.patch!r}")
    if options.only is None and options.save:
        save("fuzz", [table], "python benchmarks/fuzz.py --count N --seed S --jobs J")
    return 1 if tally.faults else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="patches (default 100,000)")
    parser.add_argument("--seed", type=int, default=1, help="decides all patches (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--only", type=int, help="run the one patch with this number")
    parser.add_argument("--dir", default=None, help="where trees are laid, best on a tmpfs")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results/fuzz.md")
    options = parser.parse_args(arguments)
    if options.dir is None and Path("/dev/shm").is_dir():
        options.dir = "/dev/shm"
    return options


def _all(folder: str, seed: int, count: int, jobs: int) -> Tally:
    """Share the patches among processes."""
    context = multiprocessing.get_context("fork")
    shares = [(tempfile.mkdtemp(dir=folder), seed, range(job, count, jobs)) for job in range(jobs)]
    if jobs == 1:
        return run(*shares[0])
    with context.Pool(jobs) as pool:
        tallies = pool.starmap(run, shares, chunksize=1)
    outcomes: Counter[str] = Counter()
    faults: list[Fault] = []
    for tally in tallies:
        outcomes.update(tally.outcomes)
        faults.extend(tally.faults)
    slowest = max(tallies, key=lambda tally: tally.slowest_s)
    return Tally(outcomes, faults, slowest.slowest_s, slowest.slowest)


if __name__ == "__main__":
    sys.exit(main())
