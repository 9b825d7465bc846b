"""How a sentence names a level of privacy, and what one demands of two truths."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .statement import item

ONE = Fraction(1)

Demand = tuple[list[tuple[Fraction, list[Fraction]]], Fraction]
"""Pairs (c, a) and a most d: the sum over rows r and pairs of c max(0, a.r) is at most d."""


@dataclass(frozen=True)
class Words:
    """How a sentence names the level of the bound, that of the table, and the table."""

    bound: str
    table: str
    this_table: str = "this table"


def with_delta(words: str, delta: Any) -> str:
    """The words for a level, and for a delta if there is one."""
    return f"({words}, delta = {item(delta)})" if delta else words
