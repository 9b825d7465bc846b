"""The charge of a certificate: prices of truths, and of what the table is held to as a whole."""

from __future__ import annotations

from typing import Any

from .charge import Charge
from .fields import rationals
from .levels import LevelsOfPairs
from .pages import page
from .stated_privacy import Privacy
from .verdict import well_formed


def read_charge(data: dict[str, Any], privacy: Privacy, sizes: list[int]) -> Charge:
    """The prices; what else has one is a matter of the privacy."""
    prices = rationals(data["prices"], len(sizes))
    if not isinstance(privacy, LevelsOfPairs):
        of_conditions: Charge
        of_conditions = page(".condition_charge").read_condition_charge(
            data, privacy, sizes, prices
        )
        return of_conditions
    well_formed("condition_prices" not in data, "prices of conditions where there are none")
    if "pair_prices" not in data:
        return Charge(privacy, sizes, prices)
    of_pairs: Charge
    of_pairs = page(".pair_charge").read_pair_charge(data["pair_prices"], privacy, sizes, prices)
    return of_pairs
