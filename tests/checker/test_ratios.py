"""Sums of squares over shares at rows of whole numbers, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.private_table import plain_row
from rropt.checker.ratios import Ratios
from rropt.checker.utilities import read_utility
from rropt.checker.verdict import Malformed, Refuted


def test_ratios_are_added_over_their_parts():
    """(r_0 - r_1)^2 / (r_0 + r_1) + 3 r_0^2 / r_1 at (2, 1): 1/3 + 12."""
    one, zero = F(1), F(0)
    parts = [([one, one], [[one, -one]], [one]), ([zero, one], [[one, zero]], [F(3)])]
    ratios = Ratios(parts)
    assert ratios.ends(plain_row([2, 1])) == (F(37, 3), F(37, 3))
    assert ratios.ends(plain_row([0, 0])) == (0, 0)
    assert ratios.ends(plain_row([4, 2])) == (F(74, 3), F(74, 3))
    with pytest.raises(Refuted, match="infinite"):
        ratios.ends(plain_row([1, 0]))


@pytest.mark.parametrize(
    ("value", "worth"),
    [
        ({"name": "chi-square", "pair": [0, 1]}, F(4)),
        ({"name": "chi-square", "pair": [1, 0]}, F(4, 3)),
        ({"name": "le-cam", "pair": [0, 1]}, F(1)),
        ({"name": "fisher-information", "prior": [F(1, 2), F(1, 2)]}, F(2)),
    ],
)
def test_what_is_read_at_a_row(value, worth):
    """At (3, 1) the difference is 2."""
    utility, _ = read_utility(value, [1, 1])
    assert utility.ends(plain_row([3, 1])) == (worth, worth)
    for wrong in ({"gain": []}, {"pair": [1, 1]}, {"prior": [F(1), F(1)]}):
        with pytest.raises(Malformed):
            read_utility(value | wrong, [1, 1])
