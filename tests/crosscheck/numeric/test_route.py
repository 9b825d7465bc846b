"""The numeric route beside numbers from elsewhere; a dropped constraint or a wrong constant.

One program an objective: none is forgotten, and each agrees with what is known of it.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric import route
from rropt.crosscheck.numeric.limits import Limits, limits_of
from rropt.crosscheck.numeric.route import DIVERGENCES, ROUTES, SUMS, divergence_of, fisher, numeric
from rropt.design.problem import resolved
from rropt.utility import Utility, information
from rropt.utility.curved import Curved
from rropt.utility.for_model import ForModel

SKEWED = ["1/2", "1/3", "1/6"]
QUESTIONS = (
    (rr.LocalDP("ln(3)"), rr.Guess(SKEWED)),
    (rr.LocalDP("ln(3)"), rr.MutualInformation(SKEWED)),
    (rr.LocalDP("ln(3)"), rr.AOptimal(SKEWED)),
    (rr.LocalDP("ln(3)"), rr.DOptimal(SKEWED)),
    (rr.LocalDP("ln(3)"), rr.EOptimal(SKEWED)),
    (rr.LocalDP("ln(3)", "1/10"), rr.Guess(SKEWED)),
    (rr.LocalDP("ln(3)", "1/10"), rr.AOptimal("worst", 3)),
    (rr.MetricDP.path("ln(2)"), rr.FDivergence("hellinger", (0, 1), 3)),
    (rr.PointwiseMaximalLeakage("ln(3/2)", SKEWED), rr.Guess(SKEWED)),
    (rr.RenyiDP(2, "1/2"), rr.Guess(["1/3", "2/3"])),
)
IDS = [f"{goal.name}-{type(level).__name__}" for level, goal in QUESTIONS]


def _disagrees(privacy, objective) -> bool:
    design = rr.optimal(privacy, objective)
    table = rr.crosscheck(design, [])
    sure = table.rows[0].number
    return abs(numeric(design.problem) - sure) > 1e-5 * abs(sure)


@pytest.mark.everything
@pytest.mark.parametrize(("privacy", "objective"), QUESTIONS, ids=IDS)
def test_a_dropped_constraint_is_seen(monkeypatch, privacy, objective) -> None:
    """Without the inequality of one pair of truths, or without a budget, the optimum is another."""
    assert not _disagrees(privacy, objective)
    true = route.limits_of

    def without_one(problem) -> Limits:
        limits = true(problem)
        if limits.renyi:
            return replace(limits, renyi=limits.renyi[1:])
        if limits.soft:
            return replace(limits, soft=limits.soft[1:])
        return replace(limits, hard=limits.hard[1:])

    monkeypatch.setattr(route, "limits_of", without_one)
    assert _disagrees(privacy, objective)


@pytest.mark.everything
@pytest.mark.parametrize(("privacy", "objective"), QUESTIONS, ids=IDS)
def test_a_wrong_constant_is_seen(monkeypatch, privacy, objective) -> None:
    """A thousandth more of a share or of a level."""
    true = route._vector

    def wrong(values):
        vector = true(values)
        return vector * np.where(np.arange(len(vector)) == 0, 1.001, 1.0)

    monkeypatch.setattr(route, "_vector", wrong)
    true_limits = route.limits_of

    def looser(problem) -> Limits:
        limits = true_limits(problem)
        soft = tuple(replace(limit, most=1.001 * limit.most) for limit in limits.soft)
        renyi = tuple(replace(limit, budget=1.001 * limit.budget) for limit in limits.renyi)
        hard = np.where(limits.hard < 0, 1.001 * limits.hard, limits.hard)
        return replace(limits, hard=hard, soft=soft, renyi=renyi)

    monkeypatch.setattr(route, "limits_of", looser)
    assert _disagrees(privacy, objective)


def test_fewer_reports_than_a_program_has_are_refused() -> None:
    for privacy, objective in (
        (rr.LocalDP(1), rr.AOptimal(SKEWED)),
        (rr.RenyiDP(2, 1), rr.Guess(SKEWED)),
    ):
        with pytest.raises(NotPosed, match="reports"):
            numeric(resolved(rr.Problem(privacy, objective, 2)))


def test_so_many_reports_are_so_many_actions() -> None:
    """Three of four truths are guessed at gamma = 3: columns (3, 1, 1) / 5, the fourth by any."""
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(4), 3)
    assert numeric(problem) == pytest.approx(3 * 3 / 5, rel=1e-7)


def test_no_table_has_a_whole_interval() -> None:
    with pytest.raises(NotPosed, match="interval"):
        numeric(rr.Problem(rr.LocalDP(1), rr.Mean(low=0, high=1)))
    with pytest.raises(NotPosed, match="no program is known for object"):
        numeric(rr.Problem(rr.LocalDP(1), type("object", (), {"truths": 2})()))


def test_two_reports_of_three_truths() -> None:
    """Merging truths 1 and 2: a guess of the larger share against the rest at gamma = 3."""
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess(SKEWED), 2)
    assert numeric(problem) == pytest.approx(0.75 * 1 / 2 + 0.75 * 1 / 3, rel=1e-9)


@pytest.mark.everything
@pytest.mark.parametrize("prevalence", ["1/20", "1/4"])
def test_a_lattice_under_concentrated_privacy(prevalence) -> None:
    """Clarabel hung on the first; the certificate knows both to 1e-4 and better."""
    design = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Variance(prevalence))
    found = numeric(design.problem)
    assert float(design.bound) * (1 - 1e-6) <= found <= float(design.value) * (1 + 1e-6)


GAMMA = 3.0
LIMITS = limits_of(rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(2)))


def classes(base):
    """All classes below one."""
    return {found for each in base.__subclasses__() for found in (each, *classes(each))}


def test_every_objective_has_a_numeric_route() -> None:
    """A new class of rropt.utility that may be asked for fails here until it has one."""
    known = {each for base in (Utility, Curved) for each in classes(base)}
    asked = {
        each
        for each in known
        if each.__module__.startswith("rropt.utility")
        and not each.__name__.startswith("_")
        and each.__name__ not in ("BestAction", "UnderPrior")
    }
    assert asked | {ForModel} == set(ROUTES)
    assert {each for each in asked if issubclass(each, Utility)} - {rr.Warner} == set(SUMS)
    assert set(DIVERGENCES) == set(information.DIVERGENCES)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("total-variation", (GAMMA - 1) / (GAMMA + 1)),
        ("kullback-leibler", (GAMMA - 1) / (GAMMA + 1) * math.log(GAMMA)),
        ("chi-square", (GAMMA - 1) ** 2 / GAMMA),
        ("hellinger", 2 * (math.sqrt(GAMMA) - 1) ** 2 / (GAMMA + 1)),
        ("le-cam", 2 * (GAMMA - 1) ** 2 / (GAMMA + 1) ** 2),
    ],
)
def test_divergences_of_binary_randomized_response(name, value) -> None:
    """Kairouz, Oh, Viswanath: for two truths the binary mechanism is the best for all of them."""
    objective = rr.FDivergence(name)
    assert ROUTES[rr.FDivergence](objective, LIMITS) == pytest.approx(value, rel=1e-7)


def test_fisher_information_at_the_ends() -> None:
    """A report that nobody can give is worth nothing, at any prior."""
    rows = np.array([[1.0, 3.0], [0.0, 0.0], [1.0, 1.0]])
    assert fisher(rr.Variance("1/4"), rows) == pytest.approx([4 / 1.5, 0, 0])


@pytest.mark.parametrize("name", ["variance", "mean", "model"])
def test_two_truths_have_one_best_table(name) -> None:
    """The same table is best for all; its variance of a proportion is 3/4 + pi (1 - pi)."""
    goals = {
        "variance": (rr.Variance("1/4"), 15 / 16),
        "mean": (rr.Mean([0, 2]), 4 * 3 / 4),
        "model": (rr.ForModel(rr.LinearProbability("1/4", 1), [0], coefficients=[0]), 15 / 16),
    }
    goal, value = goals[name]
    assert ROUTES[type(goal)](goal, LIMITS) == pytest.approx(value, rel=1e-6)


def test_a_report_that_reveals_another_truth_tells_nothing_of_the_pair() -> None:
    """Truth 2 may be told alone: chances of zero under both truths of the pair are no ratio."""
    rows = np.array([[0.0, 0.0, 1.0], [1.0, 3.0, 0.0], [1.0, 0.0, 0.0]])
    found = divergence_of(rr.FDivergence("chi-square", categories=3), rows)
    assert found.tolist() == [0.0, 4 / 3, math.inf]
    asked = rr.optimal(
        rr.UtilityOptimized([0, 1], "ln(3)"), rr.FDivergence("chi-square", categories=3)
    )
    value = ROUTES[rr.FDivergence](asked.problem.objective, limits_of(asked.problem))
    assert value == pytest.approx((GAMMA - 1) ** 2 / GAMMA, rel=1e-7)


@pytest.mark.parametrize(
    "objective", [rr.AOptimal(["1/4", "3/4"]), rr.EOptimal(["1/4", "3/4"]), rr.Mean([0, 1])]
)
def test_covariances_are_not_posed_under_a_renyi_budget(objective) -> None:
    """Reports that are hardly ever given led to a trace of -1/2, and to one that is not least."""
    limits = limits_of(rr.Problem(rr.RenyiDP(1, "1/2").on(2), rr.AOptimal(["1/2", "1/2"])))
    with pytest.raises(NotPosed, match="rare"):
        ROUTES[type(objective)](objective, limits)
