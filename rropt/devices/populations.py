"""Populations: how the respondents were drawn decides part of the variance.

A linear estimator is the mean over n respondents of a score; its variance splits into

    ( within + factor * between ) / n,

within = the randomness of the device, between = the spread of the truths themselves. Sampling
with replacement has factor 1, without replacement from N people (N - n) / (N - 1), a census 0:
with everybody answering once, only the device is random (`sun/dec-all` is this difference).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact import InputError, whole
from rropt.exact.recorded import Recorded


@dataclass(frozen=True)
class Population(Recorded):
    """The people of whom respondents are drawn: so many, or, where no size is said, any number.

    >>> Population(101).factor(51), CENSUS.factor(51), WITH_REPLACEMENT.factor(51)
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 1))
    """

    size: int | None = None
    is_census: bool = False
    """Whether everybody answers once, however many they are."""

    def __post_init__(self) -> None:
        if self.size is not None:
            whole(self.size, "population size", 1)

    def factor(self, n: int) -> Fraction:
        """Share of the between-truths variance that remains: (N - n) / (N - 1)."""
        people = self._people(n)
        if people is None:
            return Fraction(1)
        return Fraction(people - n, people - 1) if people > 1 else Fraction(0)

    def pair(self, n: int) -> Fraction:
        """Correlation of two respondents' truths: -1 / (N - 1) of two different people."""
        people = self._people(n)
        if people is None or people == 1:
            return Fraction(0)
        return Fraction(-1, people - 1)

    def _people(self, n: int) -> int | None:
        if self.is_census:
            return n
        if self.size is not None and n > self.size:
            raise InputError(f"n must be at most the population size {self.size}, got {n}")
        return self.size

    def to_json(self) -> dict[str, Any]:
        """How people were drawn.

        >>> Population(10).to_json()
        {'sampling': 'without replacement', 'size': 10}
        """
        if self.size is not None:
            return {"sampling": "without replacement", "size": self.size}
        return {"sampling": "census" if self.is_census else "with replacement"}


WITH_REPLACEMENT = Population()
"""Independent draws, or a sample that is small beside its population."""

CENSUS = Population(is_census=True)


def population(size: Any = None, n: int | None = None) -> Population:
    """The population of `size` people: no size means independent draws, size n a census.

    >>> population() == WITH_REPLACEMENT, population(10, 10) == CENSUS, population(10, 4).size
    (True, True, 10)
    """
    if size is None:
        return WITH_REPLACEMENT
    people = whole(size, "population size", 1)
    return CENSUS if people == n else Population(people)
