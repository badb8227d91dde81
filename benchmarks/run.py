"""All benchmarks: `make bench`, or `python benchmarks/run.py [--quick] [NAME ...]`.

Prints tables of ratios, each measured in one run on one machine, and writes them to
`benchmarks/results/NAME.md`. Peers come by `make bench-peers`; one that is missing is named.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import adversarial
import in_process
import startup
import whole_process
from tables import Table, save

import edits
import loop

BENCHMARKS: dict[str, Callable[..., list[Table]]] = {
    "startup": startup.tables,
    "in_process": in_process.tables,
    "whole_process": whole_process.tables,
    "adversarial": adversarial.tables,
    "edits": edits.tables,
    "loop": loop.tables,
}


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--quick", action="store_true", help="smaller files; results not saved")
    options = parser.parse_args()
    if unknown := set(options.names) - set(BENCHMARKS):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    for name in options.names or BENCHMARKS:
        found = BENCHMARKS[name](quick=options.quick)
        for table in found:
            print(table.text(), end="\n\n", flush=True)
        if not options.quick:
            save(name, found, f"python benchmarks/run.py {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
