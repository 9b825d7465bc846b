"""The largest eigenvalue of the worst group: a certificate by hand, its near misses, its rivals.

Warner's device at gamma 3 has the reports (3/2, -1/2) and (-1/2, 3/2) on the shares of two truths,
each with the variance 3/4 at both: the covariance 3/4 ((1, -1), (-1, 1)), of which 3/2 is the
largest eigenvalue. With d = (1, -1) for both truths D(r) = (r_0 + r_1) dd', and P r = D(r) x gives
P = 4 dd' and u = 16 at (3, 1) and (1, 3), 0 at (1, 1): prices (4, 4). (16 - 8 - 2) / 4 = 3/2.
"""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from rropt.checker import check
from rropt.checker.plain import proves
from rropt.checker.private_table import plain_row
from rropt.checker.verdict import Refuted
from rropt.checker.worst_eigenvalue import MatrixRatio
from tests.gradients import dot, is_semidefinite, least, mixed, response, solve, unit, vertices

F = Fraction
Data = dict[str, Any]
WARNER: Data = {
    "format": "rropt-certificate/2",
    "kind": "gradient",
    "privacy": {"gamma": "3", "delta": "0"},
    "objective": {
        "name": "e-optimal",
        "over": "worst-group",
        "directions": [[["1", "-1"]], [["1", "-1"]]],
    },
    "scenarios": [
        {
            "prior": ["1/2", "1/2"],
            "weight": "1",
            "offset": "0",
            "estimators": [["3/2", "-1/2"], ["-1/2", "3/2"]],
            "tangents": [["4", "-4"], ["-4", "4"]],
        }
    ],
    "patterns": [["3", "1"], ["1", "3"]],
    "weights": ["1/4", "1/4"],
    "prices": ["4", "4"],
    "value": "3/2",
    "bound": "3/2",
    "gap": "0",
    "cover": {"proof": "extremes"},
}
SENTENCE = (
    "no epsilon = ln 3 private mechanism on 2 truths has a maximum over all fixed groups of a "
    "largest eigenvalue of the covariance of an unbiased estimator of the shares from one "
    "respondent below 3/2, and this table reaches it"
)


def changed(**changes: Any) -> Data:
    return copy.deepcopy(WARNER) | changes


def given(**changes: Any) -> Data:
    """With another scenario."""
    data = changed()
    data["scenarios"][0] |= changes
    return data


def directed(*directions: Any) -> Data:
    return changed(objective=WARNER["objective"] | {"directions": list(directions)})


def test_the_certificate_by_hand_is_verified() -> None:
    found = check(WARNER)
    assert (found.verdict, found.statement) == ("verified", SENTENCE)
    assert proves(WARNER)


STEP = F(1, 10**15)
NEAR = {
    "value": changed(value=str(F(3, 2) - STEP), gap=str(-STEP)),
    "bound": changed(bound=str(F(3, 2) + STEP), gap=str(-STEP)),
    "price": changed(prices=["4", str(4 - STEP)]),
    "cheaper everywhere": changed(prices=["3", "4"], bound="7/4", gap="-1/4"),
    "slope": given(tangents=[[str(4 + STEP), "-4"], ["-4", "4"]]),
    "estimator": given(estimators=[["3/2", "-1/2"], ["-1/2", str(F(3, 2) + STEP)]]),
    "direction": directed([["1", str(STEP - 1)]], [["1", "-1"]]),
    "shorter": directed([[str(1 - STEP), str(STEP - 1)]], [["1", "-1"]]),
    "of one truth": directed([["1", "-1"]], []),
    "out of range": given(tangents=[["4", "-4"], ["-4", "3"]]),
}


@pytest.mark.parametrize("name", NEAR)
def test_near_misses_are_refuted(name: str) -> None:
    assert check(NEAR[name]).verdict == "refuted"
    assert not proves(NEAR[name])


ODD = {
    "no direction": directed([], []),
    "zero direction": directed([["0", "0"]], []),
    "three truths": directed([], [["1", "-1"]], []),
    "long direction": directed([["1", "-1", "0"]], []),
    "population": changed(objective=WARNER["objective"] | {"over": "worst-population"}),
    "roots": changed(objective=WARNER["objective"] | {"roots": []}),
    "no directions": changed(objective={"name": "e-optimal", "over": "worst-group"}),
    "along a line": changed(cover={"proof": "line"}),
    "offset": given(offset="1/8"),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_such_certificate_is_malformed(name: str) -> None:
    assert check(ODD[name]).verdict == "malformed"


def random_certificate(rng: random.Random, k: int, gamma: Fraction) -> tuple[Data, Any]:
    """Any D and P, the prices raised until they cover, and all that they prove."""
    rows = response(k, gamma)
    directions = [
        [[F(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(k)] for _ in range(k)]
        for _ in range(k)
    ]
    slopes = [[F(rng.randint(-4, 4), rng.randint(1, 3)) for _ in range(k)] for _ in range(k)]
    prices = [F(0)] * k
    worst = F(0)
    for r in product([F(1), gamma], repeat=k):
        matrix = [[F(0)] * k for _ in range(k)]
        for x, given in zip(r, directions, strict=True):
            for d in given:
                for a, b in product(range(k), repeat=2):
                    matrix[a][b] += x * d[a] * d[b]
        top = [dot(line, r) for line in slopes]
        u = np.array(top, float) @ np.linalg.pinv(np.array(matrix, float)) @ np.array(top, float)
        worst = max(worst, F(float(u)) * (1 + F(1, 10**6)) / sum(r))
    prices = [worst + STEP] * k
    total = sum(dot(d, d) for given in directions for d in given)
    corner = sum(d[j] ** 2 for j, given in enumerate(directions) for d in given)
    bound = (2 * sum(slopes[j][j] for j in range(k)) - sum(prices) - corner) / total
    uniform = [F(1, k)] * k
    estimators = [least(rows, uniform, c)[1] for c in unit(k)]
    value = max(largest(rows, estimators, j) for j in range(k))
    text = [[[str(x) for x in d] for d in given] for given in directions]
    data = changed(
        privacy={"gamma": str(gamma), "delta": "0"},
        objective=WARNER["objective"] | {"directions": text},
        scenarios=[
            {
                "prior": list(map(str, uniform)),
                "weight": "1",
                "offset": "0",
                "estimators": [list(map(str, x)) for x in estimators],
                "tangents": [list(map(str, line)) for line in slopes],
            }
        ],
        patterns=[list(map(str, row)) for row in rows],
        weights=["1"] * k,
        prices=list(map(str, prices)),
        value=str(value),
        bound=str(bound),
        gap=str(value - bound),
    )
    return data, bound


def largest(rows: Any, estimators: Any, j: int) -> Fraction:
    """A rational just above the largest eigenvalue at a truth."""
    k = len(estimators)
    at = [[sum(row[j] * x[i] * y[i] for i, row in enumerate(rows)) for y in estimators]
          for x in estimators]  # fmt: skip
    at[j][j] -= 1
    found = F(float(np.linalg.eigvalsh(np.array(at, float))[-1])) + F(1, 10**9)
    rest = [[(found if a == b else 0) - at[a][b] for b in range(k)] for a in range(k)]
    assert is_semidefinite(rest)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_random_prices_are_right_about_every_table(seed: int) -> None:
    """What any matrices and slopes prove no vertex of the region, nor a mixture of them, beats."""
    rng = random.Random(seed)
    k, gamma = rng.choice([(2, F(3)), (3, F(3)), (3, F(3, 2))])
    data, bound = random_certificate(rng, k, gamma)
    assert check(data).verdict == "verified"
    assert proves(data)
    for _ in range(4):
        some = rng.sample(vertices(k, gamma), 2)
        share = F(rng.randint(1, 5), 6)
        parts = zip((share, 1 - share), some, strict=True)
        rows = [[s * x for x in row] for s, table in parts for row in table]
        rows = mixed(rows, unit(len(rows)))
        prior = [F(1, k)] * k
        estimators = [least(rows, prior, c)[1] for c in unit(k)]
        if None not in estimators:
            assert max(largest(rows, estimators, j) for j in range(k)) >= bound


def test_lower_random_prices_are_refuted() -> None:
    data, _ = random_certificate(random.Random(0), 2, F(3))
    prices = [F(y) * F(999, 1000) for y in data["prices"]]
    data["prices"] = list(map(str, prices))
    assert check(data).verdict == "refuted"
    assert not proves(data)


def test_one_direction_is_a_square_over_a_mean() -> None:
    """With d = (1, 0) for both truths D(r) = (r_0 + r_1) e_0 e_0', P = ((2, 1), (0, 0))."""
    one = [[F(1), F(0)]]
    ratio = MatrixRatio([[F(2), F(1)], [F(0), F(0)]], [one, one])
    assert ratio.ends(plain_row((3, 1))) == (F(49, 4), F(49, 4))
    assert ratio.seen == {0, 1}


@pytest.mark.parametrize("seed", range(8))
def test_it_is_the_largest_over_x(seed: int) -> None:
    """At x with D x = P r the slope is zero, and the value x'P r."""
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    slopes = [[F(rng.randint(-3, 3)) for _ in range(k)] for _ in range(k)]
    directions = [[[F(rng.randint(-3, 3), 2) for _ in range(k)] for _ in range(2)] for _ in slopes]
    row = tuple(rng.randint(1, 4) for _ in range(k))
    whole = [[F(0)] * k for _ in range(k)]
    for x, given in zip(row, directions, strict=True):
        for d in given:
            whole = [[w + x * a * b for w, b in zip(line, d, strict=True)]
                     for line, a in zip(whole, d, strict=True)]  # fmt: skip
    top = [dot(line, row) for line in slopes]
    best = solve(whole, top)
    ratio = MatrixRatio(slopes, directions)
    if best is None:
        with pytest.raises(Refuted, match="infinite"):
            ratio.ends(plain_row(row))
    else:
        assert ratio.ends(plain_row(row))[0] == dot(best, top)


def test_what_is_out_of_range_is_infinite() -> None:
    ratio = MatrixRatio([[F(1), F(0)], [F(0), F(1)]], [[[F(1), F(0)]], []])
    with pytest.raises(Refuted, match="infinite"):
        ratio.ends(plain_row((1, 1)))
