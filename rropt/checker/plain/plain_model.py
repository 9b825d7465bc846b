"""Kind `model`: coefficients of a model, their tangents, the prices that cover, and a table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .fractions_of_text import Row, dot, number, ratio, vector
from .plain_coverage import covered, most, table_of
from .plain_privacy import is_private, is_table, is_universal


def model(data: dict[str, Any]) -> bool:
    """No private table makes the coefficients known better than bound, this one does value."""
    rows = table_of(data)
    if not (rows and is_table(rows) and is_private(rows, data["privacy"])):
        return False
    guesses = [PlainGuess(given) for given in data["guesses"]]

    def u(r: Row) -> Fraction:
        return sum((guess.weight * guess.utility(r) for guess in guesses), Fraction(0))

    try:
        reached = covered(data, u)
    except ZeroDivisionError:
        return False
    if not all(guess.is_unbiased(rows) for guess in guesses):
        return False
    own = [guess.spent(rows) for guess in guesses]
    average = sum((guess.weight * x for guess, x in zip(guesses, own, strict=True)), Fraction(0))
    spent = max(own) if data.get("over") == "minimax" else average
    gains = sum((guess.weight * guess.gain for guess in guesses), Fraction(0))
    value, bound = number(data["value"]), number(data["bound"])
    honest = value >= spent and bound <= gains - most(data)
    right = number(data["gap"]) == value - bound
    return reached and honest and right and is_universal(data, rows)


class PlainGuess:
    """Points of a model at a guess of its coefficients, with contrasts and evidence."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.weight = number(given["weight"])
        self.points = [PlainPoint(*point) for point in given["points"]]
        self.contrasts = [vector(c) for c in given["contrasts"]]
        self.tangents = [vector(v) for v in given["tangents"]]
        self.estimators = [[vector(z) for z in each] for each in given["estimators"]]

    def utility(self, r: Row) -> Fraction:
        """sum w ((D v).r)^2 / (p.r)"""
        total = Fraction(0)
        for at in self.points:
            for v in self.tangents:
                along = [dot(row, v) for row in at.derivatives]
                total += at.weight * ratio(dot(along, r), dot(at.shares, r))
        return total

    def is_unbiased(self, rows: Sequence[Row]) -> bool:
        """sum w z D'r = c for every contrast."""
        for c, estimator in zip(self.contrasts, self.estimators, strict=True):
            told = [Fraction(0)] * len(c)
            for at, z in zip(self.points, estimator, strict=True):
                for x, row in zip(z, rows, strict=True):
                    for q in range(len(c)):
                        told[q] += at.weight * x * dot([d[q] for d in at.derivatives], row)
            if told != c:
                return False
        return True

    def spent(self, rows: Sequence[Row]) -> Fraction:
        """The sum of w z^2 (p.r) over all contrasts."""
        total = Fraction(0)
        for estimator in self.estimators:
            for at, z in zip(self.points, estimator, strict=True):
                for x, row in zip(z, rows, strict=True):
                    total += at.weight * x * x * dot(at.shares, row)
        return total

    @property
    def gain(self) -> Fraction:
        """2 sum c.v"""
        pairs = zip(self.contrasts, self.tangents, strict=True)
        return 2 * sum((dot(c, v) for c, v in pairs), Fraction(0))


class PlainPoint:
    """A weight, the probabilities of the truths, and their derivatives."""

    def __init__(self, weight: str, shares: list[str], derivatives: list[list[str]]) -> None:
        self.weight = number(weight)
        self.shares = vector(shares)
        self.derivatives = [vector(row) for row in derivatives]
