"""Rules for signals that stop a loop."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from patchsmith.loop.interruption import DEADLINE, Interruption, Stopped


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


def test_a_second_signal_does_not_end_what_is_left_to_say() -> None:
    """Right after the loop it is still the same request; the status stays 130, never a kill."""
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        with Interruption() as interruption, pytest.raises(Stopped), interruption.allowed():
            stopped_by(signal.SIGTERM)
        for each in before:
            os.kill(os.getpid(), each)
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert interruption.by == "SIGTERM"


def test_sigquit_is_a_request_to_stop() -> None:
    """Like SIGTERM: a half made attempt is rolled back."""
    before = signal.getsignal(signal.SIGQUIT)
    try:
        with Interruption() as interruption, pytest.raises(Stopped), interruption.allowed():
            stopped_by(signal.SIGQUIT)
    finally:
        signal.signal(signal.SIGQUIT, before)
    assert interruption.by == "SIGQUIT"


def test_handlers_are_put_back() -> None:
    """Afterwards signals are the caller's business again."""
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    with Interruption():
        assert signal.getsignal(signal.SIGTERM) != before[1]
    after = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    assert after == before


def test_a_deadline_stops_what_may_be_stopped() -> None:
    """Like a signal, by a name of its own; the clock is off afterwards."""
    began = time.monotonic()
    with Interruption(0.2) as interruption:
        with pytest.raises(Stopped), interruption.allowed():
            time.sleep(30)
        assert interruption.by == DEADLINE
        assert interruption.left_s() == 0
    assert time.monotonic() - began < 20
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_deadline_that_has_passed_lets_nothing_begin() -> None:
    """Also in a thread, where no alarm can be set."""
    ended: list[str | None] = []

    def late() -> None:
        with Interruption(0.01) as interruption:
            time.sleep(0.05)
            with pytest.raises(Stopped), interruption.allowed():
                ended.append("begun")
            ended.append(interruption.by)

    thread = threading.Thread(target=late)
    thread.start()
    thread.join(60)
    assert ended == [DEADLINE]


def test_there_is_no_deadline_by_default() -> None:
    """Nothing is left of nothing."""
    with Interruption() as interruption:
        assert interruption.left_s() is None
