"""Expressions in p evaluated on intervals and series, rigorously.

What is written is what is evaluated: every operation has one rule for intervals (`real_intervals`)
and one for Taylor series with remainder (`series`), and a part in which a branch is not decided is
the hull of its branches on intervals, and nothing on series.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import flint
import sympy
from flint import arb

from rropt.exact.convert import fraction
from rropt.exact.precision import working_precision
from rropt.exact.real_roots import real_roots
from rropt.strict.real_intervals import (
    PRECISION,
    UNIT,
    WHOLE,
    RealInterval,
    Undefined,
    entropy,
)
from rropt.strict.series import Series

P = sympy.Symbol("p", real=True)
"""The prior probability, the only variable of a boundary function."""

Function = Callable[[Any], Any]
Known = dict[Any, Function]
"""The functions of the expressions met so far, so that equal parts are evaluated once."""

Condition = Callable[[RealInterval], bool | None]
"""Whether it holds on all of an interval of p, on none (False), or on some of it (None)."""

CHOICES = (sympy.Min, sympy.Max, sympy.Piecewise)
REAL_PARTS = (sympy.re, sympy.conjugate)
"""What sympy rewrites Abs(log(1 + p)) with, because it does not see that the logarithm is real."""

BRANCHING = (*CHOICES, sympy.Abs)
"""What makes an expression more than one analytic function."""

_CALLS = {
    "exp": "exp",
    "log": "log",
    "erf": "erf",
    "erfinv": "erfinv",
    "sin": "sin",
    "cos": "cos",
    "Abs": "absolute",
}


def compile_expression(expression: Any, known: Known | None = None) -> Function:
    """A function from an interval or series of p to one of the expression.

    >>> compile_expression(P**2)(RealInterval.of(Fraction(1, 2), Fraction(1)))
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
        return _compile_constant(expression)
    return _compile_parts(expression, known)


def _compile_parts(expression: Any, known: Known) -> Function:
    """An operation on smaller expressions."""
    if expression.is_Add:
        return _compile_sum(expression, known)
    if expression.is_Mul:
        return _compile_product(expression, known)
    if expression.is_Pow:
        return _compile_power(expression, known)
    if isinstance(expression, sympy.exp):
        inner = compile_expression(expression.args[0], known)
        return lambda x: inner(x).exp()
    if isinstance(expression, REAL_PARTS):
        return compile_expression(expression.args[0], known)
    return _compile_function(expression, known)


def _compile_constant(number: Any) -> Function:
    found: dict[int, RealInterval] = {}

    def evaluate(x: Any) -> Any:
        if flint.ctx.prec not in found:
            found[flint.ctx.prec] = _constant(number)
        return x.constant(found[flint.ctx.prec])

    return evaluate


def _compile_sum(expression: Any, known: Known) -> Function:
    parts = [compile_expression(part, known) for part in expression.args]
    starts_at_zero = not expression.has(*BRANCHING) and bool(expression.subs(P, 0).is_zero)

    def evaluate(x: Any) -> Any:
        total = reduce(operator.add, [part(x) for part in parts])
        is_zero = starts_at_zero and isinstance(total, Series) and _seems_zero(total)
        return _known_zero(total) if is_zero else total

    return evaluate


def _seems_zero(total: Series) -> bool:
    """Whether, at an end, the first coefficient is a ball around zero and not zero itself."""
    first = total.centre[0]
    return total.frame.at_end and total.valuation == 0 and first.contains(0) and first.is_finite()


def _known_zero(total: Series) -> Series:
    rest = [total.centre[i] for i in range(1, total.centre.prec)]
    centre = flint.arb_series([0, *rest], prec=total.centre.prec)
    return Series(total.frame, 0, centre, total.box).reduced()


def _compile_product(expression: Any, known: Known) -> Function:
    """A product; on intervals b^a (log b)^k keeps its exact range where b reaches 0."""
    plain = [compile_expression(part, known) for part in expression.args]
    found = _entropic_factor(expression)
    if found is None:
        return lambda x: reduce(operator.mul, [part(x) for part in plain])
    base, a, k = found
    rest = compile_expression(expression / (base**a * sympy.log(base) ** k), known)
    inner = compile_expression(base, known)

    def evaluate(x: Any) -> Any:
        # A series carries its own powers of log: only ranges lose by taking the factors apart.
        if isinstance(x, Series):
            return reduce(operator.mul, [part(x) for part in plain])
        return rest(x) * entropy(inner(x), a, k)

    return evaluate


def _entropic_factor(product: Any) -> tuple[Any, Fraction, int] | None:
    """A base b with b^a (log b)^k among the factors, a > 0 and k a positive integer: (b, a, k)."""
    powers = [factor.as_base_exp() for factor in product.args]
    for logarithm, k in powers:
        if isinstance(logarithm, sympy.log) and k.is_Integer and k > 0:
            base = logarithm.args[0]
            for other, a in powers:
                if other == base and a.is_Rational and a > 0:
                    return base, fraction(a), int(k)
    return None


def _compile_power(expression: Any, known: Known) -> Function:
    base, exponent = expression.as_base_exp()
    if exponent.is_Rational:
        inner = compile_expression(base, known)
        q = fraction(exponent)
        return lambda x: inner(x).power(q)
    # b^e = exp(e log b): the language has refused bases that are not positive.
    scaled = compile_expression(exponent * sympy.log(base), known)
    return lambda x: scaled(x).exp()


def _compile_function(expression: Any, known: Known) -> Function:
    if isinstance(expression, sympy.Piecewise):
        return _compile_piecewise(expression, known)
    parts = [compile_expression(part, known) for part in expression.args]
    if isinstance(expression, sympy.Min):
        return lambda x: reduce(lambda a, b: a.minimum(b), [part(x) for part in parts])
    if isinstance(expression, sympy.Max):
        return lambda x: reduce(lambda a, b: a.maximum(b), [part(x) for part in parts])
    method = operator.methodcaller(_CALLS[expression.func.__name__])
    return lambda x: method(parts[0](x))


def _compile_piecewise(expression: Any, known: Known) -> Function:
    values = [compile_expression(value, known) for value, _ in expression.args]
    conditions = [compile_condition(condition, known) for _, condition in expression.args]

    def evaluate(x: Any) -> Any:
        branches, is_whole = possible(values, conditions, x.span)
        found = [branch(x) for branch in branches]
        # Where no condition is known to hold, nothing is known of the value.
        return reduce(lambda a, b: a.hull(b), found if is_whole else [x.constant(WHOLE), *found])

    return evaluate


def possible(
    values: Sequence[Any], conditions: Sequence[Condition], span: RealInterval
) -> tuple[list[Any], bool]:
    """The values that a Piecewise may have on an interval, and whether there is always one."""
    found = []
    for value, condition in zip(values, conditions, strict=True):
        holds = condition(span)
        if holds is not False:
            found.append(value)
        if holds:
            return found, True
    if not found:
        raise Undefined("a Piecewise without a branch")
    return found, False


def compile_condition(condition: Any, known: Known | None = None) -> Condition:
    """A function from an interval of p to True, False, or None where it may be either."""
    known = {} if known is None else known
    return lambda x: truth(condition, lambda difference: compile_expression(difference, known)(x))


def truth(condition: Any, value: Callable[[Any], RealInterval]) -> bool | None:
    """Whether a condition holds, by the values of its differences; None where they do not say.

    >>> truth(sympy.And(P > 0, P < 1), lambda difference: RealInterval.of(Fraction(1)))
    False
    """
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    if isinstance(condition, sympy.Not):
        inner = truth(condition.args[0], value)
        return None if inner is None else not inner
    if isinstance(condition, (sympy.And, sympy.Or)):
        parts = [truth(part, value) for part in condition.args]
        return _combine(parts, isinstance(condition, sympy.Or))
    return holds(condition.rel_op, value(condition.lhs - condition.rhs))


def _combine(answers: list[bool | None], decisive: bool) -> bool | None:
    """Or (decisive True) and And (decisive False) in three-valued logic."""
    if decisive in answers:
        return decisive
    return None if None in answers else not decisive


def holds(kind: str, difference: RealInterval) -> bool | None:
    """Whether `difference kind 0` for all points, for none (False), or for some (None)."""
    lo = difference.lo
    hi = difference.hi
    below = True if hi < 0 else (False if lo >= 0 else None)
    above = True if lo > 0 else (False if hi <= 0 else None)
    equal = True if difference.sign == 0 else (False if below or above else None)
    if kind in ("==", "!="):
        return equal if kind == "==" or equal is None else not equal
    answer = {"<": below, ">": above, "<=": above, ">=": below}[kind]
    return answer if kind in ("<", ">") or answer is None else not answer


def _constant(number: Any) -> RealInterval:
    """An enclosure of a constant expression."""
    if number.is_Rational:
        return RealInterval.of(fraction(number))
    if number is sympy.pi:
        return RealInterval.around(arb.pi())
    if number is sympy.E:
        return UNIT.exp()
    if isinstance(number, sympy.CRootOf):
        return RealInterval.around(_root_of(number))
    # Its parts are constants: whatever p is says nothing.
    return _compile_parts(number, {})(UNIT)


def _root_of(number: sympy.CRootOf) -> arb:
    """sympy counts the real roots first, from left to right."""
    coefficients = [int(c) for c in reversed(number.poly.all_coeffs())]
    return real_roots(tuple(coefficients), flint.ctx.prec)[number.index]


def constant_interval(number: Any, bits: int = PRECISION) -> RealInterval:
    """A rigorous enclosure of a constant sympy expression."""
    with working_precision(bits):
        return _constant(number)
