"""The repair loop as a pure state machine: declaration, condition, transitions, record, report."""
