"""What other tables do in the worst case."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.utility.curved import VarianceOverInterval
from rropt.utility.worst_case import Mean, WorstCase
from rropt.utility.worst_case_value import bends_at, criterion_at, slopes_at, worst_prior
from rropt.utility.worst_eigenvalue import WorstEigenvalue

F = Fraction


def response(k: int, gamma: int) -> Channel:
    return Channel.from_rows(
        [[F(gamma if i == j else 1, gamma + k - 1) for j in range(k)] for i in range(k)]
    )


def test_a_square_table_has_one_estimator() -> None:
    """k-ary response at gamma: report i is worth (c_i (g + k - 1) - sum c) / (g - 1)."""
    k, g, values = 3, 5, [F(-1), F(0), F(1)]
    table = response(k, g)
    numbers = [(c * (g + k - 1) - sum(values)) / (g - 1) for c in values]
    variances = []
    for j, c in enumerate(values):
        column = [row[j] for row in table.rows]
        variances.append(sum(x * x * p for x, p in zip(numbers, column, strict=True)) - c * c)
    assert float(Mean(values).worth(table)) == pytest.approx(float(max(variances)))


THREE = [
    ["1/2", "1/4", "1/8"],
    ["3/8", "1/4", "1/8"],
    ["1/16", "1/4", "1/4"],
    ["1/16", "1/4", "1/2"],
]


@pytest.mark.parametrize("size", ["1/1000000", "1/1000", "1000", "1000000000"])
def test_in_other_units_variances_are_squares_of_the_unit(size: str) -> None:
    """Numbers of a thousand had enclosures of 36 % and more."""
    unit = F(size)
    table = Channel.from_rows([[F(x) for x in row] for row in THREE])
    for worst in (Mean, WorstCase):
        one = worst([F(0), F(1), F(5)]).worth(table)
        other = worst([F(0), unit, 5 * unit]).worth(table)
        assert one.hi - one.lo < one.hi / 10**7
        assert other.hi - other.lo < other.hi / 10**7
        assert other.lo <= unit**2 * one.hi and unit**2 * one.lo <= other.hi


def test_the_truth_itself_has_no_variance_in_a_group() -> None:
    truth = Channel.from_rows(np.eye(3, dtype=int).tolist())
    assert abs(Mean([0, 1, 5000]).worth(truth).hi) < F(1, 10**9)


def test_split_reports_are_worth_the_same() -> None:
    table = response(3, 4)
    rows = [[x / 2 for x in row] for row in table.rows]
    eigenvalue = WorstEigenvalue(3, "group")
    for objective in (Mean([0, 1, 5]), WorstCase([1, -1, 0]), WorstCase(truths=3), eigenvalue):
        split = float(objective.worth(Channel.from_rows(rows + rows)))
        assert split == pytest.approx(float(objective.worth(table)), rel=1e-6)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_eigenvalue_of_k_ary_response(k: int) -> None:
    """Its reports are worth s e_i - c: s^2 times the covariance of the table's column.

    That column has g/(g + k - 1) and k - 1 times 1/(g + k - 1): the larger of 1/(g + k - 1) and
    the variance k g/(g + k - 1)^2 of its first unit, among vectors that add up to zero.
    """
    g = 3
    s = (g + k - 1) / (g - 1)
    own, other = k * g / (g + k - 1) ** 2, 1 / (g + k - 1) if k > 2 else 0.0
    found = float(WorstEigenvalue(k, "group").worth(response(k, g)))
    assert found == pytest.approx(s * s * max(own, other), rel=1e-6)


def test_a_useless_table_is_infinite() -> None:
    flat = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    assert float(WorstCase([0, 1]).worth(flat)) == math.inf
    assert float(VarianceOverInterval("1/4", "1/2").worth(flat)) == math.inf


def test_the_worst_prevalence_may_be_inside_or_at_an_end() -> None:
    """Warner at gamma 3: p (1 - p) + 3/4."""
    warner = response(2, 3)
    assert float(VarianceOverInterval("1/4", "9/10").worth(warner)) == pytest.approx(1.0)
    ends = float(VarianceOverInterval("1/10", "1/4").worth(warner))
    assert ends == pytest.approx(3 / 16 + 3 / 4)


TABLE = np.array([[0.6, 0.2, 0.1], [0.3, 0.5, 0.2], [0.1, 0.3, 0.7]])
GOALS = [
    rr.AOptimal("worst", truths=3),
    rr.COptimal("worst", [1, -1, 0], respondents="group"),
    rr.DOptimal("worst", truths=3),
    rr.Mean([0, 1, 5], worst="population"),
]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.label)
def test_no_prior_of_a_grid_is_worse(goal) -> None:
    worst = criterion_at(goal, TABLE, worst_prior(goal, TABLE))
    for a, b in product(range(1, 20), repeat=2):
        if a + b < 20:
            q = np.array([a, b, 20 - a - b]) / 20
            assert criterion_at(goal, TABLE, q) <= worst + 1e-7


def test_a_stated_prior_is_taken() -> None:
    goal = rr.Mean([0, 1, 5], prior=["1/2", "1/2", "0"])
    assert worst_prior(goal, TABLE) == pytest.approx([0.5, 0.5, 0.0], abs=1e-8)


def test_the_determinant_is_that_of_the_covariance_on_the_tangent_space() -> None:
    q = np.array([0.5, 0.3, 0.2])
    seen = TABLE @ q
    inverse = np.linalg.inv(TABLE.T @ (TABLE / seen[:, None]))
    tangent = np.array([[1, -1, 0], [1, 1, -2]]) / np.sqrt([[2], [6]])
    covariance = tangent @ (inverse - np.outer(q, q)) @ tangent.T
    found = criterion_at(rr.DOptimal("worst", truths=3), TABLE, q)
    assert found == pytest.approx(np.log(np.linalg.det(covariance)))


def test_a_report_that_nearly_nobody_gives_is_weighed_to_the_last_digits() -> None:
    """A chance of 1e-12 shows the second truth: its worst share is 2e-6, which six digits of left
    a value that was known to 1e-5 of itself only."""
    rare = F(1, 10**12)
    first = [F(15, 37), F(4, 37)]
    rows = [first, [1 - first[0], 1 - first[1] - rare], [F(0), rare]]
    value = Mean([5, 2]).worth(Channel.from_rows(rows))
    assert value.hi - value.lo < value.lo / 10**11


@pytest.mark.parametrize(
    "goal", [Mean([0, 1, 5]), Mean([0, 1, 5], worst="population"), WorstCase(truths=3)]
)
def test_second_derivatives_are_those_of_the_slopes(goal) -> None:
    table = response(3, 4).to_numpy()
    prior = np.array([0.5, 0.3, 0.2])
    step = 1e-5
    for j, bend in enumerate(bends_at(goal, table, prior).T):
        ends = [slopes_at(goal, table, prior + sign * step * np.eye(3)[j]) for sign in (1, -1)]
        assert bend == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-6, abs=1e-6)


def test_reports_of_no_chance_in_doubles_are_left_out_of_the_search() -> None:
    """Three bits at once are told wrongly with e^(-3 * 350): this ended in a LinAlgError."""
    unary = rr.device("symmetric_unary", epsilon=700, categories=4).channel
    assert unary.shape == (16, 4) and not np.array(unary.rows, dtype=float).any(axis=1).all()
    assert 0 < WorstCase(truths=4, respondents="group").worth(unary).hi < 1e-30
