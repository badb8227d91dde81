"""Amounts in whole cents."""

from decimal import ROUND_HALF_UP, Decimal


def rounded_cents(amount: Decimal) -> int:
    """Return an amount of cents, rounded to a whole one, halves up."""
    return int(amount.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def as_text(cents: int) -> str:
    """Return cents as an amount with two decimals, such as 12.50."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
