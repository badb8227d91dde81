"""Stock: a ledger of movements."""
