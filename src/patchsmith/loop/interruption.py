"""Ctrl-C and SIGTERM, taken where the loop can be stopped and kept for later everywhere else.

A signal that came in the middle of a roll-back or of writing a snapshot would leave the tree
neither here nor there; a command or a repairer can be stopped at any time.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType
    from typing import Self

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(KeyboardInterrupt):
    """The caller asked to stop."""


class Interruption:
    """Handlers of the signals that stop a loop, installed while it is entered.

    Outside the main thread no handler can be installed, and nothing changes.
    """

    def __init__(self) -> None:
        self.by: str | None = None
        """Name of the first signal that came."""
        self._open = False
        self._earlier: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for each in _SIGNALS:
                if signal.getsignal(each) is not signal.SIG_IGN:  # nohup stays nohup
                    self._earlier[each] = signal.signal(each, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        for each, earlier in self._earlier.items():
            signal.signal(each, earlier if callable(earlier) else signal.SIG_DFL)
        self._earlier.clear()

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let a signal end the block at once, also one that has come before.

        Raises:
            Stopped: A signal came.
        """
        if self.by is not None:
            raise Stopped
        self._open = True
        try:
            yield
        finally:
            self._open = False

    def _take(self, number: int, _frame: FrameType | None) -> None:
        self.by = self.by or signal.Signals(number).name
        if self._open:
            self._open = False  # a second signal must not end the clearing up
            raise Stopped
