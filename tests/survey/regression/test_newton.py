"""Maxima that are known, of one function and of several at once."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.survey.regression.newton import (
    Evaluation,
    maximise,
    nearly_solved,
    uphill,
)
from tests.survey.regression.survey_data import top


class Each:
    """Surveys, each by its own function of a point: the value, rows of scores, and the Hessian."""

    def __init__(self, *each):
        self.each = each

    def at(self, thetas, surveys):
        found = [self.each[survey](theta) for theta, survey in zip(thetas, surveys, strict=True)]
        values, scores, hessians = zip(*found, strict=True)
        gradients = np.array([rows.sum(axis=0) for rows in scores])
        return Evaluation(np.array(values, float), gradients, np.array(hessians))


def two_hills(x):
    """-(x^2 - 1)^2 as one record: convex between its hills."""
    value = -float((x[0] ** 2 - 1) ** 2)
    slope = np.array([[-4 * x[0] * (x[0] ** 2 - 1)]])
    return value, slope, np.array([[4 - 12 * x[0] ** 2]])


IMPOSSIBLE = -np.inf, np.zeros((1, 1)), np.zeros((1, 1))


@pytest.mark.parametrize("start", [0.05, 0.3, 2.0, -4.0])
def test_a_maximum_is_found_where_the_function_is_not_concave(start):
    found = top(Each(two_hills), np.array([start]))
    assert found.converged
    assert abs(found.theta[0]) == pytest.approx(1, abs=1e-9)


def test_a_step_that_is_halved_to_nothing_is_the_last():
    """On an edge no part of a step rises: what promises no more than wanted is not tried."""
    asked = []

    def edge(x):
        asked.append(float(x[0]))
        return (-abs(float(x[0])), -np.sign(x)[None, :], np.array([[-1e-3]]))

    found = top(Each(edge), np.array([0.3]), enough=1e-7)
    assert abs(found.theta[0]) < 1e-6 and not found.converged
    assert len(asked) < 1000
    away = np.abs(np.diff(asked))
    assert away.min() > 1e-11


def test_held_parameters_stay():
    def at(x):
        return (
            -float((x[0] - x[1]) ** 2),
            np.array([[-2.0, 2.0]]) * (x[0] - x[1]),
            np.array([[-2.0, 2.0], [2.0, -2.0]]),
        )

    found = top(Each(at), np.array([3.0, 0.0]), np.array([False, True]))
    assert found.theta == pytest.approx([3, 3])


def test_each_point_has_parameters_of_its_own_that_stay():
    def at(x):
        away = np.array([x[0] - x[1], x[1] - 5])
        rows = np.array([[-2 * away[0], 2 * away[0] - 2 * away[1]]])
        return -float(away @ away), rows, np.array([[-2.0, 2.0], [2.0, -4.0]])

    free = np.array([[False, True], [True, False], [True, True], [False, False]])
    found = maximise(Each(at), np.tile([3.0, 0.0], (4, 1)), free)
    assert found.theta == pytest.approx(np.array([[3, 4], [0, 0], [5, 5], [3, 0]]))
    assert found.converged.all()


def hill(top, width):
    """-((x - top) / width)^2 / 2 as one record; impossible beyond ten."""

    def at(x):
        if abs(x[0]) > 10:
            return IMPOSSIBLE
        away = (x[0] - top) / width
        slope = np.array([[-away / width]])
        return (-float(away**2) / 2, slope, np.array([[-1 / width**2]]))

    return at


def test_each_of_several_surveys_goes_its_own_way():
    """One is not concave, one starts at its maximum, one where it is impossible."""
    surveys = Each(two_hills, hill(3.0, 0.1), hill(-2.0, 5.0), hill(1.0, 1.0))
    found = maximise(surveys, np.array([[0.05], [3.0], [9.0], [11.0]]), names=np.arange(4))
    assert found.theta[:, 0] == pytest.approx([1, 3, -2, 11], abs=1e-9)
    assert found.evaluation.value.tolist() == pytest.approx([0, 0, 0, -np.inf], abs=1e-12)
    for survey, start in enumerate([0.05, 3.0, 9.0, 11.0]):
        alone = top(Each(surveys.each[survey]), np.array([start]))
        assert found[survey].theta == pytest.approx(alone.theta, abs=1e-12)
        assert found[survey].converged == alone.converged


def test_a_step_too_far_is_halved():
    """Newton's step from 1 for a slope that is flatter than its curve says leads beyond ten."""

    def at(x):
        if abs(x[0]) > 10:
            return IMPOSSIBLE
        return (float(x[0]), np.ones((1, 1)), np.array([[-1e-3]]))

    assert 5 < top(Each(at), np.array([1.0])).theta[0] <= 10


def test_halvings_are_tried_together_and_the_longest_step_that_rises_is_taken():
    """From 1 by 2^40: the first power of two that ends below ten is 8, after 37 halvings."""
    calls = []

    class Cliff(Each):
        def at(self, thetas, surveys):
            calls.append(thetas[:, 0].tolist())
            return super().at(thetas, surveys)

    def at(x):
        if abs(x[0]) > 9.5:
            return IMPOSSIBLE
        return (float(x[0]), np.ones((1, 1)), np.array([[-(2.0**-40)]]))

    assert top(Cliff(at), np.array([1.0]), enough=1e-3).theta[0] == pytest.approx(9.5, abs=0.01)
    assert [len(points) for points in calls[:8]] == [1, 1, 1, 2, 4, 8, 16, 32]
    assert calls[7].index(9.0) == 5
    assert min(calls[8]) > 9


def test_a_survey_that_ends_among_no_numbers_leaves_the_others():
    """Its scores are no numbers though its value is one: it does not converge, nothing fails."""

    def lost(x):
        return (0.0, np.full((1, 1), np.nan), np.full((1, 1), np.nan))

    found = maximise(Each(lost, hill(3.0, 0.1)), np.zeros((2, 1)), names=np.arange(2))
    assert found.converged.tolist() == [False, True]
    assert found.theta[:, 0] == pytest.approx([0, 3], abs=1e-9)


def test_a_step_turns_a_negative_eigenvalue_and_keeps_the_others():
    """-1 along (1, -1) becomes 1, and 3 along (1, 1) stays: the step is the same in all units."""
    matrix = np.array([[1.0, 2.0], [2.0, 1.0]])
    gradient = np.array([1.0, 0.0])
    units = np.array([1e-4, 10.0])
    other = matrix * np.outer(units, units)
    expected = [1 / 6 + 1 / 2, 1 / 6 - 1 / 2]
    assert uphill(matrix[None], gradient[None])[0] == pytest.approx(expected)
    assert uphill(other[None], (gradient * units)[None])[0] * units == pytest.approx(expected)


def test_values_that_are_no_numbers_are_impossible():
    wrong = Evaluation.possible(np.array([np.nan, -1.0]), np.ones((2, 1)), np.ones((2, 1, 1)))
    assert wrong.value.tolist() == [-np.inf, -1.0]
    assert wrong.gradient.tolist() == [[0], [1]] and wrong.hessian.tolist() == [[[0]], [[1]]]


def two_unlike_hills(x):
    """That on the right is higher."""
    value, *others = two_hills(x)
    return value + float(x[0] > 0), *others


UNLIKE = Each(two_unlike_hills)


def test_starts_lead_to_different_maxima():
    """Left and right of the valley, each with its own step."""
    found = maximise(UNLIKE, np.array([[-0.3], [2.0]]))
    assert found.theta[:, 0] == pytest.approx([-1, 1], abs=1e-9)
    assert found.highest.theta == pytest.approx([1], abs=1e-9)


def test_normal_equations_are_near_whatever_the_units():
    random = np.random.default_rng(2)
    matrix = np.column_stack([np.ones(50), random.normal(size=50), np.zeros(50)])
    matrix *= [1, 1e9, 1]
    wanted = random.normal(size=(50, 2))
    solved = nearly_solved(matrix, wanted)
    assert solved == pytest.approx(np.linalg.lstsq(matrix, wanted, rcond=None)[0], rel=1e-6)
