"""Squares that a certificate may need, for those who name none: differences of monomials.

A^2 + B^2 >= 2 A B is the square of A - B; the inequality of the means and its relatives are sums of
such squares, times the hypotheses. Which of them, and how much of each, the linear program finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

import sympy as sp

MOST_MONOMIALS = 10  # 45 differences; with 20 monomials the program takes over a minute


def candidates(conclusion: Any, symbols: Sequence[sp.Symbol]) -> tuple[Any, ...]:
    """Differences of monomials of half the degree of the conclusion, and the monomials.

    >>> x, y = sp.symbols("x y")
    >>> candidates(x**2 + y**2 >= 2 * x * y, [x, y])[:2]
    (x - y, x)
    """
    found: dict[Any, None] = {}
    for degree in sorted(_half_degrees(conclusion, symbols)):
        monomials = [sp.prod(pick) for pick in combinations_with_replacement(symbols, degree)]
        if len(monomials) <= MOST_MONOMIALS:
            found |= dict.fromkeys(a - b for a, b in combinations(monomials, 2))
            found |= dict.fromkeys(monomials)
    return tuple(found)


def _half_degrees(conclusion: Any, symbols: Sequence[sp.Symbol]) -> Iterator[int]:
    """Half of the degrees that occur, rounded down: the rest is for a hypothesis to give."""
    for relation in conclusion.atoms(sp.core.relational.Relational):
        top = sp.fraction(sp.together(relation.lhs - relation.rhs))[0]
        if symbols and top.is_polynomial(*symbols):
            degrees = {sum(m) for m in sp.Poly(top, *symbols).monoms()}
            yield from {d // 2 for d in degrees if d >= 2}
