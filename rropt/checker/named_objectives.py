"""The objectives of kind gradient by their names, each with exactly its fields."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .fields import distribution, listed, matrix, named, rational, rationals, record
from .limits import Size
from .objectives import (
    AVERAGE,
    MINIMAX,
    Determinant,
    Eigenvalue,
    Objective,
    Vectors,
    WorstPrevalence,
)
from .pages import page
from .statement import item
from .verdict import well_formed

WORST_CASES = {
    "group": "FixedGroup",
    "worst-group": "WorstGroup",
    "worst-population": "WorstPopulation",
}
OVER = {AVERAGE: "Objective", MINIMAX: "Objective"} | WORST_CASES
"""Over what the variances are averaged, or largest."""


def read_objective(value: Any, truths: int, size: Size) -> Objective:
    """The objective of this name, with exactly the fields that belong to it."""
    well_formed(isinstance(value, dict), "objective must be an object")
    name = named(value.get("name"), READERS)
    return READERS[name](value, truths, size)


def _over(value: dict[str, Any], words: str, contrasts: Vectors) -> Objective:
    if "over" not in value:
        return Objective(words, contrasts)
    over = named(value["over"], OVER)
    if over not in WORST_CASES:
        return Objective(words, contrasts, over)
    worst: Objective = getattr(page(".worst_cases"), WORST_CASES[over])(words, contrasts)
    return worst


def _units(truths: int) -> Vectors:
    return [[Fraction(i == j) for j in range(truths)] for i in range(truths)]


OF_SHARES = "of the covariance of an unbiased estimator of the shares from one respondent"


def _a_optimal(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name", "over")
    size.allow(truths**2)
    return _over(value, f"a trace {OF_SHARES}", _units(truths))


def _c_optimal(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name contrasts", "over")
    contrasts = matrix(value["contrasts"], 1, truths)
    contrast = item(contrasts[0])
    words = f"a variance of an unbiased estimator of the contrast {contrast} from one respondent"
    return _over(value, words, contrasts)


def _mean(value: dict[str, Any], truths: int, size: Size) -> Objective:
    over = str(value.get("over"))
    record(value, f"name values{FIELDS_OF_NUMBERS.get(over, '')}", "over")
    contrasts = [rationals(value["values"], truths)]
    words = "a variance of an unbiased estimator of a mean"
    if over in FIELDS_OF_NUMBERS:
        return _numbers(value, f"{words} from one respondent", contrasts, size)
    valued = f"{words} of truths with values {item(contrasts[0])} from one respondent"
    return _over(value, valued, contrasts)


FIELDS_OF_NUMBERS = {"numbers": " shifts", "density": " shifts shares"}


def _numbers(value: dict[str, Any], words: str, contrasts: Vectors, size: Size) -> Objective:
    """All numbers of an interval, or those with a density on it."""
    shifts = rational(value["shifts"])
    well_formed(shifts >= 1 and shifts.denominator == 1, "no whole number of shifts")
    numbers: Objective
    if value["over"] == "numbers":
        numbers = page(".interval_numbers").Numbers(words, contrasts, shifts=shifts)
        return numbers
    bins = distribution(value["shares"], [1] * len(listed(value["shares"])))
    size.allow((len(bins) + len(contrasts[0])) ** 2)
    spread = page(".interval_numbers").SpreadNumbers
    numbers = spread(words, contrasts, shifts=shifts, bins=bins)
    return numbers


def _variance(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name contrasts", "over interval")
    contrasts = matrix(value["contrasts"], 1, truths)
    well_formed(contrasts == [[0, 1]], "a share is that of truth 1 of two")
    words = "a variance of an unbiased estimator of the share of truth 1 from one respondent"
    if "interval" not in value:
        return _over(value, words, contrasts)
    well_formed("over" not in value, "an interval is over all its priors")
    low, high = rationals(value["interval"], 2)
    return WorstPrevalence(words, contrasts, low=low, high=high)


def _e_optimal(value: dict[str, Any], truths: int, size: Size) -> Objective:
    if "over" in value:
        return _worst_eigenvalue(value, truths, size)
    record(value, "name contrasts roots")
    contrasts = matrix(value["contrasts"], columns=truths)
    well_formed(any(map(any, contrasts)), "every contrast is zero")
    roots = [rationals(root, truths) for root in listed(value["roots"])]
    size.allow(truths**2 * (1 + len(roots)))
    words = f"a largest eigenvalue {OF_SHARES}"
    return Eigenvalue(words, contrasts, units=_units(truths), roots=roots)


def _worst_eigenvalue(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """Of each truth a list of directions, of which not all are zero."""
    record(value, "name over directions")
    well_formed(value["over"] == "worst-group", "over what?")
    directions = []
    for given in listed(value["directions"], truths):
        directions.append([rationals(d, truths) for d in listed(given)])
    number = sum(map(len, directions))
    well_formed(any(any(d) for given in directions for d in given), "every direction is zero")
    size.allow(truths**2 * (number + truths**3))
    words = f"a largest eigenvalue {OF_SHARES}"
    eigenvalue = page(".worst_eigenvalue").WorstEigenvalue
    worst: Objective = eigenvalue(words, _units(truths), directions=directions)
    return worst


def _d_optimal(value: dict[str, Any], truths: int, size: Size) -> Objective:
    record(value, "name contrasts scales", "over")
    contrasts = matrix(value["contrasts"], truths, truths)
    scales = [rational(scale) for scale in listed(value["scales"], truths)]
    well_formed(min(scales) > 0, "a scale is not positive")
    size.allow(truths**3)
    words = f"a product of the non-zero eigenvalues {OF_SHARES}"
    if "over" not in value:
        return Determinant(words, contrasts, sizes=scales)
    well_formed(value["over"] == "worst-population", "over what?")
    worst: Objective = page(".worst_cases").WorstDeterminant(words, contrasts, sizes=scales)
    return worst


READERS: dict[str, Callable[[dict[str, Any], int, Size], Objective]] = {
    "a-optimal": _a_optimal,
    "c-optimal": _c_optimal,
    "mean": _mean,
    "variance": _variance,
    "e-optimal": _e_optimal,
    "d-optimal": _d_optimal,
}
