"""Rules for signals that stop a loop."""

from __future__ import annotations

import os
import signal
import time

import pytest

from patchsmith.loop.interruption import Interruption, Stopped


def stopped_by(number: signal.Signals) -> None:
    """Send a signal to this process and wait to be stopped by it."""
    os.kill(os.getpid(), number)
    time.sleep(30)


def test_a_signal_ends_a_block_that_allows_it() -> None:
    """A command or a repairer can be stopped at any time."""
    with Interruption() as interruption, pytest.raises(Stopped), interruption.allowed():
        stopped_by(signal.SIGTERM)
    assert interruption.by == "SIGTERM"


def test_a_signal_elsewhere_is_kept_for_the_next_such_block() -> None:
    """A roll-back runs to its end."""
    with Interruption() as interruption:
        os.kill(os.getpid(), signal.SIGINT)
        reached = interruption.by
        with pytest.raises(Stopped), interruption.allowed():
            pytest.fail("the block must not begin")
    assert reached == "SIGINT"


def test_a_second_signal_does_not_end_the_clearing_up() -> None:
    """The first one decides, and its name is kept."""
    with Interruption() as interruption:
        with pytest.raises(Stopped), interruption.allowed():
            stopped_by(signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
        assert interruption.by == "SIGINT"


def test_handlers_are_put_back() -> None:
    """Afterwards signals are the caller's business again."""
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    with Interruption():
        assert signal.getsignal(signal.SIGTERM) != before[1]
    after = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    assert after == before
