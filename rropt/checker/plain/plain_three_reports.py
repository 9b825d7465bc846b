"""Kind `three-reports`: every vertex of the private tables of three rows about two truths."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from .fractions_of_text import number, vector
from .plain_prices import utility_of
from .plain_privacy import Vector, is_private, is_table

Plane = tuple[Vector, Fraction]
"""Coefficients of (x1, y1, x2, y2), and what they add up to."""


def three_reports(data: dict[str, Any]) -> bool:
    """No private table with three rows has a utility above the bound, and this one its value."""
    rows = [vector(row) for row in data["table"]]
    u = utility_of(data["utility"], 2)
    if not (is_table(rows) and is_private(rows, data["privacy"])) or len(rows) > 3:
        return False
    try:
        value = sum((u(row) for row in rows if any(row)), Fraction(0))
        found = (sum((u(r) for r in table if any(r)), Fraction(0)) for table in vertices(data))
        most = max(found)
    except ZeroDivisionError:
        return False
    stated = data["value"]
    ends = vector(stated) if isinstance(stated, list) else [number(stated)] * 2
    bound = number(data["bound"])
    return ends[0] <= value <= ends[1] and most <= bound and number(data["gap"]) == bound - ends[0]


def vertices(data: dict[str, Any]) -> Iterator[list[Vector]]:
    """Tables on four independent planes: entries of 0, sums over some rows that are delta."""
    g, d = number(data["privacy"]["gamma"]), number(data["privacy"]["delta"])
    for chosen in combinations(planes(g, d), 4):
        point = meeting(chosen)
        if point is None:
            continue
        x, y, s, t = point
        table = [[x, y], [s, t], [1 - x - s, 1 - y - t]]
        if is_table(table) and is_private(table, data["privacy"]):
            yield table


def planes(g: Fraction, d: Fraction) -> list[Plane]:
    """Every inequality of the polytope as an equation."""
    one, zero = Fraction(1), Fraction(0)
    entries = [[one if i == j else zero for j in range(4)] for i in range(4)]
    found = [(entry, zero) for entry in entries]
    found += [([one, zero, one, zero], one), ([zero, one, zero, one], one)]
    for first, second, third in product((0, 1), repeat=3):
        if first == second == third:
            continue
        for form in ([one, -g], [-g, one]):
            left = [(first - third) * c for c in form] + [(second - third) * c for c in form]
            found.append((left, d - third * sum(form)))
    return found


def meeting(chosen: tuple[Plane, ...]) -> Vector | None:
    """The point on all of them, by elimination."""
    rows = [[*left, right] for left, right in chosen]
    for j in range(4):
        pivots = [i for i in range(j, 4) if rows[i][j]]
        if not pivots:
            return None
        rows[j], rows[pivots[0]] = rows[pivots[0]], rows[j]
        rows[j] = [x / rows[j][j] for x in rows[j]]
        for i in range(4):
            if i != j:
                rows[i] = [x - rows[i][j] * p for x, p in zip(rows[i], rows[j], strict=True)]
    return [row[4] for row in rows]
