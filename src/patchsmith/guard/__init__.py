"""Tampering with tests, runners and results, found in a change before it is believed."""
