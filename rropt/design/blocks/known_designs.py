"""Block designs that are known for a number of truths and a size of blocks.

| family | truths | size of blocks | reports |
|---|---|---|---|
| k-ary response | k | 1 | k |
| projective geometry (Singer) | (q^(m+1) - 1)/(q - 1) | (q^m - 1)/(q - 1) | k |
| quadratic residues (Paley) | q = 3 mod 4 | (q - 1)/2 | k |
| bent functions (Menon) | 4^m | 2^(2m-1) - 2^(m-1) | k |
| affine geometry, lines and hyperplanes | q^n | q > 2, q^(n-1) | (q^n - 1)/(q - 1) times k/size |

and the complements of all. Planes over fields that are not prime have groups of several factors.

**Finite fields** have the geometries of block designs. A field of p^n elements is a space of n
digits over p, X^i a basis modulo a polynomial with the root a; the element a^j is row j of the
powers below. In a field over one of q = p^e elements the scalars are the powers of a^points, points
= (p^n - 1)/(q - 1), and the a^j with j < points are the points of a projective geometry. A
hyperplane of it has the points at which a form is zero: the last digit of a^j is a form over p, and
where it is zero at a^j times all scalars, a form over q is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import isqrt

import flint
import numpy as np
from numpy.typing import NDArray

from rropt.channel.block_design import BlockDesign

LARGEST_FIELD = 316
"""Planes of order 313 have 98,283 points."""

MOST_MOVED = 1 << 21
"""Points times directions of an affine geometry: with 4 times as many 20,000 reports take a second
to be counted and 400 MB."""


def known_designs(truths: int, size: int) -> Iterator[BlockDesign]:
    """Every design of the table above with these parameters.

    >>> [design.name for design in known_designs(13, 4)]
    ['projective plane of order 3']
    >>> [design.name for design in known_designs(9, 6)]
    ['complement of affine plane of order 3']
    """
    for family in FAMILIES:
        yield from family(truths, size)
        for design in family(truths, truths - size):
            yield design.complement()


def known_sizes(truths: int) -> list[int]:
    """The sizes for which the table above has a design.

    >>> known_sizes(13), known_sizes(16)
    ([1, 4, 6, 7, 9, 12], [1, 4, 6, 8, 10, 12, 15])
    """
    # A hyperplane of PG(m, q) has (truths - 1) / q points, one of AG(n, q) truths / q.
    tried = {1, (truths - 1) // 2, (truths - isqrt(truths)) // 2}
    for q in range(2, min(LARGEST_FIELD + 1, truths)):
        tried |= {q, truths // q} if truths % q == 0 else set()
        tried |= {(truths - 1) // q} if truths % q == 1 else set()
    tried |= {truths - size for size in tried}
    return [size for size in sorted(tried) if any(known_designs(truths, size))]


def k_ary(truths: int, size: int) -> Iterator[BlockDesign]:
    """One truth a block."""
    if size == 1:
        yield BlockDesign.equal("k-ary response", [truths], [[0]])


def projective(truths: int, size: int) -> Iterator[BlockDesign]:
    """The hyperplanes of PG(m, q), cyclic by Singer's theorem."""
    for q in range(2, LARGEST_FIELD + 1):
        for m in range(2, truths.bit_length()):
            points = (q ** (m + 1) - 1) // (q - 1)
            plane = (q**m - 1) // (q - 1)
            if (points, plane) == (truths, size) and prime_power(q):
                yield BlockDesign.equal(_projective_name(m, q), [truths], [singer(m, q)])


class SingerDesign(BlockDesign):
    """The hyperplanes of PG(m, q), whose difference set is found when a block is asked for.

    >>> SingerDesign(2, 3).size, SingerDesign(2, 3).reports, SingerDesign(2, 3).is_balanced()
    (4, 13, True)
    """

    geometry: tuple[int, int]

    def __init__(self, dimension: int, order: int) -> None:
        points = (order ** (dimension + 1) - 1) // (order - 1)
        fields = {
            "name": _projective_name(dimension, order),
            "size": (order**dimension - 1) // (order - 1),
            "group": (points,),
            "shares": (Fraction(1),),
            "geometry": (dimension, order),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @cached_property
    def base(self) -> tuple[tuple[int, ...], ...]:
        return (tuple(singer(*self.geometry)),)

    @property
    def reports(self) -> int:
        return self.truths

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SingerDesign) and self.geometry == other.geometry

    def __hash__(self) -> int:
        return hash(self.geometry)

    def __repr__(self) -> str:
        return f"SingerDesign{self.geometry}"


def _projective_name(m: int, q: int) -> str:
    if m == 2:
        return f"projective plane of order {q}"
    return f"projective geometry PG({m}, {q})"


def singer(m: int, q: int) -> list[int]:
    """A hyperplane of PG(m, q) as a difference set: a primitive root moves each point to the next.

    >>> singer(2, 2)
    [0, 1, 3]
    """
    return PrimitiveRoot.over(q, m + 1).hyperplane


def residues(truths: int, size: int) -> Iterator[BlockDesign]:
    """The squares of a field of q = 3 mod 4 elements; for q = 1 mod 4 squares and the others."""
    known = prime_power(truths)
    if known is None or truths % 2 == 0 or size != (truths - 1) // 2:
        return
    p, e = known
    powers = PrimitiveRoot.over(truths, 1).powers
    squares = sorted(powers[::2])
    group = [p] * e
    if truths % 4 == 3:
        yield BlockDesign.equal(f"quadratic residues of {truths}", group, [squares])
    else:
        name = f"quadratic residues and non-residues of {truths}"
        yield BlockDesign.equal(name, group, [squares, sorted(powers[1::2])])


def bent(truths: int, size: int) -> Iterator[BlockDesign]:
    """Where x_1 x_2 + x_3 x_4 + ... is one: a difference set of bits."""
    m, odd = divmod(truths.bit_length() - 1, 2)
    if odd or m < 2 or truths != 4**m or size != 2 ** (2 * m - 1) - 2 ** (m - 1):
        return
    block = [x for x in range(truths) if sum((x >> 2 * i & 3) == 3 for i in range(m)) % 2]
    yield BlockDesign.equal(f"bent function of {2 * m} bits", [2] * (2 * m), [block])


def affine(truths: int, size: int) -> Iterator[BlockDesign]:
    """The lines and the hyperplanes of AG(n, q)."""
    for q in range(2, LARGEST_FIELD + 1):
        n = _logarithm(truths, q)
        if prime_power(q) is None or n is None or n < 2 or size not in (q, q ** (n - 1)):
            continue
        if truths * (truths - 1) // (q - 1) > MOST_MOVED:
            continue
        root = PrimitiveRoot.over(q, n)
        if size == q > 2:
            yield _geometry(root, "lines", [0])
        if size == q ** (n - 1) and n > 2:
            yield _geometry(root, "hyperplanes", root.hyperplane)


def _logarithm(x: int, q: int) -> int | None:
    n = 0
    while x % q == 0:
        x //= q
        n += 1
    return n if x == 1 else None


def _geometry(root: PrimitiveRoot, kind: str, flat: list[int]) -> BlockDesign:
    """A flat of these points, and what becomes of it when all of them are moved."""
    scalars = range(0, root.order, root.points)
    places = [point + scalar for point, scalar in product(flat, scalars)]
    base = []
    for move in range(root.points):
        base.append([0, *(root.powers[(move + place) % root.order] for place in places)])
    n = root.dimension
    q = root.p**root.scalars
    plane = f"affine plane of order {q}"
    name = plane if n == 2 else f"{kind} of the affine geometry AG({n}, {q})"
    return BlockDesign.equal(name, [root.p] * root.degree, base)


FAMILIES: tuple[Callable[[int, int], Iterator[BlockDesign]], ...] = (
    k_ary,
    projective,
    residues,
    bent,
    affine,
)


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
