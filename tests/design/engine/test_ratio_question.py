"""What the engine makes of an objective.

Models as the engine sees them: information in new coordinates, and what the path makes of it.
"""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.pool import CubePool, Pool, tangent_basis
from rropt.design.engine.posed import pool_of
from rropt.design.engine.ratio_design import covers, path_ends
from rropt.design.engine.ratio_question import ModelQuestion, RatioQuestion, distribution
from rropt.design.engine.saddle import ScenarioMaximum, ScenarioMean, WorstPrior
from rropt.design.problem import Problem, resolved

POOL = CubePool(3, F(3))
PRIOR = ["1/2", "1/3", "1/6"]


@pytest.mark.parametrize(
    "objective, saddle, contrasts",
    [
        (rr.AOptimal(PRIOR), ScenarioMean, 3),
        (rr.COptimal(PRIOR, [0, 1, 3]), ScenarioMean, 1),
        (rr.Average([("1/2", PRIOR), ("1/2", PRIOR[::-1])]), ScenarioMean, 3),
        (rr.Minimax([PRIOR, PRIOR[::-1]]), ScenarioMaximum, 3),
        (rr.AOptimal("worst", 3), WorstPrior, 3),
        (rr.Mean([0, 1, 3]), WorstPrior, 1),
        (rr.Mean([0, 1, 3], prior=PRIOR), ScenarioMean, 1),
        (rr.DOptimal("worst", 3), WorstPrior, 3),
    ],
)
def test_what_is_worst_is_open(objective, saddle, contrasts: int) -> None:
    question = RatioQuestion(objective, POOL)
    assert isinstance(question.saddle, saddle) and len(question.contrasts) == contrasts


def test_f_is_the_value_in_the_units_of_the_pool() -> None:
    """At a table of all patterns alike, by numpy's inverse."""
    prior = np.array([0.5, 1 / 3, 1 / 6])
    c = np.array([0.0, 1, 3])
    keys = np.arange(1, 7)
    at = POOL.features(keys)
    weights = np.full(6, 1 / at.means.sum())
    rows = at.rows * weights[:, None]
    J = rows.T @ (at.rows / (at.rows @ prior)[:, None])
    covariance = np.linalg.inv(J) - np.outer(prior, prior)
    for objective, value in (
        (rr.AOptimal(PRIOR), np.trace(covariance)),
        (rr.COptimal(PRIOR, [0, 1, 3]), c @ covariance @ c),
    ):
        question = RatioQuestion(objective, POOL)
        found = question.saddle.expand(at, weights, np.zeros(0)).value / question.scale
        assert found == pytest.approx(value)
    grouped = RatioQuestion(rr.Mean([0, 1, 3]), POOL)
    value = c @ covariance @ c + (c @ prior) ** 2 - prior @ c**2
    found = grouped.saddle.expand(at, weights, prior).value / grouped.scale
    assert found == pytest.approx(value)


def test_one_contrast_has_a_direction() -> None:
    question = RatioQuestion(rr.COptimal(PRIOR, [0, 1, 3]), POOL)
    flat = tangent_basis(3).T @ np.array([0.0, 1, 3])
    assert question.direction == pytest.approx(flat / np.sqrt(question.size))
    assert RatioQuestion(rr.AOptimal(PRIOR), POOL).direction is None
    assert RatioQuestion(rr.EOptimal(PRIOR), POOL).direction is None


def test_a_distribution_adds_up_exactly() -> None:
    found = distribution([0.1, 0.2, 0.7, -1e-18])
    assert sum(found) == 1 and min(found) == 0 and found[3] == 0


MODEL = rr.Logit(["-1", "-2"], [["1", "1/2"], ["0", "1"]])
PLACES = [(0, 1), (1, 0), (1, 1), (2, 1)]


def information(goal: rr.ForModel, rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """sum_x w_x sum_r w_r (D'r)(D'r)' / (p.r), by its definition."""
    total = np.zeros((goal.coefficients,) * 2)
    for at in goal.guesses[0].points:
        slopes = rows @ np.array(at.derivatives, float)
        means = rows @ np.array(at.probabilities, float)
        total += float(at.weight) * (slopes.T * (weights / means)) @ slopes
    return total


def rows_of(pool: Pool, keys) -> np.ndarray:
    found = [[float(x) / pool.scale(key) for x in pool.pattern(key)] for key in keys]
    return np.array(found)


@pytest.mark.parametrize("places", [PLACES, [(1, 1), (2, 2), (3, 3), (5, 5)]], ids=["all", "some"])
def test_the_first_table_has_the_information_one_in_the_coordinates(places) -> None:
    """Covariates that are always equal leave (alpha, beta_1 + beta_2) of each truth."""
    goal = rr.ForModel(MODEL, places, coefficients=[0])
    pool = CubePool(3, F(3))
    question = ModelQuestion(goal, pool)
    keys, weights = pool.start()
    told = question.coordinates
    assert told.shape == (6, goal.told_directions) == (6, 6 if places is PLACES else 4)
    plain = information(goal, rows_of(pool, keys), weights) / pool.unit**2
    assert told.T @ plain @ told == pytest.approx(np.eye(told.shape[1]), abs=1e-9)


@pytest.mark.parametrize("target", ["A", "D"])
def test_an_end_of_the_path_covers_and_is_worth_what_it_charges(target: str) -> None:
    goal = rr.ForModel(MODEL, PLACES, target=target)
    pool = CubePool(3, F(3))
    question = ModelQuestion(goal, pool)
    found = next(iter(path_ends(question)))
    assert covers(pool, found)
    rows = rows_of(pool, found.point.keys)
    matrix = information(goal, rows, found.point.weights)
    *_, mean = found.point.charges.balance
    if target == "A":
        assert mean / question.scale == pytest.approx(np.trace(np.linalg.inv(matrix)), rel=1e-9)
    else:
        assert mean == pytest.approx(goal.coefficients, rel=1e-9)


def test_the_worst_guess_has_all_weight_where_it_is_worse_alone() -> None:
    """Two truths have one best table, so that the guesses are compared at that table."""
    guesses = [rr.Logit("-1", "1/2"), rr.Logit("0", "1")]
    worst = rr.ForModel(guesses, [0, 1], coefficients=[1], over="minimax")
    pool = CubePool(2, F(3))
    found = next(iter(path_ends(ModelQuestion(worst, pool))))
    table = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    alone = [rr.ForModel(at, [0, 1], coefficients=[1]).worth(table) for at in guesses]
    assert found.point.theta.sum() == pytest.approx(1)
    assert found.point.theta[int(np.argmax([float(x) for x in alone]))] == pytest.approx(1)


def test_budgets_are_spent_and_paid() -> None:
    goal = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], target="A")
    pool = pool_of(resolved(Problem(rr.LocalDP.from_gamma(3, "1/20"), goal)))
    found = next(iter(path_ends(ModelQuestion(goal, pool))))
    assert found.features.excess.T @ found.point.weights == pytest.approx([1, 1])
    assert (found.point.charges.excess > 0).all()
