"""The contrasts c whose variances are added up, by the name of an objective, and their words.

A contrast of the shares q of truths is c.q: all shares, one contrast, a mean of the values of the
truths, or the share of truth 1 of two.
"""

from typing import Any

from .fields import Vectors, listed, rationals, record
from .pages import named, page
from .private_table import PrivateTable, unit_vectors
from .scenarios import AVERAGE, MINIMAX, read_at_prior, squared_means
from .statement import OF_SHARES, item
from .verdict import Size, well_formed

VARIANCE = "a variance of an unbiased estimator of {} from one respondent"


FIELDS = {"a-optimal": "", "c-optimal": "contrasts", "mean": "values", "variance": "contrasts"}
"""What says which contrasts are meant, beside a name."""


def read_contrasts(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    """Exactly the fields of the name, beside `over` and, of a share, `interval`."""
    name = named(value.get("name"), FIELDS)
    record(value, f"name {FIELDS[name]}", "over interval" if name == "variance" else "over")
    if name == "a-optimal":
        return f"a trace {OF_SHARES}", unit_vectors(truths)
    if name == "mean":
        values = rationals(value["values"], truths)
        return VARIANCE.format(f"a mean of truths with values {item(values)}"), [values]
    (row,) = listed(value["contrasts"], 1)
    contrast = rationals(row, truths)
    if name == "c-optimal":
        return VARIANCE.format(f"the contrast {item(contrast)}"), [contrast]
    well_formed(contrast == [0, 1], "a share is that of truth 1 of two")
    return VARIANCE.format("the share of truth 1"), [contrast]


def read_place(value: Any, scenarios: list[Any], table: PrivateTable, size: Size) -> Any:
    """The words, the scenarios, and what their estimators do."""
    if "interval" in value or value.get("over") in (AVERAGE, MINIMAX):
        objective = read(value, len(table.sizes), size)
        return page(".objectives").place_of(objective, scenarios, table, size)
    (given,) = listed(scenarios, 1)
    words, contrasts = read_contrasts(value, len(table.sizes))
    if "over" in value:
        return page(".groups").read_over(value["over"], given, table, size, words, contrasts)
    at = read_at_prior(given, table, size, contrasts, contrasts, squared_means)
    return f"{words} at prior {item(at.prior)}", [at], at.own


def read(value: dict[str, Any], truths: int, size: Size) -> Any:
    """The objective: over what the variances are taken, for `kind_gradient`."""
    over = value.get("over")
    if value.get("name") == "mean" and over in ("numbers", "density"):
        return page(".interval_numbers").read(value, truths, size)
    if value.get("name") == "a-optimal":
        size.allow(truths**2)
    words, contrasts = read_contrasts(value, truths)
    if "interval" in value:
        well_formed("over" not in value, "an interval is over all its priors")
        low, high = rationals(value["interval"], 2)
        return page(".worst_cases").WorstPrevalence(words, contrasts, low=low, high=high)
    if "over" not in value:
        return page(".objectives").Objective(words, contrasts)
    return page(".worst_cases").read_over(words, contrasts, over)
