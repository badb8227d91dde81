"""A parcel's label."""

from parcels.weights import grams


def label(name: str, items: list[int]) -> str:
    """Return the one line that goes on a parcel."""
    weight = grams(itmes)
    if weight > 1000
        return f"{name}: {weight / 1000:.1f} kg"
    return f"{name}: {weight} g"
