"""An invoice as text, tax included."""

from decimal import Decimal

from invoices.model import Invoice
from invoices.money import as_text, round_cents

TAX_PERCENT = Decimal(19)


def tax_cents(invoice: Invoice) -> int:
    """Return the tax on an invoice."""
    return rounded_cents(invoice.net_cents * TAX_PERCENT / 100)


def report(invoice: Invoice) -> str:
    """Return the invoice as lines of text."""
    tax = tax_cents(invoice)
    rows = [f"{line.quantity} x {line.article}: {as_text(line.cents)}" for line in invoice.lines]
    rows.append(f"tax: {as_text(tax)}")
    rows.append(f"total: {as_text(invoice.net_cents + tax)}")
    return "\n".join(rows)
