"""Models as the engine sees them: information in new coordinates, and what the path makes of it."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.cube_pool import CubePool
from rropt.design.engine.model_question import ModelQuestion
from rropt.design.engine.pool import Pool
from rropt.design.engine.posed import pool_of
from rropt.design.engine.ratio_design import covers, path_ends
from rropt.design.problem import Problem, resolved

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
    found = next(iter(path_ends(question, pool)))
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
    found = next(iter(path_ends(ModelQuestion(worst, pool), pool)))
    table = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    alone = [rr.ForModel(at, [0, 1], coefficients=[1]).worth(table) for at in guesses]
    assert found.point.theta.sum() == pytest.approx(1)
    assert found.point.theta[int(np.argmax([float(x) for x in alone]))] == pytest.approx(1)


def test_budgets_are_spent_and_paid() -> None:
    goal = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], target="A")
    pool = pool_of(resolved(Problem(rr.LocalDP.from_gamma(3, "1/20"), goal)))
    found = next(iter(path_ends(ModelQuestion(goal, pool), pool)))
    assert found.features.excess.T @ found.point.weights == pytest.approx([1, 1])
    assert (found.point.charges.excess > 0).all()
