"""Criteria that come from what is measured: profiles and leakages."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise
from random import Random

import pytest

import rropt as rr
from rropt.privacy.measured import profile_conditions
from tests.privacy.test_conditions import random_table


@pytest.mark.parametrize("seed", range(10))
def test_for_two_truths_no_table_within_a_profile_beats_the_table_itself(seed):
    """Blackwell: a lower profile is a garbling, so the table is best for every objective."""
    rng = Random(seed)
    table = random_table(rng, rng.choice([2, 3, 5]), 2)
    criterion = rr.NoWorseThan(table)
    assert criterion.satisfied_by(table)
    prior = [F(1, 3), F(2, 3)]
    worth = sum(max(q * x for q, x in zip(prior, row, strict=True)) for row in table.rows)
    if worth in (F(2, 3), 1):
        return
    found = rr.optimal(criterion, rr.Guess(prior))
    assert (found.value, found.gap) == (worth, 0)
    information = sum(
        (row[1] - row[0]) ** 2 / (prior[0] * row[0] + prior[1] * row[1])
        for row in table.rows
        if any(row)
    )
    assert rr.optimal(criterion, rr.Variance(F(2, 3))).value == 1 / information


def test_profiles_decide_what_is_more_revealing():
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    weaker = rr.Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    stronger = rr.Channel.from_rows([["4/5", "1/4"], ["1/5", "3/4"]])
    assert rr.NoWorseThan(warner).satisfied_by(weaker)
    assert not rr.NoWorseThan(warner).satisfied_by(stronger)
    assert not rr.NoWorseThan(weaker).satisfied_by(warner)


def test_a_truth_that_does_not_occur_is_bound_by_no_leakage():
    levels = rr.PointwiseMaximalLeakage("ln(2)", ["1/2", "1/2", 0]).on(3).levels
    assert [condition.left.index(1) for condition in levels.listed] == [0, 1]


@pytest.mark.parametrize("seed", range(10))
def test_the_corners_of_a_profile_carry_all_of_it(seed: int) -> None:
    """Between its corners the profile of two columns is linear, beyond the last it is nothing."""
    rng = Random(f"profile {seed}")
    columns = [[rng.randrange(0, 5) + 1 for _ in range(4)] for _ in range(2)]
    rows = [[F(column[i], sum(column)) for column in columns] for i in range(4)]
    found = [(c.levels[0][1][0], c.most[0]) for c in profile_conditions(rows, 0, 1)]

    def profile(g: F) -> F:
        return sum(max(F(0), row[0] - g * row[1]) for row in rows)

    assert all(profile(g) == delta for g, delta in found)
    corners = [g for g, _ in found]
    for low, high in pairwise(corners):
        middle = (low + high) / 2
        assert profile(middle) == (profile(low) + profile(high)) / 2
    if corners:
        assert profile(corners[-1]) == 0


def test_leakage_is_bound_by_the_mean_of_the_prior() -> None:
    """P(i) = 1/2: 3/4 is 3/2 times as likely, and 1/4 is half as likely."""
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    fair = ["1/2", "1/2"]
    assert rr.PointwiseMaximalLeakage("ln(3/2)", fair).satisfied_by(warner)
    assert not rr.PointwiseMaximalLeakage("ln(149/100)", fair).satisfied_by(warner)
    assert rr.LocalInformationPrivacy("ln(2)", fair).satisfied_by(warner)
    assert not rr.LocalInformationPrivacy("ln(199/100)", fair).satisfied_by(warner)
