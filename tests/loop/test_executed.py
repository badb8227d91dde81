"""Rules for what a line of shell executes."""

from __future__ import annotations

import pytest

from patchsmith.loop.executed import Executed, executed_by

LINES = {
    "a script": ("./run.sh x.py", Executed(("./run.sh",))),
    "by its interpreter": ("python3.11 -B -W error scripts/x.py a.py", Executed(("scripts/x.py",))),
    "after an assignment": ("A=1 env B=2 sh -eu run.sh", Executed(("run.sh",))),
    "a module": ("python -m chk.all -v", Executed((), ("chk.all",))),
    "several": ("cd sub && ./a.sh; ./b.sh|cat", Executed(("./a.sh", "./b.sh"), (), ("sub",))),
    "code": ("python -c 'import x'", Executed()),
    "a program on PATH": ("pytest tests/test_a.py", Executed()),
    "an open quote": ("sh run.sh 'x", Executed(("run.sh",))),
    "an interpreter alone": ("python3 -q", Executed()),
    "nothing": ("", Executed()),
}


@pytest.mark.parametrize("case", LINES.values(), ids=LINES.keys())
def test_scripts_and_modules_are_found(case: tuple[str, Executed]) -> None:
    """What a command works on is not what it executes."""
    assert executed_by(case[0]) == case[1]
