"""Reports by a random cut: numbers of an interval without a grid (`rropt.design.worst.random_cut`).

The privacy is exact: whatever the cut is, the answer about it is true with exactly the probability
gamma / (gamma + n - 1) of a randomized response on n answers. The cuts have 53 random bits and are
computed in doubles, so the mean of the reports is right to about 2^-50 of the largest report.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.exact import text

Source = Callable[[int], bytes]
Array = NDArray[np.float64]

WORD = 64
"""Bits of a draw; where they leave a comparison with a rational open, it is drawn again exactly."""


@dataclass(frozen=True)
class CutMechanism:
    """The ends of the interval, the level that is obeyed, and the lengths of the cut."""

    low: Fraction
    high: Fraction
    gamma: Fraction
    lengths: tuple[Fraction, Fraction]

    @property
    def rule(self) -> str:
        return f"numbers from {text(self.low)} to {text(self.high)}"

    def fits(self, numbers: Array) -> NDArray[np.bool_]:
        return (numbers >= float(self.low)) & (numbers <= float(self.high))

    def reports(self, numbers: Array, source: Source) -> list[str]:
        middle = float((self.low + self.high) / 2)
        half = float((self.high - self.low) / 2)
        places = (numbers - middle) / half
        cuts = draw_cuts(self, len(numbers), source)
        truth = np.where(places > cuts.upper, 0, np.where(places < cuts.lower, 1, 2))
        answers = _responses(truth, cuts.three, self.gamma, source)
        told = cuts.values[np.arange(len(numbers)), answers]
        return [repr(x) for x in (middle + half * told).tolist()]


@dataclass(frozen=True)
class DrawnCuts:
    """Cuts with two or three answers, in units in which the numbers are -1 to 1.

    A number is above the upper cut, below the lower one, or between; two answers have one cut.
    """

    upper: Array
    lower: Array
    values: Array
    """Of the answers above, below, between: a row a cut."""

    three: NDArray[np.bool_]


def draw_cuts(mechanism: CutMechanism, number: int, source: Source) -> DrawnCuts:
    """Cuts, drawn before anything is known of the numbers."""
    low, high = map(float, mechanism.lengths)
    gamma = float(mechanism.gamma)
    c, square = (high - low) / 2, low * high
    last = 1 - (1 - c) ** 2 / low
    log = np.log(high / low)
    within = (gamma + 1) / (gamma - 1) * log / 2
    beyond = within + 2 * (gamma + 1) * (last - c) / ((gamma - 1) * (low + high))
    kind, place, side = (_uniform(number, source) for _ in range(3))
    w = low * np.exp(place * log)
    sign = np.where(side < 0.5, 1.0, -1.0)
    outer = sign * (c + place * (last - c))
    inner = kind < within
    three = kind >= beyond
    cut = np.where(inner, (w - square / w) / 2, outer)
    upper = np.where(three, last + place * (1 - last), cut)
    above = np.where(inner, w, np.where(sign > 0, high, low))
    below = np.where(inner, -square / w, np.where(sign > 0, -low, -high))
    values = np.stack(
        [np.where(three, high, above), np.where(three, -high, below), np.zeros(number)], axis=1
    )
    return DrawnCuts(upper, np.where(three, -upper, upper), values, three)


def _uniform(number: int, source: Source) -> Array:
    """Multiples of 2^-53 in [0, 1)."""
    words = np.frombuffer(source(8 * number), dtype=np.uint64)
    found: Array = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return found


def _responses(
    truth: NDArray[Any], three: NDArray[np.bool_], gamma: Fraction, source: Source
) -> NDArray[Any]:
    """A randomized response each: with two answers 0 and 1, with three 0, 1 and 2."""
    truth = np.where(three, truth, np.minimum(truth, 1))
    others = np.where(three, 2, 1)
    stays = np.zeros(len(truth), dtype=bool)
    for answers in (2, 3):
        here = others == answers - 1
        share = gamma / (gamma + answers - 1)
        stays[here] = bernoulli(share, int(here.sum()), source)
    shift = 1 + (bernoulli(Fraction(1, 2), len(truth), source) & three)
    changed: NDArray[Any] = (truth + np.where(stays, 0, shift)) % (others + 1)
    return changed


def bernoulli(share: Fraction, number: int, source: Source) -> NDArray[np.bool_]:
    """True with exactly this probability: words below its first bits, the rest drawn on."""
    whole, rest = divmod(share.numerator << WORD, share.denominator)
    words = np.frombuffer(source(WORD // 8 * number), dtype=np.uint64)
    found = words < np.uint64(whole)
    if rest:
        for i in np.flatnonzero(words == np.uint64(whole)):
            found[i] = bernoulli(Fraction(rest, share.denominator), 1, source)[0]
    return found
