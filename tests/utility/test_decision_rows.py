"""Which utilities are maxima over actions, and over which."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from rropt.utility import FDivergence, Gain, Guess, MutualInformation, Trace
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
    actions = utility.actions
    assert actions is not None
    best = max(sum(c * x for c, x in zip(row, r, strict=True)) for row in actions)
    assert utility.bounds(r) == (best, best)


def test_the_order_is_that_of_the_certificate() -> None:
    assert Guess(["1/4", "3/4"]).actions == ((Fraction(1, 4), 0), (0, Fraction(3, 4)))
    half = Fraction(1, 2)
    assert FDivergence("total-variation", (2, 0), 3).actions == (
        (-half, 0, half),
        (half, 0, -half),
    )


def test_what_is_no_maximum_of_lines_has_none() -> None:
    assert MutualInformation(Q3).actions is None
    assert FDivergence("hellinger").actions is None
