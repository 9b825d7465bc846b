"""Directions that join until prices cover all of them."""

from __future__ import annotations

from math import exp, log

import pytest

from rropt.crosscheck.prices.cutting_planes import over_all_ratios
from rropt.crosscheck.prices.dual_programs import best_sum
from rropt.crosscheck.prices.priced_rows import RenyiBudgets


def _guess(rows):
    return rows.max(axis=1)


@pytest.mark.parametrize("order", [1.0, 2.0])
def test_a_symmetric_guess_is_warners(order) -> None:
    """2 p, where p is the largest at which the divergence is the budget, by halving."""

    def divergence(p: float) -> float:
        if order == 1:
            return (2 * p - 1) * log(p / (1 - p))
        return log(p**2 / (1 - p) + (1 - p) ** 2 / p)

    low, high = 0.5, 1 - exp(-20)
    for _ in range(60):
        p = (low + high) / 2
        low, high = (p, high) if divergence(p) <= 0.5 else (low, p)
    found = over_all_ratios(lambda rows: best_sum(_guess, rows), RenyiBudgets((order,), (0.5,)))
    assert found == pytest.approx(2 * low, rel=1e-6)


def test_all_orders_bind_no_less_than_the_first() -> None:
    first = over_all_ratios(lambda rows: best_sum(_guess, rows), RenyiBudgets((1.0,), (0.5,)))
    every = over_all_ratios(lambda rows: best_sum(_guess, rows), RenyiBudgets((1.0,), (0.5,), 0.5))
    assert every <= first * (1 + 1e-6)
