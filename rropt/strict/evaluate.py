"""Expressions in p evaluated on intervals and jets, rigorously."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import flint
import sympy
from flint import arb

from rropt.strict.expression import P
from rropt.strict.intervals import NOUGHT, PRECISION, UNIT, WHOLE, ZERO, Interval, down, up
from rropt.strict.jets import Jet

Function = Callable[[Any], Any]
Known = dict[Any, Function]
"""The functions of the expressions met so far, so that equal parts are evaluated once."""


def compile_expression(expression: Any, known: Known | None = None) -> Function:
    """A function from an interval or jet of p to one of the expression, rigorous throughout.

    >>> compile_expression(P**2)(Interval.of(Fraction(1, 2), Fraction(1)))
    [0.250000000000, 1.00000000000]
    """
    known = {} if known is None else known
    if expression not in known:
        known[expression] = _remembering(_compile(expression, known))
    return known[expression]


def _remembering(function: Function) -> Function:
    """The same function, which keeps its last answer for the very same argument."""
    last: list[Any] = [None, 0, None]

    def evaluate(x: Any) -> Any:
        if last[0] is not x or last[1] != flint.ctx.prec:
            last[:] = x, flint.ctx.prec, function(x)
        return last[2]

    return evaluate


def _compile(expression: Any, known: Known) -> Function:
    if expression == P:
        return lambda x: x
    if not expression.free_symbols:
        number = _constant(expression)
        return lambda x: x.constant(number)
    if expression.is_Mul and (entropic := _entropic_factor(expression)):
        return _compile_entropic(expression, known, *entropic)
    if expression.is_Add or expression.is_Mul:
        parts = [compile_expression(part, known) for part in expression.args]
        fold = operator.add if expression.is_Add else operator.mul
        return lambda x: reduce(fold, [part(x) for part in parts])
    if expression.is_Pow:
        return _compile_power(expression, known)
    return _compile_function(expression, known)


def _entropic_factor(product: Any) -> tuple[Any, Any, Any] | None:
    """A base b with b^a (log b)^k among the factors, a > 0 and k a positive integer: (b, a, k)."""
    powers = [factor.as_base_exp() for factor in product.args]
    for base, k in powers:
        if isinstance(base, sympy.log) and k.is_Integer and k > 0:
            for other, a in powers:
                if other == base.args[0] and a.is_Rational and a > 0:
                    return other, a, k
    return None


def _compile_entropic(product: Any, known: Known, base: Any, a: Any, k: Any) -> Function:
    """A product with b^a (log b)^k in it: that factor keeps its exact range where b reaches 0."""
    rest = compile_expression(product / (base**a * sympy.log(base) ** k), known)
    plain = [compile_expression(factor, known) for factor in product.args]
    inner, power = compile_expression(base, known), Fraction(int(a.p), int(a.q))

    def evaluate(x: Any) -> Any:
        if isinstance(x, Jet):
            return reduce(lambda u, v: u * v, (factor(x) for factor in plain))
        return rest(x) * _entropy_range(inner(x), power, int(k))

    return evaluate


def _entropy_range(t: Interval, a: Fraction, k: int) -> Interval:
    """The range of t^a (log t)^k, whose only turning points are 1 and e^(-k/a)."""
    span = t.part_above(ZERO)
    turning = [UNIT, Interval.of(-k / a).exp()]
    inside = [u for u in turning if u.hi > span.lo and u.lo < span.hi]
    points = [Interval(span.lo, span.lo), Interval(span.hi, span.hi), *inside]
    values = [NOUGHT if u.sign == 0 else u.power(a) * u.log().power(Fraction(k)) for u in points]
    return reduce(Interval.hull, values)


def _compile_power(expression: Any, known: Known) -> Function:
    base, exponent = expression.as_base_exp()
    if exponent.is_Rational:
        inner, q = compile_expression(base, known), Fraction(int(exponent.p), int(exponent.q))
        return lambda x: inner(x).power(q)
    inner, scale = compile_expression(exponent, known), _constant(sympy.log(base))
    return lambda x: (inner(x) * x.constant(scale)).exp()


def _compile_function(expression: Any, known: Known) -> Function:
    if isinstance(expression, sympy.Piecewise):
        return _compile_piecewise(expression, known)
    parts = [compile_expression(part, known) for part in expression.args]
    if isinstance(expression, sympy.Min):
        return lambda x: reduce(lambda a, b: a.minimum(b), (part(x) for part in parts))
    if isinstance(expression, sympy.Max):
        return lambda x: reduce(lambda a, b: a.maximum(b), (part(x) for part in parts))
    method = {"exp": "exp", "log": "log", "erf": "erf", "Abs": "absolute"}[expression.func.__name__]
    return lambda x: getattr(parts[0](x), method)()


def _compile_piecewise(expression: Any, known: Known) -> Function:
    branches = [
        (compile_expression(value, known), compile_condition(c)) for value, c in expression.args
    ]

    def evaluate(x: Any) -> Any:
        possible = []
        for branch, condition in branches:
            holds = condition(x.value)
            if holds is not False:
                possible.append(branch(x))
            if holds:
                return reduce(lambda a, b: a.jump(b), possible)
        return reduce(lambda a, b: a.jump(b), possible, x.constant(WHOLE))

    return evaluate


def compile_condition(condition: Any) -> Callable[[Interval], bool | None]:
    """A function from an interval of p to True, False, or None where it may be either."""
    if condition in (sympy.true, sympy.false):
        return lambda x: bool(condition)
    if isinstance(condition, sympy.Not):
        inner = compile_condition(condition.args[0])
        return lambda x: None if inner(x) is None else not inner(x)
    if isinstance(condition, (sympy.And, sympy.Or)):
        parts = [compile_condition(part) for part in condition.args]
        decisive = isinstance(condition, sympy.Or)
        return lambda x: _combine([part(x) for part in parts], decisive)
    difference = compile_expression(condition.lhs - condition.rhs)
    kind = condition.rel_op
    return lambda x: _holds(kind, difference(x))


def _combine(answers: list[bool | None], decisive: bool) -> bool | None:
    """Or (decisive True) and And (decisive False) in three-valued logic."""
    if decisive in answers:
        return decisive
    return None if None in answers else not decisive


def _holds(kind: str, difference: Interval) -> bool | None:
    lo, hi = difference.lo, difference.hi
    below = True if hi < 0 else (False if lo >= 0 else None)
    above = True if lo > 0 else (False if hi <= 0 else None)
    equal = True if difference.sign == 0 else (False if below or above else None)
    if kind in ("==", "!="):
        return equal if kind == "==" or equal is None else not equal
    answer = {"<": below, ">": above, "<=": above, ">=": below}[kind]
    return answer if kind in ("<", ">") or answer is None else not answer


def _constant(number: Any) -> Interval:
    """An enclosure of a constant expression."""
    if number.is_Rational:
        return Interval.of(Fraction(int(number.p), int(number.q)))
    if number is sympy.pi:
        return Interval(down(arb.pi()), up(arb.pi()))
    if number is sympy.E:
        return UNIT.exp()
    if isinstance(number, sympy.CRootOf):
        radius = Fraction(1, 2**flint.ctx.prec)
        middle = number.eval_rational(sympy.Rational(1, 2**flint.ctx.prec))
        centre = Fraction(int(middle.p), int(middle.q))
        return Interval.of(centre - radius, centre + radius)
    if number.is_Pow and not number.exp.is_Rational:
        return (_constant(number.exp) * _constant(sympy.log(number.base))).exp()
    if number.is_Pow:
        return _constant(number.base).power(Fraction(int(number.exp.p), int(number.exp.q)))
    return _constant_call(number)


def _constant_call(number: Any) -> Interval:
    arguments = [_constant(part) for part in number.args]
    folds: dict[str, Callable[[Interval, Interval], Interval]] = {
        "Add": Interval.__add__,
        "Mul": Interval.__mul__,
        "Min": Interval.minimum,
        "Max": Interval.maximum,
    }
    name = number.func.__name__
    if name in folds:
        return reduce(folds[name], arguments)
    calls = {"exp": Interval.exp, "log": Interval.log, "erf": Interval.erf}
    return {**calls, "Abs": Interval.absolute}[name](arguments[0])


def constant_interval(number: Any, bits: int = PRECISION) -> Interval:
    """A rigorous enclosure of a constant sympy expression, at the working precision."""
    with flint.ctx.workprec(bits):
        return _constant(number)
