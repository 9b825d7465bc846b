"""Roots as variables: the q-th root of e is the r >= 0 with r^q = e, and there where e >= 0."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

import sympy as sp


def radicands(statements: Sequence[Any]) -> list[Any]:
    """What stands under a root.

    >>> x, y = sp.symbols("x y")
    >>> radicands([sp.sqrt(x * y) <= x, y ** sp.Rational(2, 3) > 0])
    [x*y, y]
    """
    return sorted(_orders(statements), key=str)


def _orders(statements: Sequence[Any]) -> dict[Any, int]:
    """The least order of a root of each radicand in which its powers are whole."""
    found: dict[Any, int] = {}
    powers = set().union(*(sp.sympify(s).atoms(sp.Pow) for s in statements))
    for p in powers:
        if _is_root(p):
            found[p.base] = lcm(found.get(p.base, 1), p.exp.q)
    return found


def without_roots(conclusion: Any, given: Sequence[Any]) -> tuple[Any, list[Any]]:
    """The statement in variables for the roots, with what defines them among the hypotheses.

    >>> x = sp.Symbol("x")
    >>> without_roots(sp.sqrt(x) >= x, [x <= 1])
    (root_1 >= x, [x <= 1, root_1 >= 0, Eq(root_1**2, x)])
    >>> without_roots(x ** sp.Rational(1, 3) + sp.sqrt(x) > 0, [])
    (root_1**3 + root_1**2 > 0, [root_1 >= 0, Eq(root_1**6, x)])
    """
    order = _orders([conclusion, *given])
    name = _unused([conclusion, *given])
    places: dict[Any, tuple[sp.Symbol, int]] = {}

    def power(p: Any) -> Any:
        root, degree = places[p.base]
        return root ** (degree * p.exp)

    def rooted(statement: Any) -> Any:
        return sp.sympify(statement).replace(_is_root, power)

    defined = []
    under = sorted(sorted(order, key=str), key=lambda e: len(radicands([e])))
    for i, e in enumerate(under, 1):  # a root of roots after those
        inner, root = rooted(e), sp.Symbol(f"{name}{i}")
        places[inner] = root, order[e]
        defined += [root >= 0, sp.Eq(root ** order[e], inner)]
    return rooted(conclusion), [*map(rooted, given), *defined]


def _unused(statements: Sequence[Any]) -> str:
    """The start of names that no symbol has."""
    names = {str(s) for statement in statements for s in sp.sympify(statement).free_symbols}
    start = "root_"
    while any(name.startswith(start) for name in names):
        start += "_"
    return start


def _is_root(p: Any) -> bool:
    return isinstance(p, sp.Pow) and p.exp.is_Rational and p.exp.q > 1 and not p.base.is_Number
