"""The program of the windows beside the engine's, and at levels where doubles failed."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest

import rropt as rr
from rropt.design.worst.windows_program import solved

LEVEL = Fraction(7)
COUNT = 17


def test_the_windows_are_as_good_as_the_best_table_of_any_patterns():
    """The engine prices every pattern of the numbers; its design says what it adds between."""
    design = rr.optimal(rr.LocalDP(f"ln({LEVEL})"), rr.Mean(low=-1, high=1, points=COUNT))
    step = Fraction(2, COUNT - 1)
    few = solved(float(LEVEL), 9, 1)
    assert few.value == pytest.approx(float(design.value) - float(step**2) / 12, rel=1e-6)


@pytest.mark.parametrize("epsilon", [8, 10])
def test_at_large_levels_doubling_agrees_with_all_windows_at_once(epsilon: float) -> None:
    """With weights for masses the program ended far above the value from epsilon 8 on."""
    at_once = solved(exp(epsilon), 81, 0)
    assert solved(exp(epsilon), 21, 2).value == pytest.approx(at_once.value, rel=1e-5)
