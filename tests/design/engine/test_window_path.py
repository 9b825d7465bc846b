"""Steps over all runs at once, beside those over the same runs as any patterns."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.path import PathEquations, PathPoint
from rropt.design.engine.pool import Charges, tangent_basis
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.engine.window_path import WindowProgram, window_search
from rropt.design.engine.window_pool import WindowPool
from rropt.design.problem import Problem

pytestmark = pytest.mark.quick

PRIOR = [F(7, 30), F(2, 30), F(10, 30), F(5, 30), F(6, 30)]
NUMBERS = [-3, 0, 1, 5, 40]


def question(gamma: F) -> tuple[WindowPool, RatioQuestion]:
    pool = WindowPool(5, gamma)
    return pool, RatioQuestion(rr.COptimal(PRIOR, NUMBERS), pool)


def in_places(flat: np.ndarray) -> np.ndarray:
    """The inner sums of a vector in the coordinates of the pool."""
    return np.cumsum(tangent_basis(5) @ flat)[:-1]


@pytest.mark.parametrize("gamma", [F(1001, 1000), F(3), F(10**6)])
def test_a_step_is_that_of_the_path_over_patterns(gamma: F) -> None:
    pool, asked = question(gamma)
    program = WindowProgram(pool, asked)
    rng = np.random.default_rng(3)
    keys, weights = pool.start()
    weights = weights * rng.uniform(0.5, 2, len(keys))
    flat = rng.normal(size=4)
    spare = rng.uniform(1, 2, len(keys))
    charges = Charges(np.append(flat, 7.0), np.zeros(0))
    moved = Charges(np.append(in_places(flat), 7.0), np.zeros(0))
    none = np.zeros(0)
    point = PathPoint(keys, weights, spare, charges, none, none, none, 0.0, 0.1)
    placed = PathPoint(keys, weights, spare, moved, none, none, none, 0.0, 0.1)

    at = pool.features(keys)
    there = asked.saddle.expand(at, weights, none)
    own = program.expand(program.features, weights, none)
    assert own.value == pytest.approx(there.value, rel=1e-9)
    assert own.worth == pytest.approx(there.worth, rel=1e-9)

    changes, _, others = PathEquations.of(at, there, point, 0.01).solved()
    found, _, prices = program.pose(program.features, own, placed, 0.01).solved()
    assert found == pytest.approx(changes, rel=1e-6)
    assert prices[:-1] == pytest.approx(in_places(others[:-1]), rel=1e-6)
    assert prices[-1] == pytest.approx(others[-1], rel=1e-6)


def test_the_end_is_a_table_whose_prices_cover_all_runs() -> None:
    pool, asked = question(F(3))
    *_, last = window_search(pool, asked)
    assert last.is_table and len(last.point.keys) <= 9
    # The path ends at a gap of 1e-14, with a little left for each run.
    raised = last.point.charges.raised(1e-12)
    assert not len(pool.worst(last.at.quotients, raised, 0.0, 1)[0])
    lower = last.point.charges.raised(-1e-6)
    assert len(pool.worst(last.at.quotients, lower, 0.0, 1)[0])


def test_prices_are_worth_what_the_table_costs() -> None:
    """By duality; both are the value of the search over all 32 patterns."""
    pool, asked = question(F(3))
    *_, last = window_search(pool, asked)
    other = ratio_optimum(Problem(rr.LocalDP.from_gamma(3), asked.objective))
    assert last.at.value / asked.scale == pytest.approx(float(other.value[1]), rel=1e-9)
    assert last.point.charges.balance[-1] == pytest.approx(last.at.value, rel=1e-9)
