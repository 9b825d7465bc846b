"""Expressions at exact parameters: rational where they are, else enclosed by ball arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint
import sympy as sp

from rropt.closed.symbols import gamma
from rropt.design.problem import Problem
from rropt.exact import Gamma, dyadic
from rropt.utility import Variance

START_BITS, MOST_BITS = 128, 2048


def parameters(problem: Problem) -> dict[sp.Symbol, Fraction]:
    """The rational parameters of a problem: delta, k, pi where it has one, gamma where rational.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> parameters(Problem(LocalDP("ln(3)"), Trace(4)))
    {delta: Fraction(0, 1), k: Fraction(4, 1), gamma: Fraction(3, 1)}
    """
    from rropt.closed.symbols import delta, k, pi

    values = {delta: problem.delta, k: Fraction(problem.truths)}
    if isinstance(problem.objective, Variance):
        values[pi] = problem.objective.prior
    if problem.gamma.is_exact:
        values[gamma] = problem.gamma.exact
    return values


def rational(x: Fraction) -> sp.Rational:
    """A Fraction as a sympy number."""
    return sp.Rational(x.numerator, x.denominator)


def fraction(x: Any) -> Fraction:
    """A sympy rational as a Fraction."""
    return Fraction(int(x.p), int(x.q))


def substitute(expression: sp.Expr, values: Mapping[sp.Symbol, Fraction]) -> sp.Expr:
    """The expression at exact values, in lowest terms where it is rational."""
    return expression.subs({symbol: rational(value) for symbol, value in values.items()})


def enclosure(
    expression: sp.Expr, values: Mapping[sp.Symbol, Fraction], level: Gamma, bits: int
) -> tuple[Fraction, Fraction]:
    """Rationals around the expression at these values and gamma = e^epsilon.

    >>> enclosure(gamma + 1, {gamma: Fraction(2)}, Gamma(Fraction(2), Fraction(2)), 64)
    (Fraction(3, 1), Fraction(3, 1))
    """
    reduced = substitute(expression, values)
    if reduced.is_Rational:
        return fraction(reduced), fraction(reduced)
    with flint.ctx.workprec(bits):
        point = None
        if gamma not in values and level.epsilon is not None:
            point = flint.arb(flint.fmpq(level.epsilon.numerator, level.epsilon.denominator)).exp()
        ball = _ball(reduced, point)
        if not ball.is_finite():
            raise ZeroDivisionError("the expression has a pole in the enclosure")
        return dyadic(ball.lower()), dyadic(ball.upper())


def sign(expression: sp.Expr, values: Mapping[sp.Symbol, Fraction], level: Gamma) -> int | None:
    """The sign of the expression there; None where MOST_BITS bits do not decide it.

    >>> sign(gamma**2 - 9, {gamma: Fraction(3)}, Gamma(Fraction(3), Fraction(3)))
    0
    """
    bits = START_BITS
    while bits <= MOST_BITS:
        lo, hi = enclosure(expression, values, level, bits)
        if lo > 0 or hi < 0 or lo == hi == 0:
            return (lo > 0) - (hi < 0)
        bits *= 2
    return None


def holds(condition: Any, values: Mapping[sp.Symbol, Fraction], level: Gamma) -> bool | None:
    """Whether a relation between expressions holds there; None where it is not decided."""
    difference = sign(condition.lhs - condition.rhs, values, level)
    if difference is None:
        return None
    return bool(condition.func(sp.Integer(difference), 0))


def _ball(e: sp.Expr, point: Any) -> Any:
    if e.is_Rational:
        return flint.arb(flint.fmpq(int(e.p), int(e.q)))
    if e == gamma and point is not None:
        return point
    if e.is_Add or e.is_Mul:
        first, *rest = [_ball(part, point) for part in e.args]
        for other in rest:
            first = first + other if e.is_Add else first * other
        return first
    if e.is_Pow and e.exp.is_Integer:
        return _ball(e.base, point) ** int(e.exp)
    if e.is_Pow and e.exp.is_Rational and e.exp.q == 2:
        return _ball(e.base, point).sqrt() ** int(e.exp.p)
    if e.func in (sp.log, sp.exp):
        inner = _ball(e.args[0], point)
        return inner.log() if e.func is sp.log else inner.exp()
    raise ArithmeticError(f"no ball arithmetic for {e}")
