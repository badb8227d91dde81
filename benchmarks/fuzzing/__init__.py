"""Mutated patches against small trees: what `benchmarks/fuzz.py` runs."""
