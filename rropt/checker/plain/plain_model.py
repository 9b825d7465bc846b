"""Kind `model`: coefficients of a model, their tangents, the prices that cover, and a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .fractions_of_text import Row, dot, number, ratio, vector
from .plain_coverage import covered, most, table_of
from .plain_privacy import is_private, is_table, problem_of


def model(data: dict[str, Any]) -> bool:
    """No private table makes the coefficients known better than bound, this one does value."""
    rows, k = table_of(data), len(data["prices"])
    low, high, deltas = problem_of(data, k)
    if not (rows and is_table(rows) and is_private(rows, low, deltas)):
        return False
    contrasts = [vector(c) for c in data["contrasts"]]
    tangents = [vector(v) for v in data["tangents"]]
    points = [ModelPoint(*given) for given in data["points"]]

    def u(r: Row) -> Fraction:
        total = Fraction(0)
        for at in points:
            for v in tangents:
                along = [dot(row, v) for row in at.derivatives]
                total += at.weight * ratio(dot(along, r), dot(at.shares, r))
        return total

    try:
        reached = covered(data, u, high, deltas)
    except ZeroDivisionError:
        return False
    spent = Fraction(0)
    for c, estimator in zip(contrasts, data["estimators"], strict=True):
        told = [Fraction(0)] * len(c)
        for at, z in zip(points, map(vector, estimator), strict=True):
            for x, row in zip(z, rows, strict=True):
                spent += at.weight * x * x * dot(at.shares, row)
                for q in range(len(c)):
                    told[q] += at.weight * x * dot([d[q] for d in at.derivatives], row)
        if told != c:
            return False
    value, bound = number(data["value"]), number(data["bound"])
    gains = sum(2 * dot(c, v) for c, v in zip(contrasts, tangents, strict=True))
    honest = value >= spent and bound <= gains - most(data, deltas)
    return reached and honest and number(data["gap"]) == value - bound


class ModelPoint:
    """A weight, the probabilities of the truths, and their derivatives."""

    def __init__(self, weight: str, shares: list[str], derivatives: list[list[str]]) -> None:
        self.weight = number(weight)
        self.shares = vector(shares)
        self.derivatives = [vector(row) for row in derivatives]
