"""Column generation over the patterns of pure privacy, against every pattern."""

from __future__ import annotations

from fractions import Fraction
from fractions import Fraction as F
from itertools import product
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from rropt import (
    LocalDP,
    MutualInformation,
    optimal,
)
from rropt.design.answer import ends
from rropt.design.linear.columns import (
    SubsetPricing,
    basic_solution,
    high_index,
    search,
    solve_columns,
)
from rropt.design.problem import Problem
from rropt.exact import gamma_from_value

priors3 = st.lists(st.integers(1, 30), min_size=3, max_size=3).map(
    lambda n: [Fraction(x, sum(n)) for x in n]
)


gammas = st.fractions(min_value=Fraction(21, 20), max_value=20, max_denominator=20)

SKEWED = [F(n, 36) for n in range(8, 0, -1)]
UNIFORM = [F(1, 7)] * 7


def full_program(utility, gamma: float, truths: int) -> float:
    """The whole pattern program on scipy, pure privacy, with u evaluated by its formula."""
    rows = np.array(list(product((1.0, gamma), repeat=truths)))
    answer = linprog(-utility(rows), A_eq=rows.T, b_eq=np.ones(truths), method="highs")
    return -answer.fun


def approximately(design) -> float:
    return float(ends(design.value)[0])


def test_mutual_information_to_fifteen_digits() -> None:
    design = optimal(LocalDP.from_gamma(3), MutualInformation("1/2,3/10,1/5"))
    lo, hi = ends(design.value)
    assert lo <= Fraction("0.1372951133643127") + Fraction(1, 10**15)
    assert Fraction("0.1372951133643127") <= hi + Fraction(1, 10**15)
    assert hi - lo < Fraction(1, 10**20)


@pytest.mark.everything
@settings(max_examples=25)
@given(priors3, gammas)
def test_mutual_information_is_the_full_program(prior, gamma) -> None:
    q = np.array([float(p) for p in prior])

    def u(rows: np.ndarray) -> np.ndarray:
        mean = rows @ q
        return (rows * np.log(rows)) @ q - mean * np.log(mean)

    design = optimal(LocalDP.from_gamma(gamma), MutualInformation(prior), crosscheck=False)
    assert approximately(design) == pytest.approx(full_program(u, float(gamma), 3), abs=1e-8)


@pytest.mark.parametrize("exponent", [6, 8, 9])
def test_information_near_gamma_one_is_its_second_order_program(exponent: int) -> None:
    """u(r) -> g^2 (s - s^2) / 2 for g = gamma - 1 -> 0, s the mass of the high truths."""
    masses, g = [10**9, 7 * 10**9, 7000, 7], Fraction(1, 10**exponent)
    prior = [Fraction(mass, sum(masses)) for mass in masses]
    design = optimal(LocalDP.from_gamma(1 + g), MutualInformation(prior), crosscheck=False)
    high = np.array(list(product((0.0, 1.0), repeat=4)))
    share = high @ np.array([float(q) for q in prior])
    balance = np.vstack([np.hstack([high.T, -np.ones((4, 1))]), [1.0] * 16 + [0.0]])
    gains = np.append(share - share**2, 0.0)
    best = -linprog(-gains, A_eq=balance, b_eq=[0.0] * 4 + [1.0], method="highs").fun
    value = ends(design.value)[0]
    assert float(value / (g**2 / 2)) == pytest.approx(best, rel=1e-5)
    assert design.gap <= value / 10**12


TIED = {
    "two blocks": [1] * 4 + [3] * 4,
    "one odd": [7] + [1] * 7,
    "pairs": [2, 2, 3, 3, 5, 5],
    "one to eight": list(range(1, 9)),
    "some zeros": [0, 0, 1, 1, 2],
    "certain": [0, 1, 0],
}


@pytest.mark.everything
@pytest.mark.parametrize("gamma", ["11/10", "3", "20", "1000"])
@pytest.mark.parametrize("name", TIED)
def test_shares_of_which_many_sets_have_one_mass_end_at_the_full_program(name, gamma) -> None:
    """Many patterns are worth as much; the search ends at one basis of them."""
    prior = [F(n, sum(TIED[name])) for n in TIED[name]]
    design = optimal(LocalDP.from_gamma(gamma), MutualInformation(prior), crosscheck=False)
    wanted = full_program(
        lambda rows: np.array([worth(prior, row) for row in rows]), float(F(gamma)), len(prior)
    )
    assert float(design.bound) == pytest.approx(wanted, rel=1e-9)
    assert design.gap < F(1, 10**20)


@pytest.mark.parametrize("k", [12, 13])
def test_a_rough_first_round_ends_at_the_same_optimum(k: int) -> None:
    """The search is exact to its stop whether or not it prices at rough prices first."""
    masses = [F(1000 // (j + 1) + 7 * j) for j in range(k)]
    design = optimal(LocalDP.from_gamma(3), MutualInformation([q / sum(masses) for q in masses]))
    assert 0 <= float(design.gap) < 1e-24


def test_the_index_of_a_high_set_reads_its_truths_as_bits() -> None:
    assert [high_index(x) for x in ((0, 0, 0), (1, 0, 0), (0, 1, 1))] == [0, 1, 6]


@pytest.mark.parametrize("k", [3, 5])
def test_prices_cover_every_pattern_and_the_table_is_paid_for(k: int) -> None:
    """Three truths are listed, five are searched in doubles and completed."""
    gamma, prior = Fraction(4), [Fraction(2 * j + 1, k * k) for j in range(k)]
    utility = MutualInformation(prior)
    optimum = solve_columns(Problem(LocalDP.from_gamma(gamma), utility))
    for pattern in product((Fraction(1), gamma), repeat=k):
        price = sum(y * r for y, r in zip(optimum.prices, pattern, strict=True))
        assert price >= utility.bounds(pattern)[0]
    pairs = list(zip(optimum.weights, optimum.patterns, strict=True))
    assert [sum(w * r[j] for w, r in pairs) for j in range(k)] == [1] * k
    worth = sum(w * utility.bounds(r)[1] for w, r in pairs)
    assert optimum.value[0] < worth < optimum.value[1] + Fraction(1, 2**90)
    assert sum(optimum.prices) == optimum.value[1]
    assert len(pairs) <= k


def test_an_enclosed_gamma_keeps_one_basis() -> None:
    level = LocalDP("1/3")
    optimum = solve_columns(Problem(level, MutualInformation("1/2,1/3,1/6")))
    assert {e for r in optimum.patterns for e in r} == {1, level.gamma.lo}
    lower = sum(
        w * MutualInformation("1/2,1/3,1/6").bounds(r)[0]
        for w, r in zip(optimum.weights, optimum.patterns, strict=True)
    )
    assert 0 <= sum(optimum.prices) - lower < Fraction(1, 10**20)


def worth(prior, row):
    """The information of a row, in doubles: sum q r ln(r / q.r)."""
    total = sum(float(q) * r for q, r in zip(prior, row, strict=True))
    return sum(float(q) * r * log(r / total) for q, r in zip(prior, row, strict=True))


def best_among(high, gains, gamma):
    """max sum w u(r) with sum w r = 1 over patterns with these high truths."""
    rows = 1 + (gamma - 1) * np.array(high, dtype=float)
    found = linprog(-np.array(gains), A_eq=rows.T, b_eq=np.ones(rows.shape[1]), method="highs")
    return -found.fun if found.status == 0 else None


@pytest.mark.parametrize("prior", [SKEWED, UNIFORM], ids=["skewed", "uniform"])
def test_the_basis_alone_is_worth_as_much_as_all_patterns(prior):
    utility = MutualInformation(prior)
    stopped = search(SubsetPricing(utility, F(3)), utility, 3.0)
    found, basis = stopped.candidates, stopped.basis
    assert found[: len(basis)] == basis
    assert len(basis) <= len(prior) and len(set(found)) == len(found)
    every = [x for x in product((0, 1), repeat=len(prior)) if 0 < sum(x) < len(prior)]
    values = {x: worth(prior, [3.0 if high else 1.0 for high in x]) for x in every}
    expected = best_among(every, list(values.values()), 3)
    assert best_among(basis, [values[x] for x in basis], 3) == pytest.approx(expected, rel=1e-9)


def test_the_search_of_information_begins_at_the_best_patterns_for_the_prior():
    """Of 2^13 patterns, u / q.r by its definition; a sample says where the best ones begin."""
    prior = [F(n, 91) for n in range(1, 14)]
    utility, count = MutualInformation(prior), 40
    pricing = SubsetPricing(utility, F(3))
    starts = np.array(pricing.sets(pricing.in_proportion(prior, count)))
    rows = 1 + 2 * np.array(list(product((0, 1), repeat=13)))
    q = np.array(prior, dtype=float)
    seen = rows @ q
    worths = ((rows * np.log(rows)) @ q - seen * np.log(seen)) / seen
    found = 1 + 2 * starts
    mine = ((found * np.log(found)) @ q - (found @ q) * np.log(found @ q)) / (found @ q)
    assert count / 2 <= len(starts) <= count
    assert mine.min() >= np.sort(worths)[-count] - 1e-12


@pytest.mark.parametrize(
    "high", [[(1, 0, 0), (0, 1, 1), (1, 1, 0)], [(0, 1, 1), (1, 0, 1), (1, 1, 0)]]
)
def test_weights_make_a_table_and_each_pattern_pays_its_gain(high):
    """Of determinant one, and of determinant two."""
    gains = [F(n, 231) for n in (66, 77, 63)]
    weights, prices, bound = basic_solution(high, [66, 77, 63], 231, gamma_from_value("5/2"))
    rows = [[F(5, 2) if x else F(1) for x in one] for one in high]
    assert [sum(w * row[j] for w, row in zip(weights, rows, strict=True)) for j in range(3)] == [
        1
    ] * 3
    assert [sum(y * r for y, r in zip(prices, row, strict=True)) for row in rows] == gains
    assert sum(prices) == bound


def test_patterns_that_depend_on_each_other_are_no_basis():
    with pytest.raises(ZeroDivisionError):
        basic_solution([(1, 0), (1, 0)], [1, 1], 1, gamma_from_value("3"))


def test_patterns_that_are_no_table_have_a_negative_weight():
    high = [(1, 1, 0), (1, 0, 1), (1, 0, 0)]
    weights, _, _ = basic_solution(high, [1] * 3, 1, gamma_from_value("3"))
    assert weights == [F(1, 3), F(1, 3), F(-1, 3)]


@pytest.mark.parametrize("gamma", ["21/20", "3", "50"])
def test_the_basis_of_the_search_needs_no_programs(gamma, monkeypatch):
    import rropt.design.linear.columns as columns

    monkeypatch.delattr(columns, "_by_programs")
    for prior in (SKEWED, [F(n, 66) for n in range(1, 12)], [F(n, 30) for n in (9, 9, 6, 3, 2, 1)]):
        prices = solve_columns(Problem(LocalDP.from_gamma(gamma), MutualInformation(prior))).prices
        assert len(prices) == len(prior)


def test_a_search_that_stops_too_early_is_completed(monkeypatch):
    """The basis of a search without pivots is not optimal: programs in fractions go on from it."""
    import rropt.design.linear.columns as columns

    problem = Problem(LocalDP.from_gamma(3), MutualInformation(SKEWED))
    wanted = solve_columns(problem)
    monkeypatch.setattr(columns, "improved_basis", lambda table, right, gains, basis, least: basis)
    found = solve_columns(problem)
    assert sum(found.prices) == sum(wanted.prices)
