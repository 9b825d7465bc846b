"""Every root of a function of p inside an open interval: exact where it has a name, enclosed
always.

Polynomials and expressions with radicals are cleared to one polynomial, whose real roots sympy
isolates exactly; anything else goes to interval subdivision. No root is ever lost silently. The
answer may contain points that are not roots (conjugates), which is harmless to those who cut at
them.
"""

from __future__ import annotations

import sympy

from rropt.strict.evaluate import constant_interval
from rropt.strict.expression import P
from rropt.strict.isolation import Isolation
from rropt.strict.points import Point, sort_points, vanishes


def roots_between(function: sympy.Expr, left: Point, right: Point) -> list[Point]:
    """Points strictly between `left` and `right` that include every root of the function there.

    >>> from rropt.strict.points import END, START
    >>> [point.exact for point in roots_between(2 * P**2 - 1, START, END)]
    [sqrt(2)/2]
    """
    if vanishes(function):
        return []
    numerator = sympy.fraction(sympy.together(function))[0]
    polynomial = clear_radicals(numerator)
    single = None if polynomial is not None else _only_root(numerator)
    if polynomial is not None:
        found = [Point.named(root) for root in set(polynomial.real_roots())]
    elif single is not None:
        found = [Point.named(single)]
    else:
        found = Isolation(function, left, right).roots()
    return sort_points([root for root in found if left.before(root) and root.before(right)])


def clear_radicals(expression: sympy.Expr) -> sympy.Poly | None:
    """A rational polynomial in p that vanishes wherever the expression does; None if there is none.

    Each radical b^(n/q) becomes a variable s with s^q = b, eliminated by a resultant, innermost
    last.

    >>> clear_radicals(sympy.sqrt(P) - 1 + P).as_expr()
    p**2 - 3*p + 1
    """
    if expression.atoms(sympy.Function, sympy.NumberSymbol):
        return None
    current = expression
    while radical := _outermost_radical(current):
        current = _eliminate(current, *radical)
        if current == 0 or current.has(sympy.nan):
            return None
    current = sympy.fraction(sympy.together(current))[0]
    if not current.is_polynomial(P):
        return None
    polynomial = sympy.Poly(current, P)
    return polynomial if polynomial.domain.is_ZZ or polynomial.domain.is_QQ else None


def _only_root(function: sympy.Expr) -> sympy.Expr | None:
    """The one root of a y + b where y is p, e^(c p + d) or log(c p + d), and the rest constant."""
    inner = sympy.Dummy("y", real=True)
    calls = [f for f in function.atoms(sympy.exp, sympy.log) if f.has(P)]
    if len(calls) > 1:
        return None
    replaced = function.xreplace({calls[0]: inner}) if calls else function.xreplace({P: inner})
    if replaced.has(P) or not replaced.is_polynomial(inner):
        return None
    slope, rest = (sympy.Poly(replaced, inner).coeff_monomial(inner**k) for k in (1, 0))
    if sympy.degree(replaced, inner) != 1:
        return None
    value = -rest / slope
    if not calls:
        return value
    undo = sympy.log if isinstance(calls[0], sympy.exp) else sympy.exp
    if undo is sympy.log and constant_interval(value).sign != 1:
        return None
    argument = calls[0].args[0]
    if not argument.is_polynomial(P) or sympy.degree(argument, P) != 1:
        return None
    line = sympy.Poly(argument, P)
    return (undo(value) - line.coeff_monomial(1)) / line.coeff_monomial(P)


def _eliminate(expression: sympy.Expr, base: sympy.Expr, q: int) -> sympy.Expr:
    """An expression without the q-th root of `base`, zero wherever the given one is; or zero."""
    s = sympy.Dummy("s", positive=True)
    radicals = [e for e in expression.atoms(sympy.Pow) if e.base == base and _is_radical(e)]
    replaced = expression.xreplace({e: s ** (e.exp * q) for e in radicals})
    numerator = sympy.fraction(sympy.together(replaced))[0]
    relation = sympy.fraction(sympy.together(s**q - base))[0]
    if not numerator.is_polynomial(s):
        return sympy.Integer(0)
    return sympy.resultant(sympy.expand(numerator), sympy.expand(relation), s)


def _is_radical(power: sympy.Pow) -> bool:
    return bool(power.exp.is_Rational and not power.exp.is_Integer)


def _outermost_radical(expression: sympy.Expr) -> tuple[sympy.Expr, int] | None:
    """A radical that lies in no other radical: its base and the least common root index."""
    powers = [e for e in expression.atoms(sympy.Pow) if _is_radical(e)]
    outer = [e for e in powers if not any(e != f and f.base.has(e) for f in powers)]
    if not outer:
        return None
    base = outer[0].base
    return base, int(sympy.ilcm(1, *(e.exp.q for e in powers if e.base == base)))
