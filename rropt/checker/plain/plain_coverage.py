"""What every kind with prices says: the table, and what prices charge for a row."""

from __future__ import annotations

from collections.abc import Callable
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
    for row in extreme_rows(data["privacy"], k):
        charge = dot(prices, row)
        for demand in wanted:
            charge += price_of(data, demand.name) * demand.told(row)
        if charge < u(row):
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
