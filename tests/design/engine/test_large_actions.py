"""Many actions and truths: beside the exact route, and the certificates that come of it."""

import json
import random
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.checker import check
from rropt.design.engine import large_actions
from rropt.design.engine.action_optimum import solve_actions
from rropt.design.engine.large_actions import (
    MANY_COLUMNS,
    MARGIN,
    covered,
    is_large,
    solve_large,
    table_on_grid,
)
from rropt.privacy import Privacy


def _random(truths, actions, seed=4):
    dice = random.Random(seed)
    levels = [
        [1 if a == b else F(dice.randint(20, 40), 10) for b in range(truths)] for a in range(truths)
    ]
    masses = [dice.randint(1, 9) for _ in range(truths)]
    prior = [F(x, sum(masses)) for x in masses]
    gains = [[dice.randint(-3, 10) for _ in range(truths)] for _ in range(actions)]
    return Privacy(levels), rr.Gain(gains, prior)


def _grid(side, seed=2):
    dice = random.Random(seed)
    places = [(a, b) for a in range(side) for b in range(side)]
    masses = [dice.randint(1, 9) for _ in places]
    gains = [[-(abs(x[0] - y[0]) + abs(x[1] - y[1])) for y in places] for x in places]
    return rr.MetricDP.grid(side, side, 1), rr.Gain(gains, [F(x, sum(masses)) for x in masses])


def _gap(design):
    data = design.certificate.data
    return float(F(data["gap"]) / abs(F(data["bound"])))


def test_the_way_is_for_many_entries_and_levels_above_one():
    levels = Privacy(_random(40, 1)[0].levels.lo).levels
    assert is_large([[F(0)] * 40] * (MANY_COLUMNS // 40 + 1), levels)
    assert not is_large([[F(0)] * 40] * (MANY_COLUMNS // 40), levels)
    one = [list(row) for row in levels.lo]
    one[0][1] = F(1)
    assert not is_large([[F(0)] * 40] * 60, Privacy(one).levels)


def test_a_line_is_no_large_question_however_long():
    assert not is_large([[F(0)] * 64] * 64, rr.MetricDP.path(1).on(64).levels)


@pytest.mark.everything
def test_levels_far_beyond_doubles_leave_a_small_gap():
    """Of 7 x 7 places the farthest are e^18 apart at epsilon 3/2 a step: capped they add 1e-6."""
    places = [(a, b) for a in range(7) for b in range(7)]
    apart = [[abs(x[0] - y[0]) + abs(x[1] - y[1]) for y in places] for x in places]
    dice = random.Random(5)
    masses = [dice.randint(1, 9) for _ in places]
    gains = [[-d for d in row] for row in apart]
    objective = rr.Gain(gains, [F(x, sum(masses)) for x in masses])
    assert _gap(rr.optimal(rr.MetricDP(apart, 3), objective)) < 1e-3


@pytest.mark.parametrize("truths, actions", [(6, 5), (9, 12), (4, 30)])
def test_it_ends_where_the_exact_route_does(truths, actions):
    privacy, objective = _random(truths, actions)
    exact = sum(solve_actions(objective.actions, privacy.levels).prices)
    rows, multipliers = solve_large(objective.actions, privacy.levels)
    assert all(sum(column) == 1 for column in zip(*rows, strict=True))
    assert privacy.levels.obeyed_by(rows)
    value = sum(objective.decision(row)[1] for row in rows)
    assert F(1, 10**6) * exact > exact - value >= 0
    charged = [list(action) for action in objective.actions]
    for action, f in zip(charged, multipliers, strict=True):
        for (a, b), x in f.items():
            action[a] -= x
            action[b] += x * privacy.levels.hi[a][b]
    bound = sum(map(max, zip(*charged, strict=True)))
    assert F(1, 10**6) * exact > bound - exact >= 0


def test_actions_that_no_single_level_takes_join(monkeypatch):
    privacy, objective = _random(6, 12)
    exact = sum(solve_actions(objective.actions, privacy.levels).prices)
    monkeypatch.setattr(large_actions, "_first_actions", lambda actions, levels: [0])
    rows, _ = solve_large(objective.actions, privacy.levels)
    value = sum(objective.decision(row)[1] for row in rows)
    assert exact - value < F(1, 10**6) * exact


def test_tables_on_the_grid_stay_private():
    near = np.array([[0.75, 0.25], [0.25, 0.75]])  # tight at level 3
    rows = table_on_grid(near, F(3))
    assert all(sum(column) == 1 for column in zip(*rows, strict=True))
    assert Privacy([[1, 3], [3, 1]]).levels.obeyed_by(rows)
    assert abs(float(rows[0][0]) - 0.75) < 1e-12
    # Tight at a level close to one, where what is mixed in has little to spare.
    level = F(10**6 + 1, 10**6)
    low = float(1 / (1 + level))
    rows = table_on_grid(np.array([[1 - low, low], [low, 1 - low]]), level)
    assert Privacy([[1, level], [level, 1]]).levels.obeyed_by(rows)


def test_random_levels_are_certified(monkeypatch):
    monkeypatch.setattr(large_actions, "MANY_COLUMNS", 100)
    design = rr.optimal(*_random(16, 16))
    assert 0 <= _gap(design) < 1e-6
    # A near miss: one price lower by a millionth, with the sums put right.
    data = json.loads(design.certificate.to_json())
    less = F(data["prices"][0]) * F(999_999, 1_000_000)
    change = less - F(data["prices"][0])
    data["prices"][0] = str(less)
    data["bound"] = str(F(data["bound"]) + change)
    data["gap"] = str(F(data["gap"]) + change)
    assert check(json.dumps(data)).verdict == "refuted"


def test_a_grid_of_unequal_shares_is_certified(monkeypatch):
    monkeypatch.setattr(large_actions, "MANY_COLUMNS", 100)
    assert 0 < _gap(rr.optimal(*_grid(4))) < 1e-6


@pytest.mark.everything
def test_fifty_actions_and_a_grid_of_unequal_shares_take_seconds():
    assert 0 <= _gap(rr.optimal(*_random(50, 50))) < 1e-6
    assert 0 <= _gap(rr.optimal(*_grid(7))) < 1e-6


def test_more_reports_than_a_checker_takes_are_refused(monkeypatch):
    monkeypatch.setattr(large_actions, "MOST_CHECKED", 10)
    with pytest.raises(rr.InputError, match="reports times truths squared must be at most 10 "):
        solve_large(*_of(_random(6, 5)))


def _of(question):
    privacy, objective = question
    return objective.actions, privacy.levels


def least_rise(action, prices, levels):
    """The program with every pair of truths, in both directions."""
    truths = len(action)
    pairs = [(a, b) for a in range(truths) for b in range(truths) if a != b]
    pairs = [(a, b) for a, b in pairs if np.isfinite(levels[a, b])]
    matrix = np.zeros((truths, 1 + len(pairs)))
    matrix[:, 0] = -1
    for n, (a, b) in enumerate(pairs, start=1):
        matrix[a, n] = -1
        matrix[b, n] = levels[a, b]
    costs = np.eye(1 + len(pairs))[0]
    ends = [(None, None)] + [(0, None)] * len(pairs)
    return linprog(costs, matrix, prices - action, bounds=ends).fun


def _closed(levels):
    for c in range(len(levels)):
        levels = np.minimum(levels, levels[:, [c]] * levels[[c], :])
    return levels


def _case(seed, truths=9):
    random = np.random.default_rng(seed)
    levels = _closed(random.uniform(1.2, 6, (truths, truths)))
    np.fill_diagonal(levels, 1)
    return random.random(truths), random.random(truths), levels


@pytest.mark.parametrize("seed", range(8))
def test_prices_are_short_exactly_below_those_that_cover_with_all_pairs(seed):
    action, prices, levels = _case(seed)
    least = prices + least_rise(action, prices, levels)
    assert abs(covered(action, least, levels).short) < 1e-8
    assert covered(action, least + 1e-4, levels).short == pytest.approx(-MARGIN * action.max())
    assert covered(action, least - 1e-4, levels).short >= 1e-4 - 1e-8


@pytest.mark.parametrize("seed", range(8))
def test_the_multipliers_show_it(seed):
    action, prices, levels = _case(seed)
    found = covered(action, prices, levels)
    left = prices - action + found.short
    for (a, b), f in found.multipliers.items():
        assert f > 0
        left[a] += f
        left[b] -= levels[a, b] * f
    assert left.min() > -1e-8
    assert len(found.multipliers) <= len(action)


def test_prices_a_little_too_low_are_short():
    action = np.array([0.5, 0.0])
    levels = np.array([[1.0, 3.0], [3.0, 1.0]])
    exact = np.array([0.375, 0.375])
    assert abs(covered(action, exact, levels).short) < 1e-9
    # A unit at truth 0 costs three at truth 1, so both must rise by as much.
    assert covered(action, exact - 1e-3, levels).short == pytest.approx(1e-3)


def test_nothing_is_carried_without_a_level():
    levels = np.array([[1.0, np.inf], [3.0, 1.0]])
    found = covered(np.array([0.5, 0.0]), np.array([0.4, 0.9]), levels)
    assert found.short == pytest.approx(0.1) and not found.multipliers


def test_an_action_that_needs_nothing_or_can_give_nothing():
    levels = np.array([[1.0, 3.0], [3.0, 1.0]])
    assert covered(np.array([0.1, 0.2]), np.array([0.3, 0.3]), levels).short == pytest.approx(-0.1)
    assert covered(np.array([0.4, 0.6]), np.array([0.3, 0.3]), levels).short == pytest.approx(0.3)
