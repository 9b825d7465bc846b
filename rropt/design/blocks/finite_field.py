"""Finite fields small enough for tables: the geometries of block designs live over them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

Coefficients = tuple[int, ...]


@dataclass(frozen=True)
class FiniteField:
    """q = p^e elements, numbered by their digits over p; sums and products as tables."""

    order: int
    characteristic: int
    degree: int
    sums: tuple[tuple[int, ...], ...]
    products: tuple[tuple[int, ...], ...]

    def inverse(self, x: int) -> int:
        """The y with xy = 1."""
        return self.products[x].index(1)


def prime_power(q: int) -> tuple[int, int] | None:
    """(p, e) with q = p^e; None for other numbers.

    >>> prime_power(27), prime_power(12)
    ((3, 3), None)
    """
    if q < 2:
        return None
    p = next((d for d in range(2, int(q**0.5) + 1) if q % d == 0), q)
    e, rest = 0, q
    while rest % p == 0:
        rest //= p
        e += 1
    return (p, e) if rest == 1 else None


@cache
def finite_field(q: int) -> FiniteField:
    """The field of q elements.

    >>> field = finite_field(4)
    >>> field.products[2][3], field.sums[2][3]
    (1, 1)
    """
    known = prime_power(q)
    if known is None:
        raise ValueError(f"{q} is no prime power")
    p, e = known
    digits = [_digits(x, p, e) for x in range(q)]
    sums = tuple(
        tuple(_number([(a + b) % p for a, b in zip(x, y, strict=True)], p) for y in digits)
        for x in digits
    )
    for lowest in product(range(p), repeat=e):
        products = tuple(tuple(_number(_times(x, y, lowest, p), p) for y in digits) for x in digits)
        if all(1 in row for row in products[1:]):  # no zero divisors: irreducible
            return FiniteField(q, p, e, sums, products)
    raise ValueError(f"no irreducible polynomial of degree {e} over {p}")


def _digits(x: int, p: int, e: int) -> Coefficients:
    """The lowest first."""
    return tuple(x // p**i % p for i in range(e))


def _number(digits: list[int] | Coefficients, p: int) -> int:
    return sum(d * p**i for i, d in enumerate(digits))


def _times(x: Coefficients, y: Coefficients, lowest: Coefficients, p: int) -> list[int]:
    """The product modulo X^e + sum_i lowest_i X^i."""
    e = len(x)
    found = [0] * (2 * e - 1)
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            found[i + j] += a * b
    for i in range(2 * e - 2, e - 1, -1):
        for j, c in enumerate(lowest):
            found[i - e + j] -= found[i] * c
    return [c % p for c in found[:e]]
