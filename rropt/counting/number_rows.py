"""Reports that are numbers, from rows of any kind."""

from __future__ import annotations

import math
from typing import Any

from rropt.counting.count import tally_rows
from rropt.counting.tally import is_missing, require_missing
from rropt.exact import InputError


def number_rows(data: Any, column: str | None = None, missing: str = "refuse") -> dict[float, int]:
    """The numbers with their counts; what is no finite number is refused, and never shown.

    >>> number_rows(["0.5", 1, 0.5])
    {0.5: 2, 1.0: 1}
    """
    require_missing(missing, ("refuse", "drop"))
    tally = tally_rows(data, column)
    found: dict[float, int] = {}
    absent = unfit = 0
    for value, count in tally.counts.items():
        number = _number(value)
        if number is not None:
            found[number] = found.get(number, 0) + count
        elif is_missing(value):
            absent += count
        else:
            unfit += count
    total = sum(found.values()) + absent + unfit
    if unfit:
        raise InputError(f"{tally.name} must hold numbers, got {unfit} of {total} that are none")
    if absent and missing == "refuse":
        raise InputError(
            f"{tally.name} must have no missing values, got {absent} of {total} missing"
            ' (missing="drop", or --missing drop, leaves them out)'
        )
    return found


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
