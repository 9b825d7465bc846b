"""B(h): exactly where h is piecewise rational or algebraic, enclosed where it is anything else."""

from __future__ import annotations

import math
from typing import Any

import sympy

from rropt.exact import InputError
from rropt.strict.algebraic import algebraic_bound
from rropt.strict.algebraic_numbers import Undecided
from rropt.strict.domain import refusal, refuse_outside
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression
from rropt.strict.real_intervals import UndefinedAt
from rropt.strict.result import StrictBound
from rropt.strict.subdivision import enclosed_bound


def bound_of(h: Any, name: str = "h") -> StrictBound:
    """B(h) for a boundary function given as text or as a sympy expression.

    >>> bound_of("Min(1, p + 1/5)").bound, bound_of("sqrt(p)").at
    (Fraction(9, 4), ('1-',))
    """
    expression = boundary_expression(h, name)
    rule = f"p <= {name}(p) <= 1"
    refuse_outside(expression, P, sympy.Integer(1), name, rule)
    try:
        return algebraic_bound(expression)
    except Undecided:
        return _enclosed(expression, name, rule)


def _enclosed(h: sympy.Expr, name: str, rule: str) -> StrictBound:
    try:
        found = enclosed_bound(h)
    except UndefinedAt as place:
        raise refusal(name, rule, place.p, "undefined") from None
    if found.hi != math.inf and found.hi < 1:
        raise InputError(f"{name} must satisfy {rule}, but B({name}) < 1 for {h}")
    return found
