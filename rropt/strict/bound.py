"""B(h), by two routes that check each other.

The exact route (`symbolic`) finds the infimum by calculus; the numeric route (`numeric`) encloses
it by interval subdivision. An exact answer outside the enclosure is an error; where the exact
route cannot settle a question, the enclosure is the answer.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import sympy

from rropt.exact import InputError, round_down, round_up
from rropt.strict.domain import refuse_if_seen_outside
from rropt.strict.expression import P, boundary_expression
from rropt.strict.numeric import Enclosure, enclose
from rropt.strict.points import Undecided
from rropt.strict.result import StrictBound
from rropt.strict.symbolic import Infimum, exact_infimum

CHECK_BUDGET, FULL_BUDGET = 200, 2000
TOLERANCE = Fraction(1, 2**48)
KEPT_BITS = 96


class Disagreement(ArithmeticError):
    """The two routes to B(h) contradict each other: a defect of rropt, never of the input."""


def bound_of(h: Any, name: str = "h") -> StrictBound:
    """B(h) for a boundary function given as text or as a sympy expression.

    >>> bound_of("Min(1, p + 1/5)").bound, bound_of("sqrt(p)").at
    (Fraction(9, 4), ('1-',))
    """
    expression = boundary_expression(h, name)
    try:
        found = exact_infimum(expression, name)
    except Undecided:
        rule = f"p <= {name}(p) <= 1"
        refuse_if_seen_outside(expression, P, sympy.Integer(1), name, rule)
        return _enclosed(enclose(expression, TOLERANCE, FULL_BUDGET), expression, name)
    _cross_check(found, enclose(expression, TOLERANCE, CHECK_BUDGET), expression)
    return _exact(found)


def _exact(found: Infimum | None) -> StrictBound:
    if found is None:
        return StrictBound(math.inf, math.inf, None, True, ("0 < p < 1",))
    if found.lo == found.hi:
        return StrictBound(found.lo, found.hi, found.value, found.attained, found.at)
    lo = max(Fraction(1), round_down(found.lo, KEPT_BITS))
    hi = found.hi if isinstance(found.hi, float) else round_up(found.hi, KEPT_BITS)
    return StrictBound(lo, hi, found.value, found.attained, found.at)


def _cross_check(found: Infimum | None, enclosure: Enclosure, h: sympy.Expr) -> None:
    """Refuse an exact answer that the enclosure excludes."""
    if found is None:
        agree = enclosure.hi is None
    else:
        above = enclosure.lo is not None and found.hi >= enclosure.lo
        agree = above and (enclosure.hi is None or found.lo <= enclosure.hi)
    if not agree:
        raise Disagreement(f"two routes to B(h) disagree for h = {h}: {found}, {enclosure}")


def _enclosed(enclosure: Enclosure, h: sympy.Expr, name: str) -> StrictBound:
    """The numeric answer alone: `attained` only where the survivors are inside (0, 1)."""
    if enclosure.lo is None:
        return StrictBound(math.inf, math.inf, None, None, ())
    if enclosure.hi is not None and enclosure.hi < 1:
        raise InputError(f"{name} must satisfy p <= {name}(p) <= 1, but B({name}) < 1 for {h}")
    top = math.inf if enclosure.hi is None else round_up(enclosure.hi, KEPT_BITS)
    attained = True if enclosure.interior else None
    at = (enclosure.span,) if attained else ()
    return StrictBound(round_down(enclosure.lo, KEPT_BITS), top, None, attained, at)
