"""One share for all truths of a class, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.shares import Shares, read_shares
from rropt.checker.verdict import Malformed

PRIOR = [F(3, 8), F(1, 4)]
EVEN = Shares([2, 1], PRIOR)


def test_squares_means_and_words():
    assert EVEN.squares == 2 * F(9, 64) + F(1, 16) and EVEN.means == PRIOR
    assert EVEN.said("a trace") == "a trace at prior (2 x 3/8, 1/4)"


def test_a_prior_is_a_distribution():
    assert read_shares(PRIOR, [2, 1]) == EVEN
    with pytest.raises(Malformed):
        read_shares(PRIOR, [1, 1])
