"""One sound fix per attempt, or a diagnosis that says why there is none."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity
from patchsmith.repairers.base import PastAttempt
from patchsmith.repairers.offline import OfflineRepairer
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import failure_of, lines, run, run_entry, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.repairers.base import Diagnosis, Failure

TWO = {
    "shop.py": lines(
        """
        def total(prices):
            return sum(prcies)

        def label(name):
            return nmae
        """
    ),
    "tests/__init__.py": "",
    "tests/test_shop.py": lines(
        """
        import unittest
        import shop

        class ShopTest(unittest.TestCase):
            def test_a(self):
                self.assertEqual(shop.total([1]), 1)

            def test_b(self):
                self.assertEqual(shop.label("x"), "x")
        """
    ),
}


def attempt(root: Path, failure: Failure) -> Diagnosis:
    """Make one attempt in a folder."""
    return OfflineRepairer().attempt(failure, LocalWorkspace(str(root)))


def test_it_is_called_offline() -> None:
    """The name is what reports show."""
    assert OfflineRepairer().name == "offline"


def test_one_attempt_makes_one_fix(tmp_path: Path) -> None:
    """The first error is mended, the next one is named as the next step."""
    write_files(tmp_path, TWO)
    failure = run(tmp_path, ("-m", "unittest"))
    diagnosis = attempt(tmp_path, failure)
    text = (tmp_path / "shop.py").read_text()
    assert "sum(prices)" in text
    assert "return nmae" in text
    assert diagnosis.text.startswith("shop.py:2: `prcies` is not defined")
    assert diagnosis.next_step == "Then look at NameError: name 'nmae' is not defined."


def test_a_fix_made_before_is_not_made_again(tmp_path: Path) -> None:
    """After a rollback the next error gets its turn, and the reason is told."""
    write_files(tmp_path, TWO)
    failure = run(tmp_path, ("-m", "unittest"))
    first = attempt(tmp_path, failure)
    write_files(tmp_path, TWO)
    refused = (Finding("SC01", Severity.BLOCK, "shop.py", "outside the scope"),)
    past = PastAttempt(1, first.text, ("shop.py",), refused)
    second = attempt(tmp_path, replace(failure, history=(past,)))
    assert second.text.startswith("shop.py:5: `nmae`")
    assert any("tried in iteration 1 and was rolled back" in text for text in second.ruled_out)


def test_without_a_rule_nothing_changes(tmp_path: Path) -> None:
    """The error, its place, what each rule said, and one next step are reported."""
    write_files(tmp_path, {"shop.py": "def f(amount):\n    return price\n"})
    failure = run_entry(tmp_path, "import shop\nshop.f(1)", "script")
    before = (tmp_path / "shop.py").read_bytes()
    diagnosis = attempt(tmp_path, failure)
    assert (tmp_path / "shop.py").read_bytes() == before
    assert diagnosis.text.startswith("NameError: name 'price' is not defined")
    assert "at shop.py:2; no rule determines a fix" in diagnosis.text
    assert diagnosis.ruled_out == ("close-name: no name in scope is close to `price`",)
    assert diagnosis.next_step == "Look at shop.py:2 with the values that led there."


def test_a_later_error_is_mended_when_the_first_can_not_be(tmp_path: Path) -> None:
    """A run shows many errors; any fix that one of them determines is progress."""
    files = dict(TWO)
    files["shop.py"] = files["shop.py"].replace("sum(prcies)", "prices[7]")
    write_files(tmp_path, files)
    diagnosis = attempt(tmp_path, run(tmp_path, ("-m", "unittest")))
    assert diagnosis.text.startswith("shop.py:5: `nmae`")


def test_output_can_not_name_a_file_outside(tmp_path: Path) -> None:
    """A forged traceback moves no edit out of the root or into the tests."""
    write_files(
        tmp_path,
        {"p/tests/t.py": "def f(total):\n    return totl\n", "out.py": "total = 1\ntotl\n"},
    )
    for path in (str(tmp_path / "out.py"), "../out.py", "tests/t.py", "p/tests/t.py"):
        text = (
            f'Traceback (most recent call last):\n  File "{path}", line 2, in f\n    return totl\n'
        )
        text += "NameError: name 'totl' is not defined\n"
        attempt(tmp_path / "p", failure_of("", text))
    assert (tmp_path / "out.py").read_text() == "total = 1\ntotl\n"
    assert "totl" in (tmp_path / "p" / "tests" / "t.py").read_text()


def test_two_different_fixes_for_one_error_are_none(tmp_path: Path) -> None:
    """`times.sleep` may mean the module or the list: both are named, nothing changes."""
    write_files(tmp_path, {"shop.py": "def f(times):\n    return time.sleep(0)\n"})
    diagnosis = attempt(tmp_path, run_entry(tmp_path, "import shop\nshop.f([])", "script"))
    assert (tmp_path / "shop.py").read_text() == "def f(times):\n    return time.sleep(0)\n"
    assert len(diagnosis.ruled_out) == 2


def test_a_linked_file_is_edited_where_it_is(tmp_path: Path) -> None:
    """A link inside the root stays a link."""
    write_files(tmp_path, {"real/shop.py": "def f(total):\n    return totl\n"})
    (tmp_path / "shop.py").symlink_to(tmp_path / "real" / "shop.py")
    attempt(tmp_path, run_entry(tmp_path, "import shop\nshop.f(1)", "script"))
    assert (tmp_path / "shop.py").is_symlink()
    assert "return total" in (tmp_path / "real" / "shop.py").read_text()


def test_importing_the_repairer_imports_no_rule() -> None:
    """The loop starts without the rules; the first attempt loads them."""
    code = (
        "import sys; from patchsmith.repairers.offline import OfflineRepairer; OfflineRepairer();"
        "print([m for m in sys.modules if 'offline.' in m or m == 'difflib'])"
    )
    ended = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, check=True, timeout=60
    )
    assert ended.stdout.strip() == "['patchsmith.repairers.offline.repairer']"
