"""Finite fields small enough for tables: the geometries of block designs live over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from rropt.exact.entries import tabulated

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
    e = 0
    rest = q
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

    def added(x: Sequence[int], y: Sequence[int]) -> int:
        return _number([(a + b) % p for a, b in zip(x, y, strict=True)], p)

    sums = tabulated(added, digits, digits)
    powers = powers_of_a_root(q)
    logarithm = {power: n for n, power in enumerate(powers)}
    twice = powers + powers

    def multiplied(x: int, y: int) -> int:
        return twice[logarithm[x] + logarithm[y]] if x and y else 0

    return FiniteField(q, p, e, sums, tabulated(multiplied, range(q), range(q)))


@cache
def powers_of_a_root(q: int) -> tuple[int, ...]:
    """1, a, a^2, ...: all elements but zero, a a root of a primitive polynomial.

    >>> powers_of_a_root(7)
    (1, 5, 4, 6, 2, 3)
    """
    known = prime_power(q)
    if known is None:
        raise ValueError(f"{q} is no prime power")
    p, e = known
    orbits = (_powers(lowest, p) for lowest in lowest_coefficients(p, e))
    return next(powers for powers in orbits if len(powers) == q - 1)


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


def _powers(lowest: Coefficients, p: int) -> tuple[int, ...]:
    """Of X modulo X^e + sum_i lowest_i X^i, whose first coefficient is not zero."""
    one = here = (1, *(0 for _ in lowest[1:]))
    found: list[int] = []
    while not found or here != one:
        found.append(_number(here, p))
        top = here[-1]
        shifted = (0, *here[:-1])
        here = tuple((x - top * c) % p for x, c in zip(shifted, lowest, strict=True))
    return tuple(found)


def _digits(x: int, p: int, e: int) -> Coefficients:
    """The lowest first."""
    return tuple(x // p**i % p for i in range(e))


def _number(digits: list[int] | Coefficients, p: int) -> int:
    return sum(d * p**i for i, d in enumerate(digits))
