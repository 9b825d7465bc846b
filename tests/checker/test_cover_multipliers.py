"""Coverage by multipliers, against brute force over extreme rows, with near misses by field."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.checker import check
from tests.certificates import (
    HAIR,
    F,
    changed,
    deltas_of,
    levels_of,
    moved,
    two_level_trace,
    useless,
    verdict,
    write,
)
from tests.checker.test_extreme_rays import random_deltas, random_matrix


def multipliers_of(x, prices, pairs, privacy):
    """Multipliers of an action and how far they are from covering it, by a linear program.

    maximise t with y_c - x_c + sum f_cb - sum g_ac f_ac >= t, f_ab <= z_ab where there is a delta.
    """
    k = len(x)
    levels = levels_of(privacy, k, "gamma")
    deltas = deltas_of(privacy, levels)
    arcs = [(a, b) for a, b in permutations(range(k), 2) if levels[a][b] is not None]
    known = {(a, b): z for a, b, z in pairs}
    upper = np.zeros((k, len(arcs) + 1))
    upper[:, -1] = 1
    for i, (a, b) in enumerate(arcs):
        upper[a, i] -= 1
        upper[b, i] += float(levels[a][b])
    limits = [(0, float(known.get(arc, 0)) if deltas[arc[0]][arc[1]] else 50) for arc in arcs]
    right = [float(y - w) for y, w in zip(prices, x, strict=True)]
    cost = [0] * len(arcs) + [-1]
    found = linprog(cost, upper, right, bounds=[*limits, (None, None)])
    raw = [F(max(0.0, v)).limit_denominator(10**6) for v in found.x[:-1]]
    f = {}
    for arc, v in zip(arcs, raw, strict=True):
        most = known.get(arc, F(0)) if deltas[arc[0]][arc[1]] else v
        f[arc] = min(v, most)
    slack = [y - w for y, w in zip(prices, x, strict=True)]
    for (a, b), v in f.items():
        slack[a] += v
        slack[b] -= levels[a][b] * v
    return [[a, b, v] for (a, b), v in f.items() if v], min(slack)


@pytest.mark.parametrize("seed", range(12))
def test_actions_with_a_matrix_and_deltas(seed):
    """Verified with the slack of its multipliers, and then by every extreme row; not below it."""
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    levels = random_matrix(rng, k)
    privacy = write({"gamma": levels, "delta": random_deltas(rng, levels)})
    deltas = deltas_of(privacy, levels_of(privacy, k, "gamma"))
    pairs = [
        (a, b, F(rng.randrange(1, 5), 10)) for a, b in permutations(range(k), 2) if deltas[a][b]
    ]
    gain = [[F(rng.randrange(-4, 9)) for _ in range(k)] for _ in range(3)]
    utility = {"name": "gain", "prior": [F(1, k)] * k, "gain": gain}
    start = [F(rng.randrange(0, 9), 8) for _ in range(k)]
    lists, slacks = [], []
    for row in gain:
        multipliers, slack = multipliers_of([x / k for x in row], start, pairs, privacy)
        lists.append(multipliers)
        slacks.append(slack)
    prices = [y - min(slacks) for y in start]
    worth = max(sum(row) / k for row in gain)
    cover = {"proof": "actions", "multipliers": lists}
    data = useless(k, privacy, utility, prices, cover, pairs, worth)
    assert verdict(data) == "verified", check(data)
    assert verdict(changed(data, cover={"proof": "extremes"})) == "verified"
    assert verdict(moved(data, -HAIR)) == "refuted"
    assert verdict(changed(data, cover={"proof": "actions"})) == "malformed"
    for i, multipliers in enumerate(lists):
        for n, (a, b, _) in enumerate(multipliers):
            for wrong, expected in ((-HAIR, "malformed"), (F(1000), "refuted")):
                near = json.loads(json.dumps(data))
                near["cover"]["multipliers"][i][n] = [a, b, str(wrong)]
                assert verdict(near) == expected


def test_a_multiplier_is_at_most_the_price_of_its_pair():
    """Trace of three truths at gamma 3, delta 1/10: f = z = 1/5 for the winner, 3 f = y."""
    y, z = F(3, 5), F(1, 5)
    pairs = [(a, b, z) for a, b in permutations(range(3), 2)]
    lists = [[[j, b, z] for b in range(3) if b != j] for j in range(3)]
    privacy = {"gamma": "3", "delta": "1/10"}
    cover = {"proof": "actions", "multipliers": lists}
    data = useless(3, privacy, {"name": "trace"}, [y] * 3, cover, pairs, F(1))
    assert verdict(data) == "verified"
    assert verdict(moved(data, -HAIR)) == "refuted"
    less = [[a, b, str(z - HAIR)] for a, b, z in pairs]
    bound = F(data["bound"]) - 6 * HAIR / 10
    assert (
        "exceeds the price"
        in check(changed(data, pair_prices=less, bound=bound, gap=bound - 1)).reason
    )
    for bad in ([], lists[:2], [*lists, []], [[[0, 0, "1/5"]], [], []], [[[0, 3, "1/5"]], [], []]):
        near = changed(data, cover={"proof": "actions", "multipliers": bad})
        assert verdict(near) == "malformed"


def test_a_pair_without_a_level_has_no_multiplier():
    privacy = {"gamma": [["1", "oo"], ["2", "1"]], "delta": "0"}
    cover = {"proof": "actions", "multipliers": [[], [[1, 0, F(1, 2)]]]}
    data = useless(2, privacy, {"name": "trace"}, [F(1), F(1, 2)], cover, (), F(1))
    assert verdict(data) == "verified"
    wrong = {"proof": "actions", "multipliers": [[[0, 1, "1/2"]], [[1, 0, "1/2"]]]}
    assert verdict(changed(data, cover=wrong)) == "malformed"


def test_truths_of_a_class_have_no_multipliers():
    data = useless(2, {"gamma": "3", "delta": "0"}, {"name": "trace"}, [F(1)] * 2, {}, (), F(1))
    lists = {"proof": "actions", "multipliers": [[]]}
    found = check(changed(data, truths=[2], prices=["1"], patterns=[["1"]], cover=lists))
    assert (found.verdict, found.reason) == ("malformed", "multipliers tell all truths apart")


def test_multipliers_of_levels_cover_the_actions():
    cover = {"proof": "actions", "multipliers": [[[1, "1/3"]], [[3, "1/3"]]]}
    assert check(changed(two_level_trace(), cover=cover)).verdict == "verified"
    for wrong in ([[[1, "1/3"]], [[3, "1/4"]]], [[[1, "2/5"]], [[3, "1/3"]]], [[], []]):
        near = {"proof": "actions", "multipliers": wrong}
        assert check(changed(two_level_trace(), cover=near)).verdict == "refuted"
