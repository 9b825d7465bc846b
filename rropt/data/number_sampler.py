"""Reports on numbers: by a table of listed ones, by a table or windows and a random shift, by a
random cut.

What is no number, or does not fit, is counted and never shown.

A shift: in units of the step h, a number is at t. A shift n is drawn from 0, ..., N - 1 before
anything is known of t; the table then answers for the point above t if N t - n, less the multiple
of N that is next below, is 1 or more, for it with this very probability if it is less than 1, else
for the point below. The report is the number of the table's answer plus h ((n + 1/2)/N - 1/2). Its
mean is t, and given n nothing but the table's answer says anything of t.

Windows of equally spaced numbers in place of the table: at a place one of four ways is drawn by its
chance, a window of all, a window that has the place inside, or one of the two reports of a card.
Windows are drawn by their weights, those that must have the place inside until one has. Chances are
decided in whole numbers, so every one is exactly what the certificate says.

A cut, for numbers of an interval without a grid (`rropt.design.worst.random_cut`): whatever the cut
is, the answer about it is true with exactly the probability gamma / (gamma + n - 1) of a randomized
response on n answers. The cuts have 53 random bits and are computed in doubles, so the mean of the
reports is right to about 2^-50 of the largest report.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.data.exact_draws import Source
from rropt.data.sampler import ExactDice, Sampler, randomize
from rropt.exact import InputError, exact, text

Array = NDArray[np.float64]

SHOWN = 10
"""Numbers in a message about a list of them."""


class NumberSampler(Protocol):
    """A mechanism that answers numbers by reports in writing."""

    @property
    def rule(self) -> str:
        """Which numbers it answers, in words."""

    def fits(self, numbers: Array) -> NDArray[np.bool_]:
        """Which of these are among them; a nan is not."""

    def reports(self, numbers: Array, source: Source) -> list[str]:
        """A report on each of some numbers that fit."""


def randomize_numbers(
    sampler: NumberSampler, numbers: Iterable[Any], source: Source = os.urandom
) -> list[str]:
    """A report on each number.

    >>> sampler = ListedNumbers(Channel.identity(2), (Fraction(0), Fraction(1)))
    >>> randomize_numbers(sampler, [0, 1.0, "1"])
    ['0', '1', '1']
    """
    given = number_array(numbers)
    fits = sampler.fits(given)
    if not fits.all():
        unfit = f"{int((~fits).sum())} of {len(given)} that do not fit"
        raise InputError(f"answers must be {sampler.rule}, got {unfit}")
    return sampler.reports(given, source)


def number_array(numbers: Iterable[Any]) -> Array:
    """The numbers as doubles, nan where there is none.

    >>> number_array([1, "1/4", 0.5, "x", None, True]).tolist()
    [1.0, 0.25, 0.5, nan, nan, nan]
    """
    if isinstance(numbers, np.ndarray) and numbers.ndim == 1 and numbers.dtype.kind in "iuf":
        return numbers.astype(np.float64)
    return np.array([_double(number) for number in numbers], dtype=np.float64)


def _double(number: Any) -> float:
    if isinstance(number, float):
        return float(number)
    try:
        return float(exact(number, "answers"))
    except (InputError, OverflowError):
        return float("nan")


@dataclass(frozen=True)
class ListedNumbers:
    """A table whose truths are numbers, in the order of the points."""

    channel: Channel
    points: tuple[Fraction, ...]

    @property
    def rule(self) -> str:
        return f"among {', '.join(map(text, sorted(self.points)[:SHOWN]))}"

    def fits(self, numbers: Array) -> NDArray[np.bool_]:
        return np.isin(numbers, self._doubles)

    def reports(self, numbers: Array, source: Source) -> list[str]:
        order = np.argsort(self._doubles)
        places = order[np.searchsorted(self._doubles[order], numbers)]
        return [self.channel.reports[i] for i in randomize(self.channel, places, source)]

    @property
    def _doubles(self) -> Array:
        return np.array([float(point) for point in self.points])


Indices = NDArray[np.int64]

DOUBT = 2.0**-10
"""Places within this of a change of the answer are decided in rationals: doubles are right to 2^-20
of a shift for 500 points with 2^16 shifts each."""


@dataclass(frozen=True)
class Shifted:
    """Answers for the points of a grid, and N, a power of two up to 2^16, for all between them."""

    points: tuple[Fraction, ...]
    shifts: int

    def answers(self, places: Indices, source: Source) -> Array:
        """The numbers that are told for the points at these places."""
        raise NotImplementedError

    @property
    def rule(self) -> str:
        return f"numbers from {text(self.points[0])} to {text(self.points[-1])}"

    def fits(self, numbers: Array) -> NDArray[np.bool_]:
        return (numbers >= float(self.points[0])) & (numbers <= float(self.points[-1]))

    def reports(self, numbers: Array, source: Source) -> list[str]:
        words = np.frombuffer(source(2 * len(numbers)), dtype=np.uint16)
        # N divides 2^16, so that the remainder of 16 bits is uniform.
        drawn = words.astype(np.int64) % self.shifts
        told = self.answers(self._places(numbers, drawn, source), source)
        step = float(self.points[1] - self.points[0])
        moved = step * ((drawn + 0.5) / self.shifts - 0.5)
        return [repr(x) for x in (told + moved).tolist()]

    def _places(
        self, numbers: Array, drawn: NDArray[np.int64], source: Source
    ) -> NDArray[np.int64]:
        """The points that the table answers for."""
        scale = self.shifts / float(self.points[1] - self.points[0])
        ahead = (numbers - float(self.points[0])) * scale - drawn
        below = np.floor(ahead / self.shifts).astype(np.int64)
        rest = ahead - below * self.shifts
        places = below + (rest >= 1)
        open_ = (rest < 1 + DOUBT) | (rest > self.shifts - DOUBT)
        for i in np.flatnonzero(open_):
            places[i] = self._place(float(numbers[i]), int(drawn[i]), source)
        return places

    def _place(self, number: float, drawn: int, source: Source) -> int:
        """The same in rationals."""
        low = self.points[0]
        high = self.points[-1]
        exact = min(max(Fraction(number), low), high)
        ahead = (exact - low) / (self.points[1] - low) * self.shifts - drawn
        below = ahead // self.shifts
        rest = ahead - below * self.shifts
        return int(below) + bool(rest >= 1 or ExactDice(source).event(rest, 1)[0])


@dataclass(frozen=True)
class ShiftedTable(Shifted):
    """A table on the points, and the number of each report."""

    channel: Channel
    values: tuple[Fraction, ...]

    def answers(self, places: Indices, source: Source) -> Array:
        values = np.array([float(value) for value in self.values])
        return values[randomize(self.channel, places, source)]


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
        answers = _responses(cuts.truth(places), cuts.three, self.gamma, source)
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

    def truth(self, places: Array) -> NDArray[Any]:
        """The true answer at each place; with one cut what lies on it counts as below."""
        below = np.where(places < self.lower, 1, np.where(self.three, 2, 1))
        return np.where(places > self.upper, 0, below)


def draw_cuts(mechanism: CutMechanism, number: int, source: Source) -> DrawnCuts:
    """Cuts, drawn before anything is known of the numbers."""
    low, high = map(float, mechanism.lengths)
    gamma = float(mechanism.gamma)
    c = (high - low) / 2
    square = low * high
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
    # The upper 53 bits are a double exactly.
    words = np.frombuffer(source(8 * number), dtype=np.uint64)
    return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _responses(
    truth: NDArray[Any], three: NDArray[np.bool_], gamma: Fraction, source: Source
) -> NDArray[Any]:
    """A randomized response each: with two answers 0 and 1, with three 0, 1 and 2."""
    others = np.where(three, 2, 1)
    stays = np.zeros(len(truth), dtype=bool)
    dice = ExactDice(source)
    for answers in (2, 3):
        here = others == answers - 1
        share = gamma / (gamma + answers - 1)
        stays[here] = dice.event(share, int(here.sum()))
    # Of three answers both others are as likely.
    shift = 1 + (dice.event(Fraction(1, 2), len(truth)) & three)
    return (truth + np.where(stays, 0, shift)) % (others + 1)


Window = tuple[int, int, int, Fraction]
"""The first and the last place, a whole weight, and the number that is told."""

ALL, INSIDE, UPPER, LOWER = range(4)
"""The ways: among all windows, among those with the place inside, the two reports of the card."""


@dataclass(frozen=True)
class ShiftedWindows(Shifted):
    """Windows at the points of a grid, and the chances of the card's two reports at each."""

    gamma: Fraction
    unit: Fraction
    """Of the weights."""

    windows: tuple[Window, ...]
    card: tuple[tuple[Fraction, Fraction], ...]

    def answers(self, places: Indices, source: Source) -> Array:
        ways = self._ways(places, source)
        told = np.where(ways == UPPER, float(self.points[-1]), float(self.points[0]))
        left = np.flatnonzero(ways < UPPER)
        firsts, lasts, values = self._columns
        while left.size:
            drawn = self._by_weight(np.zeros(left.size, np.uint8), source)
            inside = (firsts[drawn] <= places[left]) & (places[left] <= lasts[drawn])
            kept = inside | (ways[left] == ALL)
            told[left[kept]] = values[drawn[kept]]
            left = left[~kept]
        return told

    def _ways(self, places: Indices, source: Source) -> Indices:
        dice = ExactDice(source)
        ways = np.empty(len(places), np.int64)
        # Numbers at one place have the same chances.
        order = np.argsort(places, kind="stable")
        starts = np.flatnonzero(np.diff(places[order], prepend=-1))
        for mine in np.split(order, starts)[1:]:
            ways[mine] = dice.choice(self.chances(int(places[mine[0]])), len(mine))
        return ways

    def chances(self, place: int) -> tuple[Fraction, ...]:
        """Of the four ways, at a place."""
        every = self.unit * self._weight
        inside = self.unit * (self.gamma - 1) * self._inside[place]
        upper = self.card[place][0]
        return every, inside, upper, 1 - every - inside - upper

    @cached_property
    def _weight(self) -> int:
        return sum(weight for _, _, weight, _ in self.windows)

    @cached_property
    def _inside(self) -> list[int]:
        """The weight of the windows that have each place inside."""
        changes = [0] * (len(self.points) + 1)
        for first, last, weight, _ in self.windows:
            changes[first] += weight
            changes[last + 1] -= weight
        return list(accumulate(changes))

    @cached_property
    def _by_weight(self) -> Sampler:
        weights = tuple(weight for _, _, weight, _ in self.windows)
        return Sampler.from_columns((weights,), self._weight)

    @cached_property
    def _columns(self) -> tuple[Indices, Indices, Array]:
        """The first and the last place of each window, and what it tells."""
        firsts, lasts, _, values = zip(*self.windows, strict=True)
        return np.array(firsts), np.array(lasts), np.array(values, float)
