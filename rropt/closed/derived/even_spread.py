"""A-, D- and E-optimality at equal masses: linear, for one number says all of the information.

Permutations of the truths leave the problem unchanged, so that J = alpha (I - 11'/k) + 11' for some
best table, and all three criteria fall where alpha rises:

    alpha = sum_r w_r u(r),   u(r) = (k |r|^2 - (sum r)^2) / ((k - 1) sum r).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from rropt.closed.symbolic_utilities import Entries, utility
from rropt.patterns.extreme import Pattern
from rropt.utility.at_prior import AOptimal, DOptimal, EOptimal

CRITERIA = (AOptimal, DOptimal, EOptimal)


@dataclass(frozen=True)
class EvenSpread:
    """alpha as a utility, and the criterion that is reported."""

    criterion: Any

    symmetric = True

    @property
    def label(self) -> str:
        return str(self.criterion.label)

    @property
    def truths(self) -> int:
        return int(self.criterion.truths)

    def reported(self, alpha: sp.Expr) -> sp.Expr:
        """The criterion at alpha: of A the trace, of D the log-determinant, of E an eigenvalue."""
        others = self.truths - 1
        if isinstance(self.criterion, DOptimal):
            return -others * sp.log(sp.factor(alpha))
        return sp.factor((others if isinstance(self.criterion, AOptimal) else 1) / alpha)


@utility.register
def _(objective: EvenSpread, r: Entries, point: Pattern) -> sp.Expr:
    k, total = objective.truths, sp.Add(*r)
    squares = sp.Add(*(entry**2 for entry in r))
    return (k * squares - total**2) / ((k - 1) * total)


def is_even(objective: Any) -> bool:
    """Whether this is one of the criteria at equal masses."""
    return isinstance(objective, CRITERIA) and len(set(objective.prior)) == 1
