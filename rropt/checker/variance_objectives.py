"""Sums of variances by the names of their contrasts, each with exactly its fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .fields import listed, rationals, record
from .limits import Size
from .objectives import OF_SHARES, Objective
from .pages import named, page
from .plain_table import unit_vectors
from .scenarios import AVERAGE, MINIMAX, Vectors
from .statement import item
from .verdict import well_formed

WORST_CASES = {
    "group": "FixedGroup",
    "worst-group": "WorstGroup",
    "worst-population": "WorstPopulation",
}
OVER = {AVERAGE: "Objective", MINIMAX: "Objective"} | WORST_CASES
"""Over what the variances are averaged, or largest."""


def _over(value: dict[str, Any], words: str, contrasts: Vectors) -> Objective:
    if "over" not in value:
        return Objective(words, contrasts)
    over = named(value["over"], OVER)
    if over not in WORST_CASES:
        return Objective(words, contrasts, over)
    worst: Objective = getattr(page(".worst_cases"), WORST_CASES[over])(words, contrasts)
    return worst


def _a_optimal(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name", "over")
    size.allow(truths**2)
    return _over(value, f"a trace {OF_SHARES}", unit_vectors(truths))


def _c_optimal(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name contrasts", "over")
    contrasts = [rationals(row, truths) for row in listed(value["contrasts"], 1)]
    contrast = item(contrasts[0])
    words = f"a variance of an unbiased estimator of the contrast {contrast} from one respondent"
    return _over(value, words, contrasts)


def _mean(value: dict[str, Any], truths: int, size: Size) -> Objective:
    if value.get("over") in ("numbers", "density"):
        numbers: Objective = page(".interval_numbers").read(value, truths, size)
        return numbers
    record(value, "name values", "over")
    contrasts = [rationals(value["values"], truths)]
    words = (
        f"a variance of an unbiased estimator of a mean of truths with values {item(contrasts[0])}"
    )
    return _over(value, f"{words} from one respondent", contrasts)


def _variance(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name contrasts", "over interval")
    contrasts = [rationals(row, truths) for row in listed(value["contrasts"], 1)]
    well_formed(contrasts == [[0, 1]], "a share is that of truth 1 of two")
    words = "a variance of an unbiased estimator of the share of truth 1 from one respondent"
    if "interval" not in value:
        return _over(value, words, contrasts)
    well_formed("over" not in value, "an interval is over all its priors")
    low, high = rationals(value["interval"], 2)
    worst: Objective = page(".worst_cases").WorstPrevalence(words, contrasts, low=low, high=high)
    return worst


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """At a prior, over several, or over what is worst."""
    return READERS[value["name"]](value, truths, size)


READERS: dict[str, Callable[[dict[str, Any], int, Size], Objective]] = {
    "a-optimal": _a_optimal,
    "c-optimal": _c_optimal,
    "mean": _mean,
    "variance": _variance,
}
