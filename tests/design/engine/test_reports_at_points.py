"""Warner's table for a linear probability, by hand.

At the share p of "yes" and with rows (3/4, 1/4), (1/4, 3/4) the chance of "yes" is 1/4 + p/2 and
its derivative is 1/2 times that of p. Intercept and slope at x = 0 and x = 1, half of the people
each, are the shares at 0 and their difference: with four numbers there is more than one unbiased
estimator of the slope, whose least moment is the sum of 2 (q (1 - q)) / (1/2)^2 at both points.
"""

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.engine.reports_at_points import ReportsAtPoints

WARNER = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
MODEL = rr.LinearProbability("1/4", "1/4")
GUESS = rr.ForModel(MODEL, points=[0, 1], weights=["1/2", "1/2"], coefficients=[1]).guesses[0]


def seen():
    return ReportsAtPoints.of(GUESS, WARNER)


def test_masses_are_chances_and_columns_add_up_to_nothing():
    found = seen()
    assert found.masses == [F(5, 16), F(3, 16), F(1, 4), F(1, 4)]
    assert [sum(column) for column in zip(*found.columns, strict=True)] == [0, 0]


def test_an_estimator_is_exactly_unbiased_and_its_moment_nearly_least():
    found = seen()
    z = found.estimator((F(0), F(1)))
    told = [sum(x * c[q] for x, c in zip(z, found.columns, strict=True)) for q in (0, 1)]
    assert told == [0, 1]
    least = 2 * (F(3, 8) * F(5, 8) + F(1, 2) * F(1, 2)) / F(1, 4)
    assert least <= found.moment(z) <= least * (1 + F(1, 10**9))


def test_contrasts_of_a_determinant_have_zeros_after_the_diagonal():
    contrasts = seen().triangular_contrasts()
    assert contrasts[0][1] == 0 and all(contrasts[i][i] > 0 for i in (0, 1))


def test_what_tells_nothing_is_refused():
    blind = ReportsAtPoints.of(GUESS, ((F(1, 2), F(1, 2)), (F(1, 2), F(1, 2))))
    with pytest.raises(rr.InputError, match="tells something about"):
        blind.estimator((F(0), F(1)))
    with pytest.raises(rr.InputError, match="identifies too little"):
        blind.triangular_contrasts()
