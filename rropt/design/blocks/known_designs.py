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

from rropt.channel.block_design import BlockDesign
from rropt.design.blocks.finite_field import PrimitiveRoot, prime_power

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
