"""Maxima that are known, of one function and of several at once."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.regression.newton import (
    Evaluation,
    definite_solutions,
    maximise,
    maximise_together,
    nearly_solved,
)


class Apart:
    """Surveys each of which is evaluated by itself."""

    def __init__(self, each):
        self.each = each

    def at(self, thetas, surveys):
        pairs = zip(thetas, surveys, strict=True)
        return Evaluation.together([self.each[survey](theta) for theta, survey in pairs])


def two_hills(x):
    """-(x^2 - 1)^2 as one record: convex between its hills."""
    value = -float((x[0] ** 2 - 1) ** 2)
    slope = np.array([[-4 * x[0] * (x[0] ** 2 - 1)]])
    return Evaluation.of(value, slope, np.array([[4 - 12 * x[0] ** 2]]))


@pytest.mark.parametrize("start", [0.05, 0.3, 2.0, -4.0])
def test_a_maximum_is_found_where_the_function_is_not_concave(start):
    found = maximise(two_hills, np.array([start]))
    assert found.converged
    assert abs(found.theta[0]) == pytest.approx(1, abs=1e-9)


def test_a_step_that_is_halved_to_nothing_is_the_last():
    """On an edge no part of a step rises: what promises no more than wanted is not tried."""
    asked = []

    def edge(x):
        asked.append(float(x[0]))
        return Evaluation.of(-abs(float(x[0])), -np.sign(x)[None, :], np.array([[-1e-3]]))

    found = maximise(edge, np.array([0.3]), enough=1e-7)
    assert abs(found.theta[0]) < 1e-6 and not found.converged
    assert len(asked) < 1000
    away = np.abs(np.diff(asked))
    assert away.min() > 1e-11


def test_held_parameters_stay():
    def at(x):
        return Evaluation.of(
            -float((x[0] - x[1]) ** 2),
            np.array([[-2.0, 2.0]]) * (x[0] - x[1]),
            np.array([[-2.0, 2.0], [2.0, -2.0]]),
        )

    found = maximise(at, np.array([3.0, 0.0]), np.array([False, True]))
    assert found.theta == pytest.approx([3, 3])


def hill(top, width):
    """-((x - top) / width)^2 / 2 as one record; impossible beyond ten."""

    def at(x):
        if abs(x[0]) > 10:
            return Evaluation.impossible(1)
        away = (x[0] - top) / width
        slope = np.array([[-away / width]])
        return Evaluation.of(-float(away**2) / 2, slope, np.array([[-1 / width**2]]))

    return at


def test_each_of_several_surveys_goes_its_own_way():
    """One is not concave, one starts at its maximum, one where it is impossible."""
    surveys = Apart([two_hills, hill(3.0, 0.1), hill(-2.0, 5.0), hill(1.0, 1.0)])
    found = maximise_together(surveys, np.array([[0.05], [3.0], [9.0], [11.0]]))
    assert found.theta[:, 0] == pytest.approx([1, 3, -2, 11], abs=1e-9)
    assert found.evaluation.value.tolist() == pytest.approx([0, 0, 0, -np.inf], abs=1e-12)
    for survey, start in enumerate([0.05, 3.0, 9.0, 11.0]):
        alone = maximise(surveys.each[survey], np.array([start]))
        assert found[survey].theta == pytest.approx(alone.theta, abs=1e-12)
        assert found[survey].converged == alone.converged


def test_a_step_too_far_is_halved():
    """Newton's step from 1 for a slope that is flatter than its curve says leads beyond ten."""

    def at(x):
        if abs(x[0]) > 10:
            return Evaluation.impossible(1)
        return Evaluation.of(float(x[0]), np.ones((1, 1)), np.array([[-1e-3]]))

    assert 5 < maximise(at, np.array([1.0])).theta[0] <= 10


def test_a_survey_that_ends_among_no_numbers_leaves_the_others():
    """Its scores are no numbers though its value is one: it does not converge, nothing fails."""

    def lost(x):
        return Evaluation.of(0.0, np.full((1, 1), np.nan), np.full((1, 1), np.nan))

    found = maximise_together(Apart([lost, hill(3.0, 0.1)]), np.zeros((2, 1)))
    assert found.converged.tolist() == [False, True]
    assert found.theta[:, 0] == pytest.approx([0, 3], abs=1e-9)


def test_a_matrix_that_is_singular_but_for_rounding_is_not_definite():
    """1 - 1e-15 off the diagonal: its least eigenvalue is a rounding error."""
    off = np.array([1 - 1e-15, 0.5])
    matrices = np.stack([np.array([[1.0, x], [x, 1.0]]) for x in off])
    found, definite = definite_solutions(matrices, np.ones((2, 2)))
    assert definite.tolist() == [False, True] and found[1] == pytest.approx([2 / 3, 2 / 3])


def test_values_that_are_no_numbers_are_impossible():
    wrong = Evaluation.possible(
        np.array([np.nan, -1.0]), np.full((2, 3, 1), np.nan), np.ones((2, 1, 1))
    )
    assert wrong.value.tolist() == [-np.inf, -1.0]
    assert not wrong.scores[0].any() and not wrong.hessian[0].any()


def test_scores_are_found_when_they_are_asked_for():
    """Of parts in their order, of an impossible survey zero, of some surveys theirs."""
    asked = []

    def scored(*numbers):
        def rows():
            asked.append(numbers)
            return np.array(numbers)[:, None]

        return Evaluation(1.0, np.array([sum(numbers)]), np.zeros((1, 1)), rows)

    parts = Evaluation.of_parts([scored(1.0, 2.0), scored(3.0)])
    both = Evaluation.together([parts, Evaluation.impossible(1)])
    assert parts.value == 2 and both.gradient.tolist() == [[6.0], [0.0]] and not asked
    assert both[0].scores.tolist() == [[1.0], [2.0], [3.0]] and len(asked) == 2
    assert both[[1]].scores.tolist() == [[[0.0]] * 3]
    replaced = both.with_some(np.array([1]), Evaluation.together([parts]))
    assert replaced.scores[1].tolist() == [[1.0], [2.0], [3.0]]


def test_normal_equations_are_near_whatever_the_units():
    random = np.random.default_rng(2)
    matrix = np.column_stack([np.ones(50), random.normal(size=50), np.zeros(50)])
    matrix *= [1, 1e9, 1]
    wanted = random.normal(size=(50, 2))
    solved = nearly_solved(matrix, wanted)
    assert solved == pytest.approx(np.linalg.lstsq(matrix, wanted, rcond=None)[0], rel=1e-6)
