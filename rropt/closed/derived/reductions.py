"""Questions that symmetry makes simpler: a worst case at one prior, a covariance as one number.

Worst cases are a problem at one prior, which symmetry or two extreme truths name:

| worst case | least favourable prior | why |
|---|---|---|
| all shares, or their determinant | equal masses | averaging a table over all orders of the truths |
|   |   | makes no criterion worse, and its largest value is then at equal masses |
| one contrast, drawn from a population | half on its least and its largest number | the others |
|   |   | answer as one of these two by lot: second moments are linear between the two |
| one contrast of two numbers, fixed group | the same | truths of one number answer alike |
| largest eigenvalue of two shares, fixed group | the same | it is twice the variance of a share |

Fixed groups have the variance of the reports alone: less by what a draw of the truths adds.

A-, D- and E-optimality at equal masses are linear, for one number says all of the information.
Permutations of the truths leave the problem unchanged, so that J = alpha (I - 11'/k) + 11' for some
best table, and all three criteria fall where alpha rises:

    alpha = sum_r w_r u(r),   u(r) = (k |r|^2 - (sum r)^2) / ((k - 1) sum r).
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.closed.derived.subset_laws import CRITERIA
from rropt.closed.derived.validity import oriented
from rropt.closed.symbolic_utilities import Entries, utility
from rropt.design.problem import Problem
from rropt.exact.convert import rational
from rropt.patterns.extreme import Pattern
from rropt.utility import Variance
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.worst_case import GROUP, POPULATION, Mean, WorstCase, WorstDeterminant
from rropt.utility.worst_eigenvalue import WorstEigenvalue

EQUAL = (
    "at one prior: the least favourable prior has equal masses: all orders of the truths are alike"
)
TWO_ENDS = (
    "at one prior: the least favourable prior has half on the least and half on the largest "
    "number: truths between them answer as one of the two, by lot"
)
TWO_NUMBERS = (
    "at one prior: truths with one number answer alike, and the least favourable group has half of "
    "each"
)
KNOWN_GROUP = (
    "at one prior: a group with known shares: the variance of the contrast, without that of the "
    "draw"
)


@dataclass(frozen=True)
class AtOnePrior:
    """A problem at one prior with a multiple of its value and a shift: the worst case."""

    problem: Problem
    reason: str
    times: Fraction = Fraction(1)
    shift: Fraction = Fraction(0)

    def of(self, answer: Any, asked: Problem) -> Any:
        """The answer for the worst case that was asked, from that of the problem."""
        values = {piece.value: self._value(piece) for piece in answer.pieces}
        pieces = [replace(piece, value=values[piece.value]) for piece in answer.pieces]
        outer = answer.envelope
        if outer is not None:
            outer = replace(outer, values=tuple(values[value] for value in outer.values))
        return replace(answer.retold(asked, pieces, self.reason), envelope=outer)

    def _value(self, piece: Any) -> sp.Expr:
        if (self.times, self.shift) == (1, 0):
            return piece.value
        found = sp.factor(rational(self.times) * piece.value + rational(self.shift))
        return oriented(found, piece.point)


def at_one_prior(problem: Problem) -> AtOnePrior | None:
    """The problem at its least favourable prior, where that is known without a search.

    >>> from rropt.privacy import LocalDP
    >>> asked = Problem(LocalDP("ln(3)"), WorstCase([0, 1, 3], "population"))
    >>> known = at_one_prior(asked)
    >>> known.problem.objective.prior, known.times
    (Fraction(1, 2), Fraction(9, 1))
    """
    objective: WorstCase = problem.objective
    grouped = objective.respondents == GROUP
    if isinstance(objective, WorstEigenvalue):
        return _two_shares(problem) if objective.truths == 2 else None
    if objective.contrast is None:
        return _equal_masses(problem, objective, grouped)
    values = objective.contrast
    if isinstance(objective, Mean) and objective.prior is not None:
        return _known_group(problem, values, objective.prior)
    if len(set(values)) > 2 and objective.respondents != POPULATION:
        return None
    width = max(values) - min(values)
    shift = -(width**2) / 4 if grouped else Fraction(0)
    reason = TWO_NUMBERS if len(set(values)) == 2 else TWO_ENDS
    return AtOnePrior(replace(problem, objective=Variance("1/2")), reason, width**2, shift)


def _equal_masses(problem: Problem, objective: WorstCase, grouped: bool) -> AtOnePrior:
    k = objective.truths
    kind: Any = DOptimal if isinstance(objective, WorstDeterminant) else AOptimal
    # The draw of a truth at equal masses has a covariance of trace 1 - 1/k.
    shift = Fraction(1, k) - 1 if grouped else Fraction(0)
    even = kind([Fraction(1, k)] * k)
    return AtOnePrior(replace(problem, objective=even), EQUAL, shift=shift)


def _two_shares(problem: Problem) -> AtOnePrior:
    """Their covariance is the variance of one times a matrix with the eigenvalues 2 and 0."""
    known = replace(problem, objective=Variance("1/2"))
    return AtOnePrior(known, TWO_NUMBERS, Fraction(2), Fraction(-1, 2))


SHARES = "two shares have one variance, and their covariance has twice that as its eigenvalue"


def of_two_shares(problem: Problem) -> AtOnePrior | None:
    """A-, c- and E-optimality of two truths as the variance of a share, under any privacy.

    >>> from rropt.privacy import LocalDP
    >>> asked = Problem(LocalDP("ln(3)"), COptimal(["1/4", "3/4"], [1, 4]))
    >>> of_two_shares(asked).problem.objective.prior, of_two_shares(asked).times
    (Fraction(3, 4), Fraction(9, 1))
    """
    objective = problem.objective
    if problem.truths != 2 or not isinstance(objective, (AOptimal, COptimal, EOptimal)):
        return None
    times = Fraction(2)
    if isinstance(objective, COptimal):
        times = (objective.contrast[1] - objective.contrast[0]) ** 2
    return AtOnePrior(replace(problem, objective=Variance(objective.prior[1])), SHARES, times)


def _known_group(
    problem: Problem, values: Sequence[Fraction], shares: Sequence[Fraction]
) -> AtOnePrior:
    pairs = list(zip(values, shares, strict=True))
    mean = sum(q * x for x, q in pairs)
    shift = mean**2 - sum(q * x * x for x, q in pairs)
    objective: Any = COptimal(shares, values)
    return AtOnePrior(replace(problem, objective=objective), KNOWN_GROUP, shift=Fraction(shift))


@dataclass(frozen=True)
class EvenSpread:
    """alpha as a utility, and the criterion that is reported."""

    criterion: Any

    symmetric = True
    actions = None

    @property
    def label(self) -> str:
        return str(self.criterion.label)

    @property
    def truths(self) -> int:
        return int(self.criterion.truths)

    def reported(self, alpha: sp.Expr) -> sp.Expr:
        """The criterion at alpha: of A the trace, of D the log-determinant, of E an eigenvalue."""
        found = CRITERIA[type(self.criterion)](sp.factor(alpha), sp.Integer(self.truths))
        return found if found.has(sp.log) else sp.factor(found)


@utility.register
def _(objective: EvenSpread, r: Entries, point: Pattern) -> sp.Expr:
    k = objective.truths
    total = sp.Add(*r)
    squares = sp.Add(*(entry**2 for entry in r))
    return (k * squares - total**2) / ((k - 1) * total)


def is_even(objective: Any) -> bool:
    """Whether this is one of the criteria at equal masses."""
    return type(objective) in CRITERIA and len(set(objective.prior)) == 1
