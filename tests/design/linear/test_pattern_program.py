"""The program over extreme patterns, against printed values, programs in doubles and by hand."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations, product

import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt import FDivergence, Guess, LocalDP, MutualInformation, Variance
from rropt.design.engine.linear_optimum import solve_number
from rropt.design.linear.pattern_program import best_weights, solve_patterns
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.patterns.extreme import evaluate, excess, extreme_patterns
from rropt.privacy import Privacy
from rropt.privacy.bound_forms import LOW


def _ends(utility, levels, found):
    pairs = list(zip(found.weights, found.patterns, strict=True))
    value = sum(w * utility.bounds(r)[0] for w, r in pairs)
    spent = sum(levels.deltas[a][b] * z for (a, b), z in found.pair_prices.items())
    rows = [[w * x for x in r] for w, r in pairs]
    assert [sum(column) for column in zip(*rows, strict=True)] == [1] * levels.truths
    assert levels.obeyed_by(rows)
    return value, sum(found.prices) + spent


def test_two_truths_with_a_bound_each_way():
    levels = Privacy([[1, 3], ["3/2", 1]]).levels
    found = solve_patterns(rr.Variance("1/3"), levels)
    assert _ends(rr.Variance("1/3"), levels, found) == (F(18, 49), F(18, 49))
    rows = {tuple(w * x for x in r) for w, r in zip(found.weights, found.patterns, strict=True)}
    assert rows == {(F(4, 7), F(6, 7)), (F(3, 7), F(1, 7))}


def test_levels_that_doubles_do_not_tell_from_zero_cost_no_pivots() -> None:
    """HiGHS alone ends 65 pivots before the optimum, of five truths 257, which took 20 s."""
    level, goal = LocalDP(20, "1/10"), MutualInformation(["1/10", "2/10", "3/10", "4/10"])
    cone = Problem(level, goal).cone
    found = best_weights(goal, cone, LOW, cone.patterns(LOW))
    assert found.pivots == 0
    assert rr.optimal(level, goal).gap < F(1, 10**20)


def test_two_truths_with_a_delta_each_way():
    levels = Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]).levels
    found = solve_patterns(rr.Variance("1/3"), levels)
    assert _ends(rr.Variance("1/3"), levels, found) == (F(2529, 4900), F(2529, 4900))


@pytest.mark.parametrize(
    ("prior", "matrix", "value"),
    [
        (["3/4", "1/4"], [[1, "oo"], [2, 1]], 0.14170285273802),
        (
            ["1/2", "3/10", "1/5"],
            [[1, "17/5", "23/10"], ["19/5", 1, "13/5"], [4, "37/10", 1]],
            0.16167195460127,
        ),
    ],
)
def test_mutual_information_under_a_matrix(prior, matrix, value):
    levels, utility = Privacy(matrix).levels, rr.MutualInformation(prior)
    least, bound = _ends(utility, levels, solve_patterns(utility, levels))
    assert float(least) == pytest.approx(value, abs=5e-14)
    assert 0 <= bound - least < F(1, 10**25)


def test_one_number_as_a_matrix_has_the_value_of_the_number():
    number = [[1 if a == b else 3 for b in range(4)] for a in range(4)]
    utility = rr.MutualInformation(["2/5", "3/10", "1/5", "1/10"])
    levels = Privacy(number).levels
    least, bound = _ends(utility, levels, solve_patterns(utility, levels))
    design = rr.optimal(rr.LocalDP("ln(3)"), utility)
    assert float(least) == pytest.approx(float(design.value.lo), rel=1e-15)
    assert bound >= design.value.lo


def test_an_infinite_divergence_is_refused_in_one_line():
    level = Privacy([[1, 3], ["oo", 1]]).levels
    with pytest.raises(rr.InputError, match="infinite at this level"):
        solve_patterns(rr.FDivergence("chi-square", (1, 0)), level)


@pytest.mark.parametrize("name", ["chi-square", "kullback-leibler"])
def test_a_divergence_without_a_proof_under_a_budget_is_not_called_infinite(name):
    """A Renyi divergence of order 2 bounds both of them: chi-square is e^D - 1, KL is below D."""
    with pytest.raises(rr.InputError, match="objective must be finite on all reports") as refusal:
        rr.optimal(rr.RenyiDP(2, "1/4"), rr.FDivergence(name, (0, 1)))
    assert "infinite" not in str(refusal.value)


def test_an_infinite_divergence_on_many_patterns_is_refused_too():
    number = [[1 if a == b else 3 for b in range(4)] for a in range(4)]
    with pytest.raises(rr.InputError, match="infinite at this level"):
        solve_patterns(
            rr.FDivergence("kullback-leibler", (0, 1), 4), Privacy(number, "1/10").levels
        )


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
    guess = Guess(prior)
    optimum = solve_patterns(guess, Problem(LocalDP.from_gamma(gamma, delta), guess).cone)
    bound = sum(optimum.prices) + delta * sum(optimum.pair_prices.values())
    assert float(bound) == pytest.approx(guess_by_the_table(prior, float(gamma), float(delta)))
    assert all(z > 0 for z in optimum.pair_prices.values())


def test_patterns_keep_the_pairs_within_delta_and_the_columns_at_one() -> None:
    gamma, delta = F(2), F(1, 5)
    problem = Problem(LocalDP.from_gamma(gamma, delta), MutualInformation("1/2,1/3,1/6"))
    optimum = solve_number(problem)
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
    optimum = solve_number(Problem(LocalDP.from_gamma(gamma, delta), Variance("1/4")))
    table = {
        tuple(w * e for e in r) for w, r in zip(optimum.weights, optimum.patterns, strict=True)
    }
    high, low = (1 - delta) * gamma / (gamma + 1), (1 - delta) / (gamma + 1)
    assert table == {(high, low), (low, high), (delta, F(0)), (F(0), delta)}


def test_an_enclosed_gamma_has_its_table_below_and_its_prices_above() -> None:
    level = LocalDP(1, "1/10")
    guess = Guess("2/3,1/3")
    optimum = solve_patterns(guess, Problem(level, guess).cone)
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
        solve_number(Problem(LocalDP.from_gamma(2, "1/9"), FDivergence("chi-square")))


PRIORS = [
    ["0.8", "0.2"],
    ["0.5", "0.3", "0.2"],
    ["0.41", "0.29", "0.19", "0.11"],
    ["0.31", "0.27", "0.2", "0.13", "0.09"],
    ["0.4", "0.2", "0.19", "0.1", "0.06", "0.05"],
]


@pytest.mark.everything
@pytest.mark.parametrize("prior", PRIORS, ids=len)
@pytest.mark.parametrize("level", ["ln(11/10)", "1/2", "ln(3)", "4"])
@pytest.mark.parametrize("delta", [0, "1/20"])
def test_prices_cover_every_pattern_and_pay_for_the_table(prior, level, delta):
    """Primal and dual feasible with equal values, in exact arithmetic, at both ends of gamma."""
    if delta and len(prior) > 4:
        pytest.skip("more staircases than a test should evaluate")
    problem = Problem(rr.LocalDP(level, delta), MutualInformation(prior))
    found = solve_number(problem)
    gamma = problem.gamma.hi
    for exponents in extreme_patterns(len(prior), problem.delta):
        r = evaluate(exponents, gamma)
        surplus = excess(r, gamma)
        price = sum(y * x for y, x in zip(found.prices, r, strict=True))
        price += sum(z * surplus.get(pair, 0) for pair, z in found.pair_prices.items())
        assert price >= problem.objective.bounds(r)[1]
    bound = sum(found.prices) + problem.delta * sum(found.pair_prices.values())
    worth = [problem.objective.bounds(r)[1] for r in found.patterns]
    value = sum(w * u for w, u in zip(found.weights, worth, strict=True))
    rows = [[w * x for x in r] for w, r in zip(found.weights, found.patterns, strict=True)]
    assert [sum(column) for column in zip(*rows, strict=True)] == [1] * len(prior)
    if problem.gamma.is_exact:  # logarithms of several patterns are enclosed together
        assert abs(value - bound) < F(1, 10**30)
    else:
        assert value <= bound


@pytest.mark.everything
@pytest.mark.parametrize("shares", [[1] * 6, [6, 5, 4, 3, 2, 1]])
def test_information_of_six_truths_with_a_delta(shares) -> None:
    """All 9365 staircases in doubles; their logarithms were more than a checker would take."""
    prior = [F(n, sum(shares)) for n in shares]
    design = rr.optimal(LocalDP("ln(3)", "1/10"), MutualInformation(prior))
    rows = []
    for levels in product(range(-1, 6), repeat=6):
        if max(levels) >= 0 and set(levels) - {-1} == set(range(max(levels) + 1)):
            rows.append([0.0 if level < 0 else 3.0**level for level in levels])
    table, q = np.array(rows), np.array([float(x) for x in prior])
    inside = np.where(table > 0, table, 1.0)
    worth = (q * table * np.log(inside / (table @ q)[:, None])).sum(axis=1)
    pairs = list(permutations(range(6), 2))
    excesses = [np.maximum(0, table[:, a] - 3 * table[:, b]) for a, b in pairs]
    best = linprog(-worth, excesses, [0.1] * len(pairs), table.T, [1.0] * 6)
    assert len(rows) == 9365 and float(design.bound) == pytest.approx(-best.fun, rel=1e-9)
    assert design.gap < design.bound / 10**20
    data = design.certificate.data
    lower = data | {"bound": str(F(data["bound"]) * F(10**9 - 1, 10**9))}
    assert rr.check(lower).verdict != "verified"
