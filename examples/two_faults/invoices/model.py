"""What an invoice is made of."""

from dataclasses import dataclass

from invoices.money import as_text


@dataclass(frozen=True)
class Line:
    """One article on an invoice."""

    article: str
    quantity: int
    unit_cents: int

    @property
    def cents(self) -> int:
        """What the line costs, before tax."""
        return self.quantity * self.unit_cents


@dataclass(frozen=True)
class Invoice:
    """Some lines for one customer."""

    customer: str
    lines: tuple[Line, ...]

    @property
    def net_cents(self) -> int:
        """What all lines cost, before tax."""
        return sum(line.cents for line in self.lines)

    def summary(self) -> str:
        """Return the invoice in one line."""
        total = as_text(self.net_cents)
        return "{total} EUR for {self.customer}"
