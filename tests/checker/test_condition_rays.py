"""The rays into which conditions cut the rows, against all choices of planes."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations
from random import Random

import pytest

from rropt.checker import check
from rropt.checker.condition_rays import rays
from rropt.checker.conditions import read_conditions
from rropt.checker.plain.plain_privacy import extreme_rows
from rropt.checker.verdict import Size
from tests.certificates import TRACE, write


def random_conditions(rng, k):
    found = []
    for _ in range(rng.randrange(1, 5)):
        right = [F(rng.randrange(1, 5)) for _ in range(k)]
        forms = [rng.randrange(k), [x / sum(right) for x in right]]
        levels = [[F(1), F(rng.randrange(3, 9), 2)]]
        if rng.random() < 0.5:
            levels.append([F(1, 2), levels[0][1] + 1])
        most = F(0) if rng.random() < 0.6 and len(levels) == 1 else F(1, rng.randrange(3, 9))
        left, right = forms if rng.random() < 0.7 else forms[::-1]
        found.append({"left": left, "right": right, "levels": levels, "most": most})
    return write(found)


def scaled(rows):
    return {tuple(F(x) / sum(map(F, row)) for x in row) for row in rows}


def as_read(conditions):
    """With fractions for the strings."""
    if isinstance(conditions, str):
        return F(conditions)
    if isinstance(conditions, dict):
        return {key: as_read(value) for key, value in conditions.items()}
    return list(map(as_read, conditions)) if isinstance(conditions, list) else conditions


@pytest.mark.parametrize("seed", range(30))
def test_rays_are_those_of_all_choices_of_planes(seed):
    rng = Random(seed)
    k = rng.choice([2, 3, 3, 4])
    privacy = {"conditions": random_conditions(rng, k)}
    grown = rays(read_conditions(as_read(privacy), k, ROOM), ROOM)
    assert scaled(grown) == scaled(extreme_rows(privacy, k))


def test_too_many_planes_are_malformed_in_time():
    k = 9
    prior = [F(1, k)] * k
    conditions = [
        {"left": a, "right": prior, "levels": [[F(1), F(2 + b)]], "most": F(b, 10)}
        for a in range(k)
        for b in range(4)
    ]
    data = {
        **TRACE,
        "privacy": {"conditions": conditions},
        "truths": k,
        "patterns": [[F(1)] * k],
        "weights": [F(1)],
        "prices": [F(1)] * k,
        "condition_prices": [],
        "value": F(1),
        "bound": F(k),
        "gap": F(k - 1),
    }
    assert "too many" in check(write(data)).reason


def test_all_pairs_of_planes_of_three_truths_are_cut():
    """Six levels and three zeros in general position: at most 36 directions."""
    conditions = read_conditions({"conditions": as_read(random_conditions(Random(5), 3))}, 3, ROOM)
    planes = 3 + len(conditions.steps)
    assert len(rays(conditions, ROOM)) <= len(list(combinations(range(planes), 2)))


ROOM = Size(100, 64)
