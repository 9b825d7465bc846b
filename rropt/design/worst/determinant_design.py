"""The table whose log-determinant at the worst population is least: D-optimal at one prior.

With unbiased estimators x_i of the shares the matrix M = sum_i x_i x_i' (q.r_i) is linear in q, and
k det M at least the determinant of the covariance. So log det is concave in q and convex in the
table, and the saddle point is a prior with the D-optimal table there. The prior is found with its
prices: with X = L L' for a triangular L,

    maximise 2 sum log L_ii   with   |L'r|^2 <= (y.r + z.e_r)(q.r) for all r,   sum y + delta.z = k,

a program over second-order and exponential cones.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.certificate import Certificate, issue
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.curved import gradient_certificate
from rropt.design.curved.curved_design import curved_design
from rropt.design.curved.unbiased import short
from rropt.design.levels.level_source import source_of
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import pattern_cones, settings
from rropt.design.worst.table_worst_prior import information_at
from rropt.design.worst.worst_certificate import distribution
from rropt.design.worst.worst_pools import SourcePatterns
from rropt.exact import log_bounds
from rropt.exact.convert import dot
from rropt.utility.at_prior import DOptimal
from rropt.utility.curved import Vector

Array = NDArray[np.float64]

FLOOR = 1e-12
"""Of a share of the worst prior: designs at a prior need every truth to be possible."""

NEWTON_STEPS = 4
"""The cones leave the prior open to 1e-6; two steps square that, the others cost nothing."""

DIFFERENCE = 1e-5
"""Relative: an error of the slopes of 1e-15 becomes 1e-10 of the second derivatives."""


def worst_determinant(problem: Problem, total: int | None) -> Answer:
    """The D-optimal design at the least favourable prior, for all of them.

    Of the table that is best at a prior near it, the worst prior; there, prices.
    """
    near = _at(problem, least_favourable(problem))
    answer = curved_design(near, total)
    worst = _at(problem, settled_prior(answer.channel, near.objective.prior))
    prices = gradient_certificate.solve(worst)
    certified = gradient_certificate.certify(worst, prices.found, answer.channel.rows)
    certificate = for_all_priors(certified.certificate)
    value, bound = (Fraction(certificate.data[name]) for name in ("value", "bound"))
    return replace(
        answer,
        problem=problem,
        value=log_bounds(value),
        bound=log_bounds(bound)[0],
        certificate=certificate,
    )


def _at(problem: Problem, prior: Vector) -> Problem:
    return replace(problem, objective=DOptimal(prior))


def settled_prior(table: Channel, near: Vector) -> Vector:
    """Where log det J^-1 of a table is largest, by Newton's method among the possible truths.

    Its slopes are the second moments m_j of the best estimators; they are equal there.
    """
    rows = np.array(table.to_numpy(), dtype=float)
    q = np.array([float(x) for x in near])
    inside = q > 10 * FLOOR
    for _ in range(NEWTON_STEPS):
        slopes = _slopes(rows, q)
        size = int(inside.sum())
        system = np.zeros((size + 1, size + 1))
        system[:size, :size] = _bend(rows, q)[np.ix_(inside, inside)]
        system[:size, size] = system[size, :size] = 1
        step = np.linalg.solve(system, np.append(-slopes[inside], 0.0))[:size]
        moved = q[inside] + step
        if moved.min() <= 0:
            break  # a truth that would become impossible: the prior near it will do
        q[inside] = moved
    return tuple(distribution(q.tolist()))


def _slopes(rows: Array, q: Array) -> Array:
    """sum_r r_j (r.J^-1 r) / (q.r)^2."""
    inverse = np.linalg.inv(information_at(rows, q))
    squares = np.einsum("ij,jk,ik->i", rows, inverse, rows)
    found: Array = rows.T @ (squares / (rows @ q) ** 2)
    return found


def _bend(rows: Array, q: Array) -> Array:
    """The second derivatives, by differences of the slopes."""
    columns = []
    for j in range(len(q)):
        step = DIFFERENCE * max(q[j], FLOOR)
        ahead, behind = q.copy(), q.copy()
        ahead[j] += step
        behind[j] -= step
        columns.append((_slopes(rows, ahead) - _slopes(rows, behind)) / (2 * step))
    found: Array = np.array(columns)
    return (found + found.T) / 2


def for_all_priors(certificate: Certificate) -> Certificate:
    """The same table and prices, with its value at the worst prior."""
    data = certificate.data
    scales = [Fraction(s) for s in data["objective"]["scales"]]
    contrasts = [[Fraction(x) for x in c] for c in data["objective"]["contrasts"]]
    k = len(scales)
    mean = short(max(_moments(data, scales)) / k)
    volume = Fraction(1)
    for i, (s, c) in enumerate(zip(scales, contrasts, strict=True)):
        volume *= s * c[i] ** 2
    value = short(k * mean**k / volume)
    gap = value - Fraction(data["bound"])
    objective = data["objective"] | {"over": "worst-population"}
    changed = {"objective": objective, "value": value, "gap": gap}
    return issue({name: entry for name, entry in data.items() if name != "format"} | changed)


def _moments(data: dict[str, Any], scales: list[Fraction]) -> list[Fraction]:
    """sum_s s sum_i (x^s_i)^2 P(i|j), truth by truth."""
    (scenario,) = data["scenarios"]
    estimators = [[Fraction(x) for x in row] for row in scenario["estimators"]]
    weights = [Fraction(w) for w in data["weights"]]
    masses = []
    for weight, numbers in zip(weights, zip(*estimators, strict=True), strict=True):
        masses.append(weight * dot(scales, [x * x for x in numbers]))
    columns = zip(*data["patterns"], strict=True)
    return [dot(masses, [Fraction(x) for x in column]) for column in columns]


def least_favourable(problem: Problem) -> Vector:
    """The prior of the saddle point, in doubles made rational."""
    choice = SourcePatterns(source_of(problem))
    tops = choice.rows.max(axis=1)
    deltas = np.array([float(delta) for delta in choice.source.deltas])
    shares = saddle_prior(choice.rows / tops[:, None], choice.surplus / tops[:, None], deltas)
    return tuple(distribution(np.maximum(shares, FLOOR).tolist()))


def saddle_prior(rows: Array, surplus: Array, deltas: Array) -> Array:
    """q of the program, whose variables are y, the columns of L, q, z and the logarithms."""
    import clarabel
    import scipy.sparse as sparse

    truths, pairs = rows.shape[1], len(deltas)
    parts = [truths, truths**2, truths, pairs, truths]
    size, starts = sum(parts), np.cumsum([0, *parts])
    unit = sparse.identity(size, format="csr")
    y, columns, q, z, logs = (slice(a, b) for a, b in pairwise(starts.tolist()))
    triangle = columns.start + np.arange(truths**2).reshape(truths, truths)
    zeros = [int(triangle[i, j]) for i in range(truths) for j in range(i)]
    spent = sparse.csr_matrix(unit[y].sum(axis=0) + (deltas @ unit[z] if pairs else 0))
    equal = [spent, sparse.csr_matrix(unit[q].sum(axis=0)), unit[zeros]]
    signs = sparse.vstack([unit[q], unit[z]])
    exponentials = []
    for i in range(truths):  # (log, 1, L_ii) in the cone e^log <= L_ii
        exponentials += [unit[logs.start + i], sparse.csr_matrix((1, size)), unit[triangle[i, i]]]
    quadratic = sparse.hstack(
        [
            pattern_cones(rows, surplus, truths),
            sparse.csr_matrix((len(rows) * (truths + 2), truths)),
        ]
    )
    blocks = [*equal, -signs, -quadratic, *(-row for row in exponentials)]
    right = np.zeros(sum(block.shape[0] for block in blocks))
    right[:2] = truths, 1
    first = len(right) - 3 * truths
    right[first + 1 :: 3] = 1
    cost = np.zeros(size)
    cost[logs] = -1
    cones = [clarabel.ZeroConeT(2 + len(zeros)), clarabel.NonnegativeConeT(signs.shape[0])]
    cones += [clarabel.SecondOrderConeT(truths + 2)] * len(rows)
    cones += [clarabel.ExponentialConeT()] * truths
    solver = clarabel.DefaultSolver(
        sparse.csc_matrix((size, size)),
        cost,
        sparse.vstack(blocks, format="csc"),
        right,
        cones,
        settings(),
    )
    return np.array(solver.solve().x)[q]
