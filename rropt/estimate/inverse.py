"""The matrix L of the unbiased estimate, `L C = I`, in exact arithmetic.

* One number on the diagonal and one elsewhere: the closed form, for any number of truths.
* Square and invertible: the inverse.
* More reports than truths: `(C^T W C)^-1 C^T W` with W = diag(1 / (C u)), efficient at u.
* Dependent columns: the same for a basis of the columns, and zero rows for the other truths. Any
  contrast that is identified is then estimated, efficiently at u; others must not be asked for.

Above EXACT_SIZE truths the last three are computed in doubles.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimate.identify import identified

EXACT_SIZE = 200
"""Largest number of truths (or reports) for which general tables are inverted exactly."""

Rows = tuple[tuple[Fraction, ...], ...]


@lru_cache(maxsize=32)
def left_inverse(channel: Channel, prior: tuple[Fraction, ...]) -> np.ndarray:
    """The matrix L in doubles, truths by reports; `prior` is the u of the weights.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> left_inverse(warner, (Fraction(1, 2), Fraction(1, 2))).tolist()
    [[1.5, -0.5], [-0.5, 1.5]]
    """
    rows = exact_left_inverse(channel, prior)
    if rows is None:
        inverse = _in_doubles(channel, prior)
    else:
        inverse = np.array([[float(x) for x in row] for row in rows])
    inverse.flags.writeable = False
    return inverse


@lru_cache(maxsize=32)
def exact_left_inverse(channel: Channel, prior: tuple[Fraction, ...]) -> Rows | None:
    """The exact matrix L, or None for a general table above EXACT_SIZE.

    >>> tall = Channel.from_rows([["1/2", 0], ["1/2", "1/2"], [0, "1/2"]])
    >>> exact_left_inverse(tall, (Fraction(1, 2), Fraction(1, 2)))[0]
    (Fraction(3, 2), Fraction(1, 2), Fraction(-1, 2))
    """
    diagonal = diagonal_form(channel)
    if diagonal is not None:
        return _diagonal_inverse(*diagonal, channel.shape[1])
    if max(channel.shape) > EXACT_SIZE:
        return None
    if channel.shape[0] == channel.shape[1] == identified(channel).rank:
        return _rows(_table(channel).inv())
    return _weighted(channel, prior)


def diagonal_form(channel: Channel) -> tuple[Fraction, Fraction] | None:
    """(a, b) for a table with a on the diagonal and b != a everywhere else.

    >>> diagonal_form(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    (Fraction(3, 4), Fraction(1, 4))
    """
    (m, k), rows = channel.shape, channel.numerators
    if m != k or k < 2:
        return None
    a, b = rows[0][0], rows[0][1]
    alike = all(rows[i][j] == (a if i == j else b) for i in range(k) for j in range(k))
    d = channel.denominator
    return (Fraction(a, d), Fraction(b, d)) if alike and a != b else None


def _diagonal_inverse(a: Fraction, b: Fraction, size: int) -> Rows:
    """((a - b) I + b J)^-1 = (I - b J) / (a - b), as the columns add up to one."""
    on, off = (1 - b) / (a - b), -b / (a - b)
    return tuple(tuple(on if i == j else off for i in range(size)) for j in range(size))


def _weighted(channel: Channel, prior: tuple[Fraction, ...]) -> Rows:
    import flint

    table, expected = _table(channel), channel.report_distribution(prior)
    basis = _column_basis(table)
    columns = flint.fmpq_mat([[row[j] for j in basis] for row in table.tolist()])
    scales = [1 / p if p else Fraction(0) for p in expected]
    weighted = [
        [x * flint.fmpq(scale.numerator, scale.denominator) for x in row]
        for row, scale in zip(columns.tolist(), scales, strict=True)
    ]
    transposed = flint.fmpq_mat(weighted).transpose()
    inverse = _rows((transposed * columns).solve(transposed))
    place = dict(zip(basis, inverse, strict=True))
    nothing = (Fraction(0),) * channel.shape[0]
    return tuple(place.get(j, nothing) for j in range(channel.shape[1]))


def _column_basis(table: Any) -> list[int]:
    """The first columns that are linearly independent: the pivots."""
    echelon, rank = table.rref()
    width = table.ncols()
    return [next(j for j in range(width) if echelon[i, j] != 0) for i in range(rank)]


def _table(channel: Channel) -> Any:
    import flint

    d = channel.denominator
    return flint.fmpq_mat([[flint.fmpq(x, d) for x in row] for row in channel.numerators])


def _rows(matrix: Any) -> Rows:
    return tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in matrix.tolist())


def _in_doubles(channel: Channel, prior: tuple[Fraction, ...]) -> np.ndarray:
    """The weighted pseudo-inverse; its rank is known exactly, no tolerance decides it."""
    table, rank = channel.to_numpy(), identified(channel).rank
    expected = np.array([float(p) for p in channel.report_distribution(prior)])
    used = expected > 0
    weights = np.sqrt(expected[used])[:, None]
    left, singular, right = np.linalg.svd(table[used] / weights, full_matrices=False)
    inverse = np.zeros(table.T.shape)
    inverse[:, used] = (right[:rank].T / singular[:rank]) @ left[:, :rank].T / weights.T
    return inverse
