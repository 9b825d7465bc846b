"""Coverage of one class by its two prices, against every staircase, and near misses."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.certificates import HAIR, HEAD, F, changed, verdict, write

COVER = {"proof": "actions"}


def of_class(k, y, z, utility, delta="1/10"):
    """The table that tells nothing, and the prices of a truth and of a pair."""
    bound = k * y + k * (k - 1) * z * F(delta)
    value = F(1) if utility["name"] == "trace" else utility["prior"][0]
    data = {**HEAD, "privacy": {"gamma": "3", "delta": delta}, "truths": [k]}
    data |= {"utility": utility, "patterns": [["1"]], "weights": ["1"], "value": value}
    data |= {"prices": [y], "pair_prices": [[0, 0, z]], "bound": bound, "gap": bound - value}
    return json.loads(json.dumps(write({**data, "cover": COVER})))


@pytest.mark.parametrize("k", [2, 3, 7, 10**6])
def test_the_prices_of_the_best_trace_are_tight(k):
    """y = g / (g + k - 1) and z = (1 - y) / (k - 1) = y / g: neither may be less."""
    y = F(3, k + 2)
    z = (1 - y) / (k - 1)
    assert z == y / 3
    assert verdict(of_class(k, y, z, {"name": "trace"})) == "verified"
    assert verdict(of_class(k, y - HAIR, z, {"name": "trace"})) == "refuted"
    assert verdict(of_class(k, y, z - HAIR, {"name": "trace"})) == "refuted"


@pytest.mark.parametrize("seed", range(12))
def test_it_decides_as_all_staircases_do(seed):
    rng = Random(seed)
    found = set()
    for _ in range(20):
        k = rng.choice([2, 3, 4])
        utility = {"name": "probability-of-a-right-guess", "prior": [F(1, k)]}
        y, z = F(rng.randrange(-2, 2 * k), 4 * k), F(rng.randrange(0, 2 * k), 6 * k)
        data = of_class(k, y, z, utility)
        decided = verdict(data)
        assert verdict(changed(data, cover={"proof": "extremes"})) == decided
        found.add(decided)
    assert found == {"verified", "refuted"}


def test_what_is_not_one_class_needs_multipliers():
    data = of_class(3, F(3, 5), F(1, 5), {"name": "trace"})
    apart = {"truths": 3, "patterns": [["1"] * 3], "prices": ["3/5"] * 3}
    priced = {"pair_prices": [[a, b, "1/5"] for a in range(3) for b in range(3) if a != b]}
    assert verdict(changed(data, **apart, **priced)) == "malformed"
    classes = {"truths": [2, 1], "patterns": [["1"] * 2], "prices": ["3/5"] * 2}
    assert verdict(changed(data, **classes)) == "malformed"
    one = {"truths": [1], "pair_prices": [], "prices": ["1"], "bound": "1", "gap": "0"}
    assert verdict(changed(data, **one)) == "malformed"
    matrix = {"gamma": [["1", "3"], ["3", "1"]], "delta": [["0", "1/10"], ["1/10", "0"]]}
    assert verdict(changed(data, privacy=matrix, **apart, **priced)) == "malformed"
