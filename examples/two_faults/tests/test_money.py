import unittest
from decimal import Decimal

from invoices.money import as_text, rounded_cents


class MoneyTest(unittest.TestCase):
    def test_halves_are_rounded_up(self):
        self.assertEqual(rounded_cents(Decimal("2.5")), 3)

    def test_cents_have_two_digits(self):
        self.assertEqual([as_text(5), as_text(-1250)], ["0.05", "-12.50"])


if __name__ == "__main__":
    unittest.main()
