"""What both trees hold, read once, for the rules to compare."""
