"""Signals and the deadline: taken where the loop can be stopped, else kept for later.

A signal that came in the middle of a roll-back or of writing a snapshot would leave the tree
neither here nor there; a command or a repairer can be stopped at any time. The deadline of the
whole loop is such a signal too: the alarm clock of the process.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import FrameType
    from typing import Self

    Handler = Callable[[int, FrameType | None], object] | signal.Handlers

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
DEADLINE = "deadline"
"""What stopped a loop whose time was up, in place of a signal's name."""


_SAME_REQUEST_S = 10.0
"""Seconds in which a further signal is the first one again: people press Ctrl-C twice."""
_SOON_S = 0.001  # an interval of 0 would turn the clock off


def _handler(earlier: object) -> Handler:
    return earlier if callable(earlier) else signal.SIG_DFL


class Stopped(KeyboardInterrupt):
    """The caller asked to stop."""


class Interruption:
    """Handlers of the signals that stop a loop, installed while it is entered.

    Outside the main thread no handler can be installed: signals change nothing there, and the
    deadline is looked at only before a block that may be stopped.
    """

    def __init__(self, deadline_s: float | None = None) -> None:
        """Set the deadline.

        Args:
            deadline_s: Seconds from now; None for no deadline.
        """
        self.by: str | None = None
        """Name of the first signal that came, or `DEADLINE`."""
        self._until = None if deadline_s is None else monotonic() + deadline_s
        self._open = False
        self._earlier: dict[signal.Signals, object] = {}
        self._taken_at = 0.0

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for each in _SIGNALS:
                if signal.getsignal(each) is not signal.SIG_IGN:  # nohup stays nohup
                    self._earlier[each] = signal.signal(each, self._take)
            left = self.left_s()
            if left is not None:
                self._earlier[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._take)
                signal.setitimer(signal.ITIMER_REAL, max(left, _SOON_S))
        return self

    def __exit__(self, *_: object) -> None:
        if signal.SIGALRM in self._earlier:
            signal.setitimer(signal.ITIMER_REAL, 0)
        handlers = {each: _handler(earlier) for each, earlier in self._earlier.items()}
        for each, handler in handlers.items():
            if self.by in (None, DEADLINE) or each == signal.SIGALRM:
                signal.signal(each, handler)
            else:  # the report is still to be printed
                signal.signal(each, self._again(handlers))
        self._earlier.clear()

    def _again(self, handlers: Mapping[signal.Signals, Handler]) -> Handler:
        """Return a handler that takes a signal for the first one again, for some seconds."""

        def _take_again(number: int, _frame: FrameType | None) -> None:
            if monotonic() - self._taken_at >= _SAME_REQUEST_S:
                for each, handler in handlers.items():
                    signal.signal(each, handler)
                os.kill(os.getpid(), number)

        return _take_again

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let a signal end the block at once, also one that has come before.

        Raises:
            Stopped: A signal came.
        """
        if self.left_s() == 0:
            self.by = self.by or DEADLINE
        if self.by is not None:
            raise Stopped
        self._open = True
        try:
            yield
        finally:
            self._open = False

    def left_s(self) -> float | None:
        """Return the seconds until the deadline, 0 when it has passed; None without one."""
        return None if self._until is None else max(0.0, self._until - monotonic())

    def _take(self, number: int, _frame: FrameType | None) -> None:
        name = DEADLINE if number == signal.SIGALRM else signal.Signals(number).name
        if self.by is None:
            self.by, self._taken_at = name, monotonic()
        if self._open:
            self._open = False  # a second signal must not end the clearing up
            raise Stopped
