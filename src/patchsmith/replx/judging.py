"""Whether a run met the whole condition: the run itself, its check, its second execution.

Decides from what was seen of the three, in this order. What is not made yet decides nothing; the
machine asks for the next one only while nothing stands against the run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.replx.condition import Condition
from patchsmith.replx.observation import Judgement, judge
from patchsmith.replx.phases import Part
from patchsmith.replx.repeats import difference
from patchsmith.replx.run_record import Decider, RunRecord

if TYPE_CHECKING:
    from patchsmith.replx.observation import RunSeen

CHECKED_BY = Condition()
"""What a check or a phase itself must show: exit status 0 that is not contradicted."""


def judged(
    condition: Condition,
    seen: RunSeen,
    *,
    check: RunSeen | None = None,
    repeat: RunSeen | None = None,
    part: Part = Part.FULL,
) -> RunRecord:
    """Return a run with the judgement on all that was seen of it.

    Args:
        condition: The declared success condition.
        seen: The run.
        check: The check command after it, if it was run.
        repeat: Its second execution, if there was one.
        part: What of the command was run.
    """
    judgement = judge(condition, seen)
    if judgement.met and check is not None:
        found = judge(CHECKED_BY, check)
        if not found.met:
            reason = f"the check: {found.reason}"
            failed = Judgement(False, reason, found.oracle_line)
            return RunRecord(seen, failed, check, repeat, Decider.CHECK)
    if judgement.met and repeat is not None:
        once = RunRecord(seen, judgement)
        again = RunRecord(repeat, judge(condition, repeat))
        differs = difference(once, again)
        if differs is not None:
            reason = f"a second execution on the same tree differs: {differs}"
            failed = Judgement(False, reason, again.judgement.oracle_line)
            return RunRecord(seen, failed, check, repeat, Decider.REPEAT)
    return RunRecord(seen, judgement, check, repeat, part=part)
