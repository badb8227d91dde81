"""What a parcel weighs."""

GRAMS_OF_BOX = 120


def grams(items: list[int]) -> int:
    """Return the weight of a parcel, its box included."""
    return sum(items) + GRAMS_OF_BOX
