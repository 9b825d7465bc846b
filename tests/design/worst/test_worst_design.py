"""Worst cases: values printed elsewhere, closed forms, a program of cvxpy, and what must follow."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import product

import cvxpy as cp
import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.problem import Problem, resolved
from rropt.design.worst.worst_design import revealing_certificate
from rropt.utility.worst_case import Mean, WorstCase, WorstProportion

PRINTED = {(5, 1): 3.98002173, (5, 2): 0.85653408, (5, 4): 0.11829696, (21, 1): 3.99017374}
TIGHT = 1e-6


def grid(points: int) -> Mean:
    return Mean([F(2 * i, points - 1) - 1 for i in range(points)])


def close(design: rr.Design, value: float, digits: float = 1e-7) -> None:
    """Value and bound enclose the number, and are near each other."""
    assert design.gap <= TIGHT * design.bound
    assert float(design.bound) * (1 - digits) <= value <= float(design.value) * (1 + digits)
    assert design.certificate.check().verdict == "verified"
    assert design.problem.privacy.satisfied_by(design.channel)


@pytest.mark.everything
@pytest.mark.parametrize(("points", "epsilon"), PRINTED)
def test_printed_values_of_grids(points: int, epsilon: int) -> None:
    close(rr.optimal(rr.LocalDP(epsilon), grid(points)), PRINTED[points, epsilon], 5e-8)


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["1/1000", "1/10", "6"])
def test_equal_numbers_are_one_truth(epsilon: str) -> None:
    """The engine had nothing to tell such truths apart by, and refused."""
    once = rr.optimal(rr.LocalDP(epsilon), rr.COptimal("worst", ["0", "1", "4"]))
    design = rr.optimal(rr.LocalDP(epsilon), rr.COptimal("worst", ["0", "1", "4", "4", "1"]))
    close(design, float(once.value), 1e-8)


@pytest.mark.parametrize("gamma", ["3/2", "2", "3", "5", "20"])
def test_three_numbers_have_a_closed_form(gamma: str) -> None:
    g = F(gamma)
    b = (g + 1) / (g - 1)
    best = b**2 - F(3, 4) if g <= 3 else (5 * g - 2) / (g - 1) ** 2
    close(rr.optimal(rr.BetaFactor(gamma), grid(3)), float(best))


@pytest.mark.everything
@pytest.mark.parametrize("gamma", ["3000", "1000000", "1000000000", "72004899337"])
def test_three_numbers_at_levels_where_little_is_lost(gamma: str) -> None:
    """From epsilon 8 on the bounds were half of the values, and below zero from 10 on."""
    g = F(gamma)
    design = rr.optimal(rr.BetaFactor(gamma), grid(3))
    best = (5 * g - 2) / (g - 1) ** 2
    assert design.bound.hi <= best <= design.value.lo
    assert design.gap <= F(1, 10000) * best


@pytest.mark.everything
@pytest.mark.parametrize("truths", [2, 3, 6, 40])
def test_an_indicator_contrast_of_a_fixed_group(truths: int) -> None:
    g, contrast = F(5, 2), [0] * (truths - 1) + [1]
    close(rr.optimal(rr.BetaFactor(g), WorstCase(contrast, "group")), float(g / (g - 1) ** 2))


def test_the_worst_population_of_a_proportion_is_the_even_one() -> None:
    """Warner's device: the variance at prevalence 1/2 is (gamma + 1)^2 / 4 (gamma - 1)^2."""
    g = F(3)
    design = rr.optimal(rr.BetaFactor(g), WorstProportion())
    close(design, float((g + 1) ** 2 / (4 * (g - 1) ** 2)))
    prior = [float(F(q)) for q in design.certificate.data["scenarios"][0]["prior"]]
    assert prior == pytest.approx([0.5, 0.5], abs=1e-4)
    assert design.certificate.prior is None


def primal(gamma: float, contrast: np.ndarray, shares: np.ndarray | None) -> float:
    """The least t or average over all weights and products w v, straight from the definition."""
    rows = np.array(list(product([1.0, gamma], repeat=len(contrast))))
    weights = cp.Variable(len(rows), nonneg=True)
    products, squares = cp.Variable(len(rows)), cp.Variable(len(rows))
    limits = [rows.T @ weights == 1, rows.T @ products == contrast]
    for i in range(len(rows)):
        limits.append(cp.quad_over_lin(products[i], weights[i]) <= squares[i])
    variances = rows.T @ squares - contrast**2
    goal = cp.max(variances) if shares is None else shares @ variances
    return float(cp.Problem(cp.Minimize(goal), limits).solve(solver=cp.CLARABEL))


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(4))
def test_numbers_as_cvxpy_has_them(seed: int) -> None:
    numbers = np.random.default_rng(seed)
    values = [F(int(x), 8) for x in numbers.integers(-16, 17, size=4)]
    contrast = np.array([float(x) for x in values])
    design = rr.optimal(rr.LocalDP("ln(4)"), Mean(values))
    close(design, primal(4.0, contrast, None), 1e-5)
    prior = ["1/2", "1/4", "1/4", "0"]
    average = rr.optimal(rr.LocalDP("ln(4)"), Mean(values, prior=prior))
    assert average.gap <= TIGHT * average.bound
    shares = np.array([0.5, 0.25, 0.25, 0.0])
    assert float(average.bound) == pytest.approx(primal(4.0, contrast, shares), rel=1e-5)


def test_the_average_of_a_group_is_the_variance_at_a_prior_less_the_spread_of_the_truths() -> None:
    level, prior, values = rr.LocalDP(1), [F(1, 2), F(1, 3), F(1, 6)], [F(0), F(1), F(3)]
    group = rr.optimal(level, Mean(values, prior=prior))
    drawn = rr.optimal(level, rr.COptimal(prior, values))
    mean = sum(q * x for q, x in zip(prior, values, strict=True))
    spread = sum(q * (x - mean) ** 2 for q, x in zip(prior, values, strict=True))
    assert float(group.bound) == pytest.approx(float(drawn.bound - spread), rel=1e-7)


def test_numbers_may_be_moved_stretched_and_reordered() -> None:
    level, values = rr.LocalDP(1), [F(0), F(1), F(4), F(9)]
    plain = rr.optimal(level, Mean(values))
    moved = rr.optimal(level, Mean([100 - 7 * x for x in values]))
    assert float(moved.bound) == pytest.approx(49 * float(plain.bound), rel=1e-7)
    mixed = rr.optimal(level, Mean([F(4), F(0), F(9), F(4), F(1)]))
    assert float(mixed.bound) == pytest.approx(float(plain.bound), rel=1e-7)


@pytest.mark.everything
def test_more_privacy_and_more_numbers_cost_more() -> None:
    bounds = [rr.optimal(rr.LocalDP(e), grid(4)).bound for e in ("1/2", 1, 2)]
    assert bounds == sorted(bounds, reverse=True)
    assert rr.optimal(rr.LocalDP(1), grid(5)).value > rr.optimal(rr.LocalDP(1), grid(3)).bound


def test_matrices_and_deltas_are_certified_by_their_extreme_patterns() -> None:
    matrix = rr.Privacy([["1", "3", "9"], ["3", "1", "3"], ["9", "3", "1"]])
    path = rr.optimal(matrix, grid(3))
    close(path, float(path.bound))
    assert path.value < rr.optimal(rr.BetaFactor(3), grid(3)).bound
    same = rr.Privacy([["1", "3", "3"], ["3", "1", "3"], ["3", "3", "1"]])
    assert float(rr.optimal(same, grid(3)).bound) == pytest.approx(8.25 - 6 + 1, rel=1e-6)
    told = rr.optimal(rr.LocalDP("ln(3)", "1/10"), grid(3))
    close(told, float(told.bound))
    assert told.value < rr.optimal(rr.LocalDP("ln(3)"), grid(3)).bound


def test_the_interval_has_two_sides_that_hold() -> None:
    """Epsilon 2: the optimum over all numbers lies between 0.86543 and 0.86558."""
    design = rr.optimal(rr.LocalDP(2), Mean(low=-1, high=1, points=21))
    assert float(design.bound) < 0.86558 and float(design.value) > 0.86543
    assert design.gap < F(1, 1000) * design.bound
    (scenario,) = design.certificate.data["scenarios"]
    numbers = np.array([float(F(x)) for x in scenario["estimators"][0]])
    table = design.channel.to_numpy()
    shifts = (np.arange(64) + 0.5) / 64
    for z in np.linspace(-1, 1, 41):
        ahead = (z + 1) * 10
        places = np.minimum(np.floor(ahead) + (shifts < ahead % 1), 20).astype(int)
        reports = numbers[:, None] + 0.1 * (shifts - 0.5)
        mean = (table[:, places] * reports).sum() / 64
        square = (table[:, places] * reports**2).sum() / 64
        assert mean == pytest.approx(z, abs=2e-3)
        assert square - z * z <= float(design.value) + 4e-3


def three_valued(reach: float, gamma: float, points: int = 21) -> float:
    """The least worst variance of reports -c, 0, c on a grid, by linear programming in HiGHS."""
    table = cp.Variable((3, points))
    floors = cp.Variable((3, 1), nonneg=True)
    numbers = np.linspace(-1, 1, points)
    limits = [
        cp.sum(table, axis=0) == 1,
        reach * (table[0] - table[2]) == numbers,
        table >= floors,
        table <= gamma * floors,
    ]
    worst = cp.max(reach**2 * (table[0] + table[2]) - numbers**2)
    return float(cp.Problem(cp.Minimize(worst), limits).solve(solver=cp.HIGHS))


def test_no_mechanism_with_three_values_comes_near() -> None:
    """Epsilon 2: about 0.943 at the best c, near the root of 2; the certified value is 8% less."""
    gamma = math.exp(2)
    best = min(three_valued(reach, gamma) for reach in (1.39, 1.41, 1.414, 1.42, 1.44))
    assert best == pytest.approx(0.943, abs=2e-3)
    design = rr.optimal(rr.LocalDP(2), Mean(low=-1, high=1, points=21))
    assert float(design.value) < 0.92 * best


def test_the_interval_at_epsilon_one_half() -> None:
    design = rr.optimal(rr.LocalDP("1/2"), Mean(low=-1, high=1, points=21))
    assert float(design.bound) <= 16.00280 <= float(design.value)
    assert design.gap < F(1, 1000) * design.bound


def test_levels_that_leave_nothing_and_denominators_of_grids_are_refused() -> None:
    with pytest.raises(rr.InputError, match="above 1"):
        rr.optimal(rr.LocalDP(0), grid(3))
    with pytest.raises(rr.InputError, match="denominator"):
        rr.optimal(rr.LocalDP(1), Mean(low=-1, high=1, points=3), denominator=100)
    with pytest.raises(rr.InputError, match="outputs"):
        rr.optimal(rr.LocalDP(1), grid(3), outputs=2)


def test_a_level_of_one_with_a_delta_tells_truths_apart() -> None:
    """Each truth alone gives a report in delta of all cases, and no other report tells anything.

    Of the useless one half is said, so that x delta + (1 - delta) / 2 is 1 or 0: the second moment
    about the truth is (1 - delta) / (4 delta), and halves of a population add 1/4.
    """
    delta = F(1, 100)
    privacy = rr.Privacy([[1, 1], [1, 1]], deltas=[[0, delta], [delta, 0]])
    fixed = (1 - delta) / (4 * delta)
    close(rr.optimal(privacy, rr.COptimal("worst", [0, 1], "group")), float(fixed))
    close(rr.optimal(privacy, rr.COptimal("worst", [0, 1])), float(fixed + F(1, 4)))
    close(rr.optimal(privacy, rr.EOptimal("worst", 2, "group")), float(2 * fixed))


def test_levels_of_one_without_a_delta_leave_nothing() -> None:
    with pytest.raises(rr.InputError, match="leave all truths apart"):
        rr.optimal(rr.Privacy([[1, 1, 3], [3, 1, 4], [2, 3, 1]]), rr.AOptimal("worst", 3))


@pytest.mark.parametrize("epsilon", ["1/100", "8"])
def test_extreme_levels(epsilon: str) -> None:
    """Two numbers: B^2 - 1 for a fixed group, from Warner's device."""
    b = 1 / math.tanh(float(F(epsilon)) / 2)
    close(rr.optimal(rr.LocalDP(epsilon), grid(2)), b * b - 1, 1e-6)


RARELY_REVEALED = rr.Privacy(
    [[1, "17/2", "9/2"], ["5/2", 1, 6], [3, 4, 1]],
    deltas=[[0, 0, "1/4"], ["1/10", 0, "1/100"], ["1/10000", "1/4", 0]],
)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("privacy", "shares"),
    [
        (RARELY_REVEALED, ["1/10", "9/10"]),  # a gap of 90 times the bound
        (rr.LocalDP.from_gamma(3, "1/20"), ["2/3", "1/3"]),  # a gap of 1e-6
        (rr.Privacy([[1, [(5, 0), (2, "1/10")]], [[(5, 0), (2, "1/10")], 1]]), ["1"]),  # refused
    ],
)
def test_numbers_that_nobody_has(privacy: rr.Criterion, shares: list[str]) -> None:
    """As good as where hardly anybody has them."""
    numbers = range(len(shares) + 1)
    few = F(1, 10**9)
    none = rr.optimal(privacy, Mean(numbers, prior=[*shares, "0"]))
    hardly = rr.optimal(privacy, Mean(numbers, prior=[*(F(q) * (1 - few) for q in shares), few]))
    assert none.gap < none.value / 10**8
    assert none.bound < hardly.value
    assert float(hardly.bound) == pytest.approx(float(none.value), rel=1e-3)


@pytest.mark.parametrize(
    "privacy",
    [rr.LocalDP(1, "1/10"), rr.LocalDP("1/2", "1/1000000"), rr.OneSided([0], "ln(3)")],
)
def test_a_number_that_nobody_has_and_that_may_be_revealed_is_not_asked_for(privacy) -> None:
    """As good as without it: gaps were 8 % with the delta of 1/10, 68 % with one truth protected.

    Its column is the mean of the others but for a rare report of its own, which nobody gives.
    """
    with_it = rr.optimal(privacy, Mean(range(3), prior=["1/2", "0", "1/2"]))
    without = rr.optimal(privacy, Mean([0, 2], prior=["1/2", "1/2"]))
    assert with_it.gap < with_it.value / 10**9
    assert float(with_it.value) == pytest.approx(float(without.value), rel=1e-9)


def test_a_protected_number_and_one_that_may_be_revealed_that_nobody_has():
    """Refused: what the protected one tells was left out with the other's."""
    shares = ["0", "0", "1/2", "1/2"]
    design = rr.optimal(rr.OneSided([0], 1), Mean(range(4), prior=shares), crosscheck=True)
    assert design.gap < design.value / 10**9
    assert "3.78284" in str(design.routes)


def test_a_middle_number_is_not_in_the_worst_population_with_a_delta():
    """Half have the least and half the largest: as of two truths; the gap was 1.6e-6."""
    level = rr.LocalDP("1/10", "1/10")
    three = rr.optimal(level, rr.WorstCase([0, 1, 2]))
    two = rr.optimal(level, rr.WorstCase([0, 2]))
    assert three.gap < three.value / 10**9
    assert float(three.value) == pytest.approx(float(two.value), rel=1e-10)


def test_a_group_that_is_all_alike_is_refused_where_others_may_be_revealed() -> None:
    with pytest.raises(rr.InputError, match="prior must give a share to two truths"):
        rr.optimal(rr.LocalDP(1, "1/10"), Mean([0, 1], prior=["1", "0"]))


@pytest.mark.everything
def test_many_numbers_of_a_group_with_known_shares():
    """The variance of the contrast at that prior, less that of drawing the truths."""
    prior = [F(44 - j, 990) for j in range(44)]
    design = rr.optimal(rr.LocalDP.from_gamma(3), Mean(range(44), prior=prior))
    drawn = rr.optimal(rr.LocalDP.from_gamma(3), rr.COptimal(prior, range(44)))
    mean = sum(q * j for j, q in enumerate(prior))
    spread = sum(q * (j - mean) ** 2 for j, q in enumerate(prior))
    assert float(design.value) == pytest.approx(float(drawn.value - spread), rel=1e-6)
    assert design.gap < design.bound * F(1, 10**6)


OTHERS = {
    "gamma = ": rr.Privacy([["1", "3"], ["3", "1"]]),
    "metric: ": rr.MetricDP.path(1),
    "zCDP: ": rr.ZeroConcentratedDP("1/2"),
    "local information privacy: ": rr.LocalInformationPrivacy(1, ["1/2", "1/2"]),
}


@pytest.mark.parametrize("words", OTHERS)
def test_numbers_of_an_interval_need_one_number(words) -> None:
    """Also where two truths, the ends, would have one: nothing is said of what lies between."""
    rule = f"privacy must be one number for all numbers of an interval, got {words}"
    for options in ({}, {"points": 4}, {"points": 4, "prior": ["1/2", "1/4", "1/4"]}):
        with pytest.raises(rr.InputError, match=rule):
            rr.optimal(OTHERS[words], Mean(low=0, high=1, **options))


def test_a_density_needs_a_delta_of_zero() -> None:
    density = Mean(low=0, high=1, points=4, prior=["1/2", "1/4", "1/4"])
    with pytest.raises(rr.InputError, match="delta must be 0 for a density"):
        rr.optimal(rr.LocalDP(1, "1/10"), density)


def test_a_density_near_level_one_is_told_by_the_ends() -> None:
    """Two reports about the ends, more often the nearer, have one second moment at every number,
    the square of half of (g + 1)/(g - 1): the best mechanism loses no more."""
    ends = F(2001**2, 4) - F(1, 12)
    density = Mean(low=0, high=1, points=15, prior=["1/4", "3/4"])
    design = rr.optimal(rr.LocalDP.from_gamma("1001/1000"), density)
    assert design.bound < ends
    assert design.value < ends * (1 + F(1, 10**6))
    assert design.gap < design.bound / 10**6


NUMBERS = [-1, 0, 1]


def best(g: F) -> F:
    """The least variance of these numbers in the worst group at one number g > 3."""
    return (5 * g - 2) / (g - 1) ** 2


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["1/1000000000", "1/1000"])
def test_a_delta_at_a_high_level_is_worth_no_more_than_it_allows(delta: str) -> None:
    """Bounds were below zero from epsilon 10 on."""
    g = F(20000)
    design = rr.optimal(rr.LocalDP.from_gamma(g, F(delta)), rr.Mean(NUMBERS))
    assert best(g) * (1 - 10 * F(delta)) < design.bound <= design.value.hi
    assert design.value.lo <= best(g) * (1 + F(1, 10**6))
    assert design.gap < design.bound / 10**4


def test_rounding_that_spends_too_much_of_a_delta_costs_no_report_on_nothing() -> None:
    """At epsilon 20 a share of 1e-9 of them cost as much as all others: the gap was 0.4 %."""
    design = rr.optimal(rr.LocalDP(20, "1/100"), rr.Mean(NUMBERS))
    assert design.gap < design.bound / 10**6


def test_a_matrix_at_a_high_level_is_answered_to_five_digits() -> None:
    g = 20000
    wide = rr.Privacy([[1, g, g], [2 * g, 1, g], [g, g, 1]])
    design = rr.optimal(wide, rr.Mean(NUMBERS))
    assert best(F(2 * g)) < design.bound < design.value < best(F(g)) * (1 + F(1, 10**6))
    assert design.gap < design.bound / 10**4


@pytest.mark.parametrize(
    ("privacy", "objective"),
    [
        (rr.LocalDP(1, 1), rr.Mean([0, 1, 3])),
        (rr.LocalDP(1, 1), rr.Mean([0, 1, 3], ["1/2", "0", "1/2"])),
        (rr.LocalDP(1, 1), rr.AOptimal("worst", 3, "group")),
        (rr.PointwiseMaximalLeakage(5, ["1/2", "1/2"]), rr.Mean([2, 1], ["1/2", "1/2"])),
        (rr.Privacy([[1, "oo", "oo"], ["oo", 1, 3], ["oo", 3, 1]]), rr.Mean([0, 1, 1])),
    ],
)
def test_numbers_that_may_be_told_for_certain_have_no_variance(
    privacy: object, objective: object
) -> None:
    """The search by floats found no bound above zero: the level was called too extreme."""
    design = rr.optimal(privacy, objective)
    assert design.value == design.bound == 0
    assert check(design.certificate.data).verdict == "verified"
    over = rr.optimal(privacy, objective, denominator=7)
    assert over.channel == design.channel


def test_numbers_that_may_not_be_told_have_a_variance() -> None:
    """A delta a little below one, or a truth that must not be told from one of another number."""
    assert revealing_certificate(Problem(rr.LocalDP(1, "99/100"), rr.Mean([0, 1]))) is None
    matrix = rr.Privacy([[1, "oo", "oo"], ["oo", 1, 3], ["oo", 3, 1]])
    assert revealing_certificate(resolved(Problem(matrix, rr.Mean([0, 1, 2])))) is None


@pytest.mark.parametrize("moved", ["prices", "tangents"])
def test_a_bound_above_zero_is_refused_where_numbers_are_told(moved: str) -> None:
    data = revealing_certificate(Problem(rr.LocalDP(1, 1), rr.Mean([0, 1]))).data
    if moved == "prices":
        changed = data | {"prices": ["0", "499/1000"], "bound": "1/1000", "gap": "-1/1000"}
    else:
        scenario = data["scenarios"][0] | {"tangents": [["0", "501/1000"]]}
        changed = data | {"scenarios": [scenario], "bound": "1/500", "gap": "-1/500"}
    assert check(changed).verdict != "verified"


@pytest.mark.parametrize(
    ("gamma", "delta", "objective"),
    [
        (10**14, 0, rr.Mean([0, 1, 2], prior=["1/2", "1/3", "1/6"])),
        (10**9, 0, rr.Mean([0, 4, 10, 18, 28])),
        (10**13, "1e-4", rr.AOptimal("worst", 3, "group")),
        (10**14, "1e-9", rr.AOptimal("worst", 4, "group")),
    ],
    ids=["known shares", "numbers", "delta", "small delta"],
)
def test_what_little_is_lost_at_high_levels_is_proved(gamma, delta, objective) -> None:
    """Gaps were 6e-3, 4e-7, 1e-3 and 9e-3: prices were rounded as doubles are."""
    design = rr.optimal(rr.LocalDP.from_gamma(gamma, delta), objective)
    assert 0 <= design.gap < design.bound / 10**7


def test_too_few_points_for_a_density_are_refused_in_words():
    """The level was called too extreme, where one point more has an answer."""
    density = {"low": 0, "high": 1, "prior": ["1/5"] * 5}
    with pytest.raises(rr.InputError, match="points must be more than 3 for"):
        rr.optimal(rr.LocalDP(3), rr.Mean(**density, points=3))
    assert rr.optimal(rr.LocalDP(3), rr.Mean(**density, points=4)).bound > 0


FAR = [497, 510, 10**12, -(10**15), F(10**12) + F(1, 3)]
"""On both sides of a hundred times the width, and far beyond."""

FAR_PRIVACY = {
    "number": rr.LocalDP(1),
    "delta": rr.LocalDP(1, "1/100"),
    "matrix": rr.Privacy([["1", "2", "4"], ["2", "1", "2"], ["4", "2", "1"]]),
}


@pytest.mark.parametrize("beside", FAR)
@pytest.mark.parametrize("privacy", FAR_PRIVACY.values(), ids=FAR_PRIVACY)
@pytest.mark.parametrize("asked", [{}, {"worst": "population"}, {"prior": ["1/2", "1/4", "1/4"]}])
def test_numbers_far_from_zero_are_those_near_it(beside, privacy, asked) -> None:
    """No shift changes a variance: doubles of 10^24 left a gap of 7 %."""
    near = rr.optimal(privacy, Mean([0, 1, 5], **asked))
    far = rr.optimal(privacy, Mean([beside, beside + 1, beside + 5], **asked))
    assert far.certificate.check().verdict == "verified"
    assert float(far.gap) <= 1e-9 * float(far.value)
    assert far.bound <= near.value and near.bound <= far.value


def test_prices_of_far_numbers_are_no_higher_than_they_must_be() -> None:
    data = rr.optimal(rr.LocalDP(1), Mean([10**12, 10**12 + 1, 10**12 + 5])).certificate.data
    assert check(data).verdict == "verified"
    first, *others = map(F, data["prices"])
    for lowered in ([first - F(1, 100), *others], [first, others[0], others[1] - F(1, 100)]):
        assert check(data | {"prices": list(map(str, lowered))}).verdict == "refuted"


def test_numbers_that_doubles_do_not_tell_apart_are_refused() -> None:
    with pytest.raises(rr.InputError, match="told apart by doubles: subtract a number"):
        rr.optimal(rr.LocalDP(1), Mean([10**18, 10**18 + 1]))
