"""Tests of the loop leave the user's state folder alone."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep runs and locks of a test in its own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
