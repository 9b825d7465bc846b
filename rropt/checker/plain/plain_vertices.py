"""Kind `vertices`: all vertices of the region of two answers, and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from .fractions_of_text import Row, number, vector
from .plain_privacy import demands, is_private, is_table, is_universal

Term = tuple[Fraction, list[Fraction]]


def vertices(data: dict[str, Any]) -> bool:
    """The variance is least at one of all vertices of the region of (u, v)."""
    rows, q = [vector(row) for row in data["table"]], number(data["prior"])
    (p00, _), (_, p11) = rows
    if not (is_table(rows) and is_private(rows, data["privacy"]) and p00 + p11 > 1):
        return False
    lines = [(Fraction(1), Fraction(0), Fraction(0)), (Fraction(0), Fraction(1), Fraction(0))]
    for demand in demands(data["privacy"], 2, 1):
        sums = [added(chosen) for chosen in subsets(demand.terms)]
        for (x, y), (c, d) in product(sums, sums):
            lines.append((demand.most - c - d, demand.most - x - y, x + d - demand.most))
    warner = data["device"] == "warner"
    points = {(z / (x + y), z / (x + y)) for x, y, z in lines if x + y}
    if not warner:
        points = set().union(*(meeting(*pair) for pair in combinations(lines, 2)))
    cards = {}
    for u, v in points:
        if all(x * u + y * v >= z for x, y, z in lines):
            cards[(1 + v) / (1 + u + v), (1 + u) / (1 + u + v)] = (u + q) * (v + 1 - q)
    stated = [tuple(vector(card)) for card in data["vertices"]]
    values = dict(zip(stated, vector(data["values"]), strict=True))
    s, yes = p00 + p11 - 1, 1 - p00 + q * (p00 + p11 - 1)
    value, bound = number(data["value"]), number(data["bound"])
    right = values == cards and len(stated) == len(cards) and bound == min(values.values())
    right = right and value == yes * (1 - yes) / s**2 and number(data["gap"]) == value - bound
    return right and (not warner or p00 == p11) and is_universal(data, rows)


def subsets(terms: Sequence[Term]) -> Iterator[tuple[Term, ...]]:
    """Any of the terms."""
    for size in range(len(terms) + 1):
        yield from combinations(terms, size)


def added(terms: Sequence[Term]) -> tuple[Fraction, Fraction]:
    """The sum of c form."""
    zero = Fraction(0)
    return sum((c * x for c, (x, _) in terms), zero), sum((c * y for c, (_, y) in terms), zero)


def meeting(left: Row, right: Row) -> set[tuple[Fraction, Fraction]]:
    """The point on two lines x u + y v = z, if there is one."""
    (a, b, e), (c, d, f) = left, right
    det = a * d - b * c
    return {((e * d - f * b) / det, (a * f - c * e) / det)} if det else set()
