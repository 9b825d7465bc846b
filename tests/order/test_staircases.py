"""All staircases at once: those of an enumeration, and what prices lack."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt.order.best_staircases import worth
from rropt.order.staircases import Staircases
from rropt.patterns.extreme import evaluate, excess, ordered_pairs, staircases
from tests.order.test_best_staircases import GAMMA


@pytest.mark.parametrize("gamma", [F(1), F(3), F(16487, 10000)])
@pytest.mark.parametrize("truths", [1, 2, 3, 4, 5])
def test_the_staircases_are_those_that_are_enumerated_elsewhere(truths: int, gamma: F) -> None:
    found = Staircases.of(truths, gamma)
    patterns = [found.pattern(r) for r in range(len(found.depths))]
    assert sorted(patterns) == sorted({evaluate(e, gamma) for e in staircases(truths)})


def test_there_are_as_many_staircases_as_weak_orders_say() -> None:
    """2 F(7) - 1 with the Fubini number F(7) = 47293."""
    assert len(Staircases.of(7, GAMMA).depths) == 2 * 47293 - 1


@pytest.mark.parametrize("gamma", [F(1), F(7, 3)])
def test_what_prices_lack_is_what_the_definition_says(gamma: F) -> None:
    generator, found = random.Random(1), Staircases.of(3, gamma)
    prices = [generator.randint(-5, 5) for _ in range(3)]
    charge = {pair: generator.randint(0, 5) for pair in ordered_pairs(3)}
    for scale in (found.exact, found.rough):
        lacking = scale.lacking(prices, scale.charged(charge), 7)
        for r in range(len(found.depths)):
            ray = found.pattern(r)
            charged = sum(charge[pair] * x for pair, x in excess(ray, gamma).items())
            paid = sum(y * x for y, x in zip(prices, ray, strict=True))
            expected = (7 * worth(ray) - paid - charged) / sum(ray)
            assert abs(lacking[r] / F(scale.total[r]) ** 2 - expected) < F(1, 10**9)
