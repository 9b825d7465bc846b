"""The rays into which conditions cut the rows, against all choices of planes."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from random import Random

import pytest

from rropt.checker.condition_rays import rays
from rropt.checker.conditions import read_conditions
from rropt.checker.plain.plain_privacy import extreme_rows
from rropt.checker.verdict import Malformed, Size
from tests.certificates import write


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


def leaking(k, level=F(2)):
    """No report of k truths makes one twice as likely, or half."""
    prior = [F(j + 7, sum(range(7, 7 + k))) for j in range(k)]
    every = [F(1), level]
    above = [{"left": a, "right": prior, "levels": [every], "most": F(0)} for a in range(k)]
    below = [{"left": prior, "right": a, "levels": [every], "most": F(0)} for a in range(k)]
    return read_conditions({"conditions": [*above, *below]}, k, Size(100, 64)), prior


@pytest.mark.parametrize("k", [3, 5, 8])
def test_rays_of_a_leakage_are_at_an_end_but_for_one_entry(k):
    """With p.r = 1 all are 2 or 1/2 but one between; so many choices are few."""
    conditions, prior = leaking(k)
    expected = set()
    for free in range(k):
        for ends in product((F(2), F(1, 2)), repeat=k - 1):
            row = [*ends[:free], F(0), *ends[free:]]
            row[free] = (1 - sum(p * x for p, x in zip(prior, row, strict=True))) / prior[free]
            if F(1, 2) <= row[free] <= 2:
                expected.add(tuple(x / sum(row) for x in row))
    assert scaled(rays(conditions, Size(100, 64))) == expected


def test_too_many_pairs_of_rays_are_malformed():
    conditions, _ = leaking(14)
    with pytest.raises(Malformed, match="too many steps"):
        rays(conditions, Size(100, 64))


ROOM = Size(100, 64)
