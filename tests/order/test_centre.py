"""A point near the centre of parts and prices: it only suggests."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.order.best_staircases import Prices, Task, near_centre, prove
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
