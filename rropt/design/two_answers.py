r"""Holohan's problem: the best yes/no card.

Minimise over p00 + p11 > 1, with s = p00 + p11 - 1 (holohan/cor-1, holohan/eq-13),

    Var(p00, p11 | pi) = P(X = 1) P(X = 0) / s^2,
    p00 <= gamma (1 - p11) + delta,   p11 <= gamma (1 - p00) + delta,   p00, p11 <= 1.

The projective change of variables u = (1 - p00) / s, v = (1 - p11) / s, whose inverse is
s = 1 / (1 + u + v), makes the variance a product of two affine functions and keeps the region a
polyhedron:

    Var = (u + pi)(v + 1 - pi),      u, v >= 0,
    delta u + (gamma - 1 + delta) v >= 1 - delta,
    (gamma - 1 + delta) u + delta v >= 1 - delta.

Its recession cone is the quadrant, along which the product does not decrease; a product of two
non-negative affine functions is quasi-concave; so the minimum is at a vertex. The vertices are the
symmetric card p00 = p11 = (gamma + delta) / (gamma + 1) and, for delta > 0, the two cards
(1, delta) and (delta, 1) that reveal some truths with certainty.

On an edge between two vertices the product is *strictly* quasi-concave, so ties are isolated; on
the rays u = 0 and v = 0 it is constant only for pi = 0 and pi = 1. Hence the minimiser set is the
set of best vertices, except that for delta > 0 and pi in {0, 1} it is a whole segment of cards.
"""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.certificate import Certificate, issue, privacy_statement
from rropt.channel import Channel
from rropt.design.design import Design
from rropt.design.problem import Problem
from rropt.exact import GAMMA_BITS, Gamma, exp_bounds
from rropt.utility import Variance

Card = tuple[Fraction, Fraction]
"""(p00, p11)."""


def variance(card: Card, prior: Fraction) -> Fraction:
    """The error of the estimate at n = 1 (holohan/cor-1, corrected denominators (.)^2).

    >>> variance((Fraction(3, 4), Fraction(3, 4)), Fraction(1, 2))
    Fraction(1, 1)
    """
    p00, p11 = card
    s = p00 + p11 - 1
    yes = 1 - p00 + prior * s
    return yes * (1 - yes) / s**2


def vertices(gamma: Fraction, delta: Fraction) -> list[Card]:
    """The vertices of the region, the symmetric card first; none for gamma = 1, delta = 0.

    >>> vertices(Fraction(3), Fraction(0))
    [(Fraction(3, 4), Fraction(3, 4))]
    """
    if delta == 1:
        return [(Fraction(1), Fraction(1))]
    revealing = [(Fraction(1), delta), (delta, Fraction(1))] if delta else []
    if gamma == 1:
        return revealing
    symmetric = (gamma + delta) / (gamma + 1)
    return [(symmetric, symmetric), *revealing]
