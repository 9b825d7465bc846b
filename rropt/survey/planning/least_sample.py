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

    Independent draws and a census: n >= n Var / variance. Without replacement from N people the
    condition (within + between (N - n) / (N - 1)) / n <= variance is linear in n.

    >>> from rropt.devices.populations import CENSUS
    >>> from rropt.devices.survey import warner
    >>> minimum_sample(warner("3/4"), "1/4", "1/1000")
    938
    >>> minimum_sample(warner("3/4"), "1/4", "1/1000", CENSUS)
    750
    """
    wanted = positive(variance, "variance")
    if device.deck is not None:
        return _deck_sample(device, prior, wanted, population)
    within, between = device.within(prior), device.between(prior)
    if population.size is not None:
        return _finite_sample(within, between, wanted, population.size)
    return max(1, ceil((within + population.factor(1) * between) / wanted))


def variance_for_margin(margin: Any, z: Any = "1.96") -> Fraction:
    """The variance whose margin of error is z standard deviations (normal approximation).

    >>> variance_for_margin("0.0196")
    Fraction(1, 10000)
    """
    return (positive(margin, "margin") / positive(z, "z")) ** 2


def _finite_sample(within: Fraction, between: Fraction, wanted: Fraction, size: int) -> int:
    if within > wanted * size:
        raise InputError(
            f"variance {text(wanted)} cannot be reached: a census of {size} has {within / size}"
        )
    # (within + step (N - n)) / n <= wanted, solved for n.
    step = between / (size - 1) if size > 1 else Fraction(0)
    return max(1, ceil((within + step * size) / (wanted + step)))


def _deck_sample(device: Device, prior: Any, wanted: Fraction, population: Population) -> int:
    """Bisection: from two people on, a deck's variance is c0 + c1 / n in every population model."""
    cards = device.deck.cards if device.deck else 0
    if device.variance(prior, 1, population) <= wanted:
        return 1
    low, high = 2, _most(cards, population)
    # c0 + c1 / n is monotone in n: its least value is at an end.
    if high < 2 or min(device.variance(prior, n, population) for n in (low, high)) > wanted:
        raise InputError(f"variance {text(wanted)} cannot be reached with a deck of {cards} cards")

    def enough(n: int) -> bool:
        return device.variance(prior, n, population) <= wanted

    return low if enough(low) else least_whole(enough, low, high)


def _most(cards: int, population: Population) -> int:
    """The most people who can answer: one a card, and no more than there are."""
    return min(cards, population.size) if population.size is not None else cards
