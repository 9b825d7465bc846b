"""Coverage of one ratio along a line, against brute force over the cube."""

from __future__ import annotations

import math
import time
from itertools import product
from random import Random

import pytest

from rropt.checker.charge import Charge, Cover
from rropt.checker.cover_line import read_line, sign_of_sum
from rropt.checker.coverage import read_level
from rropt.checker.ratios import Ratios
from rropt.checker.verdict import Doubts, Refuted, Size
from tests.certificates import HAIR, F, changed, moved, useless, verdict


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


def line(gamma, prices, vector, mean, scale, protected=None) -> Cover:
    """Of prices and s (t.r)^2 / (q.r), where all truths are protected, or some."""
    given = {"gamma": gamma, "delta": F(0)}
    given |= {} if protected is None else {"protected": protected}
    privacy = read_level(given, [1] * len(prices), Size(1, 64), "truths")
    charge = Charge(privacy, [1] * len(prices), prices)
    return read_line({"proof": "line"}, charge, Ratios([(mean, [vector], [scale])]), Size(1, 64))


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
        line(gamma, prices, vector, mean, scale)(Doubts())
        covered = True
    except Refuted:
        covered = False
    assert covered == (least >= 0)


@pytest.mark.parametrize("seed", range(150))
def test_a_line_of_some_protected_truths_decides_as_their_patterns_and_singles(seed):
    """Patterns with 1 or g at protected truths and 1 at all others, and each of these alone."""
    rng = Random(seed)
    k = rng.choice([2, 3, 5, 6])
    protected = sorted(rng.sample(range(k), rng.randrange(1, k)))
    gamma = F(rng.choice(["3", "5/4", "12"]))
    mean = [F(rng.randrange(0, 4), 7) for _ in range(k)]
    vector = [F(rng.randrange(-3, 4)) if q else F(0) for q in mean]
    prices = [F(rng.randrange(-1, 30), 6) for _ in range(k)]
    high = [[F(1), gamma] if j in protected else [F(1)] for j in range(k)]
    rows = [*product(*high)]
    rows += [[F(i == j) for i in range(k)] for j in range(k) if j not in protected]
    charges = [[along(form, r) for form in (prices, vector, mean)] for r in rows]
    expected = all(y >= 0 and y * q >= t * t for y, t, q in charges)
    try:
        line(gamma, prices, vector, mean, F(1), protected)(Doubts())
        covered = True
    except Refuted:
        covered = False
    assert covered == expected


def test_a_line_of_two_hundred_truths_is_fast():
    """On the edge: the prices are raised by the worst of all patterns, and refused a hair below."""
    rng = Random(1)
    k, gamma = 200, F(3)
    mean = [F(rng.randrange(1, 100), 10000) for _ in range(k)]
    vector = [F(rng.randrange(-1000, 1000), 100) * q for q in mean]
    prices = [F(rng.randrange(0, 2000), 1000) for _ in range(k)]
    began = time.process_time()
    proof = line(gamma, [y + 5 for y in prices], vector, mean, F(1))
    proof(Doubts())
    with pytest.raises(Refuted):
        line(gamma, [-y for y in prices], vector, mean, F(1))(Doubts())
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
