"""Block designs that are known for a number of truths and a size of blocks.

| family | truths | size of blocks | reports |
|---|---|---|---|
| k-ary response | k | 1 | k |
| projective geometry (Singer) | (q^(m+1) - 1)/(q - 1) | (q^m - 1)/(q - 1) | k |
| quadratic residues (Paley) | q = 3 mod 4 | (q - 1)/2 | k |
| bent functions (Menon) | 4^m | 2^(2m-1) - 2^(m-1) | k |
| affine geometry, lines and hyperplanes | q^n | q > 2, q^(n-1) | (q^n - 1)/(q - 1) times k/size |

and the complements of all. Planes over fields that are not prime have groups of several factors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import isqrt

import flint
import numpy as np

from rropt.channel.block_design import BlockDesign
from rropt.design.blocks.finite_field import (
    Coefficients,
    FiniteField,
    finite_field,
    lowest_coefficients,
    powers_of_a_root,
    prime_power,
)
from rropt.exact.entries import picked

LARGEST_FIELD = 316
"""Planes of order 313 have 98,283 points, in half a second."""

MOST_MOVED = 1 << 21
"""Points times directions of an affine geometry: with 4 times as many 20,000 reports take a second
to be counted and 400 MB, and which points are in a hyperplane 10 seconds to be tried."""


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
    """A hyperplane of PG(m, q) as a difference set.

    Multiplication by a root a of a polynomial of degree m + 1 over the field of q elements moves
    the points, the elements up to factors of the field. If it moves each to every other, those a^i
    without a term of degree m are a hyperplane.

    >>> singer(2, 2)
    [0, 1, 3]
    """
    field = finite_field(q)
    points = (q ** (m + 1) - 1) // (q - 1)
    for lowest in lowest_coefficients(q, m + 1):
        if _moves_all(field, lowest, points):
            return _hyperplane(field, lowest, points)
    raise ValueError(f"no primitive polynomial of degree {m + 1} over {q}")


def _moves_all(field: FiniteField, lowest: Coefficients, points: int) -> bool:
    """Whether 1, a, a^2, ... are all points: a^points is one up to a factor, and a^(points / p) is
    not, for every prime p of their number."""
    if not _is_scalar(_power_of_root(field, lowest, points)):
        return False
    parts = [points // int(prime) for prime, _ in flint.fmpz(points).factor()]
    return not any(_is_scalar(_power_of_root(field, lowest, part)) for part in parts)


def _hyperplane(field: FiniteField, lowest: Coefficients, points: int) -> list[int]:
    """The powers of a without a highest term.

    With c_n the highest coefficient of a^n, c_(i + j) = sum_l (a^i)_l c_(j + l): from a root of the
    points those of all are found in one table. PG(3, 149) has 3.3 million.
    """
    step = isqrt(points) + 1
    here = _one(lowest)
    highest = []
    for _ in range(step + len(lowest)):
        highest.append(here[-1])
        here = _times_root(field, lowest, here)
    stride = _power_of_root(field, lowest, step)
    strides = [_one(lowest)]
    while len(strides) < step:
        strides.append(_product(field, lowest, strides[-1], stride))
    sums = np.array(field.sums)
    products = np.array(field.products)
    table = np.zeros((step, step), dtype=int)
    for n, entries in enumerate(np.array(strides).T):
        table = sums[table, products[np.ix_(entries, highest[n : n + step])]]
    places: list[int] = np.flatnonzero(table.ravel()[:points] == 0).tolist()
    return places


def _one(lowest: Coefficients) -> Coefficients:
    return (1, *(0 for _ in lowest[1:]))


def _is_scalar(x: Coefficients) -> bool:
    return not any(x[1:])


def _power_of_root(field: FiniteField, lowest: Coefficients, exponent: int) -> Coefficients:
    """By repeated squaring, the highest bit first."""
    found = _one(lowest)
    for bit in f"{exponent:b}":
        found = _product(field, lowest, found, found)
        if bit == "1":
            found = _times_root(field, lowest, found)
    return found


def _product(
    field: FiniteField, lowest: Coefficients, x: Coefficients, y: Coefficients
) -> Coefficients:
    """By Horner's rule in the root."""
    found = (0,) * len(lowest)
    for entry in reversed(x):
        scaled = picked(field.products[entry], y)
        found = _sum(field, _times_root(field, lowest, found), scaled)
    return found


def _times_root(field: FiniteField, lowest: Coefficients, x: Coefficients) -> Coefficients:
    """The highest power of the root is the sum of the lower ones with these coefficients."""
    return _sum(field, (0, *x[:-1]), picked(field.products[x[-1]], lowest))


def _sum(field: FiniteField, x: Coefficients, y: Coefficients) -> Coefficients:
    return tuple(field.sums[a][b] for a, b in zip(x, y, strict=True))


def residues(truths: int, size: int) -> Iterator[BlockDesign]:
    """The squares of a field of q = 3 mod 4 elements; for q = 1 mod 4 squares and the others."""
    known = prime_power(truths)
    if known is None or truths % 2 == 0 or size != (truths - 1) // 2:
        return
    p, e = known
    squares = sorted(powers_of_a_root(truths)[::2])
    group = [p] * e
    if truths % 4 == 3:
        yield BlockDesign.equal(f"quadratic residues of {truths}", group, [squares])
    else:
        others = sorted(powers_of_a_root(truths)[1::2])
        name = f"quadratic residues and non-residues of {truths}"
        yield BlockDesign.equal(name, group, [squares, others])


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
        field = finite_field(q)
        if size == q > 2:
            yield _geometry(field, n, "lines", [_line(field, x) for x in _points(field, n)])
        if size == q ** (n - 1) and n > 2:
            planes = [_plane(field, x) for x in _points(field, n)]
            yield _geometry(field, n, "hyperplanes", planes)


def _logarithm(x: int, q: int) -> int | None:
    n = 0
    while x % q == 0:
        x //= q
        n += 1
    return n if x == 1 else None


def _geometry(field: FiniteField, n: int, kind: str, base: list[list[int]]) -> BlockDesign:
    plane = f"affine plane of order {field.order}"
    name = plane if n == 2 else f"{kind} of the affine geometry AG({n}, {field.order})"
    return BlockDesign.equal(name, [field.characteristic] * (field.degree * n), base)


def _points(field: FiniteField, n: int) -> Iterator[tuple[int, ...]]:
    """Directions: vectors whose first entry that is not zero is one."""
    for x in product(range(field.order), repeat=n):
        first = next((entry for entry in x if entry), 0)
        if first == 1:
            yield x


def _line(field: FiniteField, direction: tuple[int, ...]) -> list[int]:
    """Through the origin."""
    return [_vector(field, list(picked(field.products[t], direction))) for t in range(field.order)]


def _plane(field: FiniteField, normal: tuple[int, ...]) -> list[int]:
    """The vectors x with normal.x = 0."""
    return [
        _vector(field, x)
        for x in product(range(field.order), repeat=len(normal))
        if not _dot(field, normal, x)
    ]


def _dot(field: FiniteField, x: tuple[int, ...], y: tuple[int, ...]) -> int:
    total = 0
    for a, b in zip(x, y, strict=True):
        total = field.sums[total][field.products[a][b]]
    return total


def _vector(field: FiniteField, entries: list[int] | tuple[int, ...]) -> int:
    """Its number in the group, digits of one entry after the other: the group adds them one by one,
    and so does the field."""
    found = 0
    for entry in entries:
        found = found * field.order + entry
    return found


FAMILIES: tuple[Callable[[int, int], Iterator[BlockDesign]], ...] = (
    k_ary,
    projective,
    residues,
    bent,
    affine,
)
