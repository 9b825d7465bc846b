"""The facts behind the verdicts on holohan, by routes that share nothing with the proofs."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import pairwise

import pytest
from rropt.proofs import verdicts
from rropt.proofs.holohan.model import exact_var, minimisers

RECORDS = verdicts.stored("holohan")


def variance(a: F, b: F, prior: F) -> F:
    """P(report 1) P(report 0) / (a + b - 1)^2, from the report probabilities."""
    one = prior * b + (1 - prior) * (1 - a)
    return one * (1 - one) / (a + b - 1) ** 2


def region(gamma: F, delta: F, size: int) -> list[tuple[F, F]]:
    """A grid of the feasible tables with p00 + p11 > 1."""
    grid = [F(k, size) for k in range(size + 1)]
    return [
        (a, b)
        for a in grid
        for b in grid
        if a + b > 1 and a <= gamma * (1 - b) + delta and b <= gamma * (1 - a) + delta
    ]


PARAMETERS = [
    (gamma, delta, prior)
    for gamma in (F(1), F(11, 10), F(2), F(5))
    for delta in (F(1, 20), F(1, 4), F(1))
    for prior in (F(1, 10), F(1, 4), F(1, 2), F(3, 4))
]


@pytest.mark.parametrize("case", PARAMETERS, ids=str)
def test_no_table_of_a_grid_beats_the_claimed_minimisers(case):
    gamma, delta, prior = case
    best = minimisers(*case)
    (least,) = {variance(a, b, prior) for a, b in best}
    for a, b in region(gamma, delta, 20):
        value = variance(a, b, prior)
        assert value > least or (value == least and (a, b) in best)


@pytest.mark.parametrize("case", PARAMETERS, ids=str)
def test_exchanging_the_truths_exchanges_the_minimisers(case):
    gamma, delta, prior = case
    assert {(b, a) for a, b in minimisers(*case)} == minimisers(gamma, delta, 1 - prior)


def test_formula_6_is_the_variance_of_a_report_over_the_squared_slope():
    for a, b, prior in ((F(1, 2), F(3, 4), F(1, 3)), (F(1), F(1, 4), F(1, 4))):
        assert exact_var(a, b, prior) == variance(a, b, prior)


def test_at_one_half_both_one_sided_tables_are_optimal():
    """The counterexample to Theorem 3 and Corollary 2, by hand: u v + (u + v)/2 + 1/4."""
    case = (F(11, 10), F(1, 10), F(1, 2))
    assert minimisers(*case) == {(F(1), F(1, 10)), (F(1, 10), F(1))}
    assert variance(F(1), F(1, 10), F(1, 2)) == variance(F(1, 10), F(1), F(1, 2)) == F(19, 4)
    assert RECORDS["holohan/thm-3"]["witness"]["at"] == {
        "gamma": "11/10",
        "delta": "1/10",
        "pi": "1/2",
    }


@pytest.mark.parametrize(
    ("epsilon", "delta", "prior", "a", "b", "expected"),
    [
        (0.5, 0.1, 0.25, None, None, 2.372),
        (1.0, 0.4, 0.1, None, None, 0.385),
        (1.0, 0.4, 0.1, 1.0, 0.4, 0.24),
        (0.5, 1 / 3, 0.9, None, None, 0.854),
        (0.5, 1 / 3, 0.9, 1 / 3, 1.0, 0.29),
    ],
)
def test_the_numbers_of_example_1_in_floating_point(epsilon, delta, prior, a, b, expected):
    middle = (math.exp(epsilon) + delta) / (math.exp(epsilon) + 1)
    a, b = (middle, middle) if a is None else (a, b)
    one = prior * b + (1 - prior) * (1 - a)
    assert round(one * (1 - one) / (a + b - 1) ** 2, 3) == expected


def test_without_privacy_budget_no_table_is_feasible_and_there_are_no_segments():
    assert region(F(1), F(0), 20) == []
    assert region(F(1), F(1, 20), 20) and region(F(2), F(0), 20)
    for name in ("Rsecond-structure", "lem-5/prose", "lem-5", "rem-linearity"):
        assert RECORDS[f"holohan/{name}"]["verdict"] == "proved-under"
        assert RECORDS[f"holohan/{name}"]["assuming"].startswith("epsilon > 0 or delta > 0")


def test_the_likelihood_of_equal_reports_is_monotone_so_its_derivative_has_no_zero():
    """N = 0 reports of 1 out of 3, p00 = p11 = 3/4: L = (3/4 - pi/2)^3 falls strictly."""
    values = [(F(3, 4) - F(k, 80)) ** 3 for k in range(41)]
    assert all(a > b for a, b in pairwise(values))
    record = RECORDS["holohan/thm-1/solve"]
    assert record["verdict"] == "proved-under" and record["assuming"].startswith("0 < N < n")
    assert record["witness"]["at"]["N"] in ("0", 0)


@pytest.mark.parametrize("delta", [F(1, 20), F(1, 2)])
def test_along_the_segment_the_least_of_four_points_is_an_end(delta):
    """Lemma 3 by brute force, t < t_0 included, where r_delta(t) > 1."""
    for gamma in (F(1), F(3)):
        for prior in (F(0), F(2, 5), F(1)):
            one = [(gamma + delta) / (gamma + 1) * F(k, 12) for k in range(13)]
            values = [variance(1 - (b - delta) / gamma, b, prior) for b in one]
            assert min(values[1:-1]) > min(values[0], values[-1])


def test_the_refuted_statements_are_exactly_these():
    wrong = {i for i, r in RECORDS.items() if r["verdict"] == "refuted"}
    assert wrong == {
        "holohan/parametrisation",
        "holohan/lem-4/prose",
        "holohan/eq-24/simplified",
        "holohan/eq-24/sign",
        "holohan/ex-1.3/variance-at-t0",
        "holohan/ex-1.3/variance-at-0",
    }
