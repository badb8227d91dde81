"""Tests of labels."""

import unittest

from parcels.labels import label


class LabelTest(unittest.TestCase):
    """What stands on a parcel."""

    def test_a_light_parcel_is_given_in_grams(self) -> None:
        """Its box counts."""
        self.assertEqual(label("nails", [300]), "nails: 420 g")

    def test_a_heavy_parcel_is_given_in_kilograms(self) -> None:
        """With one decimal."""
        self.assertEqual(label("bolts", [900, 900]), "bolts: 1.9 kg")
