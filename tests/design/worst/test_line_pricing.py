"""The best pattern at each value of a scalar, beside all patterns."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rropt.design.worst.line_pricing import LinePrices, lowest_points

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("seed", range(20))
def test_no_pattern_is_lower_at_any_value(seed: int) -> None:
    """For a pattern r the least charge over v is y.r - (p.r)^2 / (q.r)."""
    numbers = np.random.default_rng(seed)
    k, gamma = 5, 3.0
    prices = LinePrices(numbers.random(k), numbers.normal(size=k), numbers.normal(size=k))
    patterns = np.array(list(product([1.0, gamma], repeat=k)))
    slopes = patterns @ prices.slopes
    least = patterns @ prices.constants - slopes**2 / (patterns @ prices.squares)
    found = lowest_points(prices, gamma)
    assert np.isclose(found.charges.min(), least.min(), rtol=1e-9, atol=1e-9)
    lowest = found.patterns[found.charges.argmin()]
    assert (lowest == patterns[least.argmin()]).all()


def test_straight_prices_have_one_change() -> None:
    found = lowest_points(LinePrices(np.zeros(1), np.ones(1), np.ones(1)), 3.0)
    assert sorted(found.patterns.ravel()) == [1.0, 3.0]
