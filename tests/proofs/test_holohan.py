"""The facts behind the verdicts on holohan, by routes that share nothing with the proofs."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import pairwise, product

import pytest
from rropt.proofs import verdicts
from rropt.proofs.holohan.model import exact_var, minimisers
from rropt.proofs.holohan.theorem3 import parameters

pytestmark = pytest.mark.quick

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


@pytest.mark.everything
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


def test_a_report_reveals_nothing_definitive_iff_no_truth_alone_excludes_it():
    """Posteriors of every table of a grid; a constant report is an example with zero entries."""
    grid = [F(k, 4) for k in range(5)]
    for a, b in product(grid, repeat=2):
        table = {(0, 0): a, (0, 1): 1 - a, (1, 0): 1 - b, (1, 1): b}
        posteriors = [
            table[1, k] / (table[0, k] + table[1, k])
            for k in (0, 1)
            if table[0, k] + table[1, k] > 0
        ]
        hidden = all(0 < x < 1 for x in posteriors)
        assert hidden == all((table[0, k] == 0) == (table[1, k] == 0) for k in (0, 1))
    record = RECORDS["holohan/rem-not-definitive"]
    assert record["assuming"].startswith("a report that one true answer excludes is excluded by")


def test_the_variance_identity_needs_a_finite_mean_only():
    """P(Y = 2^k) = 3/4^k has mean 3 and no second moment: both sides of (5) grow without bound."""
    law = [(F(2**k), F(3, 4**k)) for k in range(1, 60)]
    assert abs(sum(y * w for y, w in law) - 3) < F(1, 10**15)
    assert sum(w * y**2 for y, w in law) == 3 * 59
    assert sum(w * (y - 3) ** 2 for y, w in law) > 3 * 59 - 10
    assert RECORDS["holohan/eq-5"]["assuming"] == "E[Y] is finite"


def test_the_estimate_cut_to_a_proportion_is_biased_but_not_everywhere():
    """One report, p00 = p11 = 3/4: 0 or 1 after the cut, so its mean is P(X = 1)."""
    bias = {x: x * F(3, 4) + (1 - x) * F(1, 4) - x for x in (F(1, 4), F(1, 2))}
    assert bias == {F(1, 4): F(1, 8), F(1, 2): 0}
    assert "its bias is 1/8" in RECORDS["holohan/cor-1/unbiased"]["assuming"]


def test_the_formula_14_holds_for_every_real_y():
    for k in range(-16, 25):
        y = F(k, 8)
        least = min(2 * x * y - x - y + 1 for x in (F(j, 8) for j in range(9)))
        assert least == (y if y <= F(1, 2) else 1 - y)


def is_tight(gamma: F, delta: F, a: F, b: F) -> bool:
    return b == gamma * (1 - a) + delta or a == gamma * (1 - b) + delta


@pytest.mark.parametrize("prior", [F(0), F(1, 3), F(1)])
@pytest.mark.parametrize("delta", [F(0), F(1, 4), F(1)])
def test_every_minimiser_is_tight_iff_the_prevalence_is_inner_or_delta_is_zero(delta, prior):
    gamma = F(2)
    middle = (gamma + delta) / (gamma + 1)
    tables = [*region(gamma, delta, 20), (middle, middle)]
    least = min(variance(a, b, prior) for a, b in tables)
    best = [(a, b) for a, b in tables if variance(a, b, prior) == least]
    assert all(is_tight(gamma, delta, *p) for p in best) == (0 < prior < 1 or delta == 0)
    assert (
        RECORDS["holohan/lem-2/conclusion"]["assuming"] == "delta <= 1, and 0 < pi < 1 or delta = 0"
    )


@pytest.mark.parametrize("gamma", [F(1), F(11, 10), F(3)])
@pytest.mark.parametrize("delta", [F(1, 4), F(1, 2), F(1)])
def test_the_symmetric_table_is_extreme_iff_epsilon_is_positive_or_delta_is_one(gamma, delta):
    """A chord through it, and a second table where both inequalities (11) are tight."""
    middle = (gamma + delta) / (gamma + 1)
    steps = [F(j, 100) for j in range(-5, 6)]

    def feasible(a: F, b: F) -> bool:
        return max(a, b) <= 1 and a <= gamma * (1 - b) + delta and b <= gamma * (1 - a) + delta

    chords = [
        (x, y)
        for x, y in product(steps, repeat=2)
        if (x, y) != (0, 0)
        and feasible(middle + x, middle + y)
        and feasible(middle - x, middle - y)
    ]
    both = [
        x
        for x in steps
        if feasible(middle + x, middle - x)
        and middle - x == gamma * (1 - middle - x) + delta
        and middle + x == gamma * (1 - middle + x) + delta
    ]
    extreme = gamma > 1 or delta == 1
    assert (chords == []) == (both == [0]) == extreme
    assert RECORDS["holohan/t-equals-1"]["assuming"] == "epsilon > 0, or delta = 1"


def test_the_counterexample_to_the_sentence_before_lemma_4_is_on_the_boundary():
    at = {k: F(v) for k, v in RECORDS["holohan/lem-4/prose"]["witness"]["at"].items()}
    gamma, delta, t = at["gamma"], at["delta"], at["t"]
    b = (gamma + delta) / (gamma + 1) * t
    a = 1 - (b - delta) / gamma
    assert a <= 1 and b <= 1 and a + b > 1 and b == gamma * (1 - a) + delta
    assert a <= gamma * (1 - b) + delta
    assert at["pi"] <= F(1, 2) and variance(a, b, at["pi"]) < variance(b, a, at["pi"])


def test_on_the_open_side_of_the_region_there_is_no_variance():
    """(1/2, 1/2) is on the boundary of R' for gamma = 2, with no inequality (11) tight."""
    assert not is_tight(F(2), F(0), F(1, 2), F(1, 2))
    with pytest.raises(ZeroDivisionError):
        variance(F(1, 2), F(1, 2), F(1, 4))
    assert "p00 + p11 > 1" in RECORDS["holohan/lem-2/push"]["scope"]


def test_where_the_level_is_one_half_three_tables_are_optimal_at_one_half():
    """gamma = 7/5, delta = 1/5: delta (gamma + delta) = 8/25 is half of (4/5)^2."""
    gamma, delta, prior = F(7, 5), F(1, 5), F(1, 2)
    tables = [(F(1), delta), (delta, F(1)), (F(2, 3), F(2, 3))]
    assert {variance(a, b, prior) for a, b in tables} == {F(9, 4)}
    assert minimisers(gamma, delta, prior) == set(tables)
    others = [p for p in region(gamma, delta, 30) if p not in tables]
    assert min(variance(a, b, prior) for a, b in others) > F(9, 4)


def test_the_cases_of_theorem_3_hold_every_kind_of_tie():
    def level(gamma: F, delta: F) -> F:
        return delta * (gamma + delta) / (gamma + 2 * delta - 1) ** 2

    kinds = {(level(g, d) == x, level(g, d) == 1 - x, x == F(1, 2)) for g, d, x in parameters()}
    assert {(True, False, False), (False, True, False), (True, True, True)} <= kinds
    assert {(False, False, True), (False, False, False)} <= kinds
