"""Evaluate sympy expressions and statements exactly, or rigorously in ball arithmetic.

An expression is compiled once into a Python function over a set of operations. `Exact` works
on fractions and refuses what is not rational; `Ball` encloses, and its truth values are
True, False or None (not separated at this precision).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import sympy as sp

from .operations import Ball, Exact, NotRational, conjunction, disjunction, negation

BITS = 160


class NotEvaluated(Exception):
    """A function that neither fractions nor enclosures know."""


_FUNCTIONS = {
    sp.exp: "exp",
    sp.log: "log",
    sp.Abs: "absolute",
    sp.Min: "smallest",
    sp.Max: "largest",
    sp.floor: "floor",
    sp.ceiling: "ceiling",
    sp.sign: "sign",
    sp.Mod: "remainder",
}
_RELATIONS = {sp.StrictLessThan: "<", sp.LessThan: "<=", sp.Eq: "==", sp.Ne: "!="}


def _source(e: Any, names: Mapping[sp.Symbol, str]) -> str:
    if isinstance(e, sp.Symbol):
        return names[e]
    if e.is_Rational:
        return f"op.number({e.p},{e.q})"
    if e in (sp.true, sp.false):
        return str(bool(e))
    if e.is_Relational and isinstance(e, (sp.StrictGreaterThan, sp.GreaterThan)):
        e = e.reversed
    parts = [_source(a, names) for a in e.args if not isinstance(a, sp.Tuple)]
    return _combine(e, parts, names)


def _combine(e: Any, parts: list[str], names: Mapping[sp.Symbol, str]) -> str:
    listed = ",".join(parts)
    if isinstance(e, sp.Add):
        return "(" + "+".join(parts) + ")"
    if isinstance(e, sp.Mul):
        return "(" + "*".join(parts) + ")"
    if isinstance(e, sp.Pow):
        return _power(e, parts)
    if e.func in _FUNCTIONS:
        return f"op.{_FUNCTIONS[e.func]}({listed})"
    if e.func in _RELATIONS:
        return f'op.compare("{_RELATIONS[e.func]}",{listed})'
    if isinstance(e, sp.And):
        return f"conjunction({listed})"
    if isinstance(e, sp.Or):
        return f"disjunction({listed})"
    if isinstance(e, sp.Not):
        return f"negation({listed})"
    if isinstance(e, sp.Implies):
        return f"disjunction(negation({parts[0]}),{parts[1]})"
    if isinstance(e, sp.Equivalent):
        return f"(None if None in ({listed}) else len({{{listed}}}) == 1)"
    if isinstance(e, sp.Piecewise):
        return _piecewise(e, names)
    if e in (sp.E, sp.pi):
        return f'op.constant("{e}")'
    raise NotEvaluated(f"{e.func.__name__} is not among the functions that are evaluated: {e}")


def _power(e: Any, parts: list[str]) -> str:
    if e.exp == sp.S.Half:
        return f"op.sqrt({parts[0]})"
    if e.base == sp.E:
        return f"op.exp({parts[1]})"
    return f"op.power({parts[0]},{e.exp.p if e.exp.is_Integer else parts[1]})"


def _piecewise(e: Any, names: Mapping[sp.Symbol, str]) -> str:
    """Nested choices; where a condition is undecided both branches count."""
    text = "undecided()"
    for value, condition in reversed(e.args):
        chosen, rest = f"lambda: {_source(value, names)}", f"lambda: {text}"
        text = f"choose(op,{_source(condition, names)},{chosen},{rest})"
    return text


def _undecided() -> Any:
    raise NotRational


def _choose(
    op: Any, condition: bool | None, value: Callable[[], Any], rest: Callable[[], Any]
) -> Any:
    """A branch of a Piecewise, or the hull of both."""
    if condition is None:
        return op.hull(value(), rest())
    return value() if condition else rest()


_SCOPE: dict[str, Any] = {
    "conjunction": conjunction,
    "disjunction": disjunction,
    "negation": negation,
    "undecided": _undecided,
    "choose": _choose,
}


@lru_cache(maxsize=4096)
def compiled(e: Any, symbols: tuple[sp.Symbol, ...]) -> Callable[..., Any]:
    """The function (op, *values) that evaluates `e` at the values of `symbols`."""
    names = {s: f"v{i}" for i, s in enumerate(symbols)}
    text = f"lambda op,{','.join(names.values())}: {_source(sp.sympify(e), names)}"
    return eval(text, _SCOPE)


def ball(x: Any) -> flint.arb:
    """A rational as a ball; a pair as the ball that covers the interval."""
    if isinstance(x, tuple):
        lo, hi = Fraction(x[0]), Fraction(x[1])
        mid, rad = (lo + hi) / 2, (hi - lo) / 2
        return ball(mid) + ball(rad) * flint.arb(0, 1)
    x = Fraction(x)
    return Ball.number(x.numerator, x.denominator)


def enclose(e: Any, point: Mapping[sp.Symbol, Any], bits: int = BITS) -> Any:
    """The value of an expression (a ball) or a statement (True, False, None) in ball arithmetic;
    None also where a part of it may be undefined.

    >>> x = sp.Symbol("x")
    >>> enclose(sp.exp(x) > 1 + x, {x: (Fraction(1), Fraction(2))})
    >>> enclose(sp.exp(x) > 1 + x, {x: Fraction(1)})
    True
    >>> step = sp.Piecewise((-1, x < 1), (1, True))
    >>> [enclose(step > 0, {x: side}) for side in ((2, 3), (0, 2))]
    [True, None]
    """
    symbols = tuple(point)
    before, flint.ctx.prec = flint.ctx.prec, bits
    try:
        return compiled(e, symbols)(Ball, *(ball(point[s]) for s in symbols))
    except NotRational:
        return None
    finally:
        flint.ctx.prec = before


def evaluate(e: Any, point: Mapping[sp.Symbol, Fraction]) -> Any:
    """The exact value at a rational point; NotRational when it has none, ZeroDivisionError when
    the expression is undefined there.

    >>> x = sp.Symbol("x")
    >>> evaluate(x / (1 + x), {x: Fraction(1, 2)})
    Fraction(1, 3)
    """
    symbols = tuple(point)
    value = compiled(e, symbols)(Exact, *(rational(point[s]) for s in symbols))
    return value if isinstance(value, bool) else Fraction(int(value.p), int(value.q))


def rational(x: Any) -> flint.fmpq:
    """A fraction as a flint rational."""
    x = Fraction(x)
    return flint.fmpq(x.numerator, x.denominator)


@lru_cache(maxsize=4096)
def _all_of(statements: tuple[Any, ...], symbols: tuple[sp.Symbol, ...]) -> Callable[..., bool]:
    names = {s: f"v{i}" for i, s in enumerate(symbols)}
    body = " and ".join(f"({_source(sp.sympify(s), names)}) is True" for s in statements) or "True"
    return eval(f"lambda op,{','.join(names.values())}: {body}", _SCOPE)


def all_true(statements: Sequence[Any], point: Mapping[sp.Symbol, Fraction]) -> bool:
    """Is every statement true at the point? One that is undefined there is not."""
    symbols = tuple(point)
    try:
        return _all_of(tuple(statements), symbols)(Exact, *map(rational, point.values()))
    except ZeroDivisionError:
        return False
    except NotRational:
        return all(truth(s, point) is True for s in statements)


def truth(e: Any, point: Mapping[sp.Symbol, Fraction]) -> bool | None:
    """Is the statement true at the point? Exact if possible, else by enclosure, else None.

    >>> x = sp.Symbol("x")
    >>> truth(sp.exp(x) < 3 * x, {x: Fraction(1)})
    True
    """
    try:
        return evaluate(e, point)
    except NotRational:
        return enclose(e, point)
