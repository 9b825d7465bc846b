"""Prices and multipliers of pairs of truths, [a, b, x], where privacy has a level for each pair.

What a row tells a of b beyond the level g of the bound is [r_a - g r_b]+. The form r_a - g r_b is
at most 0 at every row where the pair has no delta.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from .fields import amounts
from .pages import page
from .private_table import Run, pairs_of
from .verdict import Malformed, Size, well_formed

if TYPE_CHECKING:
    from .budget_charge import Budget
    from .levels import OneNumber
    from .levels_of_pairs import Matrix

Pair = tuple[int, int]


def told_apart(pair: Pair, level: Fraction, parts: list[list[Run]]) -> int:
    """The sum of [r_i - g r_j]+ over the truths of two classes, times the denominator of g."""
    a, b = pair
    top, bottom = level.as_integer_ratio()
    told = 0
    for _, high, number in parts[a]:
        for _, low, others in parts[b]:
            excess = bottom * high - top * low
            if excess > 0:  # of a truth against itself it never is, as g >= 1
                told += excess * number * others
    return told


def read_budgets(
    value: Any, privacy: OneNumber | Matrix, sizes: Sequence[int]
) -> dict[Pair, tuple[Fraction, Budget]]:
    """The field `pair_prices`: only a pair with a delta has a price."""
    made = page(".budget_charge").Budget
    found = {}
    for (a, b), z in amounts(value, len(sizes), 2).items():
        level, delta = privacy.of_pair(a, b)
        if level is None or not delta:
            raise Malformed("a price of a pair without a delta")
        number = pairs_of(sizes, a, b)
        well_formed(number > 0, "a pair of one truth")
        excess = partial(told_apart, (a, b), level)
        found[a, b] = z, made(number * delta, (a, b), 1, level.denominator, excess)
    return found


def read_multipliers(value: Any, privacy: object, truths: int, size: Size) -> dict[Pair, Fraction]:
    """Of pairs of different truths."""
    found = amounts(value, truths, 2)
    well_formed(all(a != b for a, b in found), "a multiplier of a pair that does not exist")
    return found


def form_of(
    privacy: OneNumber | Matrix, pair: Pair
) -> tuple[dict[int, Fraction], Pair | None, int]:
    """The entries of r_a - g r_b, and the budget that pays for its excess, once."""
    a, b = pair
    level, delta = privacy.of_pair(a, b)
    if level is None:
        raise Malformed("a multiplier of a pair without a level")
    return {a: Fraction(1), b: -level}, pair if delta else None, 1
