"""Equal priors by types of patterns: against lists of all patterns and nearly equal priors."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import log

import numpy as np
import pytest

from rropt import (
    AOptimal,
    Guess,
    LocalDP,
    MutualInformation,
    Trace,
    optimal,
)
from rropt.design.answer import ends
from rropt.design.engine.linear_optimum import solve_number
from rropt.design.linear.symmetric import (
    are_few,
    expand,
    lift,
    mean_excess,
    members,
    orbit_size,
    solve_symmetric,
)
from rropt.design.problem import Problem
from rropt.exact import InputError


def approximately(design) -> float:
    return float(ends(design.value)[0])


@pytest.mark.parametrize("k", [8, 30, 10**6])
def test_trace_with_many_categories(k: int) -> None:
    g, delta = Fraction(3), Fraction(1, 7)
    design = optimal(LocalDP.from_gamma(g), Trace(k), crosscheck=False)
    assert design.value == design.bound == g * k / (g + k - 1)
    approximate = optimal(LocalDP.from_gamma(g, delta), Trace(k), crosscheck=False)
    assert approximate.value == approximate.bound == k * (g + (k - 1) * delta) / (g + k - 1)


def test_a_table_kept_as_orbits_is_not_written_out() -> None:
    design = optimal(LocalDP.from_gamma(3), Trace(10**6), crosscheck=False)
    assert design.orbits[0].runs == ((Fraction(3), 1), (Fraction(1), 10**6 - 1))
    with pytest.raises(InputError, match="must be small to be written out"):
        assert design.channel.table


@pytest.mark.parametrize(
    ("k", "epsilon", "reports"),
    [(12, 1, 3), (12, "1/2", 12), (16, "1/100", 2), (31, 1, 31), (64, 1, 32), (96, "1/2", 12)],
)
def test_an_information_at_equal_priors_takes_few_reports(k, epsilon, reports) -> None:
    """k over the greatest common divisor of k and the size: each truth in as many sets."""
    goal = MutualInformation([Fraction(1, k)] * k)
    design = optimal(LocalDP(epsilon), goal, outputs=reports)
    assert design.channel.shape == (reports, k)
    held = {tuple(sorted(column)) for column in zip(*design.channel.rows, strict=True)}
    assert len(held) == 1 and sum(held.pop()) == 1
    rows = [[float(x) for x in row] for row in design.channel.rows]
    told = sum(x / k * log(k * x / sum(row)) for row in rows for x in row)
    assert approximately(design) == pytest.approx(told, rel=1e-9)


@pytest.mark.parametrize("k", [5, 4096])
def test_the_best_size_of_an_information_is_that_of_all_sizes(k: int) -> None:
    """By the formula of each size, in doubles, and near every size the bound is above it."""
    gamma = 3.0
    high = np.arange(1, k) / k
    seen = 1 + (gamma - 1) * high
    told = (gamma * log(gamma) * high - seen * np.log(seen)) / seen
    design = optimal(LocalDP.from_gamma(3), MutualInformation([Fraction(1, k)] * k))
    assert float(design.value) == pytest.approx(told.max(), rel=1e-12)
    assert float(design.bound) >= told.max() * (1 - 1e-15) and design.gap < 1e-15


def test_fewer_reports_than_shifts_are_refused() -> None:
    goal = MutualInformation([Fraction(1, 64)] * 64)
    assert "32 reports, 5 bits each" in str(optimal(LocalDP(1), goal))
    with pytest.raises(InputError, match="outputs must be any or at least 32"):
        optimal(LocalDP(1), goal, outputs=31)


def test_equal_priors_by_symmetry_and_in_full_agree() -> None:
    privacy = LocalDP.from_gamma(4)
    symmetric = optimal(privacy, MutualInformation(["1/5"] * 5), crosscheck=False)
    nearly = ["1/5", "1/5", "1/5", Fraction(1, 5) + Fraction(1, 10**12)]
    nearly.append(1 - sum(map(Fraction, nearly)))
    full = optimal(privacy, MutualInformation(nearly), crosscheck=False)
    assert approximately(symmetric) == pytest.approx(approximately(full), abs=1e-10)
    assert symmetric.channel.shape == (5, 5)


@pytest.mark.parametrize("k", [15, 30])
def test_many_equal_truths_need_no_types_of_staircases(k: int) -> None:
    """With a delta an information is bound by clamped rows; a guess needs no types."""
    fair = [Fraction(1, k)] * k
    for level, objective in [
        (LocalDP.from_gamma(3, "1/10"), MutualInformation(fair)),
        (LocalDP.from_gamma(3, "1/10"), Guess(fair)),
        (LocalDP.from_gamma(3), MutualInformation(fair)),
    ]:
        assert optimal(level, objective, crosscheck=False).certificate.check().status == 0


@pytest.mark.parametrize(
    "values, gamma",
    [((4, 1, 1), 3), ((4, 3, 1), 2), ((1, 3, 9), 2), ((0, 0, 5, 1), 2), ((8, 8, 1), 7)],
)
def test_the_mean_excess_is_that_of_all_ordered_pairs(values, gamma) -> None:
    runs = tuple((Fraction(v), values.count(v)) for v in sorted(set(values)))
    listed = [max(0, a - gamma * b) for a, b in permutations(values, 2)]
    assert mean_excess(runs, Fraction(gamma)) == Fraction(sum(listed), len(listed))


def test_an_orbit_is_all_orders_of_its_values_and_shifts_without_delta() -> None:
    runs = ((Fraction(5), 2), (Fraction(1), 1), (Fraction(0), 2))
    every = set(permutations(expand(runs)))
    assert orbit_size(runs) == len(every) == 30
    assert sorted(members(runs, Fraction(1, 9))) == sorted(every)
    assert len(members(runs, Fraction(1, 9))) == 30
    shifts = members(runs, Fraction(0))
    assert len(shifts) == 5 and set(shifts) <= every
    assert len({sum(column) for column in zip(*shifts, strict=True)}) == 1


@pytest.mark.parametrize("delta", [0, Fraction(1, 10)])
@pytest.mark.parametrize("gamma", [Fraction(3, 2), Fraction(6)])
def test_the_types_are_worth_as_much_as_all_patterns(gamma, delta) -> None:
    problem = Problem(LocalDP.from_gamma(gamma, delta), MutualInformation(["1/4"] * 4))
    optimum = solve_symmetric(problem)
    whole = solve_number(problem)
    bound = 4 * optimum.price + 12 * delta * optimum.pair_price
    known = sum(whole.prices) + delta * sum(whole.pair_prices.values())
    assert float(bound) == pytest.approx(float(known), abs=1e-14)
    table = lift(optimum, problem)
    for j in range(4):
        pairs = zip(table.weights, table.patterns, strict=True)
        assert sum(w * r[j] for w, r in pairs) == 1


def test_tables_are_written_out_up_to_their_most_entries() -> None:
    few = [[((Fraction(3), 1), (Fraction(1), 140))]]
    assert are_few(few, 141, Fraction(0))  # 141^2 = 19,881
    assert not are_few([[((Fraction(3), 1), (Fraction(1), 141))]], 142, Fraction(0))  # 20,164
    half = [[((Fraction(3), 7), (Fraction(1), 7))]]
    assert are_few(half, 14, Fraction(0))  # 14 shifts
    assert not are_few(half, 14, Fraction(1, 9))  # 3,432 orders


@pytest.mark.parametrize("k", [7, 12])
def test_at_level_one_the_truth_is_named_with_chance_delta_or_nothing_is_said(k: int) -> None:
    """Worth delta ln k; all shares have the variance (1 - 1/k) / delta. Once there were 1,267
    reports for seven truths, and no table for twelve; a hair above, more reports are better."""
    delta = Fraction(1, 10)
    named = optimal(LocalDP(0, delta), AOptimal("uniform", categories=k))
    assert named.channel.shape == (k + 1, k)
    assert named.value == (1 - Fraction(1, k)) / delta
    told = optimal(LocalDP(0, delta), MutualInformation([Fraction(1, k)] * k))
    assert told.channel.shape == (k + 1, k)
    assert float(told.value) == pytest.approx(log(k) / 10, rel=1e-14)
    above = optimal(LocalDP("1/10", delta), AOptimal("uniform", categories=7))
    assert above.value < (1 - Fraction(1, 7)) / delta
