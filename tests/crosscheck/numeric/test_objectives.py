"""One program an objective: none is forgotten, and each agrees with what is known of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.limits import limits_of
from rropt.crosscheck.numeric.objectives import DIVERGENCES, ROUTES, SUMS, divergence_of, fisher
from rropt.utility import Utility, information
from rropt.utility.curved import Curved
from rropt.utility.for_model import ForModel

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
        and each.__name__ != "UnderPrior"
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
