"""What the checker computes of binomials is what the theorem about them asks for."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from rropt.checker.lattice_laws import GUARD_BITS, _falling_weights

BITS = 16


def ratios(number, start, success, failure):
    """`upwards` of KeptBinomials.v, from the place `start` on."""
    places = range(start, number + 1)
    return [Fraction((number - i) * success, (i + 1) * failure) for i in places]


@pytest.mark.parametrize(
    ("number", "success", "failure"),
    [(1, 1, 1), (3, 1, 3), (7, 2, 1), (40, 1, 3), (60, 1, 1000), (300, 5, 3), (2000, 1, 7)],
)
def test_weights_are_rounded_down_as_the_theorem_says(number, success, failure):
    """`rounded_down`, of both sides of the mode, which is where `kept_binomial` has it."""
    mode = (number + 1) * success // (success + failure)
    chance = Fraction(success, success + failure)
    assert mode <= (number + 1) * chance < mode + 1
    sides = [(mode, success, failure), (number - mode, failure, success)]
    for start, top, bottom in sides:
        kept, more = _falling_weights(number, start, top, bottom, BITS)
        steps = ratios(number, start, top, bottom)
        weights = [1 << BITS + GUARD_BITS, *kept]
        last = len(kept)
        for step, (before, after) in zip(steps, pairwise(weights), strict=False):
            assert 0 <= after <= before * step <= after + 1
        lag = Fraction(last * (last + 1), 2)
        if last < number - start:
            assert steps[last] < 1
            assert weights[last] * steps[last] <= 1
            lag += (last + 1) / (1 - steps[last])
        assert more >= lag
