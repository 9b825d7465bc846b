"""The program over staircases, against the table's own program in doubles and by hand."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import FDivergence, Guess, LocalDP, MutualInformation, Variance
from rropt.design.linear.staircase import solve_staircases
from rropt.design.problem import Problem
from rropt.exact import InputError


def guess_by_the_table(prior: list[F], gamma: float, delta: float) -> float:
    """max sum_j q_j P[j, j] over tables and their excesses e[j, a, b], on HiGHS."""
    k = len(prior)
    pairs = list(permutations(range(k), 2))
    size = k * k + k * len(pairs)
    cost = np.zeros(size)
    for j, q in enumerate(prior):
        cost[j * k + j] = -float(q)
    equal = np.zeros((k, size))
    rows, right = [], []
    for j in range(k):
        equal[j, [i * k + j for i in range(k)]] = 1
    for p, (a, b) in enumerate(pairs):
        total = np.zeros(size)
        for i in range(k):
            e = k * k + i * len(pairs) + p
            row = np.zeros(size)
            row[i * k + a], row[i * k + b], row[e] = 1, -gamma, -1
            rows.append(row)
            right.append(0.0)
            total[e] = 1
        rows.append(total)
        right.append(delta)
    found = linprog(cost, A_ub=np.array(rows), b_ub=right, A_eq=equal, b_eq=np.ones(k))
    return -found.fun


@pytest.mark.parametrize("gamma, delta", [(F(2), F(1, 10)), (F(5), F(1, 3)), (F(1), F(1, 7))])
@pytest.mark.parametrize("prior", [[F(1, 2), F(1, 3), F(1, 6)], [F(4, 5), F(1, 10), F(1, 10)]])
def test_a_guess_with_delta_is_the_program_of_its_table(prior, gamma, delta) -> None:
    optimum = solve_staircases(Problem(LocalDP.from_gamma(gamma, delta), Guess(prior)))
    bound = sum(optimum.prices) + delta * sum(optimum.pair_prices.values())
    assert float(bound) == pytest.approx(guess_by_the_table(prior, float(gamma), float(delta)))
    assert all(z > 0 for z in optimum.pair_prices.values())


def test_patterns_keep_the_pairs_within_delta_and_the_columns_at_one() -> None:
    gamma, delta = F(2), F(1, 5)
    problem = Problem(LocalDP.from_gamma(gamma, delta), MutualInformation("1/2,1/3,1/6"))
    optimum = solve_staircases(problem)
    table = [[w * e for e in r] for w, r in zip(optimum.weights, optimum.patterns, strict=True)]
    assert [sum(column) for column in zip(*table, strict=True)] == [1, 1, 1]
    spent = {
        (a, b): sum(max(F(0), row[a] - gamma * row[b]) for row in table)
        for a, b in permutations(range(3), 2)
    }
    assert max(spent.values()) == delta
    assert set(optimum.pair_prices) <= {p for p, x in spent.items() if x == delta}


def test_two_truths_with_delta_by_hand() -> None:
    """For two truths one table is best: tell outright with chance delta, else Warner's device."""
    gamma, delta = F(3), F(1, 9)
    optimum = solve_staircases(Problem(LocalDP.from_gamma(gamma, delta), Variance("1/4")))
    table = {
        tuple(w * e for e in r) for w, r in zip(optimum.weights, optimum.patterns, strict=True)
    }
    high, low = (1 - delta) * gamma / (gamma + 1), (1 - delta) / (gamma + 1)
    assert table == {(high, low), (low, high), (delta, F(0)), (F(0), delta)}


def test_an_enclosed_gamma_has_its_table_below_and_its_prices_above() -> None:
    level = LocalDP(1, "1/10")
    optimum = solve_staircases(Problem(level, Guess("2/3,1/3")))
    ratios = {max(r) / min(r) for r in optimum.patterns if min(r)}
    assert ratios <= {1, level.gamma.lo}
    pairs = list(zip(optimum.weights, optimum.patterns, strict=True))
    assert [sum(w * r[j] for w, r in pairs) for j in (0, 1)] == [1, 1]
    paid = sum(optimum.prices) + level.delta * sum(optimum.pair_prices.values())
    worth = sum(
        w * max(F(2, 3) * r[0], F(1, 3) * r[1])
        for w, r in zip(optimum.weights, optimum.patterns, strict=True)
    )
    assert worth <= paid and paid - worth < F(1, 10**20)


def test_an_infinite_information_is_refused() -> None:
    with pytest.raises(InputError, match="delta must be 0 for chi-square"):
        solve_staircases(Problem(LocalDP.from_gamma(2, "1/9"), FDivergence("chi-square")))
