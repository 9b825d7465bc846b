"""Coverage of a largest of actions under one number without a delta, against every pattern."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.certificates import HAIR, F, changed, moved, useless, verdict

COVER = {"proof": "actions"}


@pytest.mark.parametrize("seed", range(12))
def test_the_least_of_each_action_is_at_a_pattern(seed):
    """Prices raised by what the worst pattern lacks are enough, and a hair less is not."""
    rng = Random(seed)
    k, gamma = rng.choice([1, 2, 3, 4]), F(rng.choice(["1", "5/4", "3", "12"]))
    gain = [[F(rng.randrange(-4, 9)) for _ in range(k)] for _ in range(3)]
    start = [F(rng.randrange(-2, 9), 8) for _ in range(k)]
    lacking = max(
        sum((x / k - y) * r for x, y, r in zip(row, start, pattern, strict=True)) / sum(pattern)
        for row in gain
        for pattern in product({F(1), gamma}, repeat=k)
    )
    prices = [y + lacking for y in start]
    worth = max(sum(row) / k for row in gain)
    utility = {"name": "gain", "prior": [F(1, k)] * k, "gain": gain}
    data = useless(k, {"gamma": gamma, "delta": F(0)}, utility, prices, COVER, value=worth)
    assert verdict(data) == "verified"
    assert verdict(changed(data, cover={"proof": "extremes"})) == "verified"
    assert verdict(moved(data, -HAIR)) == "refuted"
