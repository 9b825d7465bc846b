"""Prices, what they prove, and the proofs that they cover a utility.

A row r pays the charge y.r for the prices y of the truths. If every private row pays at least u(r),
then a private table has the utility

    sum_i u(r_i) <= sum_i y.r_i = y.sum_i r_i = sum y,

because its columns add up to one. Where a row by itself may tell truths apart, and only the table
as a whole is held to a delta, rows pay for that, too: `pair_charge`, `condition_charge`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from .cleared import Vector, cleared, dot
from .fields import rationals
from .levels import LevelsOfPairs, Privacy
from .limits import Size
from .pages import named_page, page
from .private_table import Row, along
from .utilities import ConvexUtility
from .verdict import Doubts, well_formed


@dataclass(frozen=True)
class Charge:
    """Prices of the truths, one for each class."""

    privacy: Privacy
    sizes: list[int]
    prices: Vector

    @property
    def bound(self) -> Fraction:
        """What a private table pays at most: here exactly sum y, over all truths."""
        return Fraction(dot(self.sizes, self.whole_prices), self.unit)

    def at(self, row: Row) -> Fraction:
        """The charge of a row of whole numbers."""
        return Fraction(along(self.whole_prices, row), self.unit)

    def price_of_pair(self, a: int, b: int) -> Fraction:
        """What an excess of truth a over truth b costs."""
        return Fraction(0)

    @property
    def priced(self) -> set[int]:
        """The truths of pairs that have a price."""
        return set()

    @property
    def steps(self) -> int:
        """How many products a row takes."""
        return len(self.prices)

    @cached_property
    def cleared_prices(self) -> tuple[list[int], int]:
        """Whole numbers over one unit, those of the truths first."""
        return cleared(self.prices)

    @property
    def whole_prices(self) -> list[int]:
        """The prices of the truths times `unit`."""
        return self.cleared_prices[0][: len(self.prices)]

    @property
    def unit(self) -> int:
        """The common denominator of all prices."""
        return self.cleared_prices[1]


def read_charge(data: dict[str, Any], privacy: Privacy, sizes: list[int]) -> Charge:
    """The prices of truths; what else has one is a matter of the privacy."""
    prices = rationals(data["prices"], len(sizes))
    others: Charge
    if not isinstance(privacy, LevelsOfPairs):
        others = page(".condition_charge").read_condition_charge(data, privacy, sizes, prices)
        return others
    well_formed("condition_prices" not in data, "prices of conditions where there are none")
    if "pair_prices" not in data:
        return Charge(privacy, sizes, prices)
    others = page(".pair_charge").read_pair_charge(data["pair_prices"], privacy, sizes, prices)
    return others


class Cover(Protocol):
    """A proof of coverage that has been read."""

    def verify(self, doubts: Doubts) -> None:
        """Every row that obeys the hard pairs pays at least the utility."""


PROOFS = {
    "actions": ".cover_actions",
    "line": ".cover_line",
    "tree": ".cover_tree",
    "form": ".cover_form",
    "cells": ".cover_cells",
    "extremes": ".cover_extremes",
}


def read_cover(value: Any, charge: Charge, utility: ConvexUtility, size: Size) -> Cover:
    """The field `cover`, by the page of the proof that it names."""
    proof, of_proof = named_page(value, "proof", PROOFS)
    read: Callable[[dict[str, Any], Charge, Any, Size], Cover]
    read = getattr(of_proof, f"read_{proof}")
    return read(value, charge, utility, size)
