"""Reports on all numbers of an interval, by a table on equally spaced points and a random shift.

In units of the step h, a number is at t. A shift n is drawn from 0, ..., N - 1 before anything is
known of t; the table then answers for the point above t if N t - n, less the multiple of N that is
next below, is 1 or more, for it with this very probability if it is less than 1, else for the point
below. The report is the number of the table's answer plus h ((n + 1/2)/N - 1/2). Its mean is t, and
given n nothing but the table's answer says anything of t (`rropt.checker.interval_numbers`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.exact import text
from rropt.sampling import randomize
from rropt.sampling.cut_sampling import bernoulli
from rropt.sampling.numbers_column import Source

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

DOUBT = 2.0**-10
"""Places within this of a change of the answer are decided in rationals: doubles are right to 2^-20
of a shift for 500 points with 2^16 shifts each."""


@dataclass(frozen=True)
class ShiftedTable:
    """A table on the points, the number of each report, and N, a power of two up to 2^16."""

    channel: Channel
    points: tuple[Fraction, ...]
    values: tuple[Fraction, ...]
    shifts: int

    @property
    def rule(self) -> str:
        return f"numbers from {text(self.points[0])} to {text(self.points[-1])}"

    def fits(self, numbers: Array) -> NDArray[np.bool_]:
        return (numbers >= float(self.points[0])) & (numbers <= float(self.points[-1]))

    def reports(self, numbers: Array, source: Source) -> list[str]:
        words = np.frombuffer(source(2 * len(numbers)), dtype=np.uint16)
        drawn = words.astype(np.int64) % self.shifts
        answers = randomize(self.channel, self._places(numbers, drawn, source), source)
        step = float(self.points[1] - self.points[0])
        moved = step * ((drawn + 0.5) / self.shifts - 0.5)
        values = np.array([float(value) for value in self.values])
        return [repr(x) for x in (values[answers] + moved).tolist()]

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
        low, high = self.points[0], self.points[-1]
        exact = min(max(Fraction(number), low), high)
        ahead = (exact - low) / (self.points[1] - low) * self.shifts - drawn
        below = ahead // self.shifts
        rest = ahead - below * self.shifts
        return int(below) + bool(rest >= 1 or bernoulli(rest, 1, source)[0])
