"""Difference quotients at an end of [0, 1], branch by branch.

    Q(p) = (g(p) - g(end)) / |p - end|

is a mean value of the slope where g is smooth. Where several branches of a Min or Max meet in the
end, the hull of their slopes is never settled; but Q of a minimum is the minimum of their Q.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce

import sympy

from rropt.strict.evaluate import Known, compile_expression, constant_interval
from rropt.strict.intervals import UNIT, WHOLE, ZERO, Interval
from rropt.strict.jets import Jet
from rropt.strict.points import is_zero, value_at

Quotient = Callable[[Interval], Interval]
Active = Callable[[Interval], sympy.Expr]


def compile_quotient(g: sympy.Expr, end: int, known: Known | None = None) -> Quotient:
    """A function from an interval that ends at `end`, 0 or 1, to an enclosure of Q over it.

    >>> from fractions import Fraction
    >>> from rropt.strict.expression import P
    >>> compile_quotient(sympy.Max(P, P**2), 1)(Interval.of(Fraction(1, 2), Fraction(1)))
    [-1.00000000000, -1.00000000000]
    """
    known = {} if known is None else known
    if isinstance(g, sympy.Abs):
        g = sympy.Max(g.args[0], -g.args[0], evaluate=False)
    if value_at(g, end) is sympy.nan:
        return lambda span: WHOLE
    if isinstance(g, (sympy.Min, sympy.Max)):
        parts = [_from_level(part, value_at(g, end), end, known) for part in g.args]
        choose = Interval.minimum if isinstance(g, sympy.Min) else Interval.maximum
        return lambda span: reduce(choose, [part(span) for part in parts])
    branching = g.has(sympy.Min, sympy.Max, sympy.Abs)
    if g.is_Add and branching:
        terms = [compile_quotient(part, end, known) for part in g.args]
        return lambda span: reduce(operator.add, [term(span) for term in terms])
    factor, rest = g.as_coeff_Mul()
    if branching and factor != 1:
        scale, inner = constant_interval(factor), compile_quotient(rest, end, known)
        return lambda span: scale * inner(span)
    return _mean_slope(g, end, known)


def _mean_slope(g: sympy.Expr, end: int, known: Known) -> Quotient:
    """By the mean value theorem; at 1 the way leads back."""
    function = compile_expression(g, known)

    def evaluate(span: Interval) -> Interval:
        slope = function(Jet.variable(span)).first
        return -slope if end else slope

    return evaluate


def _from_level(g: sympy.Expr, level: sympy.Expr, end: int, known: Known) -> Quotient:
    """(g(p) - level) / |p - end|."""
    inner, above = compile_quotient(g, end, known), value_at(g, end) - level
    if above is sympy.nan or is_zero(above):
        return inner
    step = constant_interval(above)

    def evaluate(span: Interval) -> Interval:
        way = UNIT - span if end else span
        return inner(span) + step * Interval(ZERO, way.hi).inverse()

    return evaluate


def compile_active(g: sympy.Expr, end: int, known: Known | None = None) -> Active:
    """A function from an interval that ends at `end` to g without the branches that lose on it.

    >>> from fractions import Fraction
    >>> from rropt.strict.expression import P
    >>> compile_active(sympy.Max(P, P**2), 1)(Interval.of(Fraction(1, 2), Fraction(1)))
    p
    """
    known = {} if known is None else known
    if isinstance(g, (sympy.Min, sympy.Max)) and value_at(g, end) is not sympy.nan:
        return _compile_choice(g, end, known)
    if not g.has(sympy.Min, sympy.Max) or isinstance(g, (sympy.Min, sympy.Max, sympy.Piecewise)):
        return lambda span: g
    parts = [compile_active(part, end, known) for part in g.args]
    return lambda span: g.func(*(part(span) for part in parts))


def _compile_choice(g: sympy.Expr, end: int, known: Known) -> Active:
    """The one branch that wins against every other, if there is one."""
    level, greatest_wins = value_at(g, end), isinstance(g, sympy.Max)
    branches = [
        (_from_level(part, level, end, known), compile_active(part, end, known)) for part in g.args
    ]

    def wins(one: Interval, other: Interval) -> bool:
        return bool(one.lo >= other.hi) if greatest_wins else bool(one.hi <= other.lo)

    def evaluate(span: Interval) -> sympy.Expr:
        found = [quotient(span) for quotient, _ in branches]
        for i, (_, inner) in enumerate(branches):
            if all(wins(found[i], other) for j, other in enumerate(found) if j != i):
                return inner(span)
        return g

    return evaluate
