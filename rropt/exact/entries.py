"""Tables made entry by entry: of other tables, of two indices, of rows and factors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from operator import mul
from typing import Any, TypeVar

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")

Made = tuple[tuple[T, ...], ...]


def entrywise(function: Callable[..., T], *tables: Iterable[Iterable[Any]]) -> Made[T]:
    """The table of function(x, y, ...), of entries at the same place of tables of one shape.

    >>> entrywise(max, [[1, 2], [3, 4]], [[4, 1], [2, 2]])
    ((4, 2), (3, 4))
    """
    return tuple(tuple(map(function, *rows)) for rows in zip(*tables, strict=True))


def tabulated(entry: Callable[[A, B], T], rows: Iterable[A], columns: Collection[B]) -> Made[T]:
    """The table of entry(a, b), with a row for each a and a column for each b.

    >>> tabulated(pow, [2, 3], [1, 2])
    ((2, 4), (3, 9))
    """
    return tuple(tuple(map(entry, repeat(a), columns)) for a in rows)


def identity(size: int) -> Made[Fraction]:
    """The table of ones on the diagonal.

    >>> identity(2)
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    return tuple(unit(size, place) for place in range(size))


def unit(size: int, place: int) -> tuple[Fraction, ...]:
    """Zeros, and a one at this place.

    >>> unit(2, 0)
    (Fraction(1, 1), Fraction(0, 1))
    """
    zero = (Fraction(0),)
    return zero * place + (Fraction(1),) + zero * (size - 1 - place)


def two_valued(members: Collection[Any], size: int, inside: T, outside: T) -> tuple[T, ...]:
    """A row with one value at the members of a set and another elsewhere.

    >>> two_valued({0, 2}, 3, "in", "out")
    ('in', 'out', 'in')
    """
    return tuple(inside if j in members else outside for j in range(size))


def scaled(row: Iterable[Any], factor: Any) -> tuple[Any, ...]:
    """A multiple of a row.

    >>> scaled([1, 3], 2)
    (2, 6)
    """
    return tuple(factor * x for x in row)


def over(row: Iterable[Any], denominator: int) -> list[Fraction]:
    """Whole numbers over one denominator.

    >>> over([1, 2], 4)
    [Fraction(1, 4), Fraction(1, 2)]
    """
    return [Fraction(x, denominator) for x in row]


def picked(row: Sequence[T] | Mapping[Any, T], places: Iterable[Any]) -> tuple[T, ...]:
    """The entries at these places, in their order.

    >>> picked("abc", [2, 0])
    ('c', 'a')
    """
    return tuple(row[j] for j in places)


def added(rows: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """The sum of rows.

    >>> added([[1, 2], [3, 4]])
    (Fraction(4, 1), Fraction(6, 1))
    """
    return tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True))


def mixed(shares: Iterable[Any], rows: Sequence[Sequence[Any]]) -> list[Any]:
    """The sum of rows, each so often: most tables that merge reports are zeros.

    >>> mixed([2, 0, 1], [[1, 2], [5, 5], [0, 1]])
    [2, 5]
    """
    used = [(share, row) for share, row in zip(shares, rows, strict=True) if share]
    columns = zip(*(row for _, row in used), strict=True) if used else [()] * len(rows[0])
    factors = [share for share, _ in used]
    return [sum(map(mul, factors, column)) for column in columns]
