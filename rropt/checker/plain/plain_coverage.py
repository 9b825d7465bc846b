"""What every kind with prices says: the table, and what prices charge for a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from .fractions_of_text import Row, dot, number, vector
from .plain_privacy import Levels, extreme_rows


def table_of(data: dict[str, Any]) -> list[list[Fraction]]:
    """Weights times patterns."""
    pairs = zip(data["weights"], data["patterns"], strict=True)
    return [[number(w) * x for x in vector(pattern)] for w, pattern in pairs]


def covered(
    data: dict[str, Any], u: Callable[[Row], Fraction], levels: Levels, deltas: Sequence[Row]
) -> bool:
    """y.r + sum z [r_a - g r_b]+ >= u(r) at every extreme row."""
    prices = vector(data["prices"])
    for row in extreme_rows(levels, deltas):
        charge = dot(prices, row)
        for a, b, z in data.get("pair_prices", []):
            level = levels[a][b]
            if level is not None:
                charge += number(z) * max(Fraction(0), row[a] - level * row[b])
        if charge < u(row):
            return False
    return True


def most(data: dict[str, Any], deltas: Sequence[Row]) -> Fraction:
    """sum y + sum delta z."""
    pairs = sum(deltas[a][b] * number(z) for a, b, z in data.get("pair_prices", []))
    return sum(vector(data["prices"])) + pairs
