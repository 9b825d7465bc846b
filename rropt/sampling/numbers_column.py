"""Reports on columns of numbers: what is no number, or does not fit, is counted and never shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.exact import InputError, exact, text
from rropt.sampling import randomize

Source = Callable[[int], bytes]
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
