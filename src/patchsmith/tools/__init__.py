"""The agent-facing tools: one function each, and the table that names them."""
