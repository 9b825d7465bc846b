"""The information of one report of a table about the coefficients of a model, in exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact import InputError
from rropt.exact.convert import fmpq, fraction
from rropt.utility.for_model import ForModel, Matrix, ModelPoint, Vector


def model_variance(objective: ForModel, rows: Sequence[Vector]) -> Fraction:
    """sum c'I^-1 c: the asymptotic variance of the coefficients for one respondent."""
    information = information_of(objective, rows)
    gains = (_dot(c, solved(information, c)) for c in objective.contrasts)
    return sum(gains, Fraction(0))


def information_of(objective: ForModel, rows: Sequence[Vector]) -> Matrix:
    """sum_x w_x sum_i (D'r)(D'r)' / (p.r)."""
    size = range(objective.model.coefficients)
    total = [[Fraction(0)] * len(size) for _ in size]
    for at in objective.points:
        for row in rows:
            scale = at.weight / _dot(at.probabilities, row)
            slope = _slope(at, row)
            for i in size:
                for j in size:
                    total[i][j] += scale * slope[i] * slope[j]
    return tuple(map(tuple, total))


def _slope(at: ModelPoint, row: Vector) -> Vector:
    """D'r."""
    return tuple(_dot(column, row) for column in zip(*at.derivatives, strict=True))


def solved(information: Matrix, contrast: Vector) -> Vector:
    """Some v with I v = c; coefficients that the table tells nothing about get zero."""
    from flint import fmpq_mat

    size = len(contrast)
    pairs = zip(information, contrast, strict=True)
    rows = [[fmpq(x) for x in row] + [fmpq(c)] for row, c in pairs]
    reduced, rank = fmpq_mat(rows).rref()
    found = [Fraction(0)] * size
    for i in range(rank):
        pivot = next(j for j in range(size + 1) if reduced[i, j] != 0)
        if pivot == size:
            raise InputError("coefficients must be ones that the best table tells something about")
        found[pivot] = fraction(reduced[i, size])
    return tuple(found)


def _dot(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))
