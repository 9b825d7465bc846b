"""Decisions under any privacy: printed values, scipy with every bound, coverage recomputed."""

import math
import random
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.design.engine.action_optimum import (
    COARSE_GRID,
    GRID,
    GRID_LEVEL,
    MANY_ENTRIES,
    _grid_of,
    solve_actions,
)
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
            assert not levels.deltas[a][b] or x <= found.owner_prices[a, b]
        for j in k:
            charge = found.prices[j] + sum(f.get((j, b), 0) for b in k if b != j)
            charge -= sum(levels.hi[a][j] * f[a, j] for a in k if (a, j) in f)
            assert charge >= c[j]
    value = sum(
        x * p
        for c, row in zip(actions, found.rows, strict=True)
        for x, p in zip(c, row, strict=True)
    )
    spent = sum(levels.deltas[a][b] * z for (a, b), z in found.owner_prices.items())
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


@pytest.mark.everything
def test_guesses_with_a_delta_are_exact_beyond_a_thousand_bounds():
    """The chance is delta + (1 - delta) times the best one without a delta, of some subset."""
    prior = [F(j + 1, 300) for j in range(24)]
    design = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), rr.Guess(prior))
    sizes = [3 * sum(sorted(prior)[-m:]) / (3 + m - 1) for m in range(1, 25)]
    assert design.gap == 0
    assert design.value == F(1, 10) + F(9, 10) * max(sizes)


@pytest.mark.everything
def test_twenty_truths_with_a_delta_are_exact():
    prior = [F(n, 210) for n in range(1, 21)]
    privacy = Privacy(_number(20, 3), "1/10")
    found = solve_actions(_guess(prior), privacy.levels)
    assert _verified(_guess(prior), privacy.levels, found) == (F(27, 100), F(27, 100))


LEAKED = ["1/2", "1/4", "1/4"]


def direct_guess(prior, rows_of_bounds):
    """max sum_x q_x P[x, x] with linear bounds on every row, by a general solver."""
    k = len(prior)
    cost = [-(prior[j] if x == j else 0.0) for x in range(k) for j in range(k)]
    sums = [[float(i % k == j) for i in range(k * k)] for j in range(k)]
    upper = []
    for x in range(k):
        for form in rows_of_bounds:
            upper.append([0.0] * (x * k) + list(form) + [0.0] * (k * k - x * k - k))
    return -linprog(cost, A_eq=sums, b_eq=[1] * k, A_ub=upper, b_ub=[0] * len(upper)).fun


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("gamma", ["6/5", "3/2", "5/2"])
def test_guesses_under_leakage_are_those_of_a_general_solver(two_sided, gamma):
    prior = [F(2, 5), F(3, 10), F(1, 5), F(1, 10)]
    g, q = float(F(gamma)), [float(x) for x in prior]
    forms = [[float(j == a) - g * x for j, x in enumerate(q)] for a in range(4)]
    if two_sided:
        forms += [[x - g * (j == a) for j, x in enumerate(q)] for a in range(4)]
    criterion = rr.LocalInformationPrivacy if two_sided else rr.PointwiseMaximalLeakage
    found = rr.optimal(criterion(f"ln({gamma})", prior), rr.Guess(prior))
    assert found.gap == 0
    assert float(found.value) == pytest.approx(direct_guess(q, forms), abs=1e-9)


def test_an_irrational_leakage_is_private_below_and_bounded_above():
    criterion = rr.LocalInformationPrivacy("1/2", LEAKED)
    for objective in (rr.Guess(LEAKED), rr.AOptimal(LEAKED), rr.MutualInformation(LEAKED)):
        design = rr.optimal(criterion, objective)
        assert criterion.satisfied_by(design.table)
        assert 0 <= design.gap < 1e-8
    two = rr.optimal(rr.PointwiseMaximalLeakage("1/2", ["1/2", "1/2"]), rr.Trace(2))
    assert "(0, (1/2, 1/2), ((1, exp(1/2))), 0)" in two.certificate.check().statement


def test_harmless_truths_may_be_told_alone():
    """k = 3, gamma 3, one sensitive truth: 1/3 of the harmless say the first, 2/3 themselves."""
    criterion = rr.UtilityOptimized([0], "ln(3)")
    design = rr.optimal(criterion, rr.Guess(LEAKED))
    assert (design.value, design.gap) == (F(5, 6), 0)
    assert criterion.on(3).satisfied_by(design.table)
    assert "or of one truth in (1, 2)" in design.certificate.check().statement
    assert rr.optimal(rr.LocalDP("ln(3)"), rr.Guess(LEAKED)).value < F(5, 6)


def test_two_levels_a_pair_by_hand() -> None:
    """Excess above 2 at most 1/5, above 3 at most 1/10: a + b = 1, a - 2b = 1/5 and a - 3b = 1/10.

    The first alone would allow 11/15, the second 31/40; the smaller holds, and only it is priced.
    """
    pair = [(2, "1/5"), (3, "1/10")]
    levels = rr.Privacy([[1, pair], [pair, 1]]).levels
    found = solve_actions([[F(1, 2), F(0)], [F(0), F(1, 2)]], levels)
    assert found.rows == ((F(11, 15), F(4, 15)), (F(4, 15), F(11, 15)))
    priced = {key: z for key, z in found.owner_prices.items() if z}
    assert len(priced) == 2 and sum(priced.values()) == F(1, 3)  # d value / d delta = 1 / (2 + 1)
    assert sum(found.prices) + F(1, 5) * F(1, 3) == F(11, 15)


WIDE = [2, 3, 5, 50, 1000, 10**6]


def _wide(rng, k, ones):
    """Entries over six orders of magnitude; some are one, some bind nothing."""
    matrix = [[F(rng.choice(WIDE), rng.choice([1, 2])) for _ in range(k)] for _ in range(k)]
    for a in range(k):
        for b in range(k):
            if a == b:
                matrix[a][b] = F(1)
            elif rng.random() < 0.2:
                matrix[a][b] = "oo"
            elif matrix[a][b] == 1 and rng.random() > ones:
                matrix[a][b] = F(2)
    return matrix


@pytest.mark.everything
@pytest.mark.parametrize(
    ("seed", "k", "delta"),
    [(1, 6, 0), (2, 8, "1/10"), (3, 8, "1e-9"), (4, 16, 0), (5, 16, "1/10"), (6, 20, "1/1000")],
)
def test_wide_levels_are_private_and_optimal(seed, k, delta):
    rng = random.Random(seed)
    levels = Privacy(_wide(rng, k, 0.3), delta).levels
    prior = [F(2 * j, k * (k + 1)) for j in range(1, k + 1)]
    value, bound = _verified(_guess(prior), levels, solve_actions(_guess(prior), levels))
    assert 0 <= bound - value < F(1, 10**18)
    if k <= 8:
        assert float(value) == pytest.approx(_scipy(_guess(prior), levels), abs=1e-6)


def _distances(k, prior):
    return [[-prior[j] * abs(i - j) for j in range(k)] for i in range(k)]


@pytest.mark.everything
@pytest.mark.parametrize(("level", "k"), [(2, 20), (3, 20), (1000, 14)])
@pytest.mark.parametrize("is_skewed", [False, True])
def test_long_paths_are_solved_to_the_end(level, k, is_skewed):
    """A truth d steps away may be level^d times rarer: far below what doubles see beside one."""
    prior = [F(2 * j, k * (k + 1)) if is_skewed else F(1, k) for j in range(1, k + 1)]
    levels = Privacy([[level ** abs(a - b) for b in range(k)] for a in range(k)]).levels
    value, bound = _verified(
        _distances(k, prior), levels, solve_actions(_distances(k, prior), levels)
    )
    assert 0 <= bound - value < F(1, 10**15) * abs(value)


@pytest.mark.parametrize(("gamma", "delta"), [(100, "1e-9"), (1000, "1/1000")])
def test_a_small_delta_is_spent_and_not_lost(gamma, delta):
    """Without a delta the same question has a closed table; a delta cannot make it worse."""
    k = 12
    prior = [F(2 * j, k * (k + 1)) for j in range(1, k + 1)]
    actions = _distances(k, prior)
    levels = Privacy(_number(k, gamma), delta).levels
    value, bound = _verified(actions, levels, solve_actions(actions, levels))
    pure, _ = _verified(actions, p := Privacy(_number(k, gamma)).levels, solve_actions(actions, p))
    assert pure <= value <= bound < value + F(1, 10**15)


def test_truths_that_privacy_makes_alike_have_one_column():
    """g_ab = 1 and g_bc = 1: three equal columns, whose truths are guessed as one."""
    levels = Privacy([[1, 1, 9, 4], [9, 1, 1, 4], [9, 9, 1, 4], [4, 4, 4, 1]]).levels
    prior = [F(1, 10), F(2, 10), F(3, 10), F(4, 10)]
    found = solve_actions(_guess(prior), levels)
    assert all(row[0] == row[1] == row[2] for row in found.rows)
    value, bound = _verified(_guess(prior), levels, found)
    assert value == bound == F(4, 5) * F(3, 10) + F(4, 5) * F(4, 10)  # best of truth 2 and of 3


@pytest.mark.everything
def test_too_many_actions_are_refused():
    levels = rr.Privacy([[1, 3], [3, 1]]).levels
    with pytest.raises(rr.InputError, match="at most 131072 here, got 100001 x 2"):
        solve_actions([[F(1), F(0)]] * 100_001, levels)


def test_large_levels_have_a_finer_grid():
    """An entry is off by a level times the step: at e^34 and 2^-64 the gap was 0.016."""
    gentle = rr.Privacy([[1, 2**20], [2**20, 1]]).levels.bound_forms(0)
    steep = rr.Privacy([[1, 2**20 + 1], [2**20, 1]]).levels.bound_forms(0)
    assert _grid_of(MANY_ENTRIES + 1, gentle) == COARSE_GRID
    assert _grid_of(MANY_ENTRIES + 1, steep) == 2 * COARSE_GRID
    assert _grid_of(MANY_ENTRIES, gentle) == GRID * 2**20 // GRID_LEVEL


@pytest.mark.parametrize("delta", ["1/1000000000", "1/10", "1/2"])
@pytest.mark.parametrize("epsilon", ["22", "26", "30"])
def test_large_epsilons_with_a_delta_have_the_error_of_two_truths(epsilon, delta):
    """(1 - delta) / (e^epsilon + 1): the whole table breaks each bound by less than HiGHS keeps."""
    design = rr.optimal(rr.LocalDP(epsilon, delta), rr.Loss([[0, 1], [1, 0]], ["1/2", "1/2"]))
    error = float(1 - F(delta)) / (math.exp(float(epsilon)) + 1)
    assert float(design.value) == pytest.approx(error, rel=1e-8)
    assert 0 <= design.gap <= design.value / 10**8


@pytest.mark.parametrize(
    "epsilon", [2, *(pytest.param(each, marks=pytest.mark.everything) for each in ("1/2", 1))]
)
def test_a_line_of_places_has_the_value_of_the_geometric_mechanism(epsilon) -> None:
    """Ghosh, Roughgarden and Sundararajan (2012): with the best reading of each report it is
    optimal on a line for every loss that grows with the distance. The farthest of 40 places at
    epsilon 2 has e^-78 beside 1.
    """
    k = 40
    loss = [[abs(a - b) for b in range(k)] for a in range(k)]
    with mpmath.workdps(60):
        a = mpmath.exp(-mpmath.mpf(F(epsilon).numerator) / F(epsilon).denominator)
        inner = [(1 - a) / (1 + a)] * (k - 2)
        weights = [1 / (1 + a), *inner, 1 / (1 + a)]
        reports = [[w * a ** abs(x - y) for y in range(k)] for x, w in enumerate(weights)]
        costs = [[mpmath.fdot(row, r) for row in loss] for r in reports]
        expected = sum(map(min, costs)) / k
        design = rr.optimal(
            rr.MetricDP.path(epsilon), rr.Gain([[-d for d in r] for r in loss], [F(1, k)] * k)
        )
        assert abs(float(design.value) + float(expected)) < 1e-14
    assert F(design.certificate.data["gap"]) < F(1, 10**15)


@pytest.mark.parametrize(
    ("privacy", "shares", "options"),
    [
        (rr.UtilityOptimized([1], 25), ["1/3"] * 3, {}),
        (rr.UtilityOptimized([2, 5], 20), ["1/7"] * 7, {"outputs": 2}),
        (rr.UtilityOptimized([2, 3], 20), ["1/5"] * 5, {"outputs": 2}),
    ],
)
def test_large_levels_beside_truths_that_may_be_told_have_an_answer(privacy, shares, options):
    """HiGHS ended in an error, or called the program unbounded: of 300 questions 26 were refused.

    As many truths as there are reports are told but for 2 e^-epsilon.
    """
    design = rr.optimal(privacy, rr.Guess(shares), **options)
    told = options.get("outputs", len(shares)) / len(shares)
    assert float(design.value) == pytest.approx(told, rel=1e-7)
    assert design.gap < F(1, 10**10) and design.check().verdict == "verified"
