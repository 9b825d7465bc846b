"""What lines of a comparison are compared with."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.report.fact_lines import far, is_degenerate, proved_best


def test_a_card_is_compared_with_any_number_of_reports() -> None:
    level = rr.LocalDP.from_gamma(3, "1/10")
    card = rr.optimal(level, rr.Variance("1/4"), 2)
    free = rr.optimal(level, rr.Variance("1/4"))
    assert proved_best(card) == pytest.approx(float(free.bound))
    assert proved_best(card) < float(card.bound)
    assert proved_best(free) == float(free.bound)


@pytest.mark.parametrize(
    "privacy, objective, outputs, degenerate",
    [
        (rr.LocalDP(1), rr.Variance("1/4"), None, False),
        (rr.LocalDP(0), rr.Guess("1/2,1/2"), None, True),
        (rr.LocalDP(0, "1/10"), rr.Guess("1/2,1/2"), None, False),
        (rr.LocalDP(1, 1), rr.Guess("1/2,1/2"), None, True),
        (rr.LocalDP(1), rr.Variance(0), 2, True),
        (rr.MetricDP.path(1), rr.Guess("1/2,1/2"), None, False),
    ],
)
def test_nothing_is_compared_where_nothing_or_everything_is_told(
    privacy, objective, outputs, degenerate: bool
) -> None:
    assert is_degenerate(rr.optimal(privacy, objective, outputs)) is degenerate


def test_the_far_end_of_a_value_in_doubles() -> None:
    assert far((F(1, 4), F(1, 2))) == 0.25 and far(F(3)) == 3.0
    assert far(F(10**400)) == math.inf and far(math.inf) == math.inf
