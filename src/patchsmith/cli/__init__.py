"""Command lines: thin doors to the library."""
