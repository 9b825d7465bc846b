"""Decisions under a matrix: printed values, a direct program by scipy, and coverage recomputed."""

import random
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.design.levels.actions import least_prices, solve_actions
from rropt.privacy import Privacy

A = [F(2, 5), F(3, 10), F(1, 5), F(1, 10)]


def _guess(prior):
    k = range(len(prior))
    return [[prior[j] if i == j else F(0) for j in k] for i in k]


def _number(k, g):
    return [[1 if a == b else g for b in range(k)] for a in range(k)]


def _star(k, centre, near, far):
    return [
        [1 if a == b else near if centre in (a, b) else far for b in range(k)] for a in range(k)
    ]


def _verified(actions, levels, found):
    """Value and bound, after every inequality of both has been looked at."""
    assert all(sum(column) == 1 for column in zip(*found.rows, strict=True))
    assert min(map(min, found.rows)) >= 0 and levels.obeyed_by(found.rows)
    k = range(levels.truths)
    for c, f in zip(actions, found.multipliers, strict=True):
        for (a, b), x in f.items():
            assert x >= 0 and levels.hi[a][b] < float("inf")
            assert not levels.deltas[a][b] or x <= found.pair_prices[a, b]
        for j in k:
            charge = found.prices[j] + sum(f.get((j, b), 0) for b in k if b != j)
            charge -= sum(levels.hi[a][j] * f[a, j] for a in k if (a, j) in f)
            assert charge >= c[j]
    value = sum(
        x * p
        for c, row in zip(actions, found.rows, strict=True)
        for x, p in zip(c, row, strict=True)
    )
    spent = sum(levels.deltas[a][b] * z for (a, b), z in found.pair_prices.items())
    return value, sum(found.prices) + spent


def _scipy(actions, levels):
    """The same optimum with every bound written out at once."""
    count, k = len(actions), levels.truths
    pairs = [(x, a, b) for x in range(count) for a, b in levels.bound_pairs]
    size = count * k + len(pairs)
    rows, room = np.zeros((len(pairs) + len(levels.bound_pairs), size)), []
    for n, (x, a, b) in enumerate(pairs):
        rows[n, x * k + a], rows[n, x * k + b] = 1.0, -float(levels.lo[a][b])
        rows[n, count * k + n] = -1.0
        room.append(0.0)
    for m, (a, b) in enumerate(levels.bound_pairs):
        for n, (_, c, d) in enumerate(pairs):
            rows[len(pairs) + m, count * k + n] = float((a, b) == (c, d))
        room.append(float(levels.deltas[a][b]))
    ones = np.zeros((k, size))
    for x in range(count):
        ones[range(k), [x * k + j for j in range(k)]] = 1.0
    gains = [-float(c) for row in actions for c in row] + [0.0] * len(pairs)
    return -linprog(gains, A_eq=ones, b_eq=np.ones(k), A_ub=rows, b_ub=room).fun


@pytest.mark.parametrize(
    ("actions", "privacy", "value"),
    [
        (_guess(A), rr.Blocks([[0, 1], [2, 3]], "oo", "ln(2)").on(4), F(8, 15)),
        (_guess(A), Privacy(_star(4, 0, 2, 4)), F(7, 15)),
        (
            _guess([F(n, 49) for n in (1, 9, 10, 4, 8, 5, 12)]),
            Privacy(_number(7, 3), "1/10"),
            F(449, 980),
        ),
    ],
    ids=["blocks", "star", "delta"],
)
def test_printed_values_are_exact(actions, privacy, value):
    found = solve_actions(actions, privacy.levels)
    assert _verified(actions, privacy.levels, found) == (value, value)


def test_the_least_expected_distance_on_a_grid():
    places = [(a, b) for a in range(3) for b in range(3)]
    far = [[((a - c) ** 2 + (b - d) ** 2) ** 0.5 for c, d in places] for a, b in places]
    loss = [[-F(round(d * 10**6), 10**6) / 9 for d in row] for row in far]
    levels = rr.MetricDP.grid(3, 3, 1).on(9).levels
    value, bound = _verified(loss, levels, solve_actions(loss, levels))
    assert float(-value) == pytest.approx(0.8839397017, abs=1e-9)
    assert 0 <= bound - value < F(1, 10**12)


@pytest.mark.parametrize("seed", range(12))
def test_random_gains_agree_with_all_bounds_at_once(seed):
    rng = random.Random(seed)
    k, count = rng.choice((2, 3, 4)), rng.choice((2, 3, 5))
    gain = [[F(rng.randint(-9, 9)) for _ in range(k)] for _ in range(count)]
    levels = ["oo", "6/5", "3/2", 2, 5] if seed % 3 else ["5/4", 2, 3]
    matrix = [[1 if a == b else rng.choice(levels) for b in range(k)] for a in range(k)]
    matrix[0][1] = 2
    deltas = [[0] * k for _ in range(k)]
    if seed % 2:
        deltas[0][1] = F(1, 10)
    privacy = Privacy(matrix, deltas)
    found = solve_actions(gain, privacy.levels)
    value, bound = _verified(gain, privacy.levels, found)
    assert value == bound
    assert float(value) == pytest.approx(_scipy(gain, privacy.levels), abs=1e-7)


def test_twenty_truths_with_a_delta_are_exact():
    prior = [F(n, 210) for n in range(1, 21)]
    privacy = Privacy(_number(20, 3), "1/10")
    found = solve_actions(_guess(prior), privacy.levels)
    assert _verified(_guess(prior), privacy.levels, found) == (F(27, 100), F(27, 100))


def test_multipliers_of_any_origin_have_prices_that_cover():
    levels = Privacy([[1, 3], [2, 1]]).levels
    actions = _guess([F(1, 2), F(1, 2)])
    prices, pair_prices = least_prices(actions, levels, ({(1, 0): F(1, 7)}, {}))
    assert prices == (F(11, 14), F(1, 2)) and not pair_prices
