"""Settings of the whole test run."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "standard", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "nightly", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "standard"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # a shell that starts tests in the background has it ignored, and so would every loop here
    signal.signal(signal.SIGINT, signal.default_int_handler)
