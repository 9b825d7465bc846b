"""Equal numbers as one truth: shares of classes and of their members, and how far numbers reach."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.design.worst.truth_classes import class_shares, member_shares, reach


def test_members_have_their_part_of_the_class_by_the_prior() -> None:
    prior = [F(1, 2), F(1, 8), F(1, 8), F(1, 4)]
    classes = [0, 1, 0, 1]
    assert class_shares(classes, prior) == [F(5, 8), F(3, 8)]
    parts = member_shares(classes, prior)
    assert parts == [F(4, 5), F(1, 3), F(1, 5), F(2, 3)]


def test_without_a_prior_or_without_mass_the_first_has_all() -> None:
    assert member_shares([0, 1, 0, 1], None) == [1, 1, 0, 0]
    assert member_shares([0, 1, 1], [F(1), F(0), F(0)]) == [1, 1, 0]


@pytest.mark.parametrize("gamma", [F(1001, 1000), F(2), F(3), F(50)])
def test_the_reach_is_a_power_of_two_near_b(gamma: F) -> None:
    found, b = reach(gamma), (gamma + 1) / (gamma - 1)
    assert F(7, 10) < found / b < F(3, 2)
    assert min(found.numerator, found.denominator) == 1
    assert (found.numerator * found.denominator).bit_count() == 1
