"""Problems whose best table is known from another one: that of two truths is best for all.

Under every privacy of two truths one table has all others as garblings (`OneBestTable`). So it is
derived for a strictly convex utility, of which only the best table is an optimum, and then has the
value of what was asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy as sp

from rropt.closed.derived.piecewise_optimum import PiecewiseOptimum
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.symbolic_utilities import entries
from rropt.design.problem import Problem
from rropt.utility import FDivergence

ONE_TABLE = (
    "one table: every other private table of two truths is this one plus noise, and noise lessens "
    "all information"
)


@dataclass(frozen=True)
class OfOneTable:
    """A problem of two truths that is solved by the table of another one."""

    problem: Problem

    def strictly_convex(self) -> Problem:
        """A utility of which only the best table is an optimum: its derivation finds the table."""
        return replace(self.problem, objective=FDivergence("jensen-shannon"))

    def revalued(
        self, answer: PiecewiseOptimum, value: Callable[[SymbolicBasis], sp.Expr]
    ) -> PiecewiseOptimum:
        """The answer for the problem, from that of the strictly convex utility."""
        pieces = []
        for piece in answer.pieces:
            assert isinstance(piece, SymbolicBasis)  # a card is of two reports, as asked for
            pieces.append(replace(piece, value=value(piece), prices=(), pair_prices=()))
        return replace(
            answer,
            problem=self.problem,
            pieces=tuple(pieces),
            reported=self.problem.objective.label,
            reason=ONE_TABLE,
        )


def table_of(piece: SymbolicBasis) -> list[tuple[tuple[sp.Expr, ...], sp.Expr]]:
    """The rows of a piece's table with their weights, those of all orders one by one."""
    rows = []
    for pattern, _, weight in piece.patterns:
        row = entries(pattern)
        orders = {row, row[::-1]} if piece.symmetric else {row}
        rows += [(order, weight / len(orders)) for order in sorted(orders, key=str)]
    return rows
