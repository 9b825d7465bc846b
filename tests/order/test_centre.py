"""A point near the centre of parts and prices: it only suggests."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np

import rropt as rr
from rropt.order.best_staircases import Prices, Task, near_centre, prove
from rropt.order.centre import centre, share
from tests.order.test_best_staircases import BEST, DELTA, GAMMA, WARNER


def test_prices_near_the_centre_prove_the_known_optimum_and_nothing_else() -> None:
    task = Task.of(BEST, GAMMA, DELTA)
    prices = prove(task, near_centre(task))
    assert prices is not None
    assert not any(len(places) for _, places in task.missed(prices))
    for near_miss in (Task.of(BEST, GAMMA, DELTA + F(1, 1000)), Task.of(WARNER, GAMMA, DELTA)):
        assert prove(near_miss, near_centre(near_miss)) is None
    cheaper = Prices(
        [tuple(y - F(1, 10**30) for y in row) for row in prices.reports], prices.charge
    )
    assert any(len(places) for _, places in task.missed(cheaper))


def test_rows_of_any_size_are_shares() -> None:
    assert share((F(3, 10**400), F(1, 10**400))).tolist() == [0.75, 0.25]
    assert share((F(1), F(0))).tolist() == [1.0, 0.0]


def test_the_centre_of_two_ways_to_take_a_row_apart_uses_both() -> None:
    """(1, 1) is itself, or half of (3, 1) and half of (1, 3) over 2: the second is worth more."""
    table = rr.Channel.from_rows([[1, 1]])
    parts = {
        (0, (F(1), F(1))): np.array([0.5, 0.5]),
        (0, (F(3), F(1))): np.array([0.75, 0.25]),
        (0, (F(1), F(3))): np.array([0.25, 0.75]),
    }
    found = centre(table, F(3), F(0), parts)
    assert found is not None and len(found.offered) == 3
    assert {pattern for _, pattern in found.used} == {(3, 1), (1, 3)}
    impossible = {(0, (F(3), F(1))): np.array([0.75, 0.25])}
    failed = centre(table, F(3), F(0), impossible)
    assert failed is None or not failed.used or len(failed.offered) == 1
