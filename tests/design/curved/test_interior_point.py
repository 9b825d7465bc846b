"""The curved search: hard optima are certified, in doubles or in balls; its parts one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import flint
import numpy as np
import pytest

from rropt import (
    AOptimal,
    Average,
    COptimal,
    DOptimal,
    EOptimal,
    LocalDP,
    Minimax,
    Variance,
    optimal,
)
from rropt.design.answer import ends
from rropt.design.curved.ball_arrays import inverse, is_positive, lifted, rounded, solve, times
from rropt.design.curved.caratheodory import fewest
from rropt.design.curved.covering_prices import cheapest
from rropt.design.curved.criterion_steps import (
    AverageTrace,
    LargestTrace,
    LogDeterminant,
    SmallestEigenvalue,
)
from rropt.design.curved.interior_point import Columns, InteriorProgram
from rropt.design.curved.path import search
from rropt.design.curved.pattern_pool import pool_of, tangent_basis
from rropt.design.problem import Problem
from rropt.utility.curved import Scenario

TIGHT = Fraction(1, 10**9)
SKEWED = ["7/10", "3/20", "1/10", "1/20"]


def relative_gap(design) -> Fraction:
    return design.gap / abs(ends(design.bound)[0])


def covariance(channel, prior) -> np.ndarray:
    """J^-1 - pi pi' by numpy."""
    P, pi = channel.to_numpy(), np.array([float(Fraction(p)) for p in prior])
    return np.linalg.inv(P.T @ np.diag(1 / (P @ pi)) @ P) - np.outer(pi, pi)


def test_a_multiple_largest_eigenvalue_is_certified() -> None:
    prior = ["25/52", "5/208", "25/52", "1/104", "1/208"]
    design = optimal(LocalDP.from_gamma(1000), EOptimal(prior), crosscheck=False)
    values = np.linalg.eigvalsh(covariance(design.channel, prior))
    assert values[-1] == pytest.approx(float(ends(design.value)[1]), rel=1e-9)
    assert values[-2] == pytest.approx(values[-1], rel=1e-6)
    assert relative_gap(design) < TIGHT


@pytest.mark.parametrize("delta", ["1/100", "1/1000"])
def test_a_largest_eigenvalue_with_delta_is_certified(delta: str) -> None:
    prior = ["1/2", "1/4", "1/8", "1/8"]
    design = optimal(LocalDP.from_gamma(3, delta), EOptimal(prior), crosscheck=False)
    values = np.linalg.eigvalsh(covariance(design.channel, prior))
    assert values[-1] == pytest.approx(float(ends(design.value)[1]), rel=1e-9)
    assert relative_gap(design) < TIGHT


def test_weights_of_very_different_length_are_certified() -> None:
    """At gamma = 10^4 staircases differ in length by gamma^3: so do the weights."""
    prior = ["1/7", "1/7", "3/7", "2/7"]
    design = optimal(LocalDP.from_gamma(10**4, "1/3"), AOptimal(prior), crosscheck=False)
    loss = np.trace(covariance(design.channel, prior))
    assert loss == pytest.approx(float(ends(design.value)[1]), rel=1e-9)
    assert relative_gap(design) < TIGHT


FAINT = [
    ("1.096", "1e-12", Minimax([["1/1000001", "1000000/1000001"]], [3, "7/2"])),
    ("1.00000003", "1e-9", EOptimal(["1/3", "1/4", "5/12"])),
    ("1.00002", 0, COptimal(["1/3", "2/9", "4/9"], [3, 3, "7/2"])),
]


@pytest.mark.parametrize(("gamma", "delta", "objective"), FAINT)
def test_faint_levels_are_certified(gamma: str, delta: str, objective) -> None:
    """What the prices leave open is a share of the bound, not of the largest price."""
    design = optimal(LocalDP.from_gamma(gamma, delta), objective, crosscheck=False)
    assert 0 <= relative_gap(design) < TIGHT


@pytest.mark.parametrize("gamma", ["11/10", 5, 1000])
@pytest.mark.parametrize("delta", ["0", "1/20"])
def test_a_contrast_of_two_groups_is_a_proportion(gamma, delta: str) -> None:
    """The best design asks only for the group, so the optimum is that of two truths, singular."""
    prior = ["6/11", "2/11", "1/11", "2/11"]
    privacy = LocalDP.from_gamma(gamma, delta)
    design = optimal(privacy, COptimal(prior, [-1, -1, -2, -2]), crosscheck=False)
    known = ends(optimal(privacy, Variance("3/11"), crosscheck=False).value)
    assert relative_gap(design) < TIGHT
    assert ends(design.bound)[1] <= known[1]
    assert float(ends(design.value)[1]) == pytest.approx(float(known[0]), rel=1e-9)


def test_the_largest_of_two_singular_variances() -> None:
    privacy, priors = LocalDP.from_gamma("3/2"), [["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"]]
    design = optimal(privacy, Minimax(priors, [1, 0, 0]), crosscheck=False)
    variances = [covariance(design.channel, prior)[0, 0] for prior in priors]
    assert max(variances) == pytest.approx(float(ends(design.value)[1]), rel=1e-6)
    assert relative_gap(design) < TIGHT
    least = [ends(optimal(privacy, Variance(p), crosscheck=False).value)[0] for p in ("1/2", "1/3")]
    assert float(max(least)) <= float(ends(design.value)[1]) * (1 + 1e-9)


def test_close_to_no_information() -> None:
    """Adversarial design 196: epsilon 0.0018, a contrast that one of two priors hardly sees."""
    priors = [
        ["1/81", "20/81", "50/81", "10/81"],
        ["290986/1176831", "627673/1176831", "113287/1176831", "48295/392277"],
    ]
    objective = Minimax(priors, [3, -2, 3, "7/2"])
    design = optimal(LocalDP("0.00184797807"), objective, crosscheck=False)
    assert relative_gap(design) < TIGHT


@pytest.mark.parametrize("objective", [AOptimal, DOptimal, EOptimal])
def test_no_more_reports_than_moments(objective) -> None:
    """Caratheodory: k(k-1)/2 entries of the information and k column sums."""
    prior = [Fraction(1, j + 1) for j in range(6)]
    design = optimal(
        LocalDP.from_gamma(3), objective([p / sum(prior) for p in prior]), crosscheck=False
    )
    assert design.channel.shape[0] <= 6 * 7 / 2
    assert relative_gap(design) < TIGHT


def test_many_optimal_prices_are_told_apart() -> None:
    """With delta most prices that are optimal on the used patterns fail elsewhere."""
    prior = [Fraction(1, j + 1) for j in range(5)]
    objective = AOptimal([p / sum(prior) for p in prior])
    design = optimal(LocalDP.from_gamma(3, "1/20"), objective, crosscheck=False)
    assert design.channel.shape[0] <= 20
    assert relative_gap(design) < TIGHT


@pytest.mark.parametrize("size", ["1/1000000", "1000000"])
def test_a_longer_contrast_is_the_same_question(size: str) -> None:
    contrast = [1, -1, 0, "1/2"]
    longer = [Fraction(c) * Fraction(size) for c in contrast]
    plain, scaled = (
        optimal(LocalDP.from_gamma(3, "1/100"), COptimal(SKEWED, c), crosscheck=False)
        for c in (contrast, longer)
    )
    ratio = ends(scaled.value)[1] / ends(plain.value)[1]
    assert float(ratio) == pytest.approx(float(Fraction(size) ** 2), rel=1e-9)
    assert relative_gap(scaled) < TIGHT


def test_priors_in_any_order_have_one_average() -> None:
    other = SKEWED[::-1]
    values = [
        float(ends(optimal(LocalDP.from_gamma(2, "1/50"), Average(p), crosscheck=False).value)[1])
        for p in ([("1/4", SKEWED), ("3/4", other)], [("3/4", other), ("1/4", SKEWED)])
    ]
    assert values[0] == pytest.approx(values[1], rel=1e-9)


def test_balls_invert_what_doubles_cannot() -> None:
    """The inverse of Hilbert's matrix has integer entries; of order 15 its condition is 1e20."""
    with flint.ctx.workprec(256):
        hilbert = np.array(
            [[rounded(Fraction(1, i + j + 1)) for j in range(15)] for i in range(15)]
        )
        assert float(inverse(hilbert)[0, 0]) == 225.0
        assert is_positive(hilbert)
        ones = solve(hilbert, times(hilbert, lifted(np.ones((15, 1))))[:, 0])
        assert ones.astype(float) == pytest.approx(np.ones(15), abs=1e-15)
        assert not is_positive(hilbert - times(hilbert, hilbert) - hilbert)
    assert not is_positive(np.diag([1.0, -1e-30]))


def program(criterion, truths: int = 4) -> tuple[InteriorProgram, np.ndarray]:
    """All pure patterns at gamma 3, and the weights of a design inside the region."""
    scenarios = (
        Scenario(tuple(map(Fraction, SKEWED)), Fraction(1, 3)),
        Scenario((Fraction(1, 4),) * 4, Fraction(2, 3)),
    )
    pool = pool_of(truths, Fraction(3), Fraction(0), scenarios)
    weights = np.full(len(pool.rows), 1e-3)
    chosen, inside = pool.start()
    weights[chosen] += inside
    columns = pool.columns
    return InteriorProgram(criterion, columns.tangent, columns.balance, columns.shares(1)), weights


AVERAGE = AverageTrace(np.eye(3), (1 / 3, 2 / 3))
LARGEST = LargestTrace(np.eye(3), (0.0, 0.1))


def traces(tangent: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return np.array([np.trace(np.linalg.inv((a.T * weights) @ a)) for a in tangent])


def test_derivatives_are_differences() -> None:
    posed, weights = program(AVERAGE)
    shift = np.random.default_rng(1).normal(size=len(weights)) * 1e-4
    here = AVERAGE.expand(posed.tangent, weights, (), 0.0)
    there = AVERAGE.expand(posed.tangent, weights + shift, (), 0.0)
    rise = traces(posed.tangent, weights + shift) - traces(posed.tangent, weights - shift)
    assert here.gradient @ shift == pytest.approx(rise @ [1 / 6, 1 / 3], rel=1e-5)
    assert here.hessian @ shift == pytest.approx(there.gradient - here.gradient, rel=2e-2)
    single = posed.tangent[:1]
    slope = LogDeterminant().expand(single, weights, (), 0.0).gradient @ shift
    dets = [np.linalg.slogdet((single[0].T * w) @ single[0])[1] for w in (weights, weights + shift)]
    assert slope == pytest.approx(dets[0] - dets[1], rel=1e-2)


@pytest.mark.parametrize("precise", [False, True])
def test_the_largest_trace_at_the_end_of_the_path(precise: bool) -> None:
    """Multipliers that sum to one, both traces equal or slack, prices that cover every pattern."""
    posed, weights = program(LARGEST)
    point = posed.begin(weights, 0.1)
    point = posed.follow(point, 0.1, 1e-6)
    if precise:
        with flint.ctx.workprec(200):
            exact = InteriorProgram(
                LargestTrace(lifted(np.eye(3)), (rounded(0), rounded("0.1"))),
                lifted(posed.tangent), lifted(posed.balance), lifted(posed.excess),
            )  # fmt: skip
            point = exact.follow(point.lifted(), rounded(1e-6), rounded(1e-20))
    else:
        point = posed.follow(point, 1e-6, 1e-12)
    w, alphas = point.weights.astype(float), point.state[2].astype(float)
    values = traces(posed.tangent, w) - [0.0, 0.1]
    assert alphas.sum() == pytest.approx(1, abs=1e-9)
    assert alphas @ (values.max() - values) == pytest.approx(0, abs=1e-9)
    inverses = [np.linalg.inv((a.T * w) @ a) for a in posed.tangent]
    gains = sum(
        alpha * ((a @ X @ X) * a).sum(axis=1)
        for alpha, a, X in zip(alphas, posed.tangent, inverses, strict=True)
    )
    charges = posed.balance @ point.prices.astype(float)
    assert (gains - charges).max() < 1e-9
    assert gains @ w == pytest.approx(charges @ w, rel=1e-9)


def test_the_dual_matrix_has_trace_one_and_is_orthogonal_to_the_slack() -> None:
    posed, weights = program(SmallestEigenvalue())
    posed = replace(posed, tangent=posed.tangent[:1])
    point = posed.follow(posed.begin(weights, 0.1), 0.1, 1e-9)
    (t,), V = point.state
    (a,), w = posed.tangent, point.weights
    T = (a.T * w) @ a
    assert np.trace(V) == pytest.approx(1, abs=1e-9)
    assert np.linalg.eigvalsh(T)[0] == pytest.approx(t, abs=1e-8)
    assert np.abs(V @ (T - t * np.eye(3))).max() < 1e-8
    assert ((a @ V) * a).sum(axis=1) == pytest.approx(
        posed.balance @ point.prices - point.spare, abs=1e-8
    )


def test_fewest_patterns_keep_the_information() -> None:
    rng = np.random.default_rng(7)
    tangent, balance = (
        rng.normal(size=(1, 30, 2)),
        np.hstack([rng.normal(size=(30, 2)), np.ones((30, 1))]),
    )
    columns, weights = Columns(tangent, balance, None), rng.uniform(0.1, 1, 30)
    found = fewest(columns, weights)
    assert (found >= 0).all() and (found > 0).sum() <= 3 + 3
    for w in (found, weights):
        assert (tangent[0].T * w) @ tangent[0] == pytest.approx(
            (tangent[0].T * weights) @ tangent[0], rel=1e-9
        )
    assert balance.T @ found == pytest.approx(balance.T @ weights, rel=1e-9)


@pytest.mark.parametrize(
    "truths, delta", [(3, "0"), (3, "1/1000000"), (3, "1/10"), (5, "0"), (5, "1/20")]
)
def test_cheapest_prices_cover_and_meet_the_value(truths: int, delta: str) -> None:
    """Against the primal program over all patterns, by scipy."""
    from scipy.optimize import linprog

    allowed, fair = Fraction(delta), (Fraction(1, truths),) * truths
    pool = pool_of(truths, Fraction(11, 10), allowed, (Scenario(fair),))
    slope = np.array([1.0, -2.0, 0.5, 0.1, 3.0])[:truths]
    utilities = (pool.moved @ (slope - slope.mean())) ** 2 / pool.rows.sum(axis=1)
    begun = pool.start()[0]
    exact, pairs = cheapest(pool, utilities, begun)
    prices = np.array(exact, dtype=float)
    excess = pool.columns.excess
    charges = pool.rows @ prices + (0 if excess is None else excess @ pairs)
    assert (charges >= utilities - 1e-9 * utilities.max()).all()
    limits = {}
    if excess is not None:
        limits = {"A_ub": excess.T, "b_ub": np.full(excess.shape[1], float(allowed))}
    best = linprog(-utilities, A_eq=pool.rows.T, b_eq=np.ones(truths), method="highs", **limits)
    total = prices.sum() + float(allowed) * pairs.sum()
    assert total == pytest.approx(-best.fun, rel=1e-7)


@pytest.mark.parametrize("gamma", [1 + Fraction(1, 10**9), Fraction(10**4)])
def test_rows_keep_the_digits_of_small_entries(gamma: Fraction) -> None:
    """What certainty says is exact, and entries of gamma^-3 are not what is left of 1 - 1."""
    pool = pool_of(4, gamma, Fraction(1, 10), (Scenario((Fraction(1, 4),) * 4),))
    for index, row in enumerate(pool.rows):
        pattern = pool.source.pattern(index)
        assert row == pytest.approx([float(x / max(pattern)) for x in pattern], rel=1e-15, abs=0)
    certain = (pool.rows > 0).sum(axis=1) == 1
    assert (pool.moved[certain] == pool.rows[certain]).all()


def test_a_prior_of_twelve_orders_of_magnitude() -> None:
    """Adversarial design 81: the covariance of certainty must not be a difference."""
    masses = [Fraction(10**9), Fraction(5 * 10**11), Fraction(10**12), Fraction(1)]
    prior = [mass / sum(masses) for mass in masses]
    design = optimal(LocalDP("ln(1.0917737)", "1/3"), AOptimal(prior), crosscheck=False)
    assert relative_gap(design) < TIGHT


def test_columns_in_balls_are_those_in_doubles() -> None:
    problem = Problem(LocalDP.from_gamma(3, "1/10"), AOptimal(SKEWED))
    pool = next(search(problem)).pool
    chosen = np.arange(0, len(pool.rows), 7)
    with flint.ctx.workprec(128):
        precise, plain = pool.precise(chosen), pool.columns.take(chosen)
        basis = tangent_basis(4, rounded)
        assert all(abs(float(x)) < 1e-35 for x in basis.sum(axis=0))
    for part in ("tangent", "balance", "excess"):
        both = getattr(precise, part).astype(float), getattr(plain, part)
        assert both[0] == pytest.approx(both[1], rel=1e-13, abs=1e-15)
