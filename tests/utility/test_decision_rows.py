"""Which utilities are maxima over actions, and over which."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from rropt.utility import FDivergence, Gain, Guess, MutualInformation, Trace
from rropt.utility.guessing import actions_of
from tests.utility.middle import Q3, pattern3


@pytest.mark.everything
@pytest.mark.parametrize(
    "utility",
    [
        Trace(3),
        Guess(Q3),
        Gain([[1, -1, 0], [0, 2, "1/2"]], Q3),
        FDivergence("total-variation", (2, 0), 3),
    ],
    ids=lambda utility: utility.label,
)
@given(r=pattern3)
def test_the_utility_is_the_largest_of_its_actions(utility, r) -> None:
    actions = actions_of(utility)
    assert actions is not None
    best = max(sum(c * x for c, x in zip(row, r, strict=True)) for row in actions)
    assert utility.bounds(r) == (best, best)


def test_the_order_is_that_of_the_certificate() -> None:
    assert actions_of(Guess(["1/4", "3/4"])) == ((Fraction(1, 4), 0), (0, Fraction(3, 4)))
    half = Fraction(1, 2)
    assert actions_of(FDivergence("total-variation", (2, 0), 3)) == (
        (-half, 0, half),
        (half, 0, -half),
    )


def test_what_is_no_maximum_of_lines_has_none() -> None:
    assert actions_of(MutualInformation(Q3)) is None
    assert actions_of(FDivergence("hellinger")) is None
