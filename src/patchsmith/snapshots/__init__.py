"""Trees before and after: taken, compared and brought back, by git plumbing of our own."""
