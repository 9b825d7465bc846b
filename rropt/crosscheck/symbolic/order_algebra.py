"""Blackwell's order in sympy: one table from another, and reports that cannot be taken apart.

Where the reports of P are independent, A is P randomized again by C = A P'(P P')^-1 alone, if by
anything. A report is extreme, so that nobody can take it apart, where the inequalities that it
meets with equality leave only its multiples: their rank is one below the number of truths.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import attrgetter

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import ExactLimits
from rropt.exact.entries import entrywise

Rows = Sequence[Sequence[Fraction]]


def is_garbling(A: Rows, P: Rows) -> bool:
    """Whether A = C P for a column-stochastic C.

    >>> warner = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> truth = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    >>> is_garbling(warner, truth), is_garbling(truth, warner)
    (True, False)
    """
    first = _over_rationals(A)
    second = _over_rationals(P)
    if second.rank() < len(P):
        raise NotPosed("reports that depend on each other have several garblings")
    back = second.transpose()
    again = first * back * (second * back).inv()
    # Its columns sum to one by themselves: 1'C P = 1'A = 1'P, and the rows of P are independent.
    return again * second == first and min(again.to_list_flat()) >= 0


def has_extreme_reports(table: Rows, limits: ExactLimits) -> bool:
    """Whether no report can be taken apart.

    >>> from types import SimpleNamespace
    >>> from rropt.crosscheck.symbolic.exact_limits import exact_limits
    >>> from rropt.privacy import LocalDP
    >>> limits = exact_limits(SimpleNamespace(privacy=LocalDP("ln(3)"), truths=2))
    >>> has_extreme_reports([[Fraction(3, 4), Fraction(1, 4)]], limits)
    True
    """
    if limits.budgets or limits.free:
        raise NotPosed("only inequalities of each report alone have extreme reports")
    if limits.epsilon is not None:
        raise NotPosed("no report of rationals meets an irrational level with equality")
    forms = sp.Matrix(entrywise(attrgetter("expression"), limits.hard))
    for row in table:
        if any(row):
            met = forms * _matrix([row]).T
            tight = [n for n in range(forms.rows) if met[n] == 0]
            zeros = [sp.eye(len(row)).row(j) for j, x in enumerate(row) if not x]
            rows = [forms.row(n) for n in tight] + zeros
            if not rows or sp.Matrix.vstack(*rows).rank() < limits.truths - 1:
                return False
    return True


def _over_rationals(rows: Rows) -> DomainMatrix:
    """Of rationals alone, whose elimination takes a hundredth of that of expressions."""
    return DomainMatrix.from_Matrix(_matrix(rows)).convert_to(sp.QQ).to_dense()


def _matrix(rows: Rows) -> sp.Matrix:
    return sp.Matrix(entrywise(lambda x: sp.Rational(x.numerator, x.denominator), rows))
