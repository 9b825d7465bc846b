"""Statements about integers: remainders, a bounded range listed, and gaps between whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil, floor, lcm
from typing import Any

import sympy as sp

from .slopes import interval_of

MODULI = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16)
MOST_REMAINDERS = 20_000
MOST_VALUES = 60
COMPARED = sp.core.relational.Relational


def remainders_show(conclusion: Any, given: Sequence[Any]) -> bool:
    """Whether the conclusion holds for all remainders that the hypotheses allow.

    >>> n = sp.Symbol("n", integer=True)
    >>> remainders_show(sp.Eq(sp.Mod(n * (n + 1), 2, evaluate=False), 0, evaluate=False), [])
    True
    >>> remainders_show(sp.Ne(n**2, 4 * n + 3, evaluate=False), [])
    True
    """
    remainders = set().union(*(s.atoms(sp.Mod) for s in (conclusion, *given)))
    moduli = [int(m.args[1]) for m in remainders if m.args[1].is_Integer]
    if moduli:
        return _all_remainders(conclusion, given, lcm(*moduli))
    if not isinstance(conclusion, sp.Ne):
        return False
    gap = sp.expand(conclusion.lhs - conclusion.rhs)
    return any(_all_remainders(_not_divided(gap, m), given, m) for m in MODULI)


def _not_divided(p: Any, modulus: int) -> Any:
    return sp.Ne(sp.Mod(p, modulus, evaluate=False), 0, evaluate=False)


def _all_remainders(conclusion: Any, given: Sequence[Any], modulus: int) -> bool:
    """Every polynomial has the remainder of its value at the remainders of its variables."""
    symbols = sorted(conclusion.free_symbols, key=str)
    known = [h for h in given if h.has(sp.Mod) and h.free_symbols <= set(symbols)]
    if modulus < 2 or modulus ** len(symbols) > MOST_REMAINDERS or not symbols:
        return False
    if not all(s.is_integer for s in symbols) or not _is_of_remainders(conclusion, modulus):
        return False
    known = [h for h in known if _is_of_remainders(h, modulus)]
    for values in product(range(modulus), repeat=len(symbols)):
        place = dict(zip(symbols, map(sp.Integer, values), strict=True))
        if all(_at(h, place) == sp.true for h in known) and _at(conclusion, place) != sp.true:
            return False
    return True


def _at(statement: Any, place: dict[Any, Any]) -> Any:
    return statement.xreplace(place).doit()


def _is_of_remainders(statement: Any, modulus: int) -> bool:
    """Nothing but remainders of integer polynomials, by divisors of the modulus, and numbers."""
    without = statement.replace(sp.Mod, lambda *_: sp.S.One)
    parts = statement.atoms(sp.Mod)
    if without.free_symbols or not parts:
        return False
    return all(_is_whole(m.args[0]) and _divides(m.args[1], modulus) for m in parts)


def _divides(divisor: Any, modulus: int) -> bool:
    return bool(divisor.is_Integer) and divisor > 1 and modulus % int(divisor) == 0


def _is_whole(p: Any) -> bool:
    """A polynomial in integer symbols with integer coefficients."""
    if not p.free_symbols:
        return bool(p.is_Integer)
    if not all(s.is_integer for s in p.free_symbols) or not p.is_polynomial(*p.free_symbols):
        return False
    return all(c.is_Integer for c in sp.Poly(p, *p.free_symbols).coeffs())


def listed(
    symbols: Sequence[sp.Symbol], given: Sequence[Any]
) -> tuple[sp.Symbol, list[int]] | None:
    """An integer symbol that the hypotheses bound on both sides, and its values."""
    for s in symbols:
        if not s.is_integer:
            continue
        inside, low_is_in, high_is_in = interval_of(s, given)
        if inside.low is None or inside.high is None:
            continue
        first = ceil(inside.low) + (inside.low == ceil(inside.low) and not low_is_in)
        last = floor(inside.high) - (inside.high == floor(inside.high) and not high_is_in)
        if last - first < MOST_VALUES:
            return s, list(range(first, last + 1))
    return None


def tightened(given: Sequence[Any]) -> list[Any]:
    """p > 0 is p >= 1 for a whole number p.

    >>> n = sp.Symbol("n", integer=True)
    >>> tightened([2 * n > 5, n < 7])
    [2*n - 6 >= 0, 6 - n >= 0]
    """
    return [_tight(h) for h in given]


def _tight(h: Any) -> Any:
    gap = _gap(h)
    if (
        gap is None
        or not _is_whole(gap)
        or not isinstance(h, (sp.StrictGreaterThan, sp.StrictLessThan))
    ):
        return h
    return sp.GreaterThan(gap - 1, 0, evaluate=False)


def loosened(conclusion: Any) -> Any:
    """What is enough for a conclusion about whole numbers: p > -1 for p >= 0."""
    gap = _gap(conclusion)
    weak = isinstance(conclusion, (sp.GreaterThan, sp.LessThan))
    if gap is None or not weak or not _is_whole(gap):
        return conclusion
    return sp.StrictGreaterThan(gap + 1, 0, evaluate=False)


def _gap(h: Any) -> Any:
    """The side that is not negative, of an inequality, times what makes its coefficients whole."""
    if isinstance(h, (sp.GreaterThan, sp.StrictGreaterThan)):
        gap = sp.expand(h.lhs - h.rhs)
    elif isinstance(h, (sp.LessThan, sp.StrictLessThan)):
        gap = sp.expand(h.rhs - h.lhs)
    else:
        return None
    numbers = [c for c in gap.as_coefficients_dict().values() if c.is_Rational]
    return sp.expand(gap * lcm(1, *(int(c.q) for c in numbers)))
