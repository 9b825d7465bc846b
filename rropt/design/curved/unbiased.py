"""Unbiased estimators in exact numbers, and the variances that they have.

An estimator gives each report r of a table (a row w_r r) a number x_r; it is unbiased for the
contrast c.pi when sum_r x_r w_r r = c. At a prior pi its variance for one respondent is

    sum_r x_r^2 w_r (pi.r) - (c.pi)^2,

least for x_r = (J^-1 c).r / (pi.r). Near the least one the variance changes by the square of a
change: the numbers of all reports but k may be rounded, those of the others are solved for.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.design.curved.linearise import Information
from rropt.exact.convert import fmpq, fraction
from rropt.utility.curved import Matrix, Vector

SHORT = 96
"""Exact variances of more bits are rounded up."""


def unbiased(at: Information, contrasts: Sequence[Vector]) -> list[Vector]:
    """For each contrast an exactly unbiased estimator near the best one.

    >>> from rropt.design.curved.linearise import Information
    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> at = Information.of([(3, 1), (1, 3)], [quarter, quarter], (half, half))
    >>> unbiased(at, [(Fraction(0), Fraction(1))])
    [(Fraction(-1, 2), Fraction(3, 2))]
    """
    from flint import fmpq_mat

    pivots = _independent(at)
    free = [n for n in range(len(at.patterns)) if n not in set(pivots)]
    near = at.estimators(contrasts)
    rest = fmpq_mat([[fmpq(x) for x in c] for c in contrasts])
    if free:
        masses = [[fmpq(x[n] * at.weights[n]) for n in free] for x in near]
        rest -= fmpq_mat(masses) * fmpq_mat([[fmpq(x) for x in at.patterns[n]] for n in free])
    square = fmpq_mat([[fmpq(at.patterns[n][j]) for n in pivots] for j in range(len(at.prior))])
    solved = square.solve(rest.transpose())
    for i, x in enumerate(near):
        for position, n in enumerate(pivots):
            x[n] = fraction(solved[position, i]) / at.weights[n]
    return [tuple(x) for x in near]


def _independent(at: Information) -> list[int]:
    """k reports that can take up what the others leave: the largest r / sqrt(pi.r), one by one.

    Their differences from the first truth are put in units of their own: near gamma = 1 all
    patterns are nearly alike.
    """
    import numpy as np
    from scipy.linalg import qr

    moved = [[float(row[0]), *(float(x - row[0]) for x in row[1:])] for row in at.rows.tolist()]
    masses = [float(w * m) for w, m in zip(at.weights, at.means, strict=True)]
    table = np.array(moved) * np.sqrt(np.array(masses))[:, None]
    table /= np.maximum(np.abs(table).max(axis=0), 1e-300)
    order = qr(table.T, mode="r", pivoting=True)[1]
    return [int(n) for n in order[: len(at.prior)]]


def second_moments(at: Information, estimators: Sequence[Vector]) -> list[Fraction]:
    """sum_r x_r^2 w_r (pi.r) of each."""
    masses = _masses(at)
    moments = []
    for x in estimators:
        numbers = [fmpq(entry) for entry in x]
        terms = (a * a * m for a, m in zip(numbers, masses, strict=True))
        moments.append(fraction(sum(terms, fmpq(Fraction(0)))))
    return moments


def covariance(at: Information, estimators: Sequence[Vector]) -> Matrix:
    """The covariances of the estimators of the entries of pi."""
    from flint import fmpq_mat

    numbers = [[fmpq(entry) for entry in x] for x in estimators]
    masses = _masses(at)
    heavy = fmpq_mat([[a * m for a, m in zip(row, masses, strict=True)] for row in numbers])
    product = heavy * fmpq_mat(numbers).transpose()
    return tuple(
        tuple(fraction(product[i, j]) - p * q for j, q in enumerate(at.prior))
        for i, p in enumerate(at.prior)
    )


def _masses(at: Information) -> list[Any]:
    return [fmpq(w * m) for w, m in zip(at.weights, at.means, strict=True)]


def short(value: Fraction, up: bool = True, bits: int = SHORT) -> Fraction:
    """The number, or one of as many bits just above it, or just below.

    >>> short(Fraction(2, 3)), short(Fraction(22, 7), bits=4), short(Fraction(22, 7), False, 4)
    (Fraction(2, 3), Fraction(13, 4), Fraction(3, 1))
    """
    n, d = value.numerator, value.denominator
    if max(n.bit_length(), d.bit_length()) <= bits:
        return value
    shift = bits - n.bit_length() + d.bit_length()
    scaled = (n << shift, d) if shift >= 0 else (n, d << -shift)
    whole = -(-scaled[0] // scaled[1]) if up else scaled[0] // scaled[1]
    return Fraction(whole) / Fraction(2) ** shift
