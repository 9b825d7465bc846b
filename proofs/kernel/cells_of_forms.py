"""The simplices that planes cut, as `Planes.v` lists them: their vertices are the rows that decide.

Coq cuts again. What is found here tells which logarithms it will need, and which levels all
vertices obey.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from .coq_numbers import Row

Simplex = list[Row]


def cells(k: int, hard: Sequence[Row], alone: Sequence[int], soft: Sequence[Row]) -> list[Simplex]:
    """Rows that are above zero along no hard form, cut by the soft ones; and single truths.

    >>> below_half = [Fraction(2), Fraction(-1)]
    >>> [[[str(x) for x in v] for v in V] for V in cells(2, [below_half], [], [])]
    [[['1/3', '2/3']], [['0', '1'], ['1/3', '2/3']]]
    """
    units: Simplex = [_unit(k, j) for j in range(k)]
    found = [units]
    for form in reversed(hard):
        found = [_kept_below(form, part) for cell in found for part in _cut(form, cell)]
    for form in reversed(soft):
        found = [part for cell in found for part in _cut(form, cell)]
    return found + [[units[j]] for j in alone]


def _unit(k: int, place: int) -> Row:
    return [Fraction(j == place) for j in range(k)]


def _kept_below(form: Row, cell: Simplex) -> Simplex:
    """What of a simplex is not above the plane."""
    if any(_along(form, v) < 0 for v in cell):
        return cell
    return [v for v in cell if _along(form, v) == 0]


def _cut(form: Row, cell: Simplex) -> Iterator[Simplex]:
    """The parts of a simplex on the two sides of a plane."""
    up = [v for v in cell if _along(form, v) > 0]
    down = [v for v in cell if _along(form, v) < 0]
    on = [v for v in cell if _along(form, v) == 0]
    return _parts(form, up, down, on)


def _parts(form: Row, up: Simplex, down: Simplex, on: Simplex) -> Iterator[Simplex]:
    """One vertex above and one below are replaced in turn by the point between them."""
    if not up or not down:
        yield up + down + on
        return
    x = _crossing(form, up[0], down[0])
    yield from _parts(form, up, down[1:], [x, *on])
    yield from _parts(form, up[1:], down, [x, *on])


def _crossing(form: Row, above: Row, below: Row) -> Row:
    p, q = _along(form, above), -_along(form, below)
    return [(q * v + p * w) / (p + q) for v, w in zip(above, below, strict=True)]


def _along(form: Row, row: Row) -> Fraction:
    return sum((f * r for f, r in zip(form, row, strict=True)), Fraction(0))
