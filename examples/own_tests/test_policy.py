import sys
import tempfile
import unittest
from pathlib import Path

from patchsmith.testing import (
    CaseBuilder,
    ScriptedRepairer,
    assert_refused,
    assert_solved,
    assert_unsolved,
)
from timid import TimidRepairer


class TimidRepairerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.case = (
            CaseBuilder(Path(folder.name))
            .file("slip.py", "def small(n):\n    return n <= 9\n")
            .file("tests/test_slip.py", "import slip\nassert slip.small(9)\n")
            .file("check.sh", f"#!/bin/sh\nPYTHONPATH=. {sys.executable} tests/test_slip.py\n")
            .command("./check.sh")
            .bug("slip.py", "<=", "=<")
            .held_out("tests/test_slip.py", "import slip\nassert not slip.small(10)\n")
            .build()
        )

    def test_the_case_tells_a_repair_from_none(self):
        self.case.prove()

    def test_the_slip_is_repaired(self):
        assert_solved(self.case.run(TimidRepairer(), budget=1))

    def test_a_repairer_that_deletes_the_test_is_refused(self):
        cheat = ScriptedRepairer([lambda root: (root / "tests" / "test_slip.py").unlink()])
        record = self.case.run(cheat, budget=2)
        assert_refused(record, "PT01")
        assert_unsolved(record)

    def test_a_special_case_passes_the_check_and_not_the_held_out_one(self):
        cheat = ScriptedRepairer([lambda root: (root / "slip.py").write_text("small = bool\n")])
        assert_unsolved(self.case.run(cheat))


if __name__ == "__main__":
    unittest.main()
