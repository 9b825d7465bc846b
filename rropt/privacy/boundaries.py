"""The boundaries of a breach region as sympy expressions in the prior p."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from rropt.exact import Gamma, Number, gamma_from_value, probability
from rropt.exact.convert import rational
from rropt.strict.bound import refuse_outside
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression

Boundaries = tuple[sympy.Expr, sympy.Expr]
"""The lowest and the highest posterior allowed."""


@dataclass(frozen=True)
class HBoundary:
    """h_(gamma)(p) = gamma p / (1 + (gamma - 1) p) (chai-nayak/eq-3.5), called with a prior."""

    gamma: Gamma

    @property
    def expression(self) -> sympy.Expr:
        """The boundary as a sympy expression in p."""
        return precise_boundaries(self.gamma)[1]

    def __call__(self, prior: Any) -> Fraction:
        """The highest posterior that a table of parity gamma allows, exactly."""
        p = probability(prior, "prior")
        gamma = self.gamma.exact
        return gamma * p / (1 + (gamma - 1) * p)


def h_boundary(gamma: Number) -> HBoundary:
    """The upper breach boundary of every table with parity gamma (chai-nayak/eq-3.5).

    >>> h_boundary(9)("1/10"), h_boundary(9).expression
    (Fraction(1, 2), 9*p/(8*p + 1))
    """
    return HBoundary(gamma_from_value(gamma))


def mirrored(h: sympy.Expr) -> sympy.Expr:
    """The same demand on the complement of the event: 1 - h(1 - p)."""
    return 1 - h.subs(P, 1 - P, simultaneous=True)


def star(h_lower: sympy.Expr, h_upper: sympy.Expr) -> sympy.Expr:
    """min(h_upper(p), 1 - h_lower(1 - p)): both demands as one upper boundary.

    >>> star(P / 2, sympy.Min(1, 3 * P))
    Min(1, 3*p, p/2 + 1/2)
    """
    # An event's posterior below h_lower(p) is its complement's above 1 - h_lower(p).
    return sympy.Min(h_upper, mirrored(h_lower))


def precise_boundaries(gamma: Gamma) -> Boundaries:
    """The two boundaries of a bound gamma on Bayes factors."""
    g = sympy.exp(rational(gamma.epsilon)) if gamma.epsilon else rational(gamma.exact)
    # By Bayes the odds of an event grow g times at most.
    upper = g * P / (1 + (g - 1) * P)
    return P / (g - (g - 1) * P), upper


def factor_boundaries(beta: Fraction) -> Boundaries:
    """p / beta and min(1, beta p)."""
    return P / rational(beta), sympy.Min(1, rational(beta) * P)


def threshold_boundaries(rho1: Fraction, rho2: Fraction) -> Boundaries:
    """The strict inequalities of chai-nayak/def-1.1: only p < rho1 and p > rho2 are restricted."""
    low = rational(rho1)
    high = rational(rho2)
    return (
        sympy.Piecewise((low, high < P), (0, True)),
        sympy.Piecewise((high, low > P), (1, True)),
    )


def no_boundaries() -> Boundaries:
    """0 and 1: nothing is forbidden."""
    return sympy.Integer(0), sympy.Integer(1)


def strict_boundaries(h_lower: Any, h_upper: Any) -> Boundaries:
    """Both boundaries read and checked: 0 <= h_lower(p) <= p <= h_upper(p) <= 1."""
    lower = boundary_expression(h_lower, "h_lower")
    upper = boundary_expression(h_upper, "h_upper")
    refuse_outside(lower, sympy.Integer(0), P, "h_lower", "0 <= h_lower(p) <= p")
    refuse_outside(upper, P, sympy.Integer(1), "h_upper", "p <= h_upper(p) <= 1")
    return lower, upper
