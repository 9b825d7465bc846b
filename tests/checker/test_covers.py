"""The proofs of coverage, each against brute force over extreme rows, with near misses by field."""

from __future__ import annotations

import json
import math
import time
from fractions import Fraction
from itertools import permutations, product
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.checker import check
from rropt.checker.cover_line import line, sign_of_sum
from rropt.checker.extreme_rays import rays
from rropt.checker.limits import Size
from rropt.checker.parse import parse_certificate
from rropt.checker.plain.plain_privacy import extreme_rows
from rropt.checker.stated_privacy import read_privacy
from rropt.checker.verdict import Doubts, Refuted
from tests.certificates import changed, write

F = Fraction
ZERO, THIRD = F(0), F(1, 3)
HAIR = F(1, 10**30)
SMALL = Size(1, 64)
HEAD = {"format": "rropt-certificate/2", "kind": "prices"}


def levels_of(privacy, k, name):
    """The matrix of levels; None where there is none. `name` is gamma or above."""
    given = privacy.get(name, privacy["gamma"])
    if isinstance(given, str):
        return [[F(given) if a != b else F(1) for b in range(k)] for a in range(k)]
    return [[None if level == "oo" else F(level) for level in row] for row in given]


def deltas_of(privacy, levels):
    """delta for every pair, zero where there is no level."""
    given, k = privacy["delta"], range(len(levels))
    if not isinstance(given, str):
        return [[F(x) for x in row] for row in given]
    return [[F(given) if a != b and levels[a][b] is not None else F(0) for b in k] for a in k]


def verdict(data) -> str:
    return check(data).verdict


def useless(k, privacy, utility, prices, cover, pairs=(), value=ZERO):
    """The table that tells nothing, and prices: only the coverage is in question."""
    privacy = write(privacy)
    deltas = deltas_of(privacy, levels_of(privacy, k, "gamma"))
    bound = sum(prices) + sum(deltas[a][b] * z for a, b, z in pairs)
    data = {**HEAD, "privacy": privacy, "truths": k, "utility": utility}
    data |= {"patterns": [[F(1)] * k], "weights": [F(1)], "value": value, "prices": prices}
    data |= {"pair_prices": list(pairs), "bound": bound, "gap": bound - value, "cover": cover}
    return json.loads(json.dumps(write(data)))


def moved(data, by):
    """All prices moved, the bound with them."""
    prices = [F(y) + by for y in data["prices"]]
    more = by * len(prices)
    return changed(data, prices=prices, bound=F(data["bound"]) + more, gap=F(data["gap"]) + more)


# Actions


def random_matrix(rng, k, some_oo=True):
    """Levels, not closed, sometimes without an entry."""

    def entry(a, b):
        if a == b:
            return F(1)
        return "oo" if some_oo and rng.random() < 0.2 else F(rng.randrange(4, 17), 4)

    return [[entry(a, b) for b in range(k)] for a in range(k)]


def random_deltas(rng, levels):
    k = range(len(levels))
    return [
        [F(rng.randrange(0, 3), 20) if a != b and levels[a][b] != "oo" else F(0) for b in k]
        for a in k
    ]


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


@pytest.mark.parametrize("k", [2, 3, 7, 10**6])
def test_one_class_with_a_multiplier_of_the_winner(k):
    """The trace with delta: y = g/(g + k - 1), and f = z = (1 - y)/(k - 1), g f = y."""
    y = F(3, k + 2)
    z = (1 - y) / (k - 1)
    bound = k * y + k * (k - 1) * z / 10
    data = {**HEAD, "privacy": {"gamma": "3", "delta": "1/10"}, "truths": [k]}
    data |= {"utility": {"name": "trace"}, "patterns": [["1"]], "weights": ["1"], "value": "1"}
    data |= {"prices": [y], "pair_prices": [[0, 0, z]], "bound": bound, "gap": bound - 1}
    data["cover"] = {"proof": "actions", "multipliers": [[[1, 0, z]]]}
    data = json.loads(json.dumps(write(data)))
    assert verdict(data) == "verified"
    for wrong in ([], [[1, 0, z - HAIR]], [[1, 0, z + HAIR]], [[0, 1, z]]):
        near = changed(data, cover={"proof": "actions", "multipliers": [wrong]})
        assert verdict(near) == "refuted"
    for wrong in ([[1, 1, z]], [[2, 0, z]]):
        near = changed(data, cover={"proof": "actions", "multipliers": [wrong]})
        assert verdict(near) == "malformed"


# The line


def test_signs_of_sums_of_roots():
    rng = Random(5)
    for _ in range(3000):
        x, y, z = (rng.randrange(-6, 7) for _ in range(3))
        m, n = (rng.choice([0, 1, 2, 3, 4, 8, 12, 50]) for _ in range(2))
        exact = sign_of_sum(x, y, m, z, n)
        near = x + y * math.sqrt(m) + z * math.sqrt(n)
        assert exact == (0 if abs(near) < 1e-9 else (1 if near > 0 else -1))


def along(form, r):
    return sum(a * b for a, b in zip(form, r, strict=True))


def least_of_cube(k, gamma, prices, vector, mean, scale):
    """min over {1, g}^k of y.r (q.r) - s (t.r)^2, and whether some y.r is negative."""
    worst = None
    for r in product([F(1), gamma], repeat=k):
        y, t, q = (along(form, r) for form in (prices, vector, mean))
        slack = min(y * q - scale * t * t, y)
        worst = slack if worst is None else min(worst, slack)
    return worst


@pytest.mark.parametrize("seed", range(150))
def test_a_line_decides_as_the_whole_cube(seed):
    """Also with zeros in the prior, prices of both signs, and equal roots."""
    rng = Random(seed)
    k = rng.choice([1, 2, 3, 5, 6])
    gamma = F(rng.choice(["3", "5/4", "1", "12"]))
    mean = [F(rng.randrange(0, 4), 7) for _ in range(k)]
    vector = [F(rng.randrange(-3, 4)) if q or rng.random() < 0.2 else F(0) for q in mean]
    prices = [F(rng.randrange(-2, 12), 6) for _ in range(k)]
    scale = F(rng.randrange(0, 5), 3)
    least = least_of_cube(k, gamma, prices, vector, mean, scale)
    try:
        line(gamma, prices, vector, mean, scale).verify(Doubts())
        covered = True
    except Refuted:
        covered = False
    assert covered == (least >= 0)


def test_a_line_of_two_hundred_truths_is_fast():
    """On the edge: the prices are raised by the worst of all patterns, and refused a hair below."""
    rng = Random(1)
    k, gamma = 200, F(3)
    mean = [F(rng.randrange(1, 100), 10000) for _ in range(k)]
    vector = [F(rng.randrange(-1000, 1000), 100) * q for q in mean]
    prices = [F(rng.randrange(0, 2000), 1000) for _ in range(k)]
    began = time.process_time()
    proof = line(gamma, [y + 5 for y in prices], vector, mean, F(1))
    proof.verify(Doubts())
    with pytest.raises(Refuted):
        line(gamma, [-y for y in prices], vector, mean, F(1)).verify(Doubts())
    assert time.process_time() - began < 2


def test_a_line_is_for_one_ratio_and_one_number():
    privacy, prior = {"gamma": "3", "delta": "0"}, [F(3, 4), F(1, 4)]
    utility = {"name": "fisher-information", "prior": prior}
    data = useless(2, privacy, utility, [F(2, 3)] * 2, {"proof": "line"})
    assert verdict(data) == verdict(changed(data, cover={"proof": "extremes"})) == "verified"
    below = moved(data, -HAIR)
    assert verdict(below) == verdict(changed(below, cover={"proof": "extremes"})) == "refuted"
    for privacy in (
        {"gamma": "3", "delta": "1/10"},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"},
    ):
        assert verdict(changed(data, privacy=privacy)) == "malformed"
    for utility in ({"name": "trace"}, {"name": "hellinger", "pair": [0, 1]}):
        assert verdict(changed(data, utility=utility)) == "malformed"


# The tree


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


# Extreme rows of a matrix


def as_set(rows):
    return {tuple(F(x) / max(row) for x in row) for row in rows}


def grown(privacy, k):
    text = json.dumps({"format": "rropt-certificate/2", "privacy": write(privacy)})
    data, size = parse_certificate(text)
    return rays(read_privacy(data["privacy"], k), size)


def uniform(k, g):
    return [[F(1) if a == b else g for b in range(k)] for a in range(k)]


def path(k, g):
    return [[g ** abs(a - b) for b in range(k)] for a in range(k)]


@pytest.mark.parametrize("k", [2, 3, 4, 6, 8])
def test_counts_of_one_number_and_of_a_path(k):
    """2^k - 2 patterns (with k = 2: 2), and 2^(k - 1)."""
    assert len(grown({"gamma": uniform(k, F(3)), "delta": F(0)}, k)) == 2**k - 2
    assert len(grown({"gamma": path(k, F(2)), "delta": F(0)}, k)) == 2 ** (k - 1)


def test_generic_metrics_reach_the_central_binomial_coefficients():
    """6, 20, 70, 252, 924, 3432 for k = 3, ..., 8, in seconds."""
    rng = Random(3)
    for k, most in ((3, 6), (4, 20), (5, 70), (8, 3432)):
        rows = [[F(rng.randrange(105, 110), 100) for _ in range(k)] for _ in range(k)]
        rows = [[x + F(rng.randrange(10**6), 10**9) for x in row] for row in rows]
        levels = [[row[b] if a != b else F(1) for b in range(k)] for a, row in enumerate(rows)]
        assert len(grown({"gamma": levels, "delta": F(0)}, k)) == most


@pytest.mark.parametrize("seed", range(40))
def test_rays_are_those_of_all_trees(seed):
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    levels = random_matrix(rng, k)
    deltas = random_deltas(rng, levels) if seed % 2 else F(0)
    privacy = write({"gamma": levels, "delta": deltas})
    assert as_set(grown(privacy, k)) == as_set(extreme_rows(privacy, k))


def test_one_number_as_a_matrix_is_the_same():
    """{1, g}^k, and the staircases but for those of one level on several truths: no rays."""
    for delta, count in ((F(0), 6), (F(1, 10), 25 - 4)):
        assert len(grown({"gamma": uniform(3, F(3)), "delta": delta}, 3)) == count


# Levels


def test_a_matrix_of_distances_is_enclosed():
    """exp(d/2) for d^2 = 2: e^0.70710678 = 2.02811498..."""
    low, high = F("2.0281149816"), F("2.0281149817")
    privacy = {"gamma": uniform(2, low), "above": uniform(2, high), "delta": F(0)}
    privacy |= {"epsilon": F(1, 2), "distances_squared": [[F(0), F(2)], [F(2), F(0)]]}
    assert low < F(math.exp(math.sqrt(2) / 2)) < high
    y = high / (1 + high)
    cover = {"proof": "actions", "multipliers": [[[0, 1, y / high]], [[1, 0, y / high]]]}
    data = useless(2, privacy, {"name": "trace"}, [y, y], cover, (), F(1))
    statement = check(data).statement
    assert "no G = exp(1/2 d), d^2 = ((0, 2), (2, 0)) private mechanism" in statement
    assert "and this table, private at G = ((1, 2535143727/1250000000)" in statement
    for part, value in (
        ("gamma", uniform(2, high)),
        ("above", uniform(2, low)),
        ("epsilon", F(1, 2) + F(1, 10**9)),
        ("distances_squared", [[F(0), F(2)], [F("1.99999"), F(0)]]),
    ):
        near = changed(data, privacy=write({**privacy, part: value}))
        assert verdict(near) == "refuted"
    for part in ("above", "epsilon", "distances_squared"):
        fewer = {name: entry for name, entry in data["privacy"].items() if name != part}
        expected = "malformed" if part != "none" else "verified"
        assert verdict(changed(data, privacy=fewer)) == expected


@pytest.mark.parametrize(
    "privacy",
    [
        {"gamma": [["1", "3"]], "delta": "0"},
        {"gamma": [["1", "3"], ["3", "2"]], "delta": "0"},
        {"gamma": [["1", "1/2"], ["3", "1"]], "delta": "0"},
        {"gamma": [["1", "o"], ["3", "1"]], "delta": "0"},
        {"gamma": [["1", "oo"], ["3", "1"]], "delta": [["0", "1/2"], ["0", "0"]]},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": [["1/2", "0"], ["0", "0"]]},
        {"gamma": [["1", "3"], ["3", "1"]], "delta": "2"},
        {"gamma": [["1", "3"], ["3", "1"]], "above": [["1", "2"], ["3", "1"]], "delta": "0"},
        {"gamma": [["1", "3"], ["3", "1"]], "above": [["1", "oo"], ["3", "1"]], "delta": "0"},
        {"gamma": "3", "above": "4", "delta": "0"},
        {"levels": [[0, 1, [["3", "0"]]]]},
    ],
)
def test_what_is_no_level(privacy):
    good = useless(
        2, {"gamma": "3", "delta": "0"}, {"name": "trace"}, [F(1)] * 2, {"proof": "extremes"}
    )
    assert verdict(changed(good, value="1", gap="1")) == "verified"
    assert verdict(changed(good, value="1", gap="1", privacy=privacy)) == "malformed"


# Two truths


def card(privacy, p00, p11, vertices, q=THIRD, **parts):
    """A certificate of kind vertices; the variance by its definition."""

    def variance(a, b):
        yes = (1 - q) * (1 - a) + q * b
        return yes * (1 - yes) / (a + b - 1) ** 2

    values = [variance(*vertex) for vertex in vertices]
    value = variance(p00, p11)
    data = {"format": HEAD["format"], "kind": "vertices", "privacy": privacy, "prior": q}
    data |= {"device": "two-answers", "vertices": vertices, "values": values, "value": value}
    data |= {"table": [[p00, 1 - p11], [1 - p00, p11]], "bound": min(values)}
    return json.loads(json.dumps(write({**data, "gap": value - min(values), **parts})))


PURE = {"gamma": [["1", "3"], ["3/2", "1"]], "delta": "0"}
SOFT = {"gamma": PURE["gamma"], "delta": [["0", "1/10"], ["1/50", "0"]]}


def test_the_best_card_of_a_matrix():
    """g01 = 3, g10 = 3/2: 49/18 at prevalence 1/3, table ((4/7, 6/7), (3/7, 1/7)) turned round.

    p00 <= 3 (1 - p11) and p11 <= 3/2 (1 - p00) meet at p00 = 3/7, p11 = 6/7.
    """
    p00, p11 = F(3, 7), F(6, 7)
    data = card(PURE, p00, p11, [(p00, p11)], universal=True)
    assert data["bound"] == "49/18"
    statement = check(data).statement
    assert statement.startswith(
        "no G = ((1, 3), (3/2, 1)) private two-answer device has a variance"
    )
    assert statement.endswith(
        "; every G = ((1, 3), (3/2, 1)) private mechanism is C P for this table P and a channel C"
    )
    turned = {"gamma": [["1", "3/2"], ["3", "1"]], "delta": "0"}
    assert verdict(changed(data, privacy=turned)) == "refuted"
    inside = card(PURE, F(2, 5), F(4, 5), [(p00, p11)])
    assert verdict(inside) == "verified"
    assert verdict(changed(inside, universal=True)) == "refuted"
    assert verdict(changed(inside, universal="yes")) == "malformed"


def test_the_best_card_of_a_matrix_with_deltas():
    """delta01 = 1/10, delta10 = 1/50: no card on a fine grid is better."""
    d01, d10 = F(1, 10), F(1, 50)
    p11 = (F(3, 2) * (1 - 3 - d01) + d10) / (1 - F(9, 2))  # the two lines meet
    p00 = 3 * (1 - p11) + d01
    corners = [(p00, p11), (F(1), d10), (d01, F(1))]
    data = card(SOFT, p00, p11, corners)
    assert verdict(data) == "verified"
    assert F(0) <= least_card(F(3), d01, F(3, 2), d10) - F(data["bound"]) < F(1, 50)
    assert verdict(card(SOFT, p00, p11, corners[:2])) == "refuted"
    assert verdict(card(SOFT, p00 + HAIR, p11, corners)) == "refuted"
    assert verdict(changed(data, universal=True)) == "refuted"


def least_card(g01, d01, g10, d10, q=THIRD, steps=400):
    """The least variance over cards with p00 on a grid, p11 as large as privacy allows."""
    found = []
    for n in range(1, steps + 1):
        a = F(n, steps)
        b = min(F(1), 1 - (a - d01) / g01, g10 * (1 - a) + d10)
        if a + b > 1:
            yes = (1 - q) * (1 - a) + q * b
            found.append(yes * (1 - yes) / (a + b - 1) ** 2)
    return min(found)


def test_mangats_world():
    """Truth 0 is unprotected: g01 = oo, g10 = 2; one report can be given by truth 0 only."""
    privacy = {"gamma": [["1", "oo"], ["2", "1"]], "delta": "0"}
    p00, p11 = F(1, 2), F(1)
    data = card(privacy, p00, p11, [(p00, p11)], universal=True)
    assert verdict(data) == "verified"
    turned = {"gamma": [["1", "2"], ["oo", "1"]], "delta": "0"}
    assert verdict(changed(data, privacy=turned)) == "refuted"


@pytest.mark.parametrize("level", ["3", [["1", "3"], ["3", "1"]], [["1", "2"], ["7", "1"]]])
def test_universal_tables_have_the_extreme_rows(level):
    first, second = (F(3), F(3)) if level == "3" else (F(level[0][1]), F(level[1][0]))
    a = (second - 1) / (first * second - 1)  # a (g01, 1) + b (1, g10) = (1, 1)
    b = (first - 1) / (first * second - 1)
    data = {**HEAD, "privacy": {"gamma": level, "delta": "0"}, "truths": 2, "prices": [F(1), F(1)]}
    data |= {"utility": {"name": "trace"}, "patterns": [[first, F(1)], [F(1), second]]}
    value = a * first + b * second
    data |= {"weights": [a, b], "value": value, "bound": "2", "gap": 2 - value, "universal": True}
    data = json.loads(json.dumps(write({**data, "cover": {"proof": "extremes"}})))
    assert "is C P for this table P" in check(data).statement
    c = min(a, b)
    middle = [[first, F(1)], [F(1), second], [first + 1, 1 + second]]
    mixed = changed(data, patterns=middle, weights=[a - c, b - c, c])
    worth = (a - c) * first + (b - c) * second + c * max(first + 1, second + 1)
    mixed = changed(mixed, value=worth, gap=2 - worth)
    assert verdict(changed(mixed, universal=False)) == "verified"
    assert verdict(mixed) == "refuted"


# Bystanders


@pytest.mark.parametrize("name", ["total-variation", "hellinger", "le-cam", "jensen-shannon"])
def test_truths_that_nobody_prices_are_bystanders(name):
    """Coverage on nine truths is that on the two which the divergence compares."""
    two = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), rr.FDivergence(name)).certificate.data
    utility = {**two["utility"], "pair": [2, 6]}
    pairs = [[(2, 6)[a], (2, 6)[b], F(z)] for a, b, z in two["pair_prices"]]
    prices = [ZERO] * 9
    prices[2], prices[6] = map(F, two["prices"])
    nine = useless(9, two["privacy"], utility, prices, {"proof": "extremes"}, pairs)
    assert verdict(nine) == "verified"
    short = [y - F(1, 10**6) * (j == 6) for j, y in enumerate(prices)]
    near = useless(9, two["privacy"], utility, short, {"proof": "extremes"}, pairs)
    assert verdict(near) == "refuted"


def test_a_truth_with_a_negative_price_is_no_bystander():
    """It pays for reports that the others may share; so does one in a priced pair."""
    privacy, utility = {"gamma": "3", "delta": "1/10"}, {"name": "total-variation", "pair": [0, 1]}
    for loss, pairs in ((F(1, 8), []), (ZERO, [(2, 0, F(1, 8))])):
        prices = [F(1), F(1), -loss]
        assert verdict(useless(3, privacy, utility, prices, {"proof": "extremes"}, pairs)) == (
            "refuted" if loss else "verified"
        )


def test_at_gamma_one_there_is_one_pattern():
    prior = [F(2 * j + 1, 625) for j in range(25)]
    utility = {"name": "mutual-information", "prior": prior}
    privacy = {"gamma": "1", "delta": "0"}
    extremes = {"proof": "extremes"}
    assert verdict(useless(25, privacy, utility, [ZERO] * 25, extremes)) == "verified"
    below = [-HAIR] + [ZERO] * 24
    assert verdict(useless(25, privacy, utility, below, extremes)) != "verified"
