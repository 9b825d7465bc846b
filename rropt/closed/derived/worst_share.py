"""The worst variance of a share of two truths under a matrix of levels in parameters.

One table has all others as garblings (`OneBestTable`), and who has the better table can do what is
done with the other one, so that it is best for the worst case too. It has two reports, of which one
comes from the two truths with chances a and b, and one estimator:

| respondents | worst variance, times (b - a)^2 |
|---|---|
| drawn from a population | the largest x (1 - x) from a to b: 1/4 - max(0, a - 1/2, 1/2 - b)^2 |
| a fixed group | max(a (1 - a), b (1 - b)) |
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rropt.closed.derived.box import Point, at
from rropt.closed.derived.one_table import OfOneTable, table_of
from rropt.closed.derived.piecewise_optimum import PiecewiseOptimum
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.exact.convert import rational
from rropt.utility.worst_case import GROUP, WorstCase

HALF = sp.Rational(1, 2)


@dataclass(frozen=True)
class WorstShare(OfOneTable):
    """A worst case of two truths: a multiple of that of a share."""

    @property
    def objective(self) -> WorstCase:
        found: WorstCase = self.problem.objective
        return found

    def of(self, answer: PiecewiseOptimum) -> PiecewiseOptimum:
        """The answer for the worst case, from that of the strictly convex utility."""
        return self.revalued(answer, lambda piece: self.times * self._worst(piece, piece.point))

    @property
    def times(self) -> sp.Rational:
        """Of the variance of a share: two shares have it both, and their covariance twice."""
        values = self.objective.contrast
        return sp.Integer(2) if values is None else rational((values[1] - values[0]) ** 2)

    def _worst(self, piece: SymbolicBasis, point: Point) -> sp.Expr:
        row, weight = table_of(piece)[0]
        low, high = sorted((weight * x for x in row), key=lambda chance: at(chance, point))
        apart = sp.factor(high - low) ** 2
        ends = [sp.factor(chance * (1 - chance) / apart) for chance in (low, high)]
        if self.objective.respondents == GROUP:
            return sp.Max(*ends)
        missed = sp.Max(0, sp.factor(low - HALF), sp.factor(HALF - high))
        return (HALF**2 - missed**2) / apart
