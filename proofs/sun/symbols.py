"""The letters of the paper, and the variances of the four mechanisms at one privacy budget.

gamma = e^epsilon > 1. V = Var(Y), D = L + 1 - 2 E(Y), m = E(Y), m_2 = E(Y^2). The formulas take
symbols as well as fractions.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..goals import reals

N, pi, p, b, g, L = reals("N pi_A p pi_B gamma L")
p1, p2, p3 = reals("p_1 p_2 p_3")
V, D, m, m2 = reals("V D m m_2")
HALF, QUARTER = sp.Rational(1, 2), sp.Rational(1, 4)

SHARE = (pi >= 0, pi <= 1)
PROPER = (pi > 0, pi < 1)
WARNER = (p > 0, p < HALF)
SIMMONS = (p > 0, p < 1)
OTHER = (b >= 0, b <= 1)
SIZE = (N >= 1,)
SEVERAL = (N >= 2,)
BUDGET = (g > 1,)
MIDDLE = (p2 >= 0, p2 < 1)


def warner(gamma: Any, size: Any) -> Any:
    """Modified Warner, and modified Simmons at pi_B = 1/2 (sun/var-mw-eps)."""
    return gamma / (size * (gamma - 1) ** 2)


def spread(gamma: Any, middle: Any) -> Any:
    """4 Var(Y) / (4 - 2 E(Y))^2 for L = 3 at the limits of the budget (sun/app-D/lower-b)."""
    return (gamma + 1) ** 2 / ((gamma - 1) ** 2 * (1 - middle)) - 1


def modified(gamma: Any, size: Any, middle: Any) -> Any:
    """Modified Christofides, L = 3 (sun/thm-5.5).

    >>> from fractions import Fraction
    >>> modified(Fraction(2), 9, Fraction(9, 25))
    Fraction(209, 576)
    """
    return spread(gamma, middle) / (4 * size)


def improved(gamma: Any, size: Any, middle: Any, share: Any) -> Any:
    """Improved Christofides, L = 3 (sun/thm-5.7)."""
    return share * (1 - share) * spread(gamma, middle) / (size - 1)


def simmons(chance: Any, other: Any, size: Any, share: Any) -> Any:
    """Equation (2), last line."""
    first = other * (1 - chance) - other**2 * (1 - chance) ** 2
    second = share * (1 - chance - 2 * other * (1 - chance)) / (size * chance)
    return first / (size * chance**2) + second


def hump(gamma: Any, middle: Any) -> Any:
    """(1 - p_2) / (1 + p_2 d / 4) with d = gamma + 1 / gamma - 2."""
    return (1 - middle) / (1 + middle * (gamma + 1 / gamma - 2) / 4)


def squared_length(gamma: Any, size: Any, middle: Any) -> Any:
    """The squared length of [pi_A1, pi_A2] by sun/eq-5."""
    return 1 - (size - 1) * hump(gamma, middle) / size
