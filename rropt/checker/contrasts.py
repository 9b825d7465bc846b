"""The contrasts c whose variances are added up, by the name of an objective, and their words.

A contrast of the shares q of truths is c.q: all shares, one contrast, a mean of the values of the
truths, or the share of truth 1 of two.
"""

from typing import Any

from .fields import Vectors, listed, rationals, record
from .pages import named, page
from .private_table import PrivateTable, unit_vectors
from .scenarios import AVERAGE, MINIMAX, Goal, read_alone
from .statement import OF_SHARES, item
from .verdict import Size, well_formed

VARIANCE = "a variance of an unbiased estimator of {} from one respondent"


FIELDS = {"a-optimal": "", "c-optimal": "contrasts", "mean": "values", "variance": "contrasts"}
"""What says which contrasts are meant, beside a name."""


def read_contrasts(value: dict[str, Any], truths: int, size: Size) -> tuple[str, Vectors]:
    """Exactly the fields of the name, beside `over` and, of a share, `interval`."""
    name = named(value.get("name"), FIELDS)
    record(value, f"name {FIELDS[name]}", "over interval" if name == "variance" else "over")
    if name == "a-optimal":
        size.allow(truths**2)
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


def read(value: dict[str, Any], given: Any, table: PrivateTable, size: Size) -> Any:
    """The goal, at a prior, or over what the objective says."""
    words, contrasts = read_contrasts(value, len(table.sizes), size)
    wanted = given, words, contrasts, table, size
    if "interval" in value or value.get("over") in (AVERAGE, MINIMAX):
        return page(".worst_cases").read_over(value, *wanted)
    if "over" in value:
        return page(".groups").read_over(value["over"], *wanted)
    at = read_alone(given, table, size, contrasts, contrasts)
    return Goal(f"{words} at prior {item(at.prior)}", [at], at.verify_value, at.verify_bound)
