"""Sums over the numbers 1, ..., L, written once and evaluated for a given or for every L.

`Numbers(p)` adds up term by term with given proportions. `Moments` holds for every L: a sum of
f(k) p_k is linear in f, so it is the same combination of sum p_k = 1, sum k p_k = m and
sum k^2 p_k = m_2; a sum of f(k) p_(L+1-k) is a sum of f(L+1-k) p_k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from .symbols import L, m, m2

Term = Callable[[Any], Any]


@dataclass(frozen=True)
class Numbers:
    """Given proportions p_1, ..., p_L.

    >>> Numbers((1, 2, 3)).total(lambda k: k)
    14
    """

    p: Sequence[Any]

    @property
    def L(self) -> int:
        return len(self.p)

    def total(self, f: Term) -> Any:
        """The sum of f(k) p_k."""
        return sum(f(k) * q for k, q in enumerate(self.p, 1))

    def mirrored(self, f: Term) -> Any:
        """The sum of f(k) p_(L+1-k)."""
        return sum(f(k) * q for k, q in enumerate(reversed(self.p), 1))


@dataclass(frozen=True)
class Moments:
    """Every L, through the moments of Y.

    >>> Moments().total(lambda k: (L + 1 - k)**2).expand()
    L**2 - 2*L*m + 2*L - 2*m + m_2 + 1
    """

    L: Any = L

    def total(self, f: Term) -> Any:
        k = sp.Symbol("k")
        moments = {0: sp.Integer(1), 1: m, 2: m2}
        return sum(c * moments[power] for (power,), c in sp.Poly(f(k), k).terms())

    def mirrored(self, f: Term) -> Any:
        return self.total(lambda k: f(self.L + 1 - k))


def symbolic(numbers: int) -> Numbers:
    """Proportions p_1, ..., p_(L-1) as letters; the last one is what is missing to one.

    >>> symbolic(2).p
    (p_1, 1 - p_1)
    """
    letters = sp.symbols(f"p_1:{numbers}")
    return Numbers((*letters, 1 - sum(letters)))
