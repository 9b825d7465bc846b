"""Kind `corner-chains`: every vertex of the private tables of so many rows about two truths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from .fractions_of_text import number, vector
from .plain_prices import utility_of
from .plain_privacy import Vector, demands, is_private, is_table

Plane = tuple[Vector, Fraction]
"""Coefficients of the entries of all rows but the last, and what they add up to."""


def corner_chains(data: dict[str, Any]) -> bool:
    """No private table with so many rows has a utility above the bound, and this one its value."""
    rows = [vector(row) for row in data["table"]]
    u = utility_of(data["utility"], 2)
    if data["truths"] != 2 or not (is_table(rows) and is_private(rows, data["privacy"])):
        return False
    if "singles" in data["privacy"] or len(rows) > data["reports"]:
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
    """Tables on so many independent planes as their rows but the last have entries."""
    rows = data["reports"]
    for chosen in combinations(planes(data["privacy"], rows), 2 * (rows - 1)):
        point = meeting(chosen)
        if point is None:
            continue
        table = [point[2 * i : 2 * i + 2] for i in range(rows - 1)]
        table.append([1 - sum((row[j] for row in table), Fraction(0)) for j in (0, 1)])
        if is_table(table) and is_within(table, data["privacy"]):
            yield table


def is_within(table: list[Vector], privacy: dict[str, Any]) -> bool:
    """Whether a table keeps the levels of the bound."""
    told = ((sum(map(demand.told, table)), demand.most) for demand in demands(privacy, 2, 1))
    return all(spent <= most for spent, most in told)


def planes(privacy: dict[str, Any], rows: int) -> list[Plane]:
    """Every inequality as an equation: an entry is 0, some rows exhaust a demand by themselves."""
    found = [
        (_coefficients([i], form, rows), Fraction(0)) for i in range(rows - 1) for form in UNITS
    ]
    found += [(_coefficients(range(rows - 1), form, rows), Fraction(1)) for form in UNITS]
    for demand in demands(privacy, 2, 1):
        ((factor, form),) = demand.terms
        for size in range(1, rows):
            for chosen in combinations(range(rows - 1), size):
                left = _coefficients(chosen, form, rows)
                found.append((left, demand.most / factor))
                found.append((left, sum(form) - demand.most / factor))
    return found


UNITS = ([Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)])


def _coefficients(chosen: Sequence[int], form: Vector, rows: int) -> Vector:
    """The form at the chosen rows, 0 at the others."""
    return [form[j] if i in chosen else Fraction(0) for i in range(rows - 1) for j in (0, 1)]


def meeting(chosen: Sequence[Plane]) -> Vector | None:
    """The point on all of them, by elimination."""
    size = len(chosen)
    rows = [[*left, right] for left, right in chosen]
    for j in range(size):
        pivots = [i for i in range(j, size) if rows[i][j]]
        if not pivots:
            return None
        rows[j], rows[pivots[0]] = rows[pivots[0]], rows[j]
        rows[j] = [x / rows[j][j] for x in rows[j]]
        for i in range(size):
            if i != j and rows[i][j]:
                rows[i] = [x - rows[i][j] * p for x, p in zip(rows[i], rows[j], strict=True)]
    return [row[size] for row in rows]
