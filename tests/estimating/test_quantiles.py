"""Tails of the chi-square distribution are those of scipy."""

from __future__ import annotations

from math import exp, inf

import pytest
from scipy.stats import chi2

from rropt.estimating.quantiles import chi_square_tail


@pytest.mark.parametrize("freedom", range(1, 9))
def test_chi_square_tails_are_scipys(freedom):
    for statistic in (1e-3, 0.5, 3.0, 20.0, 200.0, 1200.0):
        assert chi_square_tail(statistic, freedom) == pytest.approx(
            chi2.sf(statistic, freedom), rel=1e-9
        )
    assert chi_square_tail(0.0, freedom) == 1


def test_the_ends_of_the_tail() -> None:
    assert chi_square_tail(inf, 3) == 0 and chi_square_tail(0.0, 3) == 1
    assert chi_square_tail(5.0, 0) == 1 and chi_square_tail(-1.0, 2) == 1
    assert chi_square_tail(2.0, 2) == pytest.approx(exp(-1))
