"""Whether an expression that somebody wrote is convex, shown by signs on the box of its parameters.

Least and largest values are at extreme patterns, and garbling costs, only where u is convex: of
sqrt(a b) the best table tells nothing, and no extreme pattern shows it.

u is homogeneous, so that its second derivatives H have H r = 0 (Euler), and therefore

    x'Hx = - sum over i < j of H_ij r_i r_j (x_i/r_i - x_j/r_j)^2 .

It is convex if no mixed derivative is positive anywhere; of two truths only then. Of more truths it
is also where, without one of them, no principal minor of H is negative: with H r = 0 the rest of H
says all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import sympy as sp

from rropt.closed.derived.validity import Box, is_nowhere_negative
from rropt.closed.symbolic_utilities import OwnUtility, is_rational
from rropt.exact import InputError

MOST_TRUTHS_OF_MINORS = 5
"""Without one of them 15 minors, of up to four truths."""


def refuse_unless_convex(utility: OwnUtility, box: Box) -> None:
    """Each choice of the utility must be shown to be convex for all parameters of the box.

    >>> from rropt.closed.symbolic_utilities import own_utility
    >>> a, b = sp.symbols("a b")
    >>> refuse_unless_convex(own_utility(a**2 / b, [a, b]), Box(()))
    """
    truths = tuple((symbol, Fraction(0), None) for symbol in utility.symbols)
    whole = Box((*truths, *box.ranges), box.positive)
    for choice in utility.choices:
        if not _is_convex(choice, utility.symbols, whole):
            shape, written = ("concave", -choice) if utility.is_minimised else ("convex", choice)
            raise InputError(
                f"{utility.label} must be {shape} in the likelihoods, and {written} is not shown "
                "to be"
            )


def _is_convex(choice: sp.Expr, truths: tuple[sp.Symbol, ...], box: Box) -> bool:
    slopes = sp.hessian(choice, truths)
    mixed = (slopes[i, j] for i, j in combinations(range(len(truths)), 2))
    if all(_is_nonnegative(-slope, box) for slope in mixed):
        return True
    if not 2 < len(truths) <= MOST_TRUTHS_OF_MINORS:
        return False
    return any(
        all(_is_nonnegative(minor, box) for minor in _minors(slopes, left_out))
        for left_out in range(len(truths))
    )


def _minors(slopes: sp.Matrix, left_out: int) -> Iterator[sp.Expr]:
    """The principal minors without one truth, small ones first."""
    rest = [place for place in range(slopes.rows) if place != left_out]
    for size in range(1, len(rest) + 1):
        for chosen in combinations(rest, size):
            yield slopes.extract(chosen, chosen).det()


def _is_nonnegative(expression: sp.Expr, box: Box) -> bool:
    """Whether an expression is shown to be nowhere negative on the box."""
    if is_rational(expression):
        return is_nowhere_negative(expression, box)
    # With roots: what sympy knows where all symbols are positive.
    positive = {symbol: sp.Dummy(positive=True) for symbol in expression.free_symbols}
    return bool(sp.factor(sp.simplify(expression.xreplace(positive))).is_nonnegative)
