"""Rational functions as a pair of polynomials, by plain ring arithmetic."""

from __future__ import annotations

from typing import Any

import sympy as sp

Pair = tuple[Any, Any]


def vanishes(e: Any) -> bool | None:
    """Is the rational function zero wherever it is defined? None if it is not a rational function.

    >>> x, y = sp.symbols("x y")
    >>> vanishes(1 / (x - y) - x / (x**2 - x * y))
    True
    >>> vanishes(sp.exp(x)) is None
    True
    """
    e = sp.sympify(e)
    symbols = sorted(e.free_symbols, key=str)
    if not e.is_rational_function(*symbols) or len({str(s) for s in symbols}) < len(symbols):
        return None
    ring = sp.ring([str(s) for s in symbols] or ["unit"], sp.QQ)[0]
    gens = dict(zip(symbols, ring.gens, strict=False))
    try:
        top, bottom = _pair(e, ring, gens)
    except (TypeError, sp.CoercionFailed):
        return None
    return None if bottom == 0 else top == 0


def _pair(e: Any, ring: Any, gens: dict[Any, Any]) -> Pair:
    if e in gens:
        return gens[e], ring.one
    if e.is_Rational:
        return ring(sp.QQ(e.p, e.q)), ring.one
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        return _power(_pair(e.base, ring, gens), int(e.exp))
    if not isinstance(e, (sp.Add, sp.Mul)):
        raise TypeError(f"not a rational function: {e}")
    parts = [_pair(a, ring, gens) for a in e.args]
    combine = _plus if isinstance(e, sp.Add) else _times
    total = parts[0]
    for part in parts[1:]:
        total = combine(total, part)
    return total


def _power(base: Pair, exponent: int) -> Pair:
    top, bottom = base if exponent >= 0 else (base[1], base[0])
    return top ** abs(exponent), bottom ** abs(exponent)


def _times(a: Pair, b: Pair) -> Pair:
    return a[0] * b[0], a[1] * b[1]


def _plus(a: Pair, b: Pair) -> Pair:
    if a[1] == b[1]:
        return a[0] + b[0], a[1]
    return a[0] * b[1] + b[0] * a[1], a[1] * b[1]
