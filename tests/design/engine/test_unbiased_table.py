"""Exactly unbiased private tables from doubles."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt.design.engine.unbiased_table import unbiased_table

F = Fraction
WARNER = [(F(3), F(1)), (F(1), F(3))]


@pytest.mark.parametrize("error", [0.0, 1e-12, 1e-7, -1e-5])
def test_columns_and_means_are_exact_and_ratios_within_the_level(error: float) -> None:
    weights = np.array([0.25 + error, 0.25])
    table = unbiased_table(WARNER, weights, np.array([-0.5, 1.5]), (F(0), F(1)), F(3))
    rows = [[w * x for x in r] for w, r in zip(table.weights, table.patterns, strict=True)]
    for j, mean in enumerate((F(0), F(1))):
        assert sum(row[j] for row in rows) == 1
        assert sum(v * row[j] for v, row in zip(table.estimators[0], rows, strict=True)) == mean
    assert all(0 < max(row) <= 3 * min(row) for row in rows)
    assert all(abs(float(m) - 5 / 4) < 0.51 + 1e3 * abs(error) for m in table.second_moments())


def test_far_from_a_table_there_is_none() -> None:
    with pytest.raises(ArithmeticError):
        unbiased_table(WARNER, np.array([9.0, 9.0]), np.array([1.0, 1.0]), (F(0), F(1)), F(3))
