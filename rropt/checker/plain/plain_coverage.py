"""What every kind with prices says: the table, what prices charge for a row, and multipliers."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from .fractions_of_text import Row, dot, number, vector
from .plain_privacy import demands, extreme_rows


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
