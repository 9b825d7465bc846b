"""The matrix constructions of the proofs, over any kind of numbers (fractions or symbols)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from .tables import (
    Table,
    in_class,
    no_proportional_rows,
    parity,
    product_of,
    proportional,
    row_parity,
    tables,
)


def _with_identity(head: Sequence[Sequence[Any]], size: int) -> Any:
    """The blocks (head, 0; 0, I)."""
    width = len(head[0])
    top = [tuple(row) + (0,) * size for row in head]
    return tuple(
        top + [(0,) * width + tuple(int(i == j) for j in range(size)) for i in range(size)]
    )


def merging(m: int, delta: Any) -> tuple[Any, Any]:
    """C and C* of Remark 4.1, for m rows of which the first two are merged."""
    return (_with_identity(((delta,), (1 - delta,)), m - 2), _with_identity(((1, 1),), m - 2))


def lifting(m: int, xi: Any) -> tuple[Any, Any]:
    """C and its inverse in the proof of Lemma 4.2."""
    one = xi / xi
    return (
        _with_identity(((1, 1 - xi), (0, xi)), m - 2),
        _with_identity(((1, 1 - one / xi), (0, one / xi)), m - 2),
    )


def lifted(A: Sequence[Sequence[Any]], xi: Any) -> Any:
    """The rows a_1 + (1 - xi) a_2, xi a_2, a_3, ... (chai-nayak/lem-4.2/construction)."""
    first = tuple(x + (1 - xi) * y for x, y in zip(A[0], A[1], strict=True))
    return (first, tuple(xi * y for y in A[1]), *map(tuple, A[2:]))


def dropping(m: int, delta: Any) -> Any:
    """C of Lemma 4.3: a row of delta over (1 - delta) I, m x (m - 1)."""
    rest = [tuple((1 - delta) * int(i == j) for j in range(m - 1)) for i in range(m - 1)]
    return ((delta,) * (m - 1), *rest)


def dropped(A: Sequence[Sequence[Any]]) -> Any:
    """Without its constant first row, the others scaled (chai-nayak/lem-4.3/construction)."""
    delta = A[0][0]
    return tuple(tuple(x / (1 - delta) for x in row) for row in A[1:])


def splitting(m: int) -> Any:
    """C of Lemma 4.4."""
    return _with_identity(((1, 1),), m - 1)


def split(A: Sequence[Sequence[Any]], t: Any, T: Any) -> Any:
    """The middle value a_11 split between t and T (chai-nayak/lem-4.4/construction)."""
    a, rest = A[0][0], tuple(A[0][1:])
    delta = (T - a) / (T - t)
    return (
        tuple(delta * x for x in (t, *rest)),
        tuple((1 - delta) * x for x in (T, *rest)),
        *map(tuple, A[1:]),
    )


def merged(A: Table) -> Table:
    """Remark 4.1 repeated until no rows are proportional.

    >>> half = Fraction(1, 2)
    >>> merged(((half, half), (half, half)))
    ((Fraction(1, 1), Fraction(1, 1)),)
    """
    for i, j in combinations(range(len(A)), 2):
        if proportional(A[i], A[j]):
            total = tuple(x + y for x, y in zip(A[i], A[j], strict=True))
            return merged((total, *(row for u, row in enumerate(A) if u not in (i, j))))
    return A


def columns(A: Table, order: Sequence[int]) -> Table:
    return tuple(tuple(row[j] for j in order) for row in A)


def arranged(A: Table, gamma: Fraction) -> Table | None:
    """Rows and columns permuted as in the proof of Lemma 4.2: 1 < eta_1 = a_11/a_12 < gamma and
    a_21 < a_22; None when no row has such a parity."""
    for row in A:
        if 1 < row_parity(row) < gamma:
            top, bottom = row.index(max(row)), row.index(min(row))
            rest = [j for j in range(len(row)) if j not in (top, bottom)]
            falling = next(r for r in A if r[top] < r[bottom])
            others = [r for r in A if r is not row and r is not falling]
            return columns((row, falling, *others), (top, bottom, *rest))
    return None


def room(A: Table, gamma: Fraction) -> Fraction:
    """The largest xi - 1 that the proof of Lemma 4.2 allows in the pairwise estimate."""
    pairs = [(j, u) for j in range(len(A[0])) for u in range(len(A[0]))]
    return min((gamma * A[0][u] - A[0][j]) / (gamma * A[1][u]) for j, u in pairs)


def improved(A: Table, gamma: Fraction) -> Table:
    """Lemma 4.2 on an arranged table, with a xi that creates no proportional rows."""
    step = room(A, gamma) / 2
    while not no_proportional_rows(lifted(A, 1 + step)):
        step = step / 2
    return lifted(A, 1 + step)


def middle(A: Table) -> tuple[int, int] | None:
    """A row and a column with a value strictly between the row's smallest and largest."""
    return next(
        ((i, j) for i, row in enumerate(A) for j, x in enumerate(row) if min(row) < x < max(row)),
        None,
    )


def eliminated(A: Table) -> Table:
    """Lemma 4.4 repeated until every row has two values, then Remark 4.1."""
    place = middle(A)
    while place:
        i, j = place
        order = [j, *(u for u in range(len(A[0])) if u != j)]
        front = columns((A[i], *A[:i], *A[i + 1 :]), order)
        made = split(front, min(A[i]), max(A[i]))
        A = columns(made, [order.index(u) for u in range(len(order))])
        place = middle(A)
    return merged(A)


def _layers(row: Sequence[Fraction], gamma: Fraction) -> list[tuple[Fraction, ...]]:
    """A row with max <= gamma min as a constant row and rows with values t and gamma t."""
    t = min(row)
    heights = sorted({(x - t) / ((gamma - 1) * t) for x in row})
    parts = [tuple((1 - heights[-1]) * t for _ in row)]
    for below, above in pairwise(heights):
        parts.append(
            tuple(
                (above - below) * t * (gamma if (x - t) / ((gamma - 1) * t) >= above else 1)
                for x in row
            )
        )
    return [part for part in parts if any(part)]


def dominating(A: Table, gamma: Fraction) -> Table:
    """A member of C_gamma^0 that is at least as good as A in C_gamma.

    >>> q = Fraction(1, 4)
    >>> dominating(((2 * q, q), (2 * q, 3 * q)), Fraction(3))[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    rows = merged(tuple(part for row in A for part in _layers(row, gamma)))
    constant = [row for row in rows if len(set(row)) == 1]
    return dropped((constant[0], *(r for r in rows if r is not constant[0]))) if constant else rows


@cache
def members(m: int, k: int, n: int, gamma: int) -> tuple[Table, ...]:
    """Every m x k table of C_gamma with entries in multiples of 1/n."""
    return tuple(t for t in tables(m, k, n) if parity(t) <= gamma and in_class(t, gamma))


def times(C: Any, P: Any) -> Any:
    return product_of(C, P)
