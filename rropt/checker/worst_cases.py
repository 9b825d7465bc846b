"""Variances over several priors: their average with weights, or the largest of them; and over an
interval of shares.

For the share p of truth 1 of two the variance is the parabola m_0 + (m_1 - m_0) p - p^2, m_j the
second moment at truth j: largest at (m_1 - m_0)/2, or at the end of the interval next to it.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any

from .fields import Vector, Vectors, exact_dot, exact_sum, listed, rationals
from .private_table import PrivateTable
from .scenarios import (
    AVERAGE,
    LARGER,
    MINIMAX,
    UNPROVED,
    Goal,
    Scenario,
    moments_at_truths,
    read_at_prior,
)
from .statement import item
from .verdict import Doubts, Size, need, well_formed


def read_over(
    value: dict[str, Any],
    given: Any,
    words: str,
    contrasts: Vectors,
    table: PrivateTable,
    size: Size,
) -> Goal:
    """Contrasts at several priors."""

    def at_prior(each: Any) -> Scenario:
        return read_at_prior(each, table, size, contrasts, contrasts)

    scenarios = read_several(given, at_prior)
    if "interval" in value:
        return over_interval(value, words, scenarios)
    return over_several(value["over"], over_scenarios(value["over"], words, scenarios), scenarios)


def read_several(given: Any, read: Callable[[Any], Scenario]) -> list[Scenario]:
    """What is estimated where, with weights that add up to one."""
    scenarios = [read(at) for at in listed(given)]
    well_formed(scenarios, "no scenarios")
    weights = [at.weight for at in scenarios]
    well_formed(min(weights) >= 0, "a weight is negative")
    well_formed(exact_sum(weights) == 1, "the weights of the scenarios do not add up to 1")
    return scenarios


def over_several(over: str, words: str, scenarios: list[Scenario]) -> Goal:
    """An average, or a maximum: it is at least the average, so one bound serves both."""

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        own = [at.own for at in scenarios]
        need(value >= (max(own) if over == MINIMAX else averaged(scenarios, own)), LARGER)

    return Goal(words, scenarios, verify_value, partial(verify_on_average, scenarios))


def over_interval(value: dict[str, Any], words: str, scenarios: list[Scenario]) -> Goal:
    """The variance of a share at the worst prevalence of an interval."""
    well_formed("over" not in value, "an interval is over all its priors")
    low, high = rationals(value["interval"], 2)
    well_formed(0 <= low <= high <= 1, "no interval of shares")
    well_formed(not any(at.offset for at in scenarios), "an interval has no offset")
    inside = all(low <= at.prior[1] <= high for at in scenarios)
    well_formed(inside, "a prior is outside the interval")

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        a, b = moments_at_truths(scenarios[0])
        worst = min(max((b - a) / 2, low), high)
        need(value >= a + (b - a) * worst - worst**2, LARGER)

    said = f"a maximum over the shares of truth 1 from {item(low)} to {item(high)} of {words}"
    return Goal(said, scenarios, verify_value, partial(verify_on_average, scenarios))


def verify_on_average(
    scenarios: list[Scenario], paid: Fraction, bound: Fraction, doubts: Doubts
) -> None:
    """What tangents prove, with the weights of the scenarios."""
    need(bound <= averaged(scenarios, [at.proved for at in scenarios]) - paid, UNPROVED)


def averaged(scenarios: list[Scenario], numbers: Vector) -> Fraction:
    """The mean with the weights of the scenarios."""
    return exact_dot([at.weight for at in scenarios], numbers)


def over_scenarios(over: str, words: str, scenarios: Sequence[Scenario]) -> str:
    """The objective with its priors, and with their weights and offsets where there are any."""
    names = ["prior", "weight"] if over == AVERAGE else ["prior"]
    names += ["offset"] if any(at.offset for at in scenarios) else []
    if names == ["prior"]:
        where = f"the priors {item([at.prior for at in scenarios])}"
    else:
        places = [attrgetter(*names)(at) for at in scenarios]
        where = f"({', '.join(names)}) in {item(places)}"
    less = " less the offset" if "offset" in names else ""
    whole = "an average" if over == AVERAGE else "a maximum"
    return f"{whole} over {where} of {words}{less}"
