"""Sums of variances of contrasts: at a prior, over several, or over what is worst."""

from typing import Any

from .contrasts import read_contrasts
from .fields import Vectors, rationals
from .objectives import Objective
from .pages import named, page
from .scenarios import AVERAGE, MINIMAX
from .statement import GROUPS
from .verdict import Size, well_formed

OVER = [AVERAGE, MINIMAX, *GROUPS]
"""Over what the variances are averaged, or largest."""


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """The contrasts of the name, and over what their variances are taken."""
    if value["name"] == "mean" and value.get("over") in ("numbers", "density"):
        numbers: Objective = page(".interval_numbers").read(value, truths, size)
        return numbers
    if value["name"] == "a-optimal":
        size.allow(truths**2)
    words, contrasts = read_contrasts(value, truths)
    if "interval" not in value:
        return _over(value, words, contrasts)
    well_formed("over" not in value, "an interval is over all its priors")
    low, high = rationals(value["interval"], 2)
    worst: Objective = page(".worst_cases").WorstPrevalence(words, contrasts, low=low, high=high)
    return worst


def _over(value: dict[str, Any], words: str, contrasts: Vectors) -> Objective:
    if "over" not in value:
        return Objective(words, contrasts)
    over = named(value["over"], OVER)
    found: Objective = page(".worst_cases").read_over(words, contrasts, over)
    return found
