"""Criteria that come from what is measured: profiles and leakages.

Renyi budgets: both ends certified, against a program over a fine grid in doubles.
"""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import pairwise, permutations
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


def test_a_table_beyond_the_budget_is_refused_and_one_within_is_not():
    """Warner at 3: 9/4 + 1/12 = 7/3, and ln(7/3) = 0.8473."""
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    assert rr.RenyiDP(2, "0.848").satisfied_by(warner)
    assert not rr.RenyiDP(2, "0.847").satisfied_by(warner)
    assert not rr.RenyiDP(2, 50).satisfied_by(rr.Channel.from_rows([[1, 0], [0, 1]]))


def divergence(order, p, q):
    """In doubles, from the definition."""
    if order == 1:
        return sum(x * math.log(x / y) for x, y in zip(p, q, strict=True))
    total = sum(x**order * y ** (1 - order) for x, y in zip(p, q, strict=True))
    return math.log(total) / (order - 1)


@pytest.mark.everything
@pytest.mark.parametrize(("order", "epsilon"), [("3/2", "1"), (1, "1/2"), ("5/4", "1/10")])
def test_orders_that_are_not_whole(order, epsilon):
    criterion, number = rr.RenyiDP(order, epsilon), float(F(order))
    design = rr.optimal(criterion, rr.Guess(["1/4", "3/4"]))
    columns = [[float(x) for x in column] for column in design.channel.columns]
    for p, q in permutations(columns):
        assert divergence(number, p, q) <= float(F(epsilon)) + 1e-12
    assert 0 <= float(design.gap) < 1e-8
    fair = best_symmetric(lambda p, q: divergence(number, p, q), float(F(epsilon)))
    assert float(design.value) >= max(3 / 4, fair) - 1e-8


def best_symmetric(told, budget):
    """p of the largest card (p, 1 - p) that keeps the budget, by bisection."""
    low, high = 0.5, 1 - 1e-12
    for _ in range(60):
        p = (low + high) / 2
        kept = told([p, 1 - p], [1 - p, p]) <= budget
        low, high = (p, high) if kept else (low, p)
    return low


@pytest.mark.everything
def test_a_fair_guess_under_any_order_is_the_symmetric_card():
    """By symmetry and convexity: the best guess at equal priors mixes with its mirror image."""
    for order in (1, F(3, 2), 2, 7):
        design = rr.optimal(rr.RenyiDP(order, "1/2"), rr.Guess(["1/2", "1/2"]))
        expected = best_symmetric(lambda p, q, a=float(order): divergence(a, p, q), 0.5)
        assert float(design.value) == pytest.approx(expected, abs=1e-7)


def concentrated(channel):
    """The largest of Renyi(a) / a, from the definition at many orders."""
    columns = [[float(x) for x in column] for column in channel.columns]
    orders = [1, *(1 + 2.0**n for n in range(-12, 8))]
    return max(divergence(a, p, q) / a for p, q in permutations(columns, 2) for a in orders)


@pytest.mark.everything
@pytest.mark.parametrize("rho", ["1/2", "1/100", "4"])
def test_zero_concentrated_designs_reach_their_level(rho):
    design = rr.optimal(rr.ZeroConcentratedDP(rho), rr.Guess(["1/2", "1/2"]))
    level = concentrated(design.channel)
    assert float(F(rho)) * (1 - 1e-5) <= level <= float(F(rho))
    assert 0 <= float(design.gap) < 1e-7
    assert "zCDP, rho" in design.certificate.check().statement


@pytest.mark.everything
def test_a_zero_concentrated_design_is_no_better_than_one_for_a_single_order():
    """zCDP asks more than any of its orders, and less than pure privacy with rho = eps^2 / 2."""
    prior = ["1/3", "2/3"]
    both = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Guess(prior))
    for order in (1, 5):
        single = rr.optimal(rr.RenyiDP(order, F(order, 2)), rr.Guess(prior))
        assert both.value <= single.bound
    assert both.bound >= rr.optimal(rr.LocalDP(1), rr.Guess(prior)).value
    assert concentrated(both.channel) <= 0.5


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rr.RenyiDP("1/2", 1), "from 1 to 64"),
        (lambda: rr.RenyiDP(65, 1), "from 1 to 64"),
        (lambda: rr.RenyiDP(2, 0), "positive"),
        (lambda: rr.RenyiDP(2, "ln(3)"), "epsilon of a Renyi divergence"),
        (lambda: rr.ZeroConcentratedDP(0), "rho must be positive"),
        (lambda: rr.ZeroConcentratedDP("x"), "rho must be"),
    ],
)
def test_bad_input_is_one_line(make, words):
    with pytest.raises(rr.InputError, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_what_no_proof_is_known_for_is_refused():
    with pytest.raises(rr.InputError, match="at most 4 for this objective under a Renyi budget"):
        rr.optimal(rr.RenyiDP(2, 1), rr.MutualInformation(["1/5"] * 5))
    with pytest.raises(rr.InputError, match="at most 4 for this objective"):
        rr.optimal(rr.RenyiDP(2, 1), rr.AOptimal(["1/5"] * 5))


@pytest.mark.everything
def test_a_saved_design_keeps_the_name_of_its_criterion(tmp_path):
    prior = ["1/2", "1/4", "1/4"]
    criteria = [
        rr.RenyiDP("3/2", 1),
        rr.PointwiseMaximalLeakage("1/2", prior),
        rr.LocalInformationPrivacy("ln(2)", prior),
    ]
    for criterion in criteria:
        design = rr.optimal(criterion, rr.Guess(prior))
        design.save(tmp_path / "D.json")
        loaded = rr.load(tmp_path / "D.json")
        assert loaded.problem.privacy.describe() == criterion.describe()
        assert loaded.value == design.value


def test_a_saved_zero_concentrated_design_keeps_its_name(tmp_path):
    design = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Guess(["1/2", "1/2"]))
    design.save(tmp_path / "D.json")
    loaded = rr.load(tmp_path / "D.json")
    assert loaded.problem.privacy.describe() == "zCDP: rho = 1/2" and loaded.gap == design.gap
