import unittest

from invoices.model import Invoice, Line
from invoices.report import report, tax_cents

INVOICE = Invoice("Ann", (Line("pen", 3, 150), Line("ink", 1, 801)))


class ReportTest(unittest.TestCase):
    def test_tax_is_rounded_half_up(self):
        self.assertEqual(tax_cents(Invoice("Ann", (Line("pen", 1, 50),))), 10)

    def test_report_ends_with_the_total(self):
        self.assertEqual(
            report(INVOICE).splitlines(),
            ["3 x pen: 4.50", "1 x ink: 8.01", "tax: 2.38", "total: 14.89"],
        )

    def test_summary_names_amount_and_customer(self):
        self.assertEqual(INVOICE.summary(), "12.51 EUR for Ann")


if __name__ == "__main__":
    unittest.main()
