"""Exactly unbiased private tables from doubles."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import rropt as rr
from rropt.design.worst.solved_table import UnbiasedTable, solved_runs, solved_table

F = Fraction
WARNER = [(F(3), F(1)), (F(1), F(3))]
SHARE = F(0), F(1)


def is_unbiased(table: UnbiasedTable, contrasts: list[tuple[Fraction, ...]]) -> bool:
    """Straight from the definition: columns and means."""
    rows = [[w * x for x in r] for w, r in zip(table.weights, table.patterns, strict=True)]
    for c, x in zip(contrasts, table.estimators, strict=True):
        for j, column in enumerate(zip(*rows, strict=True)):
            if sum(column) != 1 or sum(v * p for v, p in zip(x, column, strict=True)) != c[j]:
                return False
    return min(table.weights) > 0


@pytest.mark.parametrize("error", [0.0, 1e-12, 1e-7, -1e-5])
def test_columns_and_means_are_exact_and_no_report_is_added(error: float) -> None:
    weights, values = np.array([0.25 + error, 0.25]), np.array([-0.5, 1.5])
    masks = np.array([[True, False], [False, True]])
    for table in (
        solved_table(WARNER, weights, values[None], [SHARE]),
        solved_runs(masks, F(3), weights, values[None], [SHARE]),
    ):
        assert is_unbiased(table, [SHARE])
        assert table.weights == [F(1, 4)] * 2, "two truths leave no choice"


def test_a_third_report_keeps_its_rounded_weight_and_number() -> None:
    """With (2, 2) beside Warner's patterns one weight and one number are free."""
    patterns = [*WARNER, (F(2), F(2))]
    weights = np.array([0.2, 0.2, 0.1 + 1e-9])
    table = solved_table(patterns, weights, np.array([[-0.7, 1.8, 0.25]]), [SHARE])
    assert is_unbiased(table, [SHARE])
    assert abs(table.weights[2] - F(1, 10) - F(1, 10**9)) < F(1, 2**48)
    assert abs(table.estimators[0][2] - F(1, 4)) < F(1, 10**12)


def test_runs_have_short_weights() -> None:
    """All runs of six truths: whatever the basis, its determinant is 1 or -1."""
    runs = [(a, b) for a in range(6) for b in range(a + 1, 7) if b - a < 6]
    masks = np.array([[a <= j < b for j in range(6)] for a, b in runs])
    contrast = tuple(F(j, 3) for j in range(6))
    weights = np.linspace(1, 2, len(runs))
    sums = masks.T @ weights
    starts = [n for n, (a, b) in enumerate(runs) if b - a == 1]
    weights[starts] += sums.max() - sums  # every truth lies in runs of the same weight
    weights /= weights.sum() + 2 * sums.max()
    table = solved_runs(masks, F(3), weights, np.zeros((1, len(runs))), [contrast])
    assert is_unbiased(table, [contrast])
    whole = sum(table.weights)
    unit = (1 - whole) / 2  # of the weights with sum u m = 1, by w (1 + 2 m) = 1
    assert all((w / unit * 2**48).denominator == 1 for w in table.weights)


@pytest.mark.everything
def test_many_truths_have_one_short_denominator() -> None:
    """161 thresholds with the weights of a smooth table: 4168 bits are what a checker takes."""
    k = 161
    places = np.arange(k)
    masks = np.array([places < j for j in range(1, k)] + [places >= j for j in range(1, k)])
    slope = 1 + np.sin(np.arange(1, k) / 7) / 3
    weights = np.concatenate([slope, slope])
    weights /= weights.sum() + 2 * slope.sum()  # sum w (1 + 2 m) = 1: each truth is in half of them
    values = np.concatenate([-np.ones(k - 1), np.ones(k - 1)])
    contrast = tuple(F(j, 80) - 1 for j in range(k))
    table = solved_runs(masks, F(3), weights, values[None], [contrast])
    assert is_unbiased(table, [contrast])
    common = 1
    for v in table.estimators[0]:
        common = math.lcm(common, v.denominator)
    assert common.bit_length() < 4168


def test_weights_that_are_no_table_have_none_near() -> None:
    with pytest.raises(ArithmeticError):
        solved_table([(F(3), F(1)), (F(2), F(1))], np.ones(2), np.ones((1, 2)), [SHARE])


def test_slack_goes_to_the_heaviest_report_and_takes_from_excesses() -> None:
    """Two sure reports and two of Warner's: delta 1/10 is exhausted, and exceeded by a hair."""
    patterns = [(F(1), F(0)), (F(0), F(1)), *WARNER]
    weights = np.array([0.1, 0.1, 0.225, 0.225])
    table = solved_table(patterns, weights, np.array([[0.0, 1.0, -0.5, 1.5]]), [SHARE], 1e-6)
    assert is_unbiased(table, [SHARE])
    excess = F(0)
    for w, (a, b) in zip(table.weights, table.patterns, strict=True):
        excess += w * max(F(0), a - 3 * b)
    assert 0 < F(1, 10) - excess < F(1, 10**6)


@pytest.mark.parametrize("objective", [rr.Mean([-1, 0, 1]), rr.AOptimal("worst", truths=3)])
def test_a_deployed_table_has_no_report_that_never_comes(objective: object) -> None:
    table = rr.optimal(rr.LocalDP(1), objective).channel  # type: ignore[arg-type]
    assert min(map(sum, table.rows)) > F(1, 1000)
