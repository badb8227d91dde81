"""What was delivered, sold and brought back."""

from collections import Counter

INCOMING = ("delivery",)


class Ledger:
    """Quantities by article."""

    def __init__(self) -> None:
        self._stock: Counter[str] = Counter()

    def book(self, kind: str, article: str, quantity: int) -> None:
        """Book one movement."""
        if kind in INCOMING:
            self._stock[article] += quantity
        else:
            self._stock[article] -= quantity

    def stock(self, article: str) -> int:
        """Return how many there are."""
        return self._stock[article]
