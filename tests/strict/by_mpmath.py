"""The ratio of a boundary in fifty digits, by sympy's printer; no interval of rropt takes part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import sympy

from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression


def by_mpmath(h: str) -> Callable[[Any], Any]:
    """p to ((1-p)/p) (h/(1-h)), infinite where h is 1 up to rounding."""
    values = sympy.lambdify(P, boundary_expression(h), "mpmath")

    def ratio(p: Any) -> Any:
        value = values(p)
        return mpmath.inf if value >= 1 else (1 - p) / p * value / (1 - value)

    return ratio


def least_seen(h: str, deep: int = 20) -> Any:
    """The least value on a grid that is dense at both ends, polished by golden sections."""
    f, tiny = by_mpmath(h), [mpmath.mpf(10) ** -k for k in range(3, deep)]
    grid = sorted([mpmath.mpf(i) / 500 for i in range(1, 500)] + tiny + [1 - x for x in tiny])
    values = [f(p) for p in grid]
    best = min(values)
    section = (mpmath.sqrt(5) - 1) / 2
    for i in sorted(range(len(grid)), key=lambda i: values[i])[:2]:
        a, b = grid[max(i - 1, 0)], grid[min(i + 1, len(grid) - 1)]
        for _ in range(60):
            c, d = b - section * (b - a), a + section * (b - a)
            left, right = f(c), f(d)
            best = min(best, left, right)
            a, b = (a, d) if left < right else (c, b)
    return best
