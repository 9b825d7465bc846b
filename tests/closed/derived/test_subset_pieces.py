"""Which size of subsets is best on which stretch of gamma, against brute force over the sizes."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest
import sympy as sp

import rropt as rr
from rropt.exact import InputError

gamma = sp.Symbol("gamma")
ANY = rr.LocalDP("ln(3)")


def _information(k, m, g):
    """The mutual information of the orbit of m-subsets, from its table."""
    total = m * g + k - m
    high, low = m * g / total, (k - m) / total
    return high * log(g * k / total) + low * log(k / total)


def _equal(k):
    return [Fraction(1, k)] * k


@pytest.mark.everything
@pytest.mark.parametrize("k", [2, 3, 7, 12])
def test_the_best_size_of_an_information_is_that_of_all_sizes(k):
    answer = rr.derive(rr.Problem(ANY, rr.MutualInformation(_equal(k))))
    assert answer.proved
    for g in (1.05, 1.4, 2.0, 3.3, 6.0, 20.0, 400.0):
        lo, hi = answer.value_at(gamma=Fraction(str(g)))
        best = max(_information(k, m, g) for m in range(1, k))
        assert abs(float(lo) - best) < 1e-12 and hi - lo < Fraction(1, 10**30)


def test_the_switches_of_a_covariance_are_square_roots():
    answer = rr.derive(rr.Problem(ANY, rr.AOptimal(_equal(8))))
    text = str(answer)
    assert "where sqrt(5) <= gamma <= sqrt(21)" in text
    assert answer.value_at(gamma=5) == Fraction(7 * 12**2, 8 * 4**2)
    assert len(answer.values) == 4 and answer.envelope.name == "min"


def test_a_range_shows_its_own_pieces_only():
    answer = rr.derive(rr.Problem(ANY, rr.AOptimal(_equal(8))), (2, 3))
    assert len(answer.pieces) == 2
    with pytest.raises(InputError):
        answer.value_at(gamma=5)


@pytest.mark.everything
def test_forty_truths():
    answer = rr.derive(rr.Problem(ANY, rr.MutualInformation(_equal(40))), (1, 1000))
    assert answer.proved and len(answer.pieces) == 20
