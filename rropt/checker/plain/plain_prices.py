"""Kind `prices`: a utility, the prices that cover it, and a table."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from .fractions_of_text import Row, dot, number, ratio, vector
from .plain_coverage import covered, most, multiplied, table_of
from .plain_privacy import is_private, is_table, is_universal, unit


def prices(data: dict[str, Any]) -> bool:
    """No private table has a utility above the bound, and this one has its value."""
    rows, k = table_of(data), data["truths"]
    u = utility_of(data["utility"], k)
    if not (rows and is_table(rows) and is_private(rows, data["privacy"])):
        return False
    try:
        value = sum((u(row) for row in rows), Fraction(0))
        reached = shown(data, u, actions_of(data["utility"], k))
    except ZeroDivisionError:  # the utility is infinite
        return False
    stated = data["value"]
    ends = vector(stated) if isinstance(stated, list) else [number(stated)] * 2
    bound = number(data["bound"])
    sums = bound == most(data) and number(data["gap"]) == bound - ends[0]
    return reached and sums and ends[0] <= value <= ends[1] and is_universal(data, rows)


def shown(data: dict[str, Any], u: Callable[[Row], Fraction], actions: Sequence[Row]) -> bool:
    """By the multipliers that are written, else at every extreme row."""
    return multiplied(data, actions) if "multipliers" in data["cover"] else covered(data, u)


def actions_of(utility: dict[str, Any], k: int) -> list[Row]:
    """The actions of a largest of some, in the order of FORMAT.md; else none."""
    name, prior = utility["name"], vector(utility.get("prior", []))
    if name == "trace":
        return [unit(k, j) for j in range(k)]
    if name == "probability-of-a-right-guess":
        return [[q * x for x in unit(k, j)] for j, q in enumerate(prior)]
    if name == "gain":
        return [[q * x for q, x in zip(prior, vector(g), strict=True)] for g in utility["gain"]]
    if name == "total-variation":
        a, b = utility["pair"]
        apart = [(x - y) / 2 for x, y in zip(unit(k, a), unit(k, b), strict=True)]
        return [apart, [-x for x in apart]]
    return []


def best(actions: Sequence[Row], row: Row) -> Fraction:
    """max x.r."""
    return max(dot(action, row) for action in actions)


def utility_of(stated: dict[str, Any], k: int) -> Callable[[Row], Fraction]:
    """u(r), straight from the table of FORMAT.md; an infinite one raises ZeroDivisionError."""
    name, prior = stated["name"], vector(stated.get("prior", []))
    a, b = stated.get("pair", (0, 0))
    actions = actions_of(stated, k)
    if actions:
        return partial(best, actions)
    if name == "fisher-information":
        return lambda r: ratio(r[1] - r[0], dot(prior, r))
    if name == "chi-square":
        return lambda r: ratio(r[a] - r[b], r[b])
    if name == "le-cam":
        return lambda r: ratio(r[a] - r[b], r[a] + r[b])
    values = {direction(vector(r)): number(u) / max(vector(r)) for r, u in stated["values"]}
    return lambda r: max(r) * values[direction(r)] if any(r) else Fraction(0)


def direction(row: Row) -> tuple[Fraction, ...]:
    """The row with largest entry one."""
    return tuple(x / max(row) for x in row)
