"""The information of one report of a table about the coefficients of a model, in exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact import InputError
from rropt.exact.convert import dot, fmpq, fraction
from rropt.utility.for_model import ForModel, ModelGuess
from rropt.utility.response_models import Matrix, Vector


def model_variance(objective: ForModel, rows: Sequence[Vector]) -> Fraction:
    """sum c'I^-1 c at the first guess: the asymptotic variances for one respondent."""
    information = information_of(objective.guesses[0], rows)
    total = Fraction(0)
    for c in objective.contrasts:
        v = solved(information, c)
        total += dot(c, v)
    return total


def information_of(guess: ModelGuess, rows: Sequence[Vector]) -> Matrix:
    """sum_x w_x sum_i (D'r)(D'r)' / (p.r)."""
    size = range(len(guess.model.theta))
    total = [[Fraction(0)] * len(size) for _ in size]
    for at in guess.points:
        columns = list(zip(*at.derivatives, strict=True))
        for row in rows:
            scale = at.weight / dot(at.probabilities, row)
            slope = [dot(column, row) for column in columns]
            for i in size:
                for j in size:
                    total[i][j] += scale * slope[i] * slope[j]
    return tuple(map(tuple, total))


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


def pivots(rows: Sequence[Sequence[Fraction]]) -> list[int]:
    """The columns of a matrix that are independent of those before them.

    >>> one, two = Fraction(1), Fraction(2)
    >>> pivots([[one, two, one], [one, two, two]])
    [0, 2]
    """
    from flint import fmpq_mat

    reduced, rank = fmpq_mat([[fmpq(x) for x in row] for row in rows]).rref()
    columns = range(len(rows[0]))
    return [next(j for j in columns if reduced[i, j] != 0) for i in range(rank)]
