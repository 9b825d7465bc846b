"""Readers of numbers of pairs, or of places."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .fields import index, listed, rational
from .verdict import well_formed

Pairs = dict[tuple[int, int], Fraction]


def triples(value: Any, below: int) -> Pairs:
    """[[a, b, x], ...], each pair at most once, as {(a, b): x}; x is not negative."""
    entries = listed(value)
    found = {}
    for entry in entries:
        a, b, x = listed(entry, 3)
        pair = index(a, below), index(b, below)
        found[pair] = rational(x)
        well_formed(x.numerator >= 0, "a price or a multiplier of a pair is negative")
    well_formed(len(found) == len(entries), "a pair occurs twice")
    return found


def numbered(value: Any, below: int) -> dict[int, Fraction]:
    """[[n, x], ...], each n at most once, as {n: x}; x is not negative."""
    entries = listed(value)
    found = {}
    for entry in entries:
        n, x = listed(entry, 2)
        found[index(n, below)] = rational(x)
        well_formed(x.numerator >= 0, "a price or a multiplier is negative")
    well_formed(len(found) == len(entries), "a number occurs twice")
    return found
