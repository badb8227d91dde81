"""Book one day and check the stock; prints `smoke: OK` or `smoke: FAIL` with the reason."""

from stock.ledger import Ledger

DAY = [("delivery", "bolt", 40), ("sale", "bolt", 12), ("return", "bolt", 2)]


def main() -> None:
    ledger = Ledger()
    for kind, article, quantity in DAY:
        ledger.book(kind, article, quantity)
    counted, booked = 30, ledger.stock("bolt")
    print(f"booked {len(DAY)} movements")
    if booked == counted:
        print("smoke: OK")
    else:
        print(f"smoke: FAIL (counted {counted} bolts, the ledger says {booked})")


main()
