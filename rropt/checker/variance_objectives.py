"""Sums of variances of contrasts: at a prior, over several, or over what is worst.

A contrast of the shares q of truths is c.q: all shares, one contrast, a mean of the values of the
truths, or the share of truth 1 of two.
"""

from typing import Any

from .fields import Vectors, listed, rationals, record
from .names import named
from .objectives import Objective
from .pages import page
from .plain_table import unit_vectors
from .prior_words import GROUPS
from .scenarios import AVERAGE, MINIMAX
from .statement import OF_SHARES, item
from .verdict import Size, well_formed

VARIANCE = "a variance of an unbiased estimator of {} from one respondent"

OVER = [AVERAGE, MINIMAX, *GROUPS]
"""Over what the variances are averaged, or largest."""


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """The contrasts of the name, and over what their variances are taken."""
    if value["name"] == "mean" and value.get("over") in ("numbers", "density"):
        numbers: Objective = page(".interval_numbers").read(value, truths, size)
        return numbers
    if value["name"] == "a-optimal":
        size.allow(truths**2)
    words, contrasts = READERS[value["name"]](value, truths)
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


def _all_shares(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name", "over")
    return f"a trace {OF_SHARES}", unit_vectors(truths)


def _one_contrast(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name contrasts", "over")
    (row,) = listed(value["contrasts"], 1)
    contrast = rationals(row, truths)
    return VARIANCE.format(f"the contrast {item(contrast)}"), [contrast]


def _mean(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name values", "over")
    values = rationals(value["values"], truths)
    return VARIANCE.format(f"a mean of truths with values {item(values)}"), [values]


def _share(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name contrasts", "over interval")
    contrasts = [rationals(row, truths) for row in listed(value["contrasts"], 1)]
    well_formed(contrasts == [[0, 1]], "a share is that of truth 1 of two")
    return VARIANCE.format("the share of truth 1"), contrasts


READERS = {
    "a-optimal": _all_shares,
    "c-optimal": _one_contrast,
    "mean": _mean,
    "variance": _share,
}
