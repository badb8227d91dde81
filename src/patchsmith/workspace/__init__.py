"""Files that may be touched: reading, and committing a change set all or nothing."""
