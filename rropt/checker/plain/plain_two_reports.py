"""Kind `two-reports`: every vertex of the private rows, whichever they are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from .fractions_of_text import Row, number, vector
from .plain_prices import utility_of
from .plain_privacy import Vector, demands, determinant, form_of, is_private, is_table, unit


def two_reports(data: dict[str, Any]) -> bool:
    """No private table with two rows has a utility above the bound, and this one has its value."""
    rows = [vector(row) for row in data["table"]]
    k = len(rows[0])
    u = utility_of(data["utility"], k)
    if not (is_table(rows) and is_private(rows, data["privacy"])):
        return False
    try:
        value = u(rows[0]) + u(rows[1])
        most = max(u(row) + u(rest(row)) for row in vertices_of_rows(data["privacy"], k))
    except ZeroDivisionError:
        return False
    stated = data["value"]
    ends = vector(stated) if isinstance(stated, list) else [number(stated)] * 2
    bound = number(data["bound"])
    return ends[0] <= value <= ends[1] and most <= bound and number(data["gap"]) == bound - ends[0]


def vertices_of_rows(privacy: dict[str, Any], k: int) -> Iterator[Vector]:
    """The rows r, such that the table r, 1 - r is private, on k planes that meet in a point."""
    wanted = demands(privacy, k, 1)
    for chosen in combinations(planes(privacy, k), k):
        row = meeting(chosen, k)
        if row and all(0 <= x <= 1 for x in row):
            other = rest(row)
            if all(demand.told(row) + demand.told(other) <= demand.most for demand in wanted):
                yield row


def planes(privacy: dict[str, Any], k: int) -> list[tuple[Vector, Fraction]]:
    """form.r = x: an entry of 0 or 1, a demand kept with equality by r or by 1 - r."""
    found = []
    for j in range(k):
        found += [(unit(k, j), Fraction(0)), (unit(k, j), Fraction(1))]
    level, most = number(privacy["gamma"]), number(privacy["delta"])
    for demand in demands(privacy, k, 1):
        form = form_of(k, demand.name[0], level, demand.name[1])
        found += [(form, most), (form, sum(form) - most)]
    return found


def meeting(planes: tuple[tuple[Vector, Fraction], ...], k: int) -> Vector | None:
    """The point on all of them, by determinants."""
    forms = [form for form, _ in planes]
    whole = determinant(forms)
    if not whole:
        return None
    point = []
    for j in range(k):
        replaced = [[*form[:j], x, *form[j + 1 :]] for form, x in planes]
        point.append(determinant(replaced) / whole)
    return point


def rest(row: Row) -> Vector:
    """1 - r."""
    return [1 - x for x in row]
