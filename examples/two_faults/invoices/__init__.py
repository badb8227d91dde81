"""Invoices: lines, totals with tax, and a report as text."""
