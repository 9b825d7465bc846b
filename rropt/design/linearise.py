"""From the floating-point search to exact weights and a rounded covariance.

The weights are rounded to short dyadic numbers, k of them solved for exactly so that the columns
add up to one; the covariance is rounded to a symmetric matrix whose rows sum to zero.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, log2
from typing import Any

from rropt.design.curved import Search
from rropt.design.problem import Problem
from rropt.patterns import Pattern, evaluate
from rropt.utility.curved import Matrix, Vector

BITS = 56
"""Relative precision of rounded weights, covariances and prices."""

PRECISION = 400
"""Bits of the ball arithmetic that inverts an information matrix."""


def exact_table(problem: Problem, found: Search) -> tuple[list[Pattern], list[Fraction]]:
    """The chosen patterns for gamma.lo with exact weights."""
    pool, gamma = found.pool, problem.gamma.lo
    exponents = [pool.pattern(index) for index in found.chosen]
    patterns = [evaluate(levels, gamma) for levels in exponents]
    tops = [max(levels) if problem.delta else 1 for levels in exponents]
    sizes = [float(w) / float(gamma) ** t for w, t in zip(found.point.weights, tops, strict=True)]
    weights = exact_weights(patterns, sizes)
    used = [(r, w) for r, w in zip(patterns, weights, strict=True) if w]
    return [r for r, _ in used], [w for _, w in used]


def exact_weights(patterns: list[Pattern], sizes: list[float]) -> list[Fraction]:
    """Short dyadic weights near `sizes`, k of them solved for so that sum w r = 1 exactly.

    Patterns differ in length by powers of gamma: each weight is rounded relative to itself.
    """
    import numpy as np
    from flint import fmpq_mat
    from scipy.linalg import qr

    k = len(patterns[0])
    rows = np.array([[float(x) for x in r] for r in patterns])
    pivots = qr((rows * np.array(sizes)[:, None]).T, mode="r", pivoting=True)[1][:k]
    weights = [dyadic(size, size or 1.0) for size in sizes]
    rest = [Fraction(1)] * k
    for i, (w, r) in enumerate(zip(weights, patterns, strict=True)):
        if i not in pivots:
            rest = [have - w * x for have, x in zip(rest, r, strict=True)]
    square = fmpq_mat([[fmpq(patterns[i][j]) for i in pivots] for j in range(k)])
    solved = square.solve(fmpq_mat([[fmpq(x)] for x in rest]))
    for position, i in enumerate(pivots):
        entry = solved[position, 0]
        weights[i] = Fraction(int(entry.p), int(entry.q))
    if min(weights) < 0:
        raise ArithmeticError("the rounded weights of a curved design are not a table")
    return weights


def dyadic(value: float | Fraction, unit: float) -> Fraction:
    """A number rounded to a multiple of about unit * 2^-BITS."""
    grid = Fraction(2) ** (BITS - floor(log2(unit)))
    return Fraction(round(Fraction(value) * grid)) / grid


def fmpq(value: Fraction) -> Any:
    """The rational as python-flint has it."""
    import flint

    return flint.fmpq(value.numerator, value.denominator)


def covariance(
    patterns: list[Pattern], weights: list[Fraction], prior: Vector, E: Matrix
) -> Matrix:
    """K = J^-1 - pi pi' rounded, symmetric, its rows summing to zero exactly.

    The rounding is small beside the diagonal and beside the criterion tr(E Cov), which may be much
    smaller where only a contrast is estimated well.
    """
    import flint

    k = len(prior)
    seen = [sum(p * x for p, x in zip(prior, r, strict=True)) for r in patterns]
    shares = [w / s for w, s in zip(weights, seen, strict=True)]
    with flint.ctx.workprec(PRECISION):
        rows = flint.arb_mat([[flint.arb(fmpq(x)) for x in r] for r in patterns])
        spread = flint.arb_mat(
            [[flint.arb(fmpq(x * s)) for x in r] for r, s in zip(patterns, shares, strict=True)]
        )
        inverse = (rows.transpose() * spread).inv()
        entries = [[_middle(inverse[i, j]) for j in range(k)] for i in range(k)]
    cov = [
        [x - a * b for x, b in zip(row, prior, strict=True)]
        for row, a in zip(entries, prior, strict=True)
    ]
    criterion = sum(
        (e * x for line, row in zip(E, cov, strict=True) for e, x in zip(line, row, strict=True)),
        Fraction(0),
    )
    size = max(max(abs(e) for e in row) for row in E)
    unit = min(float(criterion / size), *(float(cov[i][i]) for i in range(k)))
    return _balanced(cov, unit)


def _middle(ball: Any) -> Fraction:
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _balanced(cov: list[list[Fraction]], unit: float) -> Matrix:
    k = len(cov)
    table = [[dyadic(cov[min(i, j)][max(i, j)], unit) for j in range(k)] for i in range(k)]
    for i in range(k):
        table[i][i] = -sum((table[i][j] for j in range(k) if j != i), Fraction(0))
    return tuple(tuple(row) for row in table)
