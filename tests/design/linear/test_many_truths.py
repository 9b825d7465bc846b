"""Mutual information by few reports: groups of truths that answer alike."""

from __future__ import annotations

import random
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.linear.columns import solve_columns
from rropt.design.linear.many_truths import share_groups, solve_types
from rropt.design.problem import Problem
from rropt.utility import MutualInformation


def normalised(weights):
    return [F(weight) / sum(weights) for weight in weights]


def drawn(truths, seed=0):
    """Shares in no order, of which the largest are some ten times the smallest."""
    rng = Random(seed)
    return normalised([rng.randrange(100, 1000) for _ in range(truths)])


def information(table, prior):
    """Of a report about the truth, by its definition."""
    total = 0.0
    for row in table:
        chances = np.array(list(map(float, row)))
        shares = np.array(list(map(float, prior)))
        total += float(shares @ (chances * np.log(chances / (shares @ chances))))
    return total


def steep(truths):
    return normalised([F(1, 2**j) for j in range(truths)])


@pytest.mark.everything
@pytest.mark.parametrize(
    ("prior", "epsilon", "most"),
    [
        (steep(24), "ln(3)", F(1, 10**6)),
        (steep(60), "1/2", F(2, 10**6)),
        (drawn(300), "1", F(1, 10**6)),
        (drawn(300), "4", F(1, 10**6)),  # by 50 groups: 20 leave 5e-3
        ([F(0)] * 260 + drawn(40), "1", F(1, 10**6)),
    ],
    ids=["24 steep", "60 steep", "300 drawn", "300 drawn, larger epsilon", "260 of zero"],
)
def test_few_groups_are_nearly_best(prior, epsilon, most):
    design = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    assert design.check().status == 0
    assert design.gap <= most * design.bound.lo
    assert design.channel.parity() <= design.problem.gamma.lo
    value = information(design.channel.rows, prior)
    assert float(design.value.lo) == pytest.approx(value, rel=1e-9)


def test_a_table_has_as_many_reports_as_groups():
    design = rr.optimal(rr.LocalDP(1), rr.MutualInformation(drawn(300)))
    assert design.channel.shape[0] <= 20
    assert len(set(zip(*design.channel.rows, strict=True))) <= 20


@pytest.mark.everything
def test_steep_shares_are_worth_what_their_first_twenty_are():
    """The tail of 2^-j from j = 20 on has one part in 500,000 of all people."""
    first = rr.optimal(rr.LocalDP(1), rr.MutualInformation(steep(20)))
    more = rr.optimal(rr.LocalDP(1), rr.MutualInformation(steep(40)))
    assert float(more.value) == pytest.approx(float(first.value), rel=1e-5)


@pytest.mark.everything
def test_a_smaller_bound_is_refused():
    data = dict(rr.optimal(rr.LocalDP(1), rr.MutualInformation(steep(24))).certificate.data)
    lowered = [F(price) * F(999_999, 10**6) for price in data["prices"]]
    bound = sum(lowered)
    value = data["value"]
    low = F(value[0] if isinstance(value, list) else value)
    data |= {"prices": list(map(str, lowered)), "bound": str(bound), "gap": str(bound - low)}
    assert check(rr.Certificate(data).to_json()).status == 1


@pytest.mark.everything
def test_what_groups_cannot_do_is_said_before_a_table_is_made():
    with pytest.raises(rr.InputError, match=r"lose more than .* 0\.05, got 300; at a smaller"):
        rr.optimal(rr.LocalDP(8), rr.MutualInformation(drawn(300)))
    with pytest.raises(rr.InputError, match="a table of 20 x 4000 entries is too large"):
        rr.optimal(rr.LocalDP(1), rr.MutualInformation(drawn(4000)))


@pytest.mark.parametrize("masses", [drawn(50), steep(30)])
def test_every_group_has_a_truth(masses):
    groups = share_groups(masses, 20)
    assert set(groups) == set(range(20)) and len(groups) == len(masses)


def drawn_shares(truths):
    rng = Random(1)
    weights = [rng.randrange(10, 1000) for _ in range(truths)]
    return [F(weight, sum(weights)) for weight in weights]


@pytest.fixture(scope="module")
def design() -> rr.Design:
    return rr.optimal(rr.LocalDP(8), rr.MutualInformation(drawn_shares(30)))


def test_k_ary_response_is_best_at_a_large_epsilon(design):
    """Where g is far above 1 / the least share: then all its rows are singles, and tight."""
    assert design.check().status == 0
    assert design.gap <= F(1, 10**9) * design.value.lo
    gamma = np.exp(8.0)
    shares = np.array(list(map(float, drawn_shares(30))))
    chances = (np.ones((30, 30)) + (gamma - 1) * np.eye(30)) / (gamma + 29)
    reports = chances @ shares
    entropy = -(reports * np.log(reports)).sum()
    column = -(chances[:, 0] * np.log(chances[:, 0])).sum()
    assert float(design.value) == pytest.approx(entropy - column, rel=1e-4)
    assert float(design.bound.lo) >= entropy - column - 1e-9


def test_a_price_that_is_too_low_is_refused(design):
    data = dict(design.certificate.data)
    prices = [F(price) for price in data["prices"]]
    lowered = [prices[0] - F(1, 10**6), *prices[1:]]
    low = F(data["value"][0])
    bound = sum(lowered)
    data |= {"prices": list(map(str, lowered)), "bound": str(bound), "gap": str(bound - low)}
    assert check(rr.Certificate(data).to_json()).status == 1


def shares(*classes):
    """(how many truths, what they have together) for each class."""
    return [F(mass) / n for n, mass in classes for _ in range(n)]


def worth(problem, optimum):
    utility = problem.objective
    pairs = zip(optimum.weights, optimum.patterns, strict=True)
    return float(sum(w * utility.bounds(r)[0] for w, r in pairs))


@pytest.mark.parametrize("gamma", ["3/2", 3, 20])
@pytest.mark.parametrize(
    "classes",
    [
        ((3, F(3, 4)), (4, F(1, 4))),
        ((2, F(1, 5)), (3, F(1, 2)), (4, F(3, 10))),
        ((1, F(9, 10)), (6, F(1, 10))),
    ],
)
def test_types_are_worth_as_much_as_all_patterns(classes, gamma):
    problem = Problem(rr.LocalDP.from_gamma(gamma), MutualInformation(shares(*classes)))
    found, whole = solve_types(problem), solve_columns(problem)
    assert worth(problem, found) == pytest.approx(worth(problem, whole), abs=1e-14)
    assert float(sum(found.prices)) == pytest.approx(float(sum(whole.prices)), abs=1e-14)


def test_a_design_of_two_shares_beyond_twenty_truths_has_no_gap_to_speak_of():
    """It was refused: no mixture of sets had one mass; at 40 truths 6e-5 was left."""
    prior = shares((12, F(3, 4)), (12, F(1, 4)))
    for order in (prior, random.Random(3).sample(prior, 24)):
        design = rr.optimal(rr.LocalDP(1), MutualInformation(order))
        assert design.gap < F(1, 10**18) and design.check().verdict == "verified"
        assert rr.LocalDP(1).satisfied_by(design.channel)
        for truth, share in enumerate(order):
            same = [j for j, other in enumerate(order) if other == share]
            columns = [sorted(design.channel.columns[j]) for j in (truth, same[0])]
            assert columns[0] == columns[1]


def test_the_design_is_saved_and_loaded(tmp_path):
    prior = shares((15, F(1, 3)), (10, F(2, 3)))
    design = rr.optimal(rr.LocalDP("ln(2)"), MutualInformation(prior))
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json").channel.rows == design.channel.rows


def test_too_many_types_are_left_to_the_mixture():
    prior = [F(n, 24 * 25 // 2) for n in range(1, 25)]
    problem = Problem(rr.LocalDP(1), MutualInformation(prior))
    assert solve_types(problem) is None


@pytest.mark.parametrize(
    ("sizes", "masses", "reports"),
    [((20, 2), (F(1, 2), F(1, 2)), 7), ((12, 12), (F(3, 4), F(1, 4)), 18)],
)
def test_shifts_by_common_factors_have_fewer_reports(sizes, masses, reports):
    """Shifts by one had 22 and 24; each truth of a class is high equally often."""
    prior = shares(*zip(sizes, masses, strict=True))
    design = rr.optimal(rr.LocalDP(2), MutualInformation(prior))
    assert design.channel.shape[0] == reports and design.check().verdict == "verified"
    for block in (design.channel.columns[: sizes[0]], design.channel.columns[sizes[0] :]):
        assert len({tuple(sorted(column)) for column in block}) == 1
