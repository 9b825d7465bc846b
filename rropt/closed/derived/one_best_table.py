"""Two truths: one table is best for every convex utility, so only its value is to be written.

Of two truths a table has every other as a garbling whose trade-off curve lies nowhere below its own
(Blackwell), and a convex utility falls under garbling. Privacy is a lowest curve, and the table of
the extreme patterns, with delta of the two that tell the truth, has that curve. So no price is
needed: the value may have logarithms and roots, and it holds where the weights are a table.
"""

from __future__ import annotations

from dataclasses import dataclass

from rropt.closed.derived.box import Point
from rropt.closed.derived.level_programs import LevelProgram
from rropt.closed.derived.symbolic_programs import SymbolicBasis, SymbolicProgram
from rropt.closed.derived.validity import region


@dataclass(frozen=True)
class OneBestTable:
    """A program of two truths whose optimal basis is known to be one for all utilities."""

    program: SymbolicProgram | LevelProgram

    def derive(self, point: Point) -> SymbolicBasis:
        """The table of the extreme patterns, valid where its weights are a table."""
        program = self.program.at(point)
        solved = program.solve(point)
        return program.basis_of(solved, region(solved.weights, program.box, point), point)
