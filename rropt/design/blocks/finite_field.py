"""Powers of a primitive element of a finite field: the geometries of block designs live among them.

A field of p^n elements is a space of n digits over p, X^i a basis modulo a polynomial with the root
a; the element a^j is row j of the powers below. In a field over one of q = p^e elements the scalars
are the powers of a^points, points = (p^n - 1)/(q - 1), and the a^j with j < points are the points
of a projective geometry. A hyperplane of it has the points at which a form is zero: the last digit
of a^j is a form over p, and where it is zero at a^j times all scalars, a form over q is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import isqrt

import flint
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Coefficients = tuple[int, ...]


def prime_power(q: int) -> tuple[int, int] | None:
    """(p, e) with q = p^e; None for other numbers.

    >>> prime_power(27), prime_power(12)
    ((3, 3), None)
    """
    factors = flint.fmpz(q).factor() if q > 1 else []
    return (int(factors[0][0]), int(factors[0][1])) if len(factors) == 1 else None


@dataclass(frozen=True)
class PrimitiveRoot:
    """The root a of the first primitive polynomial, in a field over one of p^scalars elements."""

    p: int
    scalars: int
    dimension: int

    @staticmethod
    @cache
    def over(q: int, dimension: int) -> PrimitiveRoot:
        """Of so many dimensions over q elements."""
        known = prime_power(q)
        if known is None:
            raise ValueError(f"{q} is no prime power")
        return PrimitiveRoot(*known, dimension)

    @property
    def degree(self) -> int:
        """The digits of an element."""
        return self.scalars * self.dimension

    @property
    def order(self) -> int:
        """Of a, which is every element but zero in turn."""
        return int(self.p**self.degree - 1)

    @property
    def points(self) -> int:
        """Elements that are no multiples of each other by scalars."""
        return self.order // (int(self.p**self.scalars) - 1)

    @cached_property
    def powers(self) -> list[int]:
        """1, a, a^2, ...: all elements but zero, by their digits.

        >>> PrimitiveRoot.over(7, 1).powers
        [1, 5, 4, 6, 2, 3]
        """
        digits = self._moved(np.eye(1, self.degree), self._step, self.order)
        numbers: list[int] = (digits @ self.p ** np.arange(self.degree)).astype(int).tolist()
        return numbers

    @property
    def hyperplane(self) -> list[int]:
        """The points of a hyperplane, by their logarithms.

        >>> PrimitiveRoot.over(2, 3).hyperplane
        [0, 1, 3]
        """
        last_digit = np.eye(self.degree)[-1:]
        forms = self._moved(last_digit, self._power(self.points).T, self.scalars)
        missed = np.any([self._values(form[None]) for form in forms], axis=0)
        places: list[int] = np.flatnonzero(~missed).tolist()
        return places

    def _values(self, form: Array) -> Array:
        """The form at all points: at a^(u + v s), for u and v up to s, as one product."""
        size = isqrt(self.points) + 1
        rows = self._moved(np.eye(1, self.degree), self._step, size)
        forms = self._moved(form, self._power(size).T, size)
        table: Array = forms @ rows.T % self.p
        return table.ravel()[: self.points]

    def _moved(self, found: Array, step: Array, count: int) -> Array:
        """So many rows, each the one before times the step: twice as many at once."""
        while len(found) < count:
            found = np.vstack([found, found @ step % self.p])
            step = step @ step % self.p
        return found[:count]

    @cached_property
    def _step(self) -> Array:
        """Multiplication by a, of rows of digits."""
        polynomials = lowest_coefficients(self.p, self.degree)
        lowest = next(each for each in polynomials if _is_primitive(each, self.p))
        step = np.eye(self.degree, k=1)
        step[-1] = [-c % self.p for c in lowest]
        return step

    def _power(self, exponent: int) -> Array:
        """Multiplication by a^exponent."""
        entries = self._step.astype(int).ravel().tolist()
        power = flint.nmod_mat(self.degree, self.degree, entries, self.p) ** exponent
        return np.array([list(map(int, row)) for row in power.tolist()], dtype=float)


def lowest_coefficients(q: int, degree: int) -> Iterator[Coefficients]:
    """Of all polynomials of this degree that start with one and do not end with zero.

    The last ones come in turn: they are the products of the roots up to sign, and many powers of a
    root are different only if those of the product are.

    >>> list(lowest_coefficients(3, 2))[:3]
    [(1, 0), (2, 0), (1, 1)]
    """
    for others in product(range(q), repeat=degree - 1):
        for last in range(1, q):
            yield (last, *reversed(others))


def _is_primitive(lowest: Coefficients, p: int) -> bool:
    """Whether the powers of a root of X^e + sum_i lowest_i X^i are p^e - 1 different ones."""
    modulus = flint.nmod_poly([*lowest, 1], p)
    root = flint.nmod_poly([0, 1], p)
    order = p ** len(lowest) - 1
    parts = [order // int(prime) for prime, _ in flint.fmpz(order).factor()]
    if not root.pow_mod(order, modulus).is_one():
        return False
    return not any(root.pow_mod(part, modulus).is_one() for part in parts)
