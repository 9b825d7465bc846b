"""What other tables do in the worst case."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from rropt.channel import Channel
from rropt.report.worst_worth import over_prevalences, worst_case_of
from rropt.utility.curved import VarianceOverInterval
from rropt.utility.worst_case import Mean, WorstCase
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
    assert worst_case_of(Mean(values), table) == pytest.approx(float(max(variances)))


def test_split_reports_are_worth_the_same() -> None:
    table = response(3, 4)
    rows = [[x / 2 for x in row] for row in table.rows]
    eigenvalue = WorstEigenvalue(3, "group")
    for objective in (Mean([0, 1, 5]), WorstCase([1, -1, 0]), WorstCase(truths=3), eigenvalue):
        split = worst_case_of(objective, Channel.from_rows(rows + rows))
        assert split == pytest.approx(worst_case_of(objective, table), rel=1e-6)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_eigenvalue_of_k_ary_response(k: int) -> None:
    """Its reports are worth s e_i - c: s^2 times the covariance of the table's column.

    That column has g/(g + k - 1) and k - 1 times 1/(g + k - 1): the larger of 1/(g + k - 1) and
    the variance k g/(g + k - 1)^2 of its first unit, among vectors that add up to zero.
    """
    g = 3
    s = (g + k - 1) / (g - 1)
    own, other = k * g / (g + k - 1) ** 2, 1 / (g + k - 1) if k > 2 else 0.0
    found = worst_case_of(WorstEigenvalue(k, "group"), response(k, g))
    assert found == pytest.approx(s * s * max(own, other), rel=1e-6)


def test_a_useless_table_is_infinite() -> None:
    flat = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    assert worst_case_of(WorstCase([0, 1]), flat) == math.inf
    assert over_prevalences(VarianceOverInterval("1/4", "1/2"), flat) == math.inf


def test_the_worst_prevalence_may_be_inside_or_at_an_end() -> None:
    """Warner at gamma 3: p (1 - p) + 3/4."""
    warner = response(2, 3)
    assert over_prevalences(VarianceOverInterval("1/4", "9/10"), warner) == pytest.approx(1.0)
    ends = over_prevalences(VarianceOverInterval("1/10", "1/4"), warner)
    assert ends == pytest.approx(3 / 16 + 3 / 4)
