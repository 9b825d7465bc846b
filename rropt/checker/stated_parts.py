"""The parts that a certificate states: its privacy, utility and prices, and how they cover it.

Each is read by a page of its own, which is imported when a certificate names it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from .fields import rationals
from .levels import LevelsOfPairs, Privacy, is_of_pairs, read_number
from .limits import Size
from .pages import named_page, page
from .verdict import Doubts, well_formed

if TYPE_CHECKING:
    from .charge import Charge
    from .conditions import Conditions
    from .levels_of_pairs import Matrix
    from .private_table import PrivateTable
    from .universal import Universal
    from .utilities import ConvexUtility, Named


def read_privacy(value: Any, truths: int, size: Size) -> Privacy:
    """One number, a matrix of levels, or a list of conditions; classes need one number."""
    well_formed(isinstance(value, dict), "an object is missing")
    if "conditions" in value:
        conditions: Conditions = page(".conditions").read_conditions(value, truths, size)
        return conditions
    if is_of_pairs(value):
        matrix: Matrix = page(".levels_of_pairs").read_levels_of_pairs(value, truths)
        return matrix
    return read_number(value)


UTILITIES = {
    "trace": ".actions",
    "probability-of-a-right-guess": ".actions",
    "gain": ".actions",
    "mutual-information": ".entropy",
    "fisher-information": ".ratios",
    "total-variation": ".divergences",
    "chi-square": ".divergences",
    "le-cam": ".divergences",
    "hellinger": ".divergences",
    "kullback-leibler": ".divergences",
    "reverse-kullback-leibler": ".divergences",
    "jensen-shannon": ".divergences",
    "utility-on-the-word-of-the-user": ".tabulated",
}
"""The page that reads a utility of this name, with exactly the fields that belong to it."""

FOR_CLASSES = "trace", "probability-of-a-right-guess", "mutual-information"


def read_utility(value: Any, sizes: list[int]) -> Named:
    """The utility and its words; `sizes` says how many truths each class has."""
    name, family = named_page(value, "name", UTILITIES)
    well_formed(max(sizes) == 1 or name in FOR_CLASSES, "this utility tells all truths apart")
    found: Named = family.read(value, sizes)
    return found


def read_charge(data: dict[str, Any], privacy: Privacy, sizes: list[int]) -> Charge:
    """The prices of truths; what else has one is a matter of the privacy."""
    prices = rationals(data["prices"], len(sizes))
    found: Charge
    if not isinstance(privacy, LevelsOfPairs):
        found = page(".condition_charge").read_condition_charge(data, privacy, sizes, prices)
        return found
    well_formed("condition_prices" not in data, "prices of conditions where there are none")
    if "pair_prices" in data:
        found = page(".pair_charge").read_pair_charge(data["pair_prices"], privacy, sizes, prices)
    else:
        found = page(".charge").Charge(privacy, sizes, prices)
    return found


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


def read_universal(
    data: dict[str, Any], privacy: Privacy, table: PrivateTable, size: Size
) -> Universal | None:
    """The field `universal`, which may be missing."""
    if "universal" not in data:
        return None
    found: Universal | None
    found = page(".universal").read_universal(data["universal"], privacy, table, size)
    return found
