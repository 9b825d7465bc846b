"""Tables that tell the truth with chance delta: against listed optima, definitions, brute force."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import product
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.engine.clamped_rows import Gram
from rropt.design.engine.linear_optimum import telling_truths
from rropt.design.problem import Problem
from rropt.exact import InputError

STEEP = [f"{x}/28" for x in range(7, 0, -1)]
EVEN = ["1/7"] * 7
LEVEL, DELTA = "ln(3)", F(1, 10**6)


def design(goal: Any, delta: F = DELTA) -> Any:
    return rr.optimal(rr.LocalDP(LEVEL, delta), goal)


def test_the_table_tells_the_truth_with_chance_delta() -> None:
    """The rest is the best table without a delta, and the value is the mean of both."""
    goal = rr.MutualInformation(STEEP)
    private = rr.optimal(rr.LocalDP(LEVEL), goal)
    delta = F(1, 100)
    found = design(goal, delta)
    rows = [tuple((1 - delta) * x for x in row) for row in private.channel.rows]
    rows += [tuple(delta * (a == b) for b in range(7)) for a in range(7)]
    assert sorted(found.channel.rows) == sorted(rows)
    everything = float(
        goal.worth(rr.Channel.from_rows([[F(a == b) for b in range(7)] for a in range(7)]))
    )
    wanted = 0.99 * float(private.value) + 0.01 * everything
    assert float(found.value) == pytest.approx(wanted, rel=1e-14)
    assert found.channel.gamma_for(delta) == 3


def test_the_bound_is_above_the_best_of_alike_truths() -> None:
    """Of alike truths all staircases are tried, and find the table that tells the truth; prices
    of private patterns are off by a few times what the delta is worth."""
    goal = rr.MutualInformation(EVEN)
    best = design(goal)
    found = telling_truths(Problem(rr.LocalDP(LEVEL, DELTA), goal))
    table = rr.Channel.from_patterns(found.patterns, found.weights)
    assert float(goal.worth(table)) == pytest.approx(float(best.value), rel=1e-12)
    paid = sum(found.prices) + DELTA * sum(found.pair_prices.values())
    private = float(rr.optimal(rr.LocalDP(LEVEL), goal).value)
    gained = float(best.value) - private
    assert 0 <= float(paid) - float(best.value) <= 3 * gained


GOALS = {
    "information": rr.MutualInformation(STEEP),
    "trace": rr.AOptimal(STEEP),
    "determinant": rr.DOptimal(STEEP),
    "eigenvalue": rr.EOptimal(STEEP),
    "contrast": rr.COptimal(STEEP, [1, 0, 0, 0, 0, 0, -1]),
    "group": rr.Mean(list(range(7)), STEEP),
    "worst group": rr.Mean(list(range(7))),
    "average": rr.Average([("1/3", STEEP), ("2/3", STEEP[::-1])]),
    "minimax": rr.Minimax([STEEP, STEEP[::-1]]),
    "two levels of a trait": rr.MutualInformation([*STEEP[:-1], "0", "1/28"]),
}


@pytest.mark.parametrize("name", ["information", "trace", "group"])
def test_more_than_six_truths_are_certified(name: str) -> None:
    shows(name)


@pytest.mark.everything
@pytest.mark.parametrize("name", GOALS)
def test_every_objective_of_more_than_six_truths_is_certified(name: str) -> None:
    shows(name)


def shows(name: str) -> None:
    """A little better than without the delta, private as asked, within 1e-3 of every table."""
    goal = GOALS[name]
    found, private = design(goal), rr.optimal(rr.LocalDP(LEVEL), goal)
    proof = found.certificate.data["cover"]["proof"]
    assert proof == ("merged" if name == "contrast" else "clamped")  # of three truths
    assert check(dict(found.certificate.data)).verdict == "verified"
    assert rr.LocalDP(LEVEL, DELTA).satisfied_by(found.channel)
    better = float(found.value) - float(private.value)
    if found.problem.objective.is_minimised:
        better = -better
    assert 0 < better < 1e-3 * abs(float(private.value))
    assert float(found.gap) < 1e-3 * abs(float(found.value))


NUMBERS = {"points": [0, 1], "weights": ["1/2", "1/2"]}


@pytest.mark.everything
@pytest.mark.parametrize("target", ["A", "D"])
def test_a_model_of_seven_truths(target: str) -> None:
    """Intercepts and slopes of six logits."""
    starts = [f"-{j}/4" for j in range(1, 7)]
    model = rr.Logit(starts, [f"{j}/8" for j in range(1, 7)])
    goal = rr.ForModel(model, **NUMBERS, target=target)
    found, private = design(goal), rr.optimal(rr.LocalDP(LEVEL), goal)
    assert rr.LocalDP(LEVEL, DELTA).satisfied_by(found.channel)
    assert 0 < abs(float(found.value) - float(private.value)) < 1e-2 * abs(float(private.value))
    assert float(found.gap) < 1e-2 * abs(float(found.value))


def test_where_pairs_pay_much_shorter_tangents_prove_more() -> None:
    """Those of the private table prove nothing of a variance at a delta of 1/10."""
    found = design(rr.AOptimal(STEEP), F(1, 10))
    assert 0 < float(found.bound) < float(found.value)
    data = dict(found.certificate.data)
    longer = [[str(2 * F(x)) for x in v] for v in data["scenarios"][0]["tangents"]]
    place = data["scenarios"][0] | {"tangents": longer}
    assert check(data | {"scenarios": [place]}).verdict == "refuted"


ALIKE = ["2/45"] * 15 + ["1/45"] * 15


@pytest.mark.parametrize("goal", [rr.AOptimal, rr.DOptimal, rr.EOptimal])
def test_truths_of_two_shares_are_classes(goal: Any) -> None:
    """The information of the table is that of its rows, which are as private as is asked."""
    delta = F(1, 10**8)
    found = rr.optimal(rr.LocalDP(LEVEL, delta), goal(ALIKE))
    private = rr.optimal(rr.LocalDP(LEVEL), goal(ALIKE))
    data = dict(found.certificate.data)
    assert data["truths"] == [15, 15] and data["cover"]["proof"] == "clamped"
    assert check(data).verdict == "verified"
    assert 0 < float(private.value) - float(found.value) < 1e-4 * abs(float(found.value))
    assert float(found.gap) < 1e-4 * abs(float(found.value))
    assert found.channel.gamma_for(delta) == 3
    if goal is rr.AOptimal:
        assert sum(found.channel.variances([F(q) for q in ALIKE])) == pytest.approx(
            float(found.value), rel=1e-12
        )


def test_a_large_delta_on_classes_shortens_tangents() -> None:
    found = design(rr.AOptimal(ALIKE), F(1, 100))
    told = 1 - sum(F(q) ** 2 for q in ALIKE)
    assert told < float(found.bound) < float(found.value)


@pytest.mark.everything
@pytest.mark.parametrize("goal", [rr.AOptimal, rr.DOptimal])
def test_shares_that_all_differ_are_bound_by_classes(goal: Any) -> None:
    """Cells cover the private rows: of 40 truths as 1/j."""
    shares = [F(1, j) for j in range(1, 41)]
    found = design(goal([q / sum(shares) for q in shares]), F(1, 10**9))
    assert found.certificate.data["cover"]["private"]["proof"] == "cells"
    assert float(found.gap) < 4e-3 * abs(float(found.value))


@pytest.mark.everything
def test_where_patterns_are_few_enough_they_are_searched() -> None:
    """Classes of shares left 1.8e-4 in place of 5e-6."""
    total = sum(range(20, 44))
    shares = [F(x, total) for x in range(20, 44)]
    found = rr.optimal(rr.LocalDP(3, DELTA), rr.DOptimal(shares))
    assert float(found.gap) < 2e-5 * abs(float(found.value))


@pytest.mark.everything
def test_a_delta_too_large_for_cells_is_refused() -> None:
    shares = [F(1, j) for j in range(1, 41)]
    with pytest.raises(InputError, match="delta must be smaller"):
        design(rr.AOptimal([q / sum(shares) for q in shares]), F(1, 100))


@pytest.mark.parametrize("k", [13, 16, 80])
def test_information_of_alike_truths(k: int) -> None:
    """The mean of the best private set and of the truth: 80 are known by blocks."""
    goal = rr.MutualInformation([F(1, k)] * k)
    found, private = design(goal, F(1, 10**4)), rr.optimal(rr.LocalDP(LEVEL), goal)
    told = math.log(k)
    wanted = (1 - 1e-4) * float(private.value) + 1e-4 * told
    assert float(found.value) == pytest.approx(wanted, rel=1e-12)
    assert float(found.gap) < 0.05 * float(found.value)
    assert found.channel.gamma_for(F(1, 10**4)) == 3
    assert found.channel.shape[0] < 30 * k


@pytest.mark.parametrize("delta", [F(1, 2), F(1)])
def test_alike_truths_tell_no_more_than_themselves(delta: F) -> None:
    found = design(rr.MutualInformation([F(1, 80)] * 80), delta)
    assert float(found.bound) == pytest.approx(math.log(80), rel=1e-12)
    assert (float(found.gap) < 1e-12) == (delta == 1)


def test_a_delta_that_prices_do_not_bear_leaves_a_gap() -> None:
    found = design(rr.DOptimal(STEEP), F(1, 10))
    assert float(found.gap) > 1


@pytest.mark.parametrize("delta", [F(1, 2), F(1)])
def test_where_delta_is_large_no_table_tells_more_than_the_truth(delta: F) -> None:
    """The bound is what everybody's truth is worth."""
    goal = rr.MutualInformation(STEEP)
    found = design(goal, delta)
    entropy = float(found.bound)
    assert entropy == pytest.approx(float(design(goal, F(1)).value), rel=1e-12)
    assert (float(found.gap) < 1e-12) == (delta == 1)


@pytest.mark.parametrize(
    "goal",
    [rr.AOptimal(STEEP), rr.Minimax([STEEP, STEEP[::-1]])],
    ids=lambda goal: goal.name,
)
def test_where_private_patterns_tell_nothing_variances_are_refused(goal: Any) -> None:
    """A hair above one they are answered: only a delta tells less than the level."""
    with pytest.raises(InputError, match=r"gamma must be above 1 for .* of more than 6 truths"):
        rr.optimal(rr.LocalDP(0, "1/10"), goal)
    found = rr.optimal(rr.LocalDP("1/100", "1/1000000000"), goal)
    assert float(found.gap) < 1e-2 * float(found.value)


@pytest.mark.parametrize("size", [1, 10**6])
def test_a_larger_delta_costs_no_variance_in_any_unit(size: int) -> None:
    """Shares of the worst group were lost where numbers were large: it was 78 % more."""
    values = [x * size for x in (0, F(1, 10**6), 1, F(4, 10**6), F(5, 10**6), F(6, 10**6), 0)]
    small, large = (
        rr.optimal(rr.LocalDP("1/10", delta), rr.Mean(values)) for delta in (DELTA, F(1, 1000))
    )
    assert 0 < large.value < F(3, 4) * small.value.lo
    of_extremes = math.exp(0.1) / math.expm1(0.1) ** 2 * size**2
    assert float(small.value) == pytest.approx(of_extremes, rel=1e-3)


def test_a_utility_of_ones_own() -> None:
    goal = rr.Custom(lambda r: max(r[0] + r[1], r[2]), 7)
    found = design(goal)
    private = rr.optimal(rr.LocalDP(LEVEL), goal)
    assert 0 < float(found.value) - float(private.value) < 1e-4
    assert float(found.gap) < 1e-4


def test_a_truth_that_nobody_has_is_answered_by_a_few_numbers() -> None:
    """No runs of all numbers: a report of that truth costs nothing."""
    found = design(rr.Mean(list(range(8)), ["0", *STEEP]))
    assert float(found.gap) < 0.5 * float(found.value)


@pytest.mark.parametrize("seed", range(4))
def test_what_squares_lose_is_no_more_than_is_said(seed: int) -> None:
    rng = Random(seed)
    k = rng.randint(2, 5)
    masses = [F(rng.randint(1, 9)) for _ in range(k)]
    q = [x / sum(masses) for x in masses]
    vectors = [[F(rng.randint(-5, 5)) for _ in range(k)] for _ in range(rng.randint(1, 3))]
    w = [[v[c] / q[c] for v in vectors] for c in range(k)]
    gram = [[sum((x * y for x, y in zip(a, b, strict=True)), F(0)) for b in w] for a in w]
    gamma = F(rng.randint(2, 9))

    def worth(row: list[F]) -> F:
        tops = [sum((a * x for a, x in zip(v, row, strict=True)), F(0)) for v in vectors]
        return sum((top**2 for top in tops), F(0)) / sum(a * x for a, x in zip(q, row, strict=True))

    products = Gram(q, [row[c] for c, row in enumerate(gram)], gram, [1] * k)
    for high, b in product(range(1, k), range(k)):
        said = products.falls(k - high + 1, gamma)[b]
        others = [c for c in range(k) if c != b]
        for _ in range(50):
            row = [gamma * F(rng.randint(0, 4), 4) for _ in range(k)]
            for c in rng.sample(others, high):
                row[c] = max(row[c], F(1))
            row[rng.choice([c for c in others if row[c]])] = gamma
            row[b] = F(rng.randint(0, 8), 9)
            raised = [*row]
            raised[b] = F(1)
            assert worth(row) - worth(raised) <= said * (1 - row[b])


STEPS = [F(j + 1, 21) for j in range(6)]
BY_DISTANCE = {
    "information": rr.MutualInformation(STEPS),
    "trace": rr.AOptimal(STEPS),
    "determinant": rr.DOptimal(STEPS),
    "eigenvalue": rr.EOptimal(STEPS),
    "contrast": rr.COptimal(STEPS, range(6)),
    "group": rr.Mean(range(6), STEPS),
    "average": rr.Average([("1/3", STEPS), ("2/3", STEPS[::-1])]),
    "minimax": rr.Minimax([STEPS, STEPS[::-1]]),
    "divergence": rr.FDivergence("hellinger", (0, 5), 6),
    "a truth without a share": rr.MutualInformation([*["1/5"] * 5, "0"]),
}


def scale(truths: int, delta: F, level: F = F(2), digits: int | None = None) -> rr.Privacy:
    """Levels by distance; rounded ones do not follow from each other."""
    powers = [
        level**d if digits is None else F(round(float(level) ** d, digits)) for d in range(truths)
    ]
    places = range(truths)
    levels = [[powers[abs(a - b)] for b in places] for a in places]
    return rr.Privacy(levels, [[delta * (a != b) for b in places] for a in places])


@pytest.mark.parametrize("name", BY_DISTANCE)
def test_more_than_five_truths_by_distance_are_certified(name: str) -> None:
    """Better than without deltas, private as asked, within 2e-4 of every table."""
    goal = BY_DISTANCE[name]
    privacy = scale(6, DELTA)
    found = rr.optimal(privacy, goal)
    private = rr.optimal(scale(6, F(0)), goal)
    assert found.certificate.data["cover"]["proof"] == "clamped"
    assert found.check().verdict == "verified"
    assert privacy.on(6).satisfied_by(found.channel)
    better = float(found.value) - float(private.value)
    if found.problem.objective.is_minimised:
        better = -better
    assert 0 < better < 1e-4 * abs(float(private.value))
    assert abs(float(found.gap)) < 2e-4 * abs(float(found.value))


@pytest.mark.parametrize("worst", ["group", "population"])
def test_a_mean_at_worst_by_distance(worst: str) -> None:
    """Truths between the ends have no share of the worst prior, by which alone nothing is proved:
    it is spread to them. What is gained and lost is about the root of the delta."""
    goal = rr.Mean(range(6), worst=worst)
    found, private = rr.optimal(scale(6, F(1, 10**8)), goal), rr.optimal(scale(6, F(0)), goal)
    assert 0 < float(private.value) - float(found.value) < 1e-3 * float(found.value)
    assert float(found.gap) < 1e-2 * float(found.value)
    assert found.check().verdict == "verified"


def test_a_contrast_of_many_truths_by_distance_is_covered_by_stretches() -> None:
    """No list of patterns is made."""
    shares = [F(j + 1, 78) for j in range(12)]
    found = rr.optimal(scale(12, DELTA), rr.COptimal(shares, range(12)))
    assert found.certificate.data["cover"]["private"]["proof"] == "stretches"
    assert float(found.gap) < 1e-5 * float(found.value)


def test_the_bound_by_distance_is_above_what_is_best() -> None:
    """Of five truths all patterns are listed, and the bound of cut rows is no better."""
    goal = rr.MutualInformation([F(j + 1, 15) for j in range(5)])
    privacy = scale(5, DELTA)
    best = rr.optimal(privacy, goal)
    found = telling_truths(Problem(privacy.on(5), goal))
    paid = sum(found.prices) + DELTA * sum(found.pair_prices.values())
    table = rr.Channel.from_patterns(found.patterns, found.weights)
    assert float(goal.worth(table)) <= float(best.value) * (1 + 1e-12)
    assert float(best.value) < float(paid) < float(best.value) * (1 + 2e-5)


def test_rounded_levels_lose_by_what_they_do_not_follow() -> None:
    """7.389 is above 2.718 squared by 2e-4: bounds hold for 2.7186 in its place."""
    goal = rr.AOptimal(STEPS)
    found = rr.optimal(scale(6, DELTA, F("2.718281828"), digits=3), goal)
    exact = rr.optimal(scale(6, F(0), F("2.718")), goal)
    assert found.check().verdict == "verified"
    assert float(found.value) == pytest.approx(float(exact.value), rel=1e-3)
    assert 1e-5 < float(found.gap) / float(found.value) < 1e-3


def test_where_one_pair_has_no_delta_nobody_tells_the_truth() -> None:
    levels = [[F(2) ** abs(a - b) for b in range(6)] for a in range(6)]
    deltas = [[DELTA * (a != b and (a, b) != (0, 5)) for b in range(6)] for a in range(6)]
    goal = rr.AOptimal(STEPS)
    found, private = rr.optimal(rr.Privacy(levels, deltas), goal), rr.optimal(scale(6, F(0)), goal)
    assert float(found.value) == pytest.approx(float(private.value), rel=1e-12)
    assert 0 < float(found.gap) < 1e-3 * float(found.value)
    assert found.check().verdict == "verified"


def test_an_infinite_divergence_by_distance_is_refused() -> None:
    with pytest.raises(InputError, match="delta must be 0 for chi-square"):
        rr.optimal(scale(6, DELTA), rr.FDivergence("chi-square", (0, 5), 6))


def test_a_contrast_of_more_than_twenty_truths_in_any_order() -> None:
    """Its best patterns are runs in ascending order."""
    truths = 24
    entries = [j * 7 % truths for j in range(truths)]
    shares = [F(j + 1, truths * (truths + 1) // 2) for j in range(truths)]
    goal = rr.COptimal(shares, entries)
    found, private = design(goal), rr.optimal(rr.LocalDP(LEVEL), goal)
    assert found.certificate.data["cover"]["private"]["proof"] == "line"
    assert check(dict(found.certificate.data)).verdict == "verified"
    assert rr.LocalDP(LEVEL, DELTA).satisfied_by(found.channel)
    assert 0 < float(private.value) - float(found.value) < 1e-3 * float(private.value)
    assert float(found.gap) < 1e-2 * float(found.value)
    order = sorted(range(truths), key=lambda j: entries[j])
    sorted_goal = rr.COptimal([shares[j] for j in order], [entries[j] for j in order])
    assert float(design(sorted_goal).value) == pytest.approx(float(found.value), rel=1e-12)
