"""Exact draws from a channel that is not written out: a report in a few steps, however many.

Random numbers are whole, from the operating system, and drawn again where a last, incomplete range
would make one of them likelier; chances are those of `Sampler`, exact as well.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from rropt.channel.implicit import ImplicitChannel
from rropt.data.entry_rules import UNFIT, EntryRules
from rropt.data.exact_draws import Source
from rropt.data.sampler import Sampler
from rropt.exact import InputError, over_common_denominator


@dataclass(frozen=True)
class ExactDice:
    """Whole numbers and events, exactly, from a source of random octets."""

    source: Source = os.urandom

    def below(self, limit: int, count: int) -> np.ndarray:
        """So many whole numbers from 0 on below a limit, all alike.

        >>> bool((ExactDice().below(3, 1000) < 3).all())
        True
        """
        most = (1 << 64) // limit * limit
        found = np.frombuffer(self.source(8 * count), np.uint64).copy()
        if most < 1 << 64:
            late = np.flatnonzero(found >= np.uint64(most))
            while late.size:
                found[late] = np.frombuffer(self.source(8 * late.size), np.uint64)
                late = late[found[late] >= np.uint64(most)]
        below: np.ndarray = (found % np.uint64(limit)).astype(np.int64)
        return below

    def choice(self, shares: Sequence[Fraction], count: int) -> np.ndarray:
        """So many places, each drawn by these shares, which add up to one."""
        places: np.ndarray = self._drawn(tuple(shares), count).astype(np.int64)
        return places

    def event(self, chance: Fraction, count: int) -> np.ndarray:
        """So many independent events of this chance."""
        happened: np.ndarray = self._drawn((1 - chance, chance), count).astype(bool)
        return happened

    def _drawn(self, shares: tuple[Fraction, ...], count: int) -> np.ndarray:
        return _sampler(shares)(np.zeros(count, np.uint8), self.source)


@lru_cache(maxsize=64)
def _sampler(shares: tuple[Fraction, ...]) -> Sampler:
    weights, unit = over_common_denominator(shares)
    return Sampler.from_columns((tuple(weights),), unit)


@dataclass(frozen=True)
class ImplicitSampler:
    """Reports as text on answers that are numbers of truths, or their labels."""

    channel: ImplicitChannel

    @property
    def rule(self) -> str:
        """Which answers it takes, in words."""
        return f"numbers of truths from 0 to {self.channel.shape[1] - 1}"

    def fits(self, numbers: np.ndarray) -> np.ndarray:
        """Which of these are numbers of truths."""
        known: np.ndarray = np.isin(numbers, np.arange(self.channel.shape[1]))
        return known

    def reports(self, numbers: np.ndarray, source: Source) -> list[str]:
        """A report on each of some numbers of truths, as text."""
        drawn = self.channel.supports.drawn(numbers.astype(np.int64), ExactDice(source))
        return self.channel.supports.written(drawn)


def randomize_implicit(channel: ImplicitChannel, answers: Iterable[Any]) -> list[str]:
    """A report for each true answer, by its label; an answer that is no truth is refused.

    >>> from rropt.channel.balanced_supports import SubsetSupports
    >>> found = randomize_implicit(ImplicitChannel(SubsetSupports(9, Fraction(3), 2)), [0, 8])
    >>> [len(report.split()) for report in found]
    [2, 2]
    """
    rules = EntryRules()
    given = list(answers)
    places = rules.read_all(given, rules.places(channel.truths))
    wrong = sum(place is None or place == UNFIT for place in places)
    if wrong:
        last = len(channel.truths) - 1
        known = f"labels from {channel.truths[0]!r} to {channel.truths[last]!r}"
        raise InputError(f"answers must be {known}, got {wrong} of {len(given)} that do not fit")
    return ImplicitSampler(channel).reports(np.array(places, np.int64), os.urandom)
