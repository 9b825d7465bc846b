"""Kind `prices`: a utility, the prices that cover it, and a table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .fractions_of_text import Row, dot, number, ratio, vector
from .plain_coverage import covered, most, table_of
from .plain_privacy import is_private, is_table, is_universal


def prices(data: dict[str, Any]) -> bool:
    """No private table has a utility above the bound, and this one has its value."""
    rows, k = table_of(data), data["truths"]
    u = utility_of(data["utility"], k)
    if not (rows and is_table(rows) and is_private(rows, data["privacy"])):
        return False
    try:
        value = sum((u(row) for row in rows), Fraction(0))
        reached = covered(data, u)
    except ZeroDivisionError:
        return False
    stated = data["value"]
    ends = vector(stated) if isinstance(stated, list) else [number(stated)] * 2
    bound = number(data["bound"])
    sums = bound == most(data) and number(data["gap"]) == bound - ends[0]
    return reached and sums and ends[0] <= value <= ends[1] and is_universal(data, rows)


def utility_of(stated: dict[str, Any], k: int) -> Callable[[Row], Fraction]:
    """u(r), straight from the table of FORMAT.md; an infinite one raises ZeroDivisionError."""
    name, prior = stated["name"], vector(stated.get("prior", []))
    a, b = stated.get("pair", (0, 0))
    if name == "trace":
        return max
    if name == "probability-of-a-right-guess":
        return lambda r: max(q * x for q, x in zip(prior, r, strict=True))
    if name == "gain":
        actions = [[q * x for q, x in zip(prior, vector(g), strict=True)] for g in stated["gain"]]
        return lambda r: max(dot(action, r) for action in actions)
    if name == "fisher-information":
        return lambda r: ratio(r[1] - r[0], dot(prior, r))
    if name == "total-variation":
        return lambda r: abs(r[a] - r[b]) / 2
    if name == "chi-square":
        return lambda r: ratio(r[a] - r[b], r[b])
    if name == "le-cam":
        return lambda r: ratio(r[a] - r[b], r[a] + r[b])
    values = {direction(vector(r)): number(u) / max(vector(r)) for r, u in stated["values"]}
    return lambda r: max(r) * values[direction(r)] if any(r) else Fraction(0)


def direction(row: Row) -> tuple[Fraction, ...]:
    """The row with largest entry one."""
    return tuple(x / max(row) for x in row)
