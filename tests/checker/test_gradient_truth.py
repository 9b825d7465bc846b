"""Random certificates of kind gradient: no private table, found otherwise, does what they deny.

The tables come from vertices of the region, from garblings and from linear programs; the evidence
is random, or the best of another table, and each certificate claims all that its prices prove.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from scipy.optimize import linprog

from rropt.checker import check
from tests.gradients import (
    certificate,
    covariance,
    determinant,
    determinant_of,
    dot,
    extremes,
    is_private,
    is_semidefinite,
    least,
    mixed,
    pseudo_determinant,
    response,
    triangular,
    unit,
    vertices,
)

F = Fraction
ZERO, ONE = F(0), F(1)
STEP = F(1, 10**20)
TABLES = 8
"""Rivals of one certificate."""

LEVELS = [(2, F(3), F(0)), (2, F(101, 100), F(0)), (3, F(3), F(0)), (3, F(3, 2), F(0))]
LEVELS += [(2, F(3), F(1, 10)), (2, F(1), F(1, 2)), (3, F(2), F(1, 10)), (3, F(3), F(1, 3))]


def mixture(rng, n):
    """Random shares that add up to one, some of them zero."""
    parts = [rng.choice([0, 1, 1, 2, 5]) for _ in range(n - 1)] + [rng.randint(1, 5)]
    rng.shuffle(parts)
    return [F(x, sum(parts)) for x in parts]


def pure(rng, k, gamma):
    """A mixture of at most three vertices of the region for delta = 0."""
    if gamma == 1:
        return [[F(1)] * k]
    some = rng.sample(vertices(k, gamma), rng.randint(1, min(3, k)))
    shares = mixture(rng, len(some))
    return [[s * x for x in row] for s, rows in zip(shares, some, strict=True) for row in rows]


def staircase(rng, k, gamma, delta):
    """A vertex of the region for delta > 0 in doubles, repaired: what is missing is one report."""
    patterns = extremes(k, gamma, delta)
    pairs = [(a, b) for a in range(k) for b in range(k) if a != b]
    upper = [[float(max(0, r[a] - gamma * r[b])) for r in patterns] for a, b in pairs]
    equal = [[float(r[j]) for r in patterns] for j in range(k)]
    cost = [rng.gauss(0, 1) * float(max(r)) for r in patterns]
    found = linprog(cost, upper, [float(delta) * (1 - 1e-5)] * len(pairs), equal, [1.0] * k)
    weights = [max(F(0), F(round(w * 2**30), 2**30)) for w in found.x]
    rows = [[w * x for x in r] for w, r in zip(weights, patterns, strict=True) if w]
    top = max(sum(column) for column in zip(*rows, strict=True))
    rows = [[x / top for x in row] for row in rows]
    return [*rows, [1 - sum(column) for column in zip(*rows, strict=True)]]


def table(rng, k, gamma, delta):
    """A private table; for delta > 0 also a staircase, or the truth told with probability delta."""
    how = rng.randrange(3)
    if delta and how == 0:
        rows = staircase(rng, k, gamma, delta)
    else:
        share = delta * F(rng.randint(1, 2), 2)
        rows = [[(1 - share) * x for x in row] for row in pure(rng, k, gamma)]
        rows += [[share * x for x in row] for row in unit(k) if share]
    if how == 2:
        columns = [mixture(rng, k + 1) for _ in rows]
        rows = mixed(rows, list(zip(*columns, strict=True)))
    rows = [row for row in rows if any(row)]
    assert is_private(rows, gamma, delta)
    return rows


def informative(rng, k, gamma, delta):
    """A private table that tells all truths apart: a good one, or one of not too many reports."""
    good = [[delta * x for x in row] for row in unit(k) if delta]
    good += [[(1 - delta) * x for x in row] for row in response(k, gamma)]
    if gamma > 1 and rng.randrange(3):
        return good
    while True:
        rows = table(rng, k, gamma, delta)
        if len(rows) <= 9 and covariance(rows, [F(1, k)] * k):
            return rows


def number(rng):
    return F(rng.randint(-6, 6), rng.choice([1, 2, 3, 5]))


def inner(rng, k):
    """A prior without zeros."""
    parts = [rng.randint(1, 6) for _ in range(k)]
    return [F(x, sum(parts)) for x in parts]


def unbiased(rng, rows, prior, c):
    """An unbiased estimator, sometimes not the best one: that of another prior."""
    return least(rows, rng.choice([prior, inner(rng, len(prior))]), c)[1]


def tangent(rng, rows, prior, c):
    """The best vector of the table, as it is, rounded or a little moved; or any vector."""
    if not rng.randrange(9):
        return [number(rng) for _ in c]
    v, bits = least(rows, prior, c)[2], rng.choice([6, 20])
    moved = [x * (1 + number(rng) / 99) for x in v]
    return rng.choice([v, v, [F(round(x * 2**bits), 2**bits) for x in v], moved])


def place(rng, rows, contrasts, weight=ONE, offset=ZERO, duals=None):
    """A scenario with evidence of the table and of a rival."""
    prior = inner(rng, len(rows[0]))
    return {
        "prior": prior,
        "weight": weight,
        "offset": offset,
        "estimators": [unbiased(rng, rows, prior, c) for c in contrasts],
        "tangents": [tangent(rng, rows, prior, d) for d in duals or contrasts],
    }


def moments(rows, at):
    means = [dot(at["prior"], row) for row in rows]
    return [dot([s * s for s in x], means) for x in at["estimators"]]


def own(rows, at, contrasts):
    """The variance of the estimators of a scenario, less its offset."""
    corner = sum(dot(c, at["prior"]) ** 2 for c in contrasts)
    return sum(moments(rows, at)) - corner - at["offset"]


def best(rows, at, contrasts):
    return sum(least(rows, at["prior"], c)[0] for c in contrasts) - at["offset"]


def several(rng, rows, contrasts, over):
    if not over:
        return [place(rng, rows, contrasts)]
    shares = mixture(rng, rng.randint(1, 3))
    return [place(rng, rows, contrasts, w, rng.choice([F(0), number(rng)])) for w in shares]


def of_variances(rng, rows, name):
    """a-optimal, c-optimal, variance: the certificate's parts and the truth of another table."""
    k, over = len(rows[0]), rng.choice(["", "average", "minimax"])
    contrasts = unit(k) if name == "a-optimal" else [[number(rng) for _ in range(k)]]
    contrasts = [[F(0), F(1)]] if name == "variance" else contrasts
    places = several(rng, rows, contrasts, over)
    objective = {"name": name, **({"over": over} if over else {})}
    objective |= {} if name == "a-optimal" else {"contrasts": contrasts}

    def total(values):
        weights = [at["weight"] for at in places]
        pairs = zip(weights, values, strict=True)
        return max(values) if over == "minimax" else sum(w * x for w, x in pairs if w)

    value = total([own(rows, at, contrasts) for at in places])
    truth = lambda other: total([best(other, at, contrasts) for at in places])  # noqa: E731
    return objective, places, value, contrasts, lambda o, b: truth(o) >= b, truth(rows)


def of_interval(rng, rows, name):
    """The concave variance at its worst prevalence, found from below at points."""
    ends = sorted(F(rng.randint(0, 12), 12) for _ in "ab")
    contrasts, places = [[F(0), F(1)]], []
    for w in mixture(rng, rng.randint(1, 2)):
        places.append(place(rng, rows, contrasts, w))
        q = ends[0] + (ends[1] - ends[0]) * F(rng.randint(0, 4), 4)
        q = min(max(q, F(1, 100)), F(99, 100)) if ends[0] < ends[1] else q
        places[-1]["prior"] = [1 - q, q]
    inside = all(ends[0] <= at["prior"][1] <= ends[1] for at in places)
    points = [ends[0] + (ends[1] - ends[0]) * F(i, 60) for i in range(61)]
    points += [at["prior"][1] for at in places]
    a, b, c = (own(rows, {**places[0], "prior": [1 - q, q]}, contrasts) for q in map(F, (0, 1, 2)))
    peak = (4 * b - 3 * a - c) / (4 * b - 2 * a - 2 * c)  # of the parabola through three points
    at_ends = [*ends, *([peak] if ends[0] <= peak <= ends[1] else [])]
    value = max(own(rows, {**places[0], "prior": [1 - q, q]}, contrasts) for q in at_ends)

    def worst(other):
        return max(least(other, [1 - q, q], contrasts[0])[0] for q in points[::10] + points[61:])

    objective = {"name": "variance", "contrasts": contrasts, "interval": ends}
    return objective, places, value, contrasts, lambda o, b: not inside or worst(o) >= b, F(0)


def of_eigenvalue(rng, rows, name):
    k = len(rows[0])
    duals = [[number(rng) for _ in range(k)] for _ in range(rng.randint(1, 2))]
    duals[0][0] += 7
    at = place(rng, rows, unit(k), duals=duals)
    means = [dot(at["prior"], row) for row in rows]
    f = [number(rng) / 4 for _ in range(k)]
    seen = [
        [
            sum(m * s * t for m, s, t in zip(means, x, y, strict=True)) - p * q + a * b
            for y, q, b in zip(at["estimators"], at["prior"], f, strict=True)
        ]
        for x, p, a in zip(at["estimators"], at["prior"], f, strict=True)
    ]
    value = max(row[i] + sum(map(abs, row)) - abs(row[i]) for i, row in enumerate(seen))

    def rest(other, x):
        cov = covariance(other, at["prior"])
        return cov and [[x * (i == j) - y for j, y in enumerate(r)] for i, r in enumerate(cov)]

    def true(other, bound):
        """The largest eigenvalue is below it only if what is left is positive definite."""
        left = rest(other, bound)
        corners = left and [[row[:n] for row in left[:n]] for n in range(1, k + 1)]
        return left is None or any(determinant(corner) <= 0 for corner in corners)

    assert is_semidefinite(rest(rows, value))
    objective = {"name": "e-optimal", "contrasts": duals, "roots": [f]}
    return objective, [at], value, duals, true, F(0)


def of_determinant(rng, rows, name):
    k = len(rows[0])
    prior = inner(rng, k)
    scales, contrasts, tangents = triangular(rows, prior)
    scales = [rng.choice([s, s * F(rng.randint(6, 10), 8), F(1)]) for s in scales]
    for i in range(k):
        stretch = [rng.choice([F(1), F(rng.randint(6, 10), 8), F(-1)]) for _ in range(2)]
        tangents[i] = [F(0)] * i + [
            stretch[0] * tangents[i][i],
            *(x + number(rng) / 99 for x in tangents[i][i + 1 :]),
        ]
        contrasts[i] = [
            stretch[1] * c + number(rng) / 99 * (j < i) for j, c in enumerate(contrasts[i])
        ]
    at = {**place(rng, rows, contrasts), "prior": prior, "tangents": tangents}
    total = dot(scales, moments(rows, at))
    value = k * (total / k) ** k / determinant_of(scales, contrasts)
    objective = {"name": "d-optimal", "contrasts": contrasts, "scales": scales}
    truth = pseudo_determinant(rows, prior)
    return (
        objective, [at], value, contrasts, lambda o, b: pseudo_determinant(o, prior) >= b, truth
    )  # fmt: skip


MAKERS = {
    "a-optimal": of_variances,
    "c-optimal": of_variances,
    "variance": of_variances,
    "interval": of_interval,
    "e-optimal": of_eigenvalue,
    "d-optimal": of_determinant,
}


@pytest.mark.everything
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("level", LEVELS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_no_table_is_below_a_bound_nor_above_its_value(name, level, seed):
    k, gamma, delta = level
    if name in ("variance", "interval") and k != 2:
        return
    rng = Random(f"{name} {level} {seed}")
    rows = informative(rng, k, gamma, delta)
    objective, places, value, contrasts, true, truth = MAKERS[name](rng, rows, name)
    start = [number(rng) for _ in range(k)] if rng.randrange(9) == 0 else None
    data = certificate(rows, objective, places, value, contrasts, gamma, delta, start)
    found = check(data)
    assert found.verdict == "verified", found
    bound = F(data["bound"])
    assert truth <= value and bound <= value
    assert true(rows, bound)
    for _ in range(TABLES):
        assert true(table(rng, k, gamma, delta), bound)
    above = {**data, "bound": str(bound + STEP), "gap": str(value - bound - STEP)}
    assert check(above).verdict == "refuted"
    below = {**data, "value": str(value - STEP), "gap": str(value - STEP - bound)}
    assert check(below).verdict == "refuted"
