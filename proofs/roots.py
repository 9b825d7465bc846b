"""Square roots as variables: sqrt(e) is the r >= 0 with r^2 = e, which is there where e >= 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp


def radicands(statements: Sequence[Any]) -> list[Any]:
    """What stands under a square root.

    >>> x, y = sp.symbols("x y")
    >>> radicands([sp.sqrt(x * y) <= x, y ** sp.Rational(3, 2) > 0])
    [x*y, y]
    """
    powers = set().union(*(sp.sympify(s).atoms(sp.Pow) for s in statements))
    return sorted({p.base for p in powers if _is_root(p)}, key=str)


def without_roots(conclusion: Any, given: Sequence[Any]) -> tuple[Any, list[Any]]:
    """The statement in variables for the roots, with what defines them among the hypotheses.

    >>> x = sp.Symbol("x")
    >>> without_roots(sp.sqrt(x) >= x, [x <= 1])
    (root_1 >= x, [x <= 1, root_1 >= 0, Eq(root_1**2, x)])
    """
    under = sorted(radicands([conclusion, *given]), key=lambda e: len(radicands([e])))
    name = _unused([conclusion, *given])
    places: dict[Any, sp.Symbol] = {}

    def rooted(statement: Any) -> Any:
        return sp.sympify(statement).replace(_is_root, lambda p: places[p.base] ** (2 * p.exp))

    for i, e in enumerate(under, 1):  # a root of roots after those
        places[rooted(e)] = sp.Symbol(f"{name}{i}")
    defined = [part for e, r in places.items() for part in (r >= 0, sp.Eq(r**2, e))]
    return rooted(conclusion), [*map(rooted, given), *defined]


def _unused(statements: Sequence[Any]) -> str:
    """The start of names that no symbol has."""
    names = {str(s) for statement in statements for s in sp.sympify(statement).free_symbols}
    start = "root_"
    while any(name.startswith(start) for name in names):
        start += "_"
    return start


def _is_root(p: Any) -> bool:
    return isinstance(p, sp.Pow) and p.exp.is_Rational and p.exp.q == 2 and not p.base.is_Number
