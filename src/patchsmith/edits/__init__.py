"""Find-and-replace on one file, and whole files: request, plan, diagnosis of a miss."""
