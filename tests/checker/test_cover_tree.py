"""Coverage of mutual information by trees of tangents."""

from __future__ import annotations

import math
from itertools import product

import pytest

from tests.certificates import F, changed, moved, useless, verdict
from tests.checker.test_cover_line import along


def information(r, q):
    t = sum(a * b for a, b in zip(q, r, strict=True))
    return sum(a * b * math.log(b / t) for a, b in zip(q, r, strict=True) if a)


def tree_of(k, gamma, prior, prices, margin):
    """A tree by bisection of the truths in turn: a leaf where the tangent at its middle covers."""
    g = float(gamma)
    c = g * math.log(g) / (g - 1)
    q, y = [float(x) for x in prior], [float(x) for x in prices]

    def grow(fixed):
        n = len(fixed)
        low = sum(a * (g if up else 1) for a, up in zip(q, fixed, strict=False)) + sum(q[n:])
        high = low + (g - 1) * sum(q[n:])
        s = F((low + high) / 2).limit_denominator(1000)
        h = [b - a * (c - 1 - math.log(s)) for a, b in zip(q, y, strict=True)]
        total = sum(x * (g if up else 1) for x, up in zip(h, fixed, strict=False))
        total += sum(min(x, g * x) for x in h[n:]) + c - float(s)
        if total >= margin or n == k:
            return [s]
        return [n, *grow([*fixed, False]), *grow([*fixed, True])]

    return grow([])


@pytest.mark.parametrize("k", [2, 3, 6, 9])
def test_a_tree_of_tangents(k):
    gamma = F(3)
    prior = [F(2 * (j + 1), k * (k + 1)) for j in range(k)]
    shares = [float(q) for q in prior]
    worst = max(information(r, shares) / along(shares, r) for r in product([1.0, 3.0], repeat=k))
    prices = [q * F(worst * 1.02).limit_denominator(10**6) for q in prior]
    tree = tree_of(k, gamma, prior, prices, 1e-9)
    utility = {"name": "mutual-information", "prior": prior}
    cover = {"proof": "tree", "tree": tree}
    data = useless(k, {"gamma": gamma, "delta": F(0)}, utility, prices, cover)
    assert len(tree) > 1 and verdict(data) == "verified"
    assert verdict(changed(data, cover={"proof": "extremes"})) == "verified"
    lower = moved(data, -prices[0] / 5)
    assert verdict(lower) == "refuted"
    tokens = data["cover"]["tree"]
    for i, token in enumerate(tokens[:12]):
        shorter = {"proof": "tree", "tree": [*tokens[:i], *tokens[i + 1 :]]}
        assert verdict(changed(data, cover=shorter)) == "malformed"
        if isinstance(token, str):
            far = {"proof": "tree", "tree": [*tokens[:i], "100", *tokens[i + 1 :]]}
            assert verdict(changed(data, cover=far)) == "refuted"


@pytest.mark.parametrize(
    "tree",
    [
        [],
        ["0"],
        ["-1"],
        [0, "1"],
        [0, "1", "1", "1"],
        [0, 0, "1", "1", "1"],
        [2, "1", "1"],
        ["1", "1"],
    ],
)
def test_what_is_no_tree(tree):
    utility = {"name": "mutual-information", "prior": [F(1, 2)] * 2}
    privacy = {"gamma": F(3), "delta": F(0)}
    good = useless(2, privacy, utility, [F(1)] * 2, {"proof": "tree", "tree": ["1"]})
    assert verdict(good) == "verified"
    assert verdict(changed(good, cover={"proof": "tree", "tree": tree})) == "malformed"


def test_a_tree_at_gamma_one_has_one_pattern():
    utility = {"name": "mutual-information", "prior": [F(1, 3)] * 3}
    privacy = {"gamma": F(1), "delta": F(0)}
    data = useless(3, privacy, utility, [F(0)] * 3, {"proof": "tree", "tree": ["1"]})
    assert verdict(moved(data, F(1, 10**9))) == "verified"
    assert verdict(moved(data, -F(1, 10**9))) == "refuted"
    far = changed(data, cover={"proof": "tree", "tree": ["11/10"]})
    assert verdict(moved(far, F(1, 10**9))) == "refuted"


def test_a_leaf_takes_the_cheaper_entry_of_every_free_truth():
    """s = 2 for two equal truths: 2 h + c - s >= 0, c = 1.5 ln 3, h = y - (c - 1 - ln s) / 2."""
    c = 1.5 * math.log(3)
    edge = F((2 - c) / 2 + (c - 1 - math.log(2)) / 2)
    utility = {"name": "mutual-information", "prior": [F(1, 2)] * 2}
    cover = {"proof": "tree", "tree": ["2"]}
    for step, expected in ((F(1, 10**9), "verified"), (-F(1, 10**9), "refuted")):
        privacy = {"gamma": F(3), "delta": F(0)}
        data = useless(2, privacy, utility, [edge + step] * 2, cover)
        assert verdict(data) == expected


def cut(edge="1", s="3/2", f="0", t="2", e="0"):
    return [int(edge), s, f, t, e]


def of_three(tree, prices, counts=None):
    """Three equal truths under g = 8."""
    utility = {"name": "mutual-information", "prior": [F(1, 3)] * 3}
    privacy = {"gamma": F(8), "delta": F(0)}
    cover = {"proof": "tree", "tree": tree} | ({"counts": counts} if counts else {})
    return useless(3, privacy, utility, prices, cover)


C = 8 * math.log(8) / 7
WORTH = [(C * (t - 1) - t * math.log(t)) / t for t in (1, 10 / 3, 17 / 3, 8)]
"""Of reports that are high at so many of three truths, for a unit of T = 1 + 7 n / 3."""


def cut_between_sizes():
    """None and one, at prices that one truth asks for: what a truth adds by a tangent f takes."""
    low = 7 * (C - 1 - WORTH[1]) / 3
    high = 7 * (WORTH[1] - (C - 1 - math.log(10 / 3))) / 3
    f, e = (str(F(x).limit_denominator(10**15)) for x in (low, high))
    return of_three([[0, "1", f, "10/3", e]], [F(WORTH[1] + 1e-12) / 3] * 3, [1, 1, 1])


def test_a_cut_between_sizes_proves_what_sets_of_these_sizes_reach():
    """One tangent proves c - 1 - ln c, but no size has a mass near c."""
    assert max(WORTH) == WORTH[1] < C - 1 - math.log(C) - 0.05
    good = cut_between_sizes()
    (leaf,) = good["cover"]["tree"]
    _, _, f, _, e = leaf
    prices = [F(WORTH[1] + 1e-12) / 3] * 3
    assert verdict(good) == "verified"
    assert verdict(changed(good, cover={"proof": "extremes"})) == "verified"
    assert verdict(moved(good, -F(1, 10**9))) == "refuted"
    # Near misses: the cut elsewhere, no f, sides that are exchanged, other counts, no cut.
    for tree, counts in (
        ([[1, *leaf[1:]]], [1, 1, 1]),
        ([[0, "1", "0", "10/3", e]], [1, 1, 1]),
        ([[0, "1", f, "10/3", "0"]], [1, 1, 1]),
        ([[0, "10/3", e, "1", f]], [1, 1, 1]),
        ([leaf], [1, 1, 0]),
        ([leaf], [2, 1, 1]),
        (["10/3"], None),
        ([str(F(C).limit_denominator(10**6))], None),
    ):
        assert verdict(of_three(tree, prices, counts)) == "refuted"


@pytest.mark.parametrize(
    ("tree", "counts"),
    [
        ([cut()], None),
        ([cut()], [1, 1]),
        ([cut()], [1, 1, "1"]),
        ([cut()], [1, 1, -1]),
        ([cut()], [1, 1, 2**31]),
        (["2"], [1, 1, 1]),
        ([cut(f="-1/3")], [1, 1, 1]),
        ([cut(e="-1/3")], [1, 1, 1]),
        ([cut(s="0")], [1, 1, 1]),
        ([cut(t="-2")], [1, 1, 1]),
        ([cut()[:4]], [1, 1, 1]),
        ([[*cut(), "0"]], [1, 1, 1]),
        ([["1", *cut()[1:]]], [1, 1, 1]),
        ([cut(), "2"], [1, 1, 1]),
        ([0, cut()], [1, 1, 1]),
        ([[]], [1, 1, 1]),
    ],
)
def test_what_is_no_cut(tree, counts):
    good = of_three([0, "2", cut()], [F(1)] * 3, [1, 1, 1])
    assert verdict(good) == "verified"
    assert verdict(of_three(tree, [F(1)] * 3, counts)) == "malformed"
