"""Carrying out a repair loop on this machine: runs, attempts, snapshots, the run folder."""

from __future__ import annotations

from patchsmith.loop.request import LoopRequest
from patchsmith.loop.session import repair

__all__ = ["LoopRequest", "repair"]
