"""How many respondents a device needs for an estimate of a wanted variance."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from rropt.devices.model import Device
from rropt.devices.populations import WITH_REPLACEMENT, Population
from rropt.exact import InputError, positive, text
from rropt.survey.line_search import least_whole


def minimum_sample(
    device: Device, prior: Any, variance: Any, population: Population = WITH_REPLACEMENT
) -> int:
    """The least n for which the estimate has at most the wanted variance.

    >>> from rropt.devices.populations import CENSUS
    >>> from rropt.devices.survey import warner
    >>> minimum_sample(warner("3/4"), "1/4", "1/1000")
    938
    >>> minimum_sample(warner("3/4"), "1/4", "1/1000", CENSUS)
    750
    """
    wanted = positive(variance, "variance")

    def enough(n: int) -> bool:
        return device.variance(prior, n, population) <= wanted

    if enough(1):
        return 1
    # One a card, and no more than there are; drawn one by one it is that of one over n.
    cards = [device.deck.cards] if device.deck else []
    people = [population.size] if population.size else []
    most = min([*cards, *people], default=ceil(device.variance(prior, 1, population) / wanted))
    # That of a deck may rise too, but is c0 + c1 / n from two people on: it is least at an end.
    if most > 1 and enough(2):
        return 2
    if not enough(most):
        all_have = text(device.variance(prior, most, population))
        raise InputError(
            f"variance {text(wanted)} cannot be reached: all {most} who can answer have {all_have}"
        )
    return least_whole(enough, 2, most)


def variance_for_margin(margin: Any, z: Any = "1.96") -> Fraction:
    """The variance whose margin of error is z standard deviations (normal approximation).

    >>> variance_for_margin("0.0196")
    Fraction(1, 10000)
    """
    return (positive(margin, "margin") / positive(z, "z")) ** 2
