"""Parcels and their labels."""
