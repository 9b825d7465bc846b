"""Bit strings, Kronecker powers and their symbols, written out from the paper's definitions.

A string is a tuple (x_0, ..., x_(n-1)); eta takes x_0 as the least significant bit. Tables are
tuples of rows; the entries are fractions, or elements of a ring or field of symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import sympy as sp

from ..goals import integers, reals

Bits = tuple[int, ...]
Table = tuple[tuple[Any, ...], ...]

F = Fraction
a, b, c, s, m = reals("a b c s m")
n, d = integers("n d")
HALF = sp.Rational(1, 2)
CHANCE = (a >= 0, a <= 1)
INVERTIBLE = (sp.Ne(2 * a, 1),)
PROPER = (*CHANCE, *INVERTIBLE)
AS = (F(0), F(1, 4), F(2, 5), F(3, 4), F(9, 10), F(1))
SOME = (F(0), F(1, 4), F(1, 2), F(3, 4), F(1))


def eta(x: Bits) -> int:
    """vinterbo/def/eta.

    >>> eta((1, 0, 1))
    5
    """
    return sum(bit << i for i, bit in enumerate(x))


def sigma(i: int, length: int) -> Bits:
    """The string with eta(x) = i.

    >>> sigma(2, 3)
    (0, 1, 0)
    """
    return tuple(i >> j & 1 for j in range(length))


def strings(length: int) -> list[Bits]:
    """All strings, in the order of eta."""
    return [sigma(i, length) for i in range(2**length)]


def weight(x: Bits) -> int:
    return sum(x)


def xor(x: Bits, y: Bits) -> Bits:
    return tuple(i ^ j for i, j in zip(x, y, strict=True))


def both(x: Bits, y: Bits) -> Bits:
    return tuple(i & j for i, j in zip(x, y, strict=True))


def at_least(x: Bits, y: Bits) -> bool:
    """vinterbo/def/order: x and y is y."""
    return both(x, y) == y


def pairs(length: int) -> list[tuple[Bits, Bits]]:
    return list(product(strings(length), strings(length)))


def distance(x: Bits, y: Bits) -> int:
    return weight(xor(x, y))


def bisymmetric(p: Any, q: Any) -> Table:
    """C_(a,b) of vinterbo/def/bisymmetric."""
    return ((p, q), (q, p))


def kron(left: Table, right: Table) -> Table:
    """The Kronecker product.

    >>> kron(((1, 2),), ((3,), (5,)))
    ((3, 6), (5, 10))
    """
    return tuple(tuple(x * y for x in row for y in other) for row in left for other in right)


def krons(tables: Sequence[Table]) -> Table:
    """T_0 (x) T_1 (x) ..., the first table on the left."""
    made: Table = ((1,),)
    for table in reversed(tables):
        made = kron(table, made)
    return made


@cache
def power(p: Any, q: Any, length: int) -> Table:
    """C_(a,b)(n) by the recursion of vinterbo/def-4.1."""
    return ((1,),) if length < 1 else kron(bisymmetric(p, q), power(p, q, length - 1))


def table_of(p: Any, length: int) -> Table:
    """C_a(n) = C_(a,1-a)(n)."""
    return power(p, 1 - p, length)


def randomizer(tables: Sequence[Table], index: Any = eta) -> Table:
    """C_R(M) from vinterbo/def/R: every bit passes its own table; `index` places the strings."""
    size = 2 ** len(tables)
    made: list[list[Any]] = [[0] * size for _ in range(size)]
    for r, x in pairs(len(tables)):
        entry: Any = 1
        for table, out, given in zip(tables, r, x, strict=True):
            entry = entry * table[out][given]
        made[index(r)][index(x)] = entry
    return tuple(map(tuple, made))


def times(left: Table, right: Table) -> Table:
    columns = list(zip(*right, strict=True))
    return tuple(tuple(dot(row, column) for column in columns) for row in left)


def dot(u: Sequence[Any], v: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(u, v, strict=True)), 0)


def apply(table: Table, vector: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(dot(row, vector) for row in table)


def transpose(table: Table) -> Table:
    return tuple(zip(*table, strict=True))


def eye(size: int) -> Table:
    return tuple(tuple(int(i == j) for j in range(size)) for i in range(size))


def trace(table: Table) -> Any:
    return sum((table[i][i] for i in range(len(table))), 0)


def distinct(values: Any) -> list[Any]:
    """The different values, compared by equality (equal fractions may have different hashes)."""
    found: list[Any] = []
    for v in values:
        if not any(v == w for w in found):
            found.append(v)
    return found


def diagonal(vector: Sequence[Any]) -> Table:
    return tuple(
        tuple(v if i == j else 0 for j in range(len(vector))) for i, v in enumerate(vector)
    )


def invert(table: Table) -> Table:
    """The inverse, by elimination.

    >>> invert(((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))))
    ((Fraction(3, 2), Fraction(-1, 2)), (Fraction(-1, 2), Fraction(3, 2)))
    """
    size = len(table)
    one = table[0][0] ** 0
    rows = [[*row, *(one * e for e in unit)] for row, unit in zip(table, eye(size), strict=True)]
    for i in range(size):
        pivot = next(j for j in range(i, size) if rows[j][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [e / rows[i][i] for e in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [e - rows[j][i] * f for e, f in zip(rows[j], rows[i], strict=True)]
    return tuple(tuple(row[size:]) for row in rows)


def inverse_parameter(p: Any) -> Any:
    """a / (2a - 1) of vinterbo/thm-4.4/inverse."""
    return p / (2 * p - 1)


def inverse_of(p: Any, length: int) -> Table:
    """C_(a/(2a-1))(n)."""
    return table_of(inverse_parameter(p), length)


@cache
def field(names: str) -> tuple[Any, ...]:
    """The symbols of a field of rational functions over the rationals."""
    return sp.field(names, sp.QQ)[1:]


@cache
def ring(names: str) -> tuple[Any, ...]:
    """The symbols of a ring of polynomials over the rationals."""
    return sp.ring(names, sp.QQ)[1:]


def letters(stem: str, count: int) -> str:
    return " ".join(f"{stem}{i}" for i in range(count))


def base(p: Any) -> Any:
    """(a^2 + (1-a)^2) / (2a-1)^2, whose n-th power is c of vinterbo/lem-4.5.

    >>> base(F(3, 4))
    Fraction(5, 2)
    """
    return (p * p + (1 - p) ** 2) / (2 * p - 1) ** 2


def loss(constant: Any, share: Any) -> Any:
    """f_L(s) = (c - s) / (1 - s) of vinterbo/thm-4.6/loss."""
    return (constant - share) / (1 - share)
