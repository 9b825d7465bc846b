"""Objectives of coefficients: moments, tangents and logarithms, by hand and by mpmath."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

import rropt as rr
from tests.design.engine.test_model_design import ALL, ALL_AVERAGE, ALL_WORST


@pytest.mark.parametrize("objective", [ALL, ALL_AVERAGE, ALL_WORST])
def test_bounds_of_determinants_are_those_of_fifty_digits(objective):
    """The certificate's logarithms, evaluated again by mpmath."""
    data = rr.optimal(rr.LocalDP("1/2"), objective).certificate.data
    with mpmath.workdps(50):
        m = len(data["guesses"][0]["contrasts"])
        bound = m * mpmath.log(number(sum(map(Fraction, data["prices"]))) / m)
        for guess in data["guesses"]:
            diagonal = [Fraction(v[i]) for i, v in enumerate(guess["tangents"])]
            logs = [2 * mpmath.log(abs(number(x))) for x in diagonal]
            bound -= number(Fraction(guess["weight"])) * sum(logs)
        told = number(Fraction(data["bound"]))
        assert bound <= told <= bound + mpmath.mpf(10) ** -25


def number(x):
    return mpmath.mpf(x.numerator) / x.denominator
