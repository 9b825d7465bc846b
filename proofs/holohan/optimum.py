"""The argument behind every minimiser of the paper, as obligations.

With s = p00 + p11 - 1 > 0 put u = (1 - p00) / s and v = (1 - p11) / s. This is one-to-one from R'
onto the polyhedron u, v >= 0, (g-1+d) u + d v >= 1-d, d u + (g-1+d) v >= 1-d, and formula (6)
becomes n Var = (u + pi) (v + 1 - pi). That a vertex is best is a theorem of Coq; the vertices are
compared here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from ..goals import Goal, holds, identity, reals, sentence, together
from .model import SYMMETRIC, d, g, pi

u, v, m, a, b = reals("u v m a b")


def first(x: Any, y: Any) -> Any:
    """(11a) is first >= 0; it is tight where first = 0."""
    return (g - 1 + d) * x + d * y - (1 - d)


def second(x: Any, y: Any) -> Any:
    return d * x + (g - 1 + d) * y - (1 - d)


def cost(x: Any, y: Any) -> Any:
    """n Var in the new variables."""
    return (x + pi) * (y + 1 - pi)


W = (1 - d) / (g - 1 + 2 * d)
C = (1 - d) / d


def vertices() -> list[Goal]:
    """The three vertices are (1, d), the symmetric table and (d, 1) in the old variables."""
    given = (g >= 1, d > 0, d <= 1)
    return [
        identity(1 - W / (1 + 2 * W), SYMMETRIC, *given),
        identity(1 - C / (1 + C), d, *given),
        holds(sp.And(sp.Eq(first(W, W), 0), sp.Eq(second(W, W), 0)), *given),
        holds(sp.And(sp.Eq(first(0, C), 0), second(0, C) >= 0), *given),
        holds(sp.Eq(v, (1 - d - (g - 1 + d) * u) / d), sp.Eq(first(u, v), 0), g >= 1, d > 0),
        holds(
            u <= W,
            u >= 0,
            v >= 0,
            sp.Eq(first(u, v), 0),
            second(u, v) >= 0,
            g > 1,
            d > 0,
            d <= 1,
            degree=3,
            multiply=True,
        ),
        holds(u <= C, u >= 0, v >= 0, sp.Eq(first(u, v).subs(g, 1), 0), d > 0, d <= 1),
    ]


def compared(better: Any, worse: Any, *given: Any, strict: bool = True, **options: Any) -> Goal:
    """One vertex against another."""
    difference = cost(*worse) - cost(*better)
    return holds(difference > 0 if strict else sp.Eq(difference, 0), *given, **options)


END, MIDDLE, OTHER = (sp.Integer(0), C), (W, W), (C, sp.Integer(0))


def argument(comparisons: Sequence[Goal]) -> Goal:
    """One of the three vertices is best (0 < delta <= 1, 0 < pi < 1), and which of them."""
    return together(sentence("least_error_at_one_of_three"), *comparisons)


def pure() -> Goal:
    """delta = 0: Warner's table is the only minimiser, for 0 <= pi <= 1."""
    return sentence("warner_has_the_least_error")
