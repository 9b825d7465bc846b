"""What so many reports of two numbers keep of a mean: by the law of their counts.

A respondent with the number t gives the larger report with a chance that is linear in t, so that
the estimate is as far from the mean as the count of larger reports from its expectation, times the
distance of the two reports. In a fixed group of two numbers the count is a sum of two binomial
ones, for each part of the group that has the larger number. Where respondents are drawn, or numbers
lie between, the chances of a group may be any between those of the ends: of all with the same mean
the binomial count is least often near to it (Hoeffding 1956, theorem 5).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rropt.design.answer_facts import numbers_of
from rropt.estimating.reference_drops import DEVIATIONS, RARE
from rropt.planning.survey_power import ROUNDING
from rropt.utility.worst_case import POPULATION

if TYPE_CHECKING:
    from rropt.design.answer import Answer

MOST_COUNTS = 1_000
"""Likely counts of a group, a deviation of some 60: one count more or less is 0.001 of a chance."""

MOST_CHANCES = 300_000
"""Of the counts of all groups that are tried, 40 ms: all parts of 1,000 reports at epsilon 1."""

ROUNDED = 1e-13
"""Of a chance, for each report: a product of so many characteristic functions is rounded so."""

MOST_DRAWN = 10_000
"""Reports of any chance between: from here on the normal margin is held to 0.001."""

MOST_PLACES = 500
"""Places of a mean at which a count leaves the margin."""

HALVINGS = 30


@dataclass(frozen=True)
class TwoReports:
    """The chances of the larger report at the least number and at the largest one.

    `apart` is the distance of the reports, `between` says that every chance between occurs.
    """

    low: float
    high: float
    apart: float
    between: bool

    @staticmethod
    def of(design: Answer) -> TwoReports | None:
        """Of a design whose reports have two numbers."""
        mean = design.problem.objective
        if mean.everywhere:
            return None
        reports = numbers_of(design)
        if len(set(reports)) != 2:
            return None
        least, largest = min(reports), max(reports)
        apart = largest - least
        # The expectation of the reports is the number itself.
        low, high = ((t - least) / apart for t in (min(mean.values), max(mean.values)))
        between = mean.respondents == POPULATION or len(set(mean.values)) > 2
        return TwoReports(float(low), float(high), float(apart), between)

    def margin(self, n: int, level: float) -> float:
        """The least that n reports keep at this level whatever the numbers; 0 where counts are too
        many to list, or their chances as good as the risk.

        >>> round(TwoReports(0.25, 0.75, 2.0, False).margin(4, 0.8), 6)
        0.75
        """
        risk = 1 - level
        counts = self._of_drawn(n, risk) if self.between else self._of_two(n, risk)
        return counts * (1 + ROUNDING) * self.apart / n

    def _of_two(self, n: int, risk: float) -> float:
        """The counts by which a group misses, of all parts that may have the larger number."""
        deviation = math.sqrt(n * max(p * (1 - p) for p in (self.low, self.high)))
        reach = min(n, math.ceil(DEVIATIONS * deviation + RARE))
        width = 2 * reach + 1
        if width > MOST_COUNTS or risk < n * ROUNDED:
            return 0.0
        tried = min(n + 1, MOST_CHANCES // width)
        larger = np.linspace(0, n, tried).round()[:, None]
        # Products of the reports' characteristic functions, at frequencies that tell counts apart.
        turned = np.exp(-2j * math.pi * np.fft.rfftfreq(width)) - 1
        ends = [np.log(1 + p * turned) for p in (self.low, self.high)]
        chances = np.fft.irfft(np.exp((n - larger) * ends[0] + larger * ends[1]), width, axis=1)
        expected = (n - larger) * self.low + larger * self.high
        away = abs((np.arange(width) - expected + reach) % width - reach)
        order = np.argsort(-away, axis=1)
        beyond = np.cumsum(np.take_along_axis(chances, order, axis=1), axis=1)
        kept = (beyond <= risk).sum(axis=1, keepdims=True)
        farthest = np.take_along_axis(away, np.take_along_axis(order, kept, axis=1), axis=1)
        # Counts of a part that is not tried are like those of one that is, but for up to a half.
        return float(farthest.max()) + (0.5 if tried <= n else 0.0)

    def _of_drawn(self, n: int, risk: float) -> float:
        """The counts by which n reports of any chance between miss, by halving."""
        if n > MOST_DRAWN:
            return 0.0
        kept, missed = float(n), 0.0
        for _ in range(HALVINGS):
            middle = (kept + missed) / 2
            if self._missed(n, middle) <= risk:
                kept = middle
            else:
                missed = middle
        return kept

    def _missed(self, n: int, away: float) -> float:
        """The largest chance of a count farther than this from its expectation.

        Between two chances at which a count leaves the margin those of the same counts add up to a
        function without an inner minimum: it is least where one has just left, or at an end.
        """
        from scipy.special import bdtr, bdtrc

        first, last = n * self.low, n * self.high
        leaving = np.arange(math.ceil(first - away), math.floor(last + away) + 1)
        leaving = leaving[(leaving >= 0) & (leaving <= n)]
        leaving = leaving[:: len(leaving) // MOST_PLACES + 1]
        ends = np.array([first, last])
        # The expectation, the least count within the margin and the largest one.
        below = leaving + away, leaving + 1, np.floor(leaving + 2 * away)
        above = leaving - away, np.ceil(leaving - 2 * away), leaving - 1
        at_ends = ends, np.ceil(ends - away), np.floor(ends + away)
        columns = zip(below, above, at_ends, strict=True)
        expected, least, largest = (np.concatenate(column) for column in columns)
        inside = (first <= expected) & (expected <= last)
        chance = np.clip(expected[inside] / n, 0, 1)
        lower = bdtr(np.clip(least[inside] - 1, 0, n), n, chance)
        lower[least[inside] < 1] = 0
        upper = bdtrc(np.clip(largest[inside], 0, n), n, chance)
        return float((lower + upper).max())
