"""What all utilities answer, by one that has two forms."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.ratios import Ratios


def test_what_forms_see():
    ratios = Ratios([([F(0), F(1, 2), F(0)], [[F(0), F(-1), F(3)], [F(0)] * 3], [F(1)] * 2)])
    assert ratios.seen == {1, 2}
    assert ratios.steps == 9
    assert ratios.knows([])
