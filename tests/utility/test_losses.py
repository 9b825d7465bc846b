"""A loss is a gain with the opposite sign, reported as a loss."""

from fractions import Fraction as F

import pytest

import rropt as rr


def test_the_least_loss_is_minus_the_largest_gain():
    losses, prior = [[0, 3], [1, 0]], ["1/3", "2/3"]
    least = rr.optimal(rr.LocalDP("ln(3)"), rr.Loss(losses, prior))
    gain = rr.optimal(rr.LocalDP("ln(3)"), rr.Gain([[0, -3], [-1, 0]], prior))
    assert least.value == -gain.value and least.bound == -gain.bound
    assert least.value <= min(F(1, 3), 2)


def test_a_loss_is_a_table_of_numbers():
    with pytest.raises(rr.InputError, match="loss row 0"):
        rr.Loss([["a", 1]], ["1/2", "1/2"])
