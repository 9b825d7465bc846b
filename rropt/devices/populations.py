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


@dataclass(frozen=True)
class WithReplacement:
    """Independent draws, or a sample that is small beside its population."""

    def factor(self, n: int) -> Fraction:
        """Share of the between-truths variance that remains: all of it."""
        return Fraction(1)

    def pair(self, n: int) -> Fraction:
        """Correlation of two respondents' truths."""
        return Fraction(0)


@dataclass(frozen=True)
class WithoutReplacement:
    """n different people out of a population of `size`.

    >>> WithoutReplacement(101).factor(51)
    Fraction(1, 2)
    """

    size: int

    def __post_init__(self) -> None:
        whole(self.size, "population size", 1)

    def factor(self, n: int) -> Fraction:
        """The finite population correction (N - n) / (N - 1)."""
        self._admit(n)
        return Fraction(self.size - n, self.size - 1) if self.size > 1 else Fraction(0)

    def pair(self, n: int) -> Fraction:
        """Correlation of two different people's truths: -1 / (N - 1)."""
        self._admit(n)
        return Fraction(-1, self.size - 1) if self.size > 1 else Fraction(0)

    def _admit(self, n: int) -> None:
        if n > self.size:
            raise InputError(f"n must be at most the population size {self.size}, got {n}")


@dataclass(frozen=True)
class Census:
    """Everybody answers once: n is the population."""

    def factor(self, n: int) -> Fraction:
        """Nothing of the between-truths variance remains."""
        return Fraction(0)

    def pair(self, n: int) -> Fraction:
        """Correlation of two different people's truths: -1 / (n - 1)."""
        return Fraction(-1, n - 1) if n > 1 else Fraction(0)


Population = WithReplacement | WithoutReplacement | Census
WITH_REPLACEMENT = WithReplacement()


def population(size: Any = None, n: int | None = None) -> Population:
    """The population of `size` people: no size means independent draws, size n a census.

    >>> population(), population(10, 10), population(10, 4)
    (WithReplacement(), Census(), WithoutReplacement(size=10))
    """
    if size is None:
        return WITH_REPLACEMENT
    people = whole(size, "population size", 1)
    return Census() if people == n else WithoutReplacement(people)


def population_record(model: Population) -> dict[str, Any]:
    """How people were drawn, for JSON.

    >>> population_record(WithoutReplacement(10))
    {'sampling': 'without replacement', 'size': 10}
    """
    if isinstance(model, WithoutReplacement):
        return {"sampling": "without replacement", "size": model.size}
    return {"sampling": "census" if isinstance(model, Census) else "with replacement"}
