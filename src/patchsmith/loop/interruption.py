"""Ctrl-C, SIGTERM and the deadline: taken where the loop can be stopped, else kept for later.

A signal that came in the middle of a roll-back or of writing a snapshot would leave the tree
neither here nor there; a command or a repairer can be stopped at any time. The deadline of the
whole loop is such a signal too: the alarm clock of the process.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType
    from typing import Self

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DEADLINE = "deadline"
"""What stopped a loop whose time was up, in place of a signal's name."""


_SOON_S = 0.001  # an interval of 0 would turn the clock off


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
        for each, earlier in self._earlier.items():
            signal.signal(each, earlier if callable(earlier) else signal.SIG_DFL)
        self._earlier.clear()

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
        self.by = self.by or name
        if self._open:
            self._open = False  # a second signal must not end the clearing up
            raise Stopped
