"""Find-and-replace on one file: request, plan, diagnosis of a miss."""
