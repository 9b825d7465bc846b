"""Certificates of kind gradient in exact fractions, made without the library, and their truth.

A table is a list of rows r_i.  `least` minimises the variance of an unbiased estimator from the
conditions of Lagrange, so that zeros of a prior and singular tables need no inverse.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product

from flint import fmpq, fmpq_mat

from tests.certificates import write

F = Fraction
ZERO, ONE = F(0), F(1)


def dot(x, y):
    return sum((a * b for a, b in zip(x, y, strict=True)), F(0))


def solve(rows, right):
    """A solution of the linear equations over fractions; None where there is none."""
    augmented = [[*row, b] for row, b in zip(rows, right, strict=True)]
    found, rank = fmpq_mat(
        [[fmpq(*F(x).as_integer_ratio()) for x in row] for row in augmented]
    ).rref()
    n, solution = len(augmented[0]) - 1, {}
    for i in range(rank):
        pivot = next(j for j in range(n + 1) if found[i, j])
        solution[pivot] = F(int(found[i, n].p), int(found[i, n].q))
    return None if n in solution else [solution.get(j, F(0)) for j in range(n)]


def determinant(a):
    """By permutations."""
    n = range(len(a))
    return sum(
        (-1) ** sum(p[i] > p[j] for i, j in combinations(n, 2)) * math.prod(a[i][p[i]] for i in n)
        for p in permutations(n)
    )


def unit(k):
    return [[F(i == j) for j in range(k)] for i in range(k)]


def mixed(table, garbling):
    """The rows of C P."""
    columns = list(zip(*table, strict=True))
    return [[dot(row, column) for column in columns] for row in garbling]


def response(k, gamma):
    """Randomized response on k categories."""
    return [[(gamma if i == j else F(1)) / (gamma + k - 1) for j in range(k)] for i in range(k)]


def dominating(gamma, delta):
    """The table on two truths of which every private one is a garbling."""
    told = [[delta * x for x in row] for row in unit(2)]
    return told + [[(1 - delta) * x for x in row] for row in response(2, gamma)]


def extremes(k, gamma, delta=0):
    """{1, gamma}^k, or the staircases: supports, ordered into levels 1, gamma, gamma^2, ..."""
    if not delta:
        return [list(r) for r in product([F(1), gamma], repeat=k)]
    levels = (ls for ls in product(range(k + 1), repeat=k) if any(ls))
    whole = (ls for ls in levels if {*range(1, max(ls) + 1)} <= {*ls})
    return [[gamma**level if level else F(0) for level in ls] for ls in whole]


@cache
def vertices(k, gamma):
    """All vertices of the private tables for delta = 0: bases of patterns with weights >= 0."""
    found = []
    for basis in combinations(extremes(k, gamma), k):
        weights = solve(list(zip(*basis, strict=True)), [F(1)] * k)
        if weights and determinant(basis) and min(weights) >= 0:
            found.append([[w * x for x in r] for w, r in zip(weights, basis, strict=True) if w])
    return found


def is_private(rows, gamma, delta):
    """Straight from the definition."""
    k = range(len(rows[0]))
    return (
        all(x >= 0 for row in rows for x in row)
        and all(sum(row[a] for row in rows) == 1 for a in k)
        and all(
            sum(max(F(0), row[a] - gamma * row[b]) for row in rows) <= delta
            for a, b in permutations(k, 2)
        )
    )


def least(rows, prior, c):
    """The least variance of an unbiased estimator of c.p, the estimator, and v with x q.r = v.r.

    Infinity and None where no estimator is unbiased.
    """
    m, k = len(rows), len(prior)
    equations = [
        [*(dot(prior, row) * (n == i) for n in range(m)), *(-x for x in row)]
        for i, row in enumerate(rows)
    ]
    equations += [[*(row[j] for row in rows), *[F(0)] * k] for j in range(k)]
    found = solve(equations, [F(0)] * m + list(c))
    if found is None:
        return math.inf, None, None
    x, v = found[:m], found[m:]
    return dot(c, v) - dot(c, prior) ** 2, x, v


def covariance(rows, prior):
    """J^-1 - q q' as its columns; None where the table does not tell all truths apart."""
    columns = [least(rows, prior, c)[2] for c in unit(len(prior))]
    if None in columns:
        return None
    both = zip(columns, prior, strict=True)
    return [[x - p * q for x, p in zip(v, prior, strict=True)] for v, q in both]


def is_semidefinite(a):
    """All principal minors are non-negative."""
    n = range(len(a))
    subsets = chain.from_iterable(combinations(n, size) for size in range(1, len(a) + 1))
    return all(determinant([[a[i][j] for j in s] for i in s]) >= 0 for s in subsets)


def pseudo_determinant(rows, prior):
    """k det J^-1, J = sum r r' / q.r."""
    k = len(prior)
    if any(any(r) and not dot(prior, r) for r in rows):
        return F(0)
    seen = [(r, dot(prior, r)) for r in rows if any(r)]
    j = [[sum(r[a] * r[b] / m for r, m in seen) for b in range(k)] for a in range(k)]
    return k / determinant(j) if determinant(j) else math.inf


def triangular(rows, prior):
    """s, c, v with J = sum s c c' and J^-1 = sum s v v': the factors of J^-1 = L D L'."""
    left = [least(rows, prior, c)[2] for c in unit(len(prior))]
    scales, tangents = [], []
    for i in range(len(prior)):
        v = list(left[i])
        scales.append(1 / v[i])
        tangents.append(v)
        left = [
            [x - line[i] * y / v[i] for x, y in zip(line, v, strict=True)] if line[i] else line
            for line in left
        ]
    lower = [[v[j] * s for v, s in zip(tangents, scales, strict=True)] for j in range(len(prior))]
    contrasts = [solve(list(zip(*lower, strict=True)), c) for c in unit(len(prior))]
    return scales, contrasts, tangents


def determinant_of(scales, triangle):
    """det sum s x x' over the rows x of a triangle."""
    return math.prod(s * x[i] ** 2 for i, (s, x) in enumerate(zip(scales, triangle, strict=True)))


def cover(u, gamma, k, delta, start, pairs):
    """Prices start + t (1, ..., 1) with the least t that covers u at the extreme patterns."""
    short = []
    for r in extremes(k, gamma, delta):
        charge = dot(start, r) + sum(z * max(F(0), r[a] - gamma * r[b]) for a, b, z in pairs)
        short.append((u(r) - charge) / sum(r))
    return [y + max(short) for y in start]


def utility(scenarios, scales=None):
    """u(r) = sum of share * scale * (v.r)^2 / (q.r)."""

    def u(r):
        total = F(0)
        for at in scenarios:
            mean = dot(at["prior"], r)
            for s, v in zip(scales or [1] * len(at["tangents"]), at["tangents"], strict=True):
                top = dot(v, r) ** 2
                total += at["weight"] * s * top / mean if top else 0
        return total

    return u


def scenario(rows, prior, contrasts, weight=ONE, offset=ZERO, duals=None):
    """The best estimators and tangents of a table at a prior."""
    return {
        "prior": list(prior),
        "weight": weight,
        "offset": offset,
        "estimators": [least(rows, prior, c)[1] for c in contrasts],
        "tangents": [least(rows, prior, d)[2] for d in duals or contrasts],
    }


def linear_prices(u, rows):
    """The prices that are tight at as many rows as there are truths; None if they are dependent."""
    square = rows[: len(rows[0])]
    return solve(square, [u(r) for r in square])


def gains(scenarios, contrasts):
    """sum share (sum (2 c.v - (c.q)^2) - offset)."""
    total = F(0)
    for at in scenarios:
        each = zip(contrasts, at["tangents"], strict=True)
        own = sum((2 * dot(c, v) - dot(c, at["prior"]) ** 2 for c, v in each), F(0))
        total += at["weight"] * (own - at["offset"])
    return total


def certificate(rows, objective, scenarios, value, contrasts, gamma, delta=ZERO, start=None):
    """A certificate whose prices are tight at the last k rows, or above some extreme pattern.

    For delta > 0 the price of a pair (a, b) is what telling truth a is worth beyond its price.
    """
    k, scales = len(rows[0]), objective.get("scales")
    u = utility(scenarios, scales)
    start = start or linear_prices(u, rows[-k:]) or [F(0)] * k
    worth = [max(F(0), u(e) - y) / (k - 1) for e, y in zip(unit(k), start, strict=True) if delta]
    pairs = [[a, b, worth[a]] for a, b in permutations(range(k), 2) if delta]
    prices = cover(u, gamma, k, delta, start, pairs)
    most = sum(prices) + delta * sum(z for *_, z in pairs)
    if scales:
        (at,) = scenarios
        bound = k * (k / most) ** k * determinant_of(scales, at["tangents"])
    elif objective["name"] == "e-optimal":
        bound = (gains(scenarios, contrasts) - most) / sum(dot(d, d) for d in contrasts)
    else:
        bound = gains(scenarios, contrasts) - most
    data = {
        "format": "rropt-certificate/2",
        "kind": "gradient",
        "privacy": {"gamma": gamma, "delta": delta},
        "objective": objective,
        "scenarios": scenarios,
        "patterns": rows,
        "weights": [F(1)] * len(rows),
        "prices": prices,
        "value": value,
        "bound": bound,
        "gap": value - bound,
        "cover": {"proof": "extremes"},
    }
    return json.loads(json.dumps(write({**data, "pair_prices": pairs} if pairs else data)))


def variances(name, rows, priors, gamma, over="", contrasts=None, **parts):
    """a-optimal, c-optimal or variance, over priors (q, share, offset) or at one prior q."""
    places = [p if isinstance(p, tuple) else (p, F(1), F(0)) for p in priors]
    seen = contrasts or unit(len(rows[0]))
    scenarios = [scenario(rows, q, seen, w, o) for q, w, o in places]
    own = [sum(least(rows, q, c)[0] for c in seen) - o for q, _, o in places]
    average = dot([w for _, w, _ in places], own)
    objective = {"name": name, **({"contrasts": seen} if contrasts else {})}
    objective |= {"over": over} if over else {}
    value = max(own) if over == "minimax" else average
    return certificate(rows, objective, scenarios, value, seen, gamma, **parts)


def proportion(gamma, priors, over="", rows=None, **parts):
    """The variance of the share of truth 1 of two."""
    places = [p if isinstance(p, tuple) else (p, F(1), F(0)) for p in priors]
    whole = [([1 - q, q], w, o) for q, w, o in places]
    table, c = rows or response(2, gamma), [[F(0), F(1)]]
    return variances("variance", table, whole, gamma, over, c, **parts)


def interval(gamma, ends, priors, rows=None, **parts):
    """The variance of a proportion at its worst prevalence; (q, share), the worst of them first."""
    rows, c = rows or response(2, gamma), [[F(0), F(1)]]
    scenarios = [scenario(rows, [1 - q, q], c, w) for q, w in priors]
    columns = zip(*rows, strict=True)
    a, b = (dot([x * x for x in scenarios[0]["estimators"][0]], col) for col in columns)
    worst = min(max((b - a) / 2, ends[0]), ends[1])
    objective = {"name": "variance", "contrasts": c, "interval": list(ends)}
    value = a + (b - a) * worst - worst**2
    return certificate(rows, objective, scenarios, value, c, gamma, **parts)


def eigenvalue(rows, prior, gamma, duals, value, roots, **parts):
    """The largest eigenvalue, of which a root and a dual are given."""
    objective = {"name": "e-optimal", "contrasts": duals, "roots": roots}
    at = scenario(rows, prior, unit(len(prior)), duals=duals)
    return certificate(rows, objective, [at], value, duals, gamma, **parts)


def volume(rows, prior, gamma, **parts):
    """The determinant: all factors exact."""
    scales, contrasts, tangents = triangular(rows, prior)
    at = {**scenario(rows, prior, contrasts), "tangents": tangents}
    objective = {"name": "d-optimal", "contrasts": contrasts, "scales": scales}
    value = pseudo_determinant(rows, prior)
    return certificate(rows, objective, [at], value, contrasts, gamma, **parts)
