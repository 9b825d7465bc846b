"""Kind `prices`: a utility, a table, what prices charge for a row, and multipliers."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from .plain_privacy import (
    Row,
    demands,
    dot,
    ends_of,
    extreme_rows,
    is_private,
    is_table,
    is_universal,
    number,
    ratio,
    unit,
    vector,
)


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
    ends = ends_of(data["value"])
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


def table_of(data: dict[str, Any]) -> list[list[Fraction]]:
    """Weights times patterns."""
    pairs = zip(data["weights"], data["patterns"], strict=True)
    return [[number(w) * x for x in vector(pattern)] for w, pattern in pairs]


def covered(data: dict[str, Any], u: Callable[[Row], Fraction]) -> bool:
    """y.r + sum z (what a demand is told) >= u(r) at every extreme row."""
    prices = vector(data["prices"])
    k = len(prices)
    wanted = demands(data["privacy"], k, 1)
    # Between the planes of the demands what is paid beyond u is concave: extreme rows decide.
    for row in extreme_rows(data["privacy"], k):
        charge = dot(prices, row)
        for demand in wanted:
            charge += price_of(data, demand.name) * demand.told(row)
        if charge < u(row):
            return False
    return True


def multiplied(data: dict[str, Any], actions: Sequence[Row]) -> bool:
    """y - x + sum f form >= 0 at every truth, each action x with its own multipliers f.

    f is at most the price of a demand that a table may exceed row by row, times its factor; what is
    reported of a single is bound by no demand, so y >= x there.
    """
    prices = vector(data["prices"])
    k = len(prices)
    terms: dict[tuple[int, ...], tuple[Row, Fraction | None]] = {}
    for demand in demands(data["privacy"], k, 1):
        for factor, form in demand.terms:
            # A pair is named by its truths, a level of a condition by its place among all levels.
            name = demand.name if len(demand.name) == 2 else [len(terms)]
            most_of_it = factor * price_of(data, demand.name) if demand.most else None
            terms[tuple(name)] = form, most_of_it
    for action, listed in zip(actions, data["cover"]["multipliers"], strict=True):
        slack = [y - x for y, x in zip(prices, action, strict=True)]
        if any(slack[single] < 0 for single in data["privacy"].get("singles", [])):
            return False
        for *name, f in listed:
            own, limit = terms[tuple(name)]
            if limit is not None and number(f) > limit:
                return False
            slack = [left + number(f) * x for left, x in zip(slack, own, strict=True)]
        if min(slack) < 0:
            return False
    return True


def price_of(data: dict[str, Any], name: list[int]) -> Fraction:
    """The price of a pair or of a condition."""
    for *priced, z in [*data.get("pair_prices", []), *data.get("condition_prices", [])]:
        if priced == name:
            return number(z)
    return Fraction(0)


def most(data: dict[str, Any]) -> Fraction:
    """sum y + sum of what each demand allows, times its price."""
    total = sum(vector(data["prices"]), Fraction(0))
    for demand in demands(data["privacy"], len(data["prices"]), 1):
        total += demand.most * price_of(data, demand.name)
    return total
