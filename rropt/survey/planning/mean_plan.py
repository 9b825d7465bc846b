"""A survey for a mean of numbers: how many reports, or what so many reach.

The value of a design is the variance of one report, at the worst number or as the design says: the
estimate from n reports of a fixed group has at most that over n. The interval that `estimate`
reports has the spread of the numbers in it as well, at most a quarter of the squared width. A
margin is at least what the sum of so few reports keeps whatever the numbers are; in the limit it is
the normal one.

What so many reports keep is told by the law of their sum. A respondent with the number t gives the
report i with the chance p_i(t), and the estimate is the mean of the numbers x_i of the reports. Put
on places a step apart, their sum has the product of the respondents' characteristic functions for
its own, and one Fourier transform has its chances. Groups in which all have one number, and all
parts of two of them, the least, the largest and the one of the widest reports, are tried: no group
of other numbers was found to be farther from its mean by more than a hundredth.

Reports on all numbers of an interval are told from places a small step apart. Windows have the
chances of their certificate at the points of its grid, and a shift in place of which two places
have its variance. Of random cuts some that fill what they are drawn from evenly stand for all. What
is between two places is parted among them, so that means are kept and a variance grows by a quarter
of the squared step at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, count
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.data.number_sampler import CutMechanism, draw_cuts
from rropt.design.answer import Answer
from rropt.design.answer_facts import numbers_of
from rropt.exact import InputError
from rropt.survey.estimated_mean import number_sampler
from rropt.survey.planning.questions import Question
from rropt.survey.planning.survey_power import least_kept, root
from rropt.utility.worst_case import POPULATION, Mean

if TYPE_CHECKING:
    from rropt.data.exact_draws import Source
    from rropt.data.number_sampler import ShiftedWindows
    from rropt.design.answer import Answer


@dataclass(frozen=True)
class MeanOfNumbers(Question):
    """The mean of numbers by a design for it.

    >>> from rropt.design.solve import solve
    >>> from rropt.privacy import LocalDP
    >>> from rropt.survey.planning import plan
    >>> bit = MeanOfNumbers(solve(LocalDP("ln(3)"), Mean([0, 1])))
    >>> plan(bit, stderr="0.01").n, plan(bit, n=7500).stderr
    (7500, 0.01)
    """

    design: Answer

    is_of_design = True
    has_sides = False
    of_interval = (
        "half-width of the interval, at most",
        "the interval of the estimate, with the spread of the numbers: half-width at most",
    )

    def variance(self, channel: Any) -> Fraction:
        """Of one report around its number; of a population with the spread of the numbers."""
        return Fraction(self.design.certificate.data["value"])

    def power(self, channel: Any, n: int, alpha: Fraction, sides: int) -> float:
        raise InputError("power must be left out for a mean: give margin or stderr, or n")

    def held_margin(
        self, channel: Any, n: int, level: Fraction, simultaneous: bool = False
    ) -> float:
        """By the law of the sum of so few reports."""
        return self._margin(n, float(level))

    def found_by(self, method: str, held: float) -> str:
        limit = "normal" if method == "likelihood" else method
        return "enumerated" if held else limit

    def widest_interval(self, squared: Fraction) -> float:
        return root(squared * (self.variance(None) + self.spread))

    @property
    def spread(self) -> Fraction:
        """What that of the numbers adds to the variance of a report, at most."""
        if self.design.problem.objective.respondents == POPULATION:
            return Fraction(0)
        # Numbers in an interval of width w have a variance of at most w^2 / 4 (Popoviciu).
        return self.widest**2

    @property
    def widest(self) -> Fraction:
        objective: Mean = self.design.problem.objective
        return (max(objective.values) - min(objective.values)) / 2

    @cached_property
    def _margin(self) -> Callable[[int, float], float]:
        """What so many reports keep; a search asks for most numbers twice."""
        return lru_cache(maxsize=128)(ReportLaws.of(self.design).margin)


MOST_FAR = 300
"""Of the widest error of a report that a sum is away, a deviation of some 60: from here on one more
or less is 0.001 of a chance."""

MOST_PLACES = 16_384
"""Of the sums of a group, 3 ms."""

MOST_CHANCES = 300_000
"""Of the sums of all groups that are tried, 60 ms."""

MOST_STEPS = 500
"""That are tried: up to a fiftieth of the width of the reports all of them."""

LEAST_TRIED = 9
"""Parts of two numbers."""

FINE, MOVED = 1 / 400, 2.0
"""Of the deviation of a report: what putting it on places may change; so many deviations of it are
added to a margin, 0.003 of it. Without them five people held 0.894 where 0.9 was said."""

MOST_ALIKE = 12
"""Numbers that all people of a group have: each has its own least few reports that are not it."""

ROUNDED = 1e-13
"""Of a chance, for each report: a product of so many characteristic functions is rounded so."""

UNSEEN = 1e-3
"""Of a risk: sums that are farther than all places."""

NEVER = 1e-300
"""In place of nothing, whose logarithm cannot be multiplied with nobody."""

WIDER = 1.001
"""Times the variance at the ends: what is more than rounding."""


@dataclass(frozen=True, eq=False)
class ReportLaws:
    """The `chances` of the `reports`, a column for each of the numbers of the truths in increasing
    order; `drawn` says that respondents are drawn from a population, `shares` those of the only
    group that is planned."""

    reports: np.ndarray
    truths: np.ndarray
    chances: np.ndarray
    drawn: bool = False
    shares: np.ndarray | None = None

    @staticmethod
    def of(design: Answer) -> ReportLaws:
        """Of a design for a mean, by its table or by how it answers numbers of an interval."""
        mean = design.problem.objective
        drawn = mean.respondents == POPULATION
        if mean.everywhere:
            return ReportLaws(*law_on_places(design), drawn)
        truths = np.array([float(t) for t in mean.values])
        order = np.argsort(truths)
        reports = np.array([float(x) for x in numbers_of(design)])
        chances = design.channel.to_numpy()[:, order]
        shares = None if mean.prior is None else np.array([float(p) for p in mean.prior])[order]
        return ReportLaws(reports, truths[order], chances, drawn, shares)

    def margin(self, n: int, level: float) -> float:
        """The least that n reports keep at this level whatever the numbers; 0 where their sums are
        too many to list, or their chances as good as the risk.

        >>> turned = np.array([[0.75, 0.25], [0.25, 0.75]])
        >>> bit = ReportLaws(np.array([-0.5, 1.5]), np.array([0.0, 1.0]), turned)
        >>> round(bit.margin(4, 0.8), 6)
        0.75
        """
        risk = 1 - level
        reach = self._reach(n, risk)
        if reach > MOST_FAR * self._farthest or risk < n * ROUNDED:
            return 0.0
        step, places, errors = self._places(reach)
        sums = _quick(2 * math.ceil(reach / step) + 2)
        masses = np.zeros((sums, len(self.truths)))
        np.add.at(masses, places % sums, self.chances)
        turned = np.fft.rfft(masses, axis=0)
        centres = places @ self.chances
        parts, moved = self._parts(n, MOST_CHANCES // sums)
        if self.drawn:
            laws = np.fft.irfft((parts @ turned.T / n) ** n, sums)
        else:
            laws = np.fft.irfft(np.exp(parts @ np.log(turned + NEVER).T), sums)
        # Sums are told up to a multiple of so many: each is the one that is nearest.
        away = (np.arange(sums) - (parts @ centres)[:, None] + sums / 2) % sums - sums / 2
        kept = least_kept(abs(away), laws, risk)
        # Sums of a part that is not tried are like those of one that is, but for where they begin.
        between = min(0.5, moved * float(np.ptp(centres)) / 2)
        rounded = min(n * abs(errors).max(), MOVED * math.sqrt(n * self._spread(errors)))
        return float((kept + between) * step + rounded) / n

    @property
    def _farthest(self) -> float:
        """The widest error of a report."""
        return float(np.abs(self.reports[:, None] - self.truths).max())

    @property
    def _variances(self) -> np.ndarray:
        """Of a report at each number."""
        found: np.ndarray = ((self.reports[:, None] - self.truths) ** 2 * self.chances).sum(axis=0)
        return found

    def _reach(self, n: int, risk: float) -> float:
        """How far from its expectation a sum is but for a small part of the risk: Bernstein."""
        spread = np.ptp(self.truths) ** 2 / 4 if self.drawn else 0.0
        tail = math.log(2 / (UNSEEN * risk))
        linear = tail * self._farthest / 3
        root = math.sqrt(linear**2 + 2 * tail * n * float(self._variances.max() + spread))
        return min(linear + root, n * self._farthest)

    def _spread(self, errors: np.ndarray) -> Any:
        """The largest variance of what has these values at the reports, a row a case."""
        return (errors**2 @ self.chances - (errors @ self.chances) ** 2).max(axis=-1)

    def _places(self, reach: float) -> tuple[float, np.ndarray, np.ndarray]:
        """The longest step that puts the reports nearly where they are, the places, and what they
        are moved."""
        least = self.reports.min()
        span = float(np.ptp(self.reports))
        most = max(1.0, MOST_PLACES * span / (2 * reach))
        steps = np.unique(np.geomspace(1, most, MOST_STEPS).astype(int))[:, None]
        exact = (self.reports - least) / span * steps
        errors = (exact - exact.round()) / steps * span
        spread = self._spread(errors)
        good = spread <= FINE**2 * self._variances.max()
        chosen = int(good.argmax() if good.any() else spread.argmin())
        return span / float(steps[chosen, 0]), exact[chosen].round().astype(int), errors[chosen]

    def _parts(self, n: int, most: int) -> tuple[np.ndarray, float]:
        """How many of a group have each number, a row a group, and the respondents between two."""
        if self.shares is not None:
            return np.diff((n * self.shares.cumsum()).round(), prepend=0.0)[None], 0.0
        numbers = len(self.truths)
        if not self.drawn and numbers > 2 and math.comb(n + numbers - 1, n) <= most:
            groups = combinations_with_replacement(range(numbers), n)
            return np.array([np.bincount(group, minlength=numbers) for group in groups]), 0.0
        alone = np.eye(numbers)
        variances = self._variances
        ends = {0, numbers - 1}
        if variances.max() > WIDER * variances[list(ends)].max():
            ends.add(int(variances.argmax()))
        pairs = list(combinations(sorted(ends), 2))
        tried = max(LEAST_TRIED, most // len(pairs))
        every = tried > n and not self.drawn
        larger = np.linspace(0, n, n + 1 if every else tried)[:, None]
        if not self.drawn:
            larger = larger.round()
        rows = [(n - larger) * alone[i] + larger * alone[j] for i, j in pairs]
        alike = n * alone[:: numbers // MOST_ALIKE + 1]
        return np.concatenate([alike, *rows]), 0.0 if every else n / (tried - 1)


def _quick(least: int) -> int:
    """The next number of few prime factors, an even one, whose transform is quick.

    >>> _quick(6), _quick(1_009), _quick(16_411)
    (6, 1024, 17408)
    """
    unit = 1 << max(1, least.bit_length() - 5)
    return math.ceil(least / unit) * unit


Law = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Reports, numbers that people have, and the chances of the reports, a column a number."""

NUMBERS = 9
"""Equally spaced ones, whose reports vary nearly alike."""

PLACES_EACH = 25
"""Places to a standard deviation of a report: its variance grows by 4e-4 at most."""

CUTS = 2**14
"""Their reports have the means of the numbers to 3e-3 of the largest report: 30 ms."""

TURN = 0.8191725133961645
"""1 / x with x^4 = x + 1: multiples of its powers fill a cube evenly (Roberts 2018)."""


def law_on_places(design: Answer) -> Law:
    """Of a design for the mean of all numbers of an interval."""
    sampler: Any = number_sampler(design)
    law = _of_cuts if isinstance(sampler, CutMechanism) else _of_windows
    reports, numbers, chances = law(sampler)
    spread = ((reports[:, None] - numbers) ** 2 * chances).sum(axis=0).max() ** 0.5
    span = np.ptp(reports)
    steps = int(np.ceil(span / spread * PLACES_EACH))
    at = (reports - reports.min()) / span * steps
    below = np.minimum(at.astype(int), steps - 1)
    part = (at - below)[:, None]
    placed = np.zeros((steps + 1, NUMBERS))
    np.add.at(placed, below, (1 - part) * chances)
    np.add.at(placed, below + 1, part * chances)
    return np.linspace(reports.min(), reports.max(), steps + 1), numbers, placed


def _of_windows(sampler: ShiftedWindows) -> Law:
    points = np.array(sampler.points, float)
    places = np.linspace(0, len(points) - 1, NUMBERS).round().astype(int)
    firsts, lasts, weights, told = np.array(sampler.windows, float).T[:, :, None]
    inside = (firsts <= places) & (places <= lasts)
    chances = float(sampler.unit) * weights * np.where(inside, float(sampler.gamma), 1.0)
    card = [[float(x) for x in sampler.chances(place)[2:]] for place in places.tolist()]
    law = np.concatenate([chances, np.transpose(card)])
    reports = np.append(told, points[[-1, 0]])
    moved = (points[1] - points[0]) / 12**0.5
    both = np.concatenate([reports - moved, reports + moved])
    return both, points[places], np.tile(law / 2, (2, 1))


def _of_cuts(sampler: CutMechanism) -> Law:
    numbers = np.linspace(float(sampler.low), float(sampler.high), NUMBERS)
    middle, half = (numbers[0] + numbers[-1]) / 2, (numbers[-1] - numbers[0]) / 2
    cuts = draw_cuts(sampler, CUTS, _evenly())
    truth = cuts.truth(((numbers - middle) / half)[:, None])
    gamma = float(sampler.gamma)
    answers = np.where(cuts.three, 3, 2)
    of_each = [
        np.where(truth == answer, gamma, 1.0) * (answer < answers) / (gamma + answers - 1)
        for answer in range(3)
    ]
    reports = middle + half * cuts.values.T.ravel()
    return reports, numbers, np.concatenate(of_each, axis=1).T / CUTS


def _evenly() -> Source:
    """Words that fill a cube evenly, in place of drawn ones: a side each time."""
    sides = count(1)

    def source(size: int) -> bytes:
        parts = np.arange(size // 8) * TURN ** next(sides) % 1
        return (parts * 2.0**64).astype(np.uint64).tobytes()

    return source
