"""The closed form of one certified design: candidates from the literature and from its own table.

A candidate may be wrong: it is returned only if exact substitution, or ball arithmetic, finds the
certified value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any

import sympy as sp

from rropt.closed.evaluation import (
    MOST_BITS,
    START_BITS,
    enclosure,
    fraction,
    parameters,
    substitute,
)
from rropt.closed.recalled import published
from rropt.closed.recalled.bases import from_basis
from rropt.closed.recalled.covariances import from_square_table
from rropt.closed.recalled.pure_tables import from_orbit, from_table
from rropt.design.answer import Answer, ends
from rropt.utility.curved import Curved

Source = Callable[[Answer], Iterator[sp.Expr]]

WIDEST = {False: Fraction(1, 2**40), True: Fraction(1, 2**28)}
"""Relative width of a certified enclosure that still pins a value down: linear, curved."""


def recall(design: Answer, sources: Sequence[Source] | None = None) -> sp.Expr | None:
    """The first candidate that is exactly the certified value."""
    for candidates in SOURCES if sources is None else sources:
        for form in candidates(design):
            if agrees(form, design):
                return form
    return None


def from_literature(design: Answer) -> Iterator[sp.Expr]:
    """The published forms whose conditions hold."""
    return (form.expression for form in published.applying(design.problem))


SOURCES: tuple[Source, ...] = (
    from_literature,
    from_orbit,
    from_table,
    from_basis,
    from_square_table,
)


def agrees(form: sp.Expr, design: Answer) -> bool:
    """Whether the form is the certified value at the parameters of the design."""
    if design.value == inf:
        return False
    values, level = parameters(design.problem), design.problem.gamma
    curved = isinstance(design.problem.objective, Curved)
    lo, hi = certified(design.value, design.bound)
    reduced = substitute(form, values)
    if reduced.is_Rational and level.is_exact and not curved:
        return lo == hi == fraction(reduced)
    if hi - lo > WIDEST[curved] * max(abs(lo), abs(hi)):
        return False
    return _inside(form, values, level, (lo, hi))


def certified(value: Any, bound: Any) -> tuple[Fraction, Fraction]:
    """The certified enclosure of the optimum, from the value of the table to the proved bound.

    >>> certified((Fraction(2), Fraction(3)), Fraction(4))
    (Fraction(2, 1), Fraction(4, 1))
    """
    found = [*ends(value), *ends(bound)]
    return min(found), max(found)


def _inside(form: sp.Expr, values: Any, level: Any, span: tuple[Fraction, Fraction]) -> bool:
    bits = START_BITS
    while bits <= MOST_BITS:
        try:
            lo, hi = enclosure(form, values, level, bits)
        except (ZeroDivisionError, ArithmeticError):
            return False
        if span[0] <= lo and hi <= span[1]:
            return True
        if hi < span[0] or lo > span[1]:
            return False
        bits *= 2
    return False
