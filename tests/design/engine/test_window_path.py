"""Steps over all runs at once, beside those over the same runs as any patterns."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.path import PathEquations, PathPoint
from rropt.design.engine.pool import Charges, Quotient, tangent_basis
from rropt.design.engine.ratio_design import optimum_of, path_ends, ratio_optimum
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.engine.window_path import WindowPool, WindowProgram, window_search
from rropt.design.problem import Problem


def contrast_of(seed: int, truths: int) -> rr.COptimal:
    rng = Random(seed)
    masses = [rng.randint(1, 100) for _ in range(truths)]
    entries = sorted(rng.sample(range(-50, 50), truths))
    return rr.COptimal([F(mass, sum(masses)) for mass in masses], entries)


@pytest.mark.parametrize("gamma", [F(1001, 1000), F(3, 2), F(4), F(50), F(10**6)])
@pytest.mark.parametrize("truths", [2, 4, 7])
def test_runs_are_worth_what_all_patterns_are(truths: int, gamma: F) -> None:
    """The search over {1, g}^k knows nothing of neighbours."""
    problem = Problem(rr.LocalDP.from_gamma(gamma), contrast_of(truths, truths))
    found, other = optimum_of(problem, WindowPool(truths, gamma)), ratio_optimum(problem)
    assert found is not None
    assert found.bound <= other.value[1] and other.bound <= found.value[1]
    assert found.relative_gap < F(1, 10**11)


def test_out_of_order_runs_are_worse() -> None:
    """Entries that do not ascend: a report cannot tell the first and the third from the second."""
    problem = Problem(rr.LocalDP.from_gamma(3), rr.COptimal(["1/3"] * 3, [0, 9, 1]))
    best = ratio_optimum(problem)
    question = RatioQuestion(problem.objective, WindowPool(3, F(3)))
    found = next(path_ends(question))
    assert found.at.value / question.scale > 1.01 * float(best.value[1])


def test_the_worst_runs_are_those_of_brute_force() -> None:
    rng = np.random.default_rng(5)
    pool = WindowPool(5, F(3))
    direction = np.sort(rng.normal(size=5))
    direction -= direction.mean()
    prior = np.array([0.1, 0.3, 0.2, 0.25, 0.15])
    quotient = Quotient(prior, np.outer(direction, direction))
    charges = Charges(rng.normal(size=5) / 50, np.zeros(0))
    short = {}
    for first, last in product(range(5), range(1, 6)):
        if last <= first or last - first == 5:
            continue
        x = np.array([float(first <= j < last) for j in range(5)])
        row = 1 / 3 + 2 / 3 * x
        features = pool.features(np.array([6 * first + last]))
        assert features.rows[0] == pytest.approx(row)
        paid = float(features.balance[0] @ charges.balance)
        short[6 * first + last] = float((direction @ x) ** 2 / (prior @ row)) - paid
    keys, values = pool.worst([quotient], charges, 0.0, 4, np.array([2]))
    del short[2]
    worst = sorted(short, key=short.__getitem__)[-4:]
    assert dict(zip(keys.tolist(), values, strict=True)) == pytest.approx(
        {key: short[key] for key in worst}
    )
    assert min(values) > 0
    lack = pool.lack([quotient], charges)
    again = pool.worst([quotient], charges.raised(lack), 1e-12, 100)[0]
    assert lack > 0 and not len(again)


def test_all_runs() -> None:
    """But not the run of all truths, nor empty ones."""
    pool = WindowPool(4, F(3))
    runs = [pool.parts(key) for key in pool.runs]
    assert len(set(runs)) == 9 and (0, 1, 1, 0) in runs
    assert all(0 < sum(run) < 4 for run in runs)


def test_at_the_worst_prior_runs_of_few_sizes_are_begun_with() -> None:
    """And shorter ones at both ends; each with its mirror image, as the truths may be turned."""
    pool = WindowPool(30, F(3))
    keys, weights = pool.start()
    runs = {pool.parts(key) for key in keys}
    assert len(runs) == len(keys) < len(pool.runs) / 2 and set(keys) <= set(pool.runs)
    assert {run[::-1] for run in runs} == runs
    assert weights @ pool.features(keys).means == pytest.approx(1)


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
    keys = pool.runs
    weights = rng.uniform(0.5, 2, len(keys)) / len(keys)
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
