"""Statements as they were written: their domain, before sympy cancels what it holds for one.

sympy makes x of sqrt(x)^2 and of exp(log(x)), and 1 of x/x, for every complex x. A statement about
real numbers is true at a point only where each of its parts is a number there: a denominator is not
zero, what stands under an even or odd root is not negative, a logarithm is taken of what is
positive. `domain` lists these conditions for an expression that sympy has not evaluated, and
`settled` is what sympy makes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .ledger import Unproved

TOTAL = (sp.exp, sp.Mod, sp.Abs, sp.Min, sp.Max, sp.floor, sp.ceiling, sp.sign, sp.sin, sp.cos)
BOUND = (sp.Sum, sp.Product, sp.Integral, sp.Derivative)
"""Their variable is no variable of the statement: `goals.induction` has its own conditions."""


def domain(statement: Any) -> list[Any]:
    """The conditions under which every part of the statement is a real number.

    >>> x, n = sp.Symbol("x"), sp.Symbol("n", integer=True)
    >>> domain(sp.Pow(sp.sqrt(x), 2, evaluate=False) <= 1)
    [x >= 0]
    >>> domain(sp.log(1 / x) > x**sp.Rational(-1, 3))
    [Ne(x, 0), 1/x > 0, x > 0]
    >>> domain(x**n > 0)
    [(n >= 0) | Ne(x, 0)]
    """
    return [c for c in dict.fromkeys(_conditions(sp.sympify(statement))) if c != sp.true]


def _conditions(e: Any) -> Iterator[Any]:
    if isinstance(e, sp.Piecewise):
        yield from _of_pieces(e)
        return
    if isinstance(e, BOUND):
        return
    for part in e.args:
        yield from _conditions(part)
    if isinstance(e, sp.Pow):
        yield _of_power(e.base, e.exp)
    elif isinstance(e, sp.log):
        yield _above(e.args[0], strict=True)
    elif isinstance(e, sp.Mod):
        yield _not_zero(e.args[1])
    elif isinstance(e, sp.factorial):
        yield _above(e.args[0], strict=False)
    elif isinstance(e, sp.Function) and not isinstance(e, (*TOTAL, AppliedUndef)):
        raise Unproved(f"where {e.func.__name__} is a real number is not known here: {e}")


def _of_pieces(e: Any) -> Iterator[Any]:
    """A piece must be a number where it is chosen, a condition everywhere."""
    before: list[Any] = []
    for value, chosen in e.args:
        yield from _conditions(chosen)
        guard = sp.And(chosen, *before)
        for condition in _conditions(value):
            yield sp.Implies(guard, condition)
        before.append(sp.Not(chosen))


def _of_power(base: Any, exponent: Any) -> Any:
    """Where base^exponent is a real number; 0^0 is 1."""
    if base == sp.E or (exponent.is_integer and exponent.is_nonnegative) or base.is_positive:
        return sp.true
    if exponent.is_integer:
        rises = sp.false if exponent.is_negative else exponent >= 0
        return sp.Or(_not_zero(base), rises)
    if exponent.is_positive:
        return _above(base, strict=False)
    if exponent.is_Rational:
        return _above(base, strict=True)
    return sp.Or(_above(base, strict=True), sp.And(_above(base, strict=False), exponent > 0))


def _not_zero(e: Any) -> Any:
    """sympy decides of numbers only: elsewhere its assumptions are those of complex numbers."""
    return sp.Ne(e, 0, evaluate=e.is_number)


def _above(e: Any, strict: bool) -> Any:
    kind = sp.StrictGreaterThan if strict else sp.GreaterThan
    if e.is_number and not e.is_extended_real:
        return sp.false
    return kind(e, 0, evaluate=e.is_number)


@cache
def settled(statement: Any) -> Any:
    """What sympy makes of the expressions in a statement, whose form stays.

    >>> x = sp.Symbol("x")
    >>> settled(sp.Pow(sp.sqrt(x), 2, evaluate=False) <= 1)
    x <= 1
    """
    if not statement.args:
        return statement
    parts = [settled(part) for part in statement.args]
    if isinstance(statement, sp.core.relational.Relational):
        return statement if _same(statement, parts) else _compared(statement.func, *parts)
    if isinstance(statement, sp.logic.boolalg.Boolean):
        return statement if _same(statement, parts) else statement.func(*parts, evaluate=False)
    return statement.func(*parts)


def _same(statement: Any, parts: list[Any]) -> bool:
    return bool(tuple(parts) == statement.args)


def _compared(kind: Any, left: Any, right: Any) -> Any:
    """A comparison of two numbers is true or false; another one stays as it is written."""
    if left.is_Rational and right.is_Rational:
        return kind(left, right)
    return kind(left, right, evaluate=False)


def defined(given: Iterable[Any]) -> tuple[Any, ...]:
    """Hypotheses as sympy evaluates them, with the conditions under which they say something."""
    asked = [c for h in given for c in (*domain(h), settled(h))]
    known = tuple(c for c in dict.fromkeys(asked) if c != sp.true)
    return (sp.false,) if sp.false in known else known


def is_settled(statement: Any) -> bool:
    """Whether sympy has nothing left to evaluate, so that nothing of its domain is lost."""
    return bool(settled(statement) == statement)


def says_nothing(conclusion: Any) -> bool:
    """Whether it is e = e, or several of that kind, in whatever order e is written.

    >>> x = sp.Symbol("x")
    >>> says_nothing(sp.Eq(x + x, 2 * x, evaluate=False)), says_nothing(sp.Eq(x, 2 * x))
    (True, False)
    >>> says_nothing(sp.Eq(sp.Mul(1, x, evaluate=False), x, evaluate=False))
    True
    """
    if isinstance(conclusion, sp.And):
        return all(map(says_nothing, conclusion.args))
    return isinstance(conclusion, sp.Eq) and _arranged(conclusion.lhs) == _arranged(conclusion.rhs)


@cache
def _arranged(e: Any) -> Any:
    """The same for sums and products that differ in order, brackets, zeros and ones alone."""
    parts = [_arranged(part) for part in e.args]
    if not parts:
        return e
    if not isinstance(e, (sp.Add, sp.Mul)):
        return (e.func, *parts)
    kind, neutral = (sp.Add, sp.S.Zero) if isinstance(e, sp.Add) else (sp.Mul, sp.S.One)
    joined: list[Any] = []
    for part in parts:
        joined += part[1:] if isinstance(part, tuple) and part[0] is kind else [part]
    kept = sorted((part for part in joined if part != neutral), key=str)
    return kept[0] if len(kept) == 1 else (kind, *kept)
