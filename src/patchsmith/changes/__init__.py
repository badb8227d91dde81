"""A change as a value: paths, file changes, change sets, diffs."""
