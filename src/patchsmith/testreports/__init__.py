"""Test ids and counts, read from what test runners print and from JUnit XML."""
