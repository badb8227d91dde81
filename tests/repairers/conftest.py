"""Failing checks of the shared test functions show both sides."""

import pytest

pytest.register_assert_rewrite("repairers.offline.project_runs")
