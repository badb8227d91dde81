"""One process's share of the patches: apply, check, count."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from random import Random
from types import FrameType
from typing import Any, NamedTuple

from fuzzing.mutations import mutated
from fuzzing.sandbox import Sandbox
from fuzzing.templates import OUTSIDE, templates
from patchsmith.errors import InternalError, PatchsmithError
from patchsmith.tools.apply_patch import Applied, apply_patch

LIMIT_S = 1.0
"""Seconds of CPU after which a patch counts as hanging."""
_MOST_FAULTS = 50


class Fault(NamedTuple):
    """One patch that broke a rule."""

    number: int
    rule: str
    template: str
    patch: str


class Tally(NamedTuple):
    """What one process saw."""

    outcomes: Counter[str]
    """`applied`, or the error's code -> how often."""
    faults: list[Fault]
    slowest_s: float
    slowest: int
    """Number of the patch that took longest."""


class _Hang(BaseException):
    """The patch took longer than the limit."""


def run(folder: str, seed: int, numbers: range) -> Tally:
    """Apply the patches with some numbers.

    Args:
        folder: Where trees may be laid, empty.
        seed: Decides, with its number, what a patch is.
        numbers: Which patches to apply.
    """
    worker = _Worker(folder, seed)
    signal.signal(signal.SIGPROF, _interrupt)
    for number in numbers:
        worker.step(number)
    return Tally(worker.outcomes, worker.faults, worker.slowest_s, worker.slowest)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise _Hang


class _Worker:
    def __init__(self, folder: str, seed: int) -> None:
        self._rng = Random(seed)
        self._seed = seed
        self._templates = templates(seed)
        self._boxes: list[Sandbox | None] = [None] * len(self._templates)
        self._folder = folder
        self.outcomes: Counter[str] = Counter()
        self.faults: list[Fault] = []
        self.slowest_s = 0.0
        self.slowest = -1

    def step(self, number: int) -> None:
        """Apply one patch and check what became of its tree."""
        rng = self._rng
        rng.seed(self._seed << 40 | number)
        index = rng.randrange(len(self._templates))
        box = self._box(index)
        other = rng.choice(self._templates).patch
        patch = mutated(rng, box.template.patch, other).replace(OUTSIDE, box.outside)
        options = {
            name: rng.random() < share
            for name, share in (("strict", 0.05), ("partial", 0.1), ("overwrite", 0.1),
                                ("dry_run", 0.03))
        }  # fmt: skip
        rule = self._broken_rule(number, box, patch, options)
        if rule is not None:
            box.lay()
            if len(self.faults) < _MOST_FAULTS:
                self.faults.append(Fault(number, rule, box.template.name, patch))

    def _broken_rule(
        self, number: int, box: Sandbox, patch: str, options: dict[str, Any]
    ) -> str | None:
        """Return what is wrong with the outcome of a patch; None when nothing is."""
        done: Applied | None = None
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
        try:
            done = apply_patch(
                patch,
                root=box.root,
                fsync=False,
                strict=options["strict"],
                partial=options["partial"],
                overwrite=options["overwrite"],
                dry_run=options["dry_run"],
            )
        except InternalError as error:
            return f"internal error: {error}"
        except PatchsmithError as error:
            self.outcomes[error.code] += 1
            if number % 8 == 0:
                error.to_dict()
        except _Hang:
            return f"more than {LIMIT_S:g} s"
        except Exception as error:  # noqa: BLE001 - any other exception is the fault looked for
            return f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.process_time() - start
        if took > self.slowest_s:
            self.slowest_s, self.slowest = took, number
        if done is None or options["dry_run"]:
            if done is not None:
                self.outcomes["dry run"] += 1
            return None if box.intact() else "a patch that was not applied changed something"
        self.outcomes["applied in part" if done.failed else "applied"] += 1
        if not box.holds(done.change_set):
            return "the tree is not what the change set says"
        box.restore(done.change_set)
        return None

    def _box(self, index: int) -> Sandbox:
        box = self._boxes[index]
        if box is None:
            base = os.path.join(self._folder, str(index))
            box = self._boxes[index] = Sandbox(base, self._templates[index])
        return box
