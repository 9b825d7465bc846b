"""Reports that name a set of truths, gamma times likelier if the truth is in it: what they can do.

A report y has a support S_y, and with a weight w_y

    P(y | j) = w_y (gamma if j in S_y else 1).

A family of them is drawn from, read, counted and added up without a table. Shares are estimated by
scores x_j(y), which are unbiased: sum_y P(y | i) x_j(y) is one for i = j and zero otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from rropt.channel.profile import Row
from rropt.channel.table import Channel
from rropt.exact.entries import two_valued

CHUNK_CELLS = 1 << 22
"""Truths times people that are held at once: 16 MB of numbers of truths."""


def chunks(rows: int, cells: int, most: int = CHUNK_CELLS) -> Iterator[slice]:
    """So many rows of so many cells in parts that are held at once.

    >>> [(part.start, part.stop) for part in chunks(5, 2, 4)]
    [(0, 2), (2, 4), (4, 6)]
    """
    step = max(1, most // cells)
    return (slice(start, start + step) for start in range(0, rows, step))


Listed = tuple[str, frozenset[int], Fraction]
"""A report: its label, its support and its weight."""


class Dice(Protocol):
    """Exact chance, from whatever source."""

    def below(self, limit: int, count: int) -> np.ndarray:
        """So many whole numbers from 0 on below a limit, all alike."""

    def choice(self, shares: Sequence[Fraction], count: int) -> np.ndarray:
        """So many places, each drawn by these shares."""

    def event(self, chance: Fraction, count: int) -> np.ndarray:
        """So many independent events of this chance."""


@dataclass(frozen=True)
class Supports(ABC):
    """A family of reports on so many truths. Reports of people have a length."""

    truths: int
    gamma: Fraction

    @property
    @abstractmethod
    def name(self) -> str:
        """What the literature calls it."""

    @property
    @abstractmethod
    def reports(self) -> int:
        """So many different ones."""

    @property
    @abstractmethod
    def told_apart(self) -> Channel:
        """A small table that tells its truths apart as this one tells all of them."""

    @property
    @abstractmethod
    def mass(self) -> Fraction:
        """The weights of all reports, added up."""

    @property
    def parity(self) -> Fraction | float:
        """How many times as likely a report is for one truth as for another."""
        return self.gamma

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Every report with its chances."""
        for label, held, weight in self.listed():
            yield label, two_valued(held, self.truths, self.gamma * weight, weight)

    @property
    def empty(self) -> Fraction | None:
        """The weight of reports that are for no truth gamma times as likely; None where that is not
        known."""
        return Fraction(0)

    @property
    @abstractmethod
    def cost_of_counting(self) -> str:
        """Of n reports on k truths, in words."""

    @property
    @abstractmethod
    def form(self) -> str:
        """What a report looks like, in words."""

    @abstractmethod
    def variances(self, shares: Sequence[Fraction]) -> list[Fraction]:
        """n Var of each estimated share, exactly."""

    @abstractmethod
    def second_moments(self, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of each score where nobody is of its truth, the others as these shares say, and where
        everybody is."""

    @abstractmethod
    def listed(self) -> Iterator[Listed]:
        """Every report, one after the other."""

    @abstractmethod
    def drawn(self, truths: np.ndarray, dice: Dice) -> Any:
        """One report for each truth."""

    @abstractmethod
    def counts(self, reports: Any, weights: np.ndarray | None = None) -> np.ndarray:
        """In how many of the supports each truth is, or the weights of these added up."""

    @abstractmethod
    def sums(self, reports: Any, worth: np.ndarray) -> np.ndarray:
        """For each report what the truths of its support are worth together."""

    def entries(self, reports: Any) -> tuple[np.ndarray, np.ndarray]:
        """For each report, a unit of its weight, the chance at truths outside its support, and how
        much larger it is inside."""
        return np.ones(len(reports)), np.full(len(reports), float(self.gamma - 1))

    @abstractmethod
    def estimated(self, reports: Any) -> tuple[np.ndarray, np.ndarray]:
        """The mean scores, which are the unbiased shares, and their standard errors."""

    @abstractmethod
    def scores(self, reports: Any, worth: np.ndarray) -> np.ndarray:
        """For each report sum_j worth_j x_j."""

    @property
    @abstractmethod
    def score_ends(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the largest score of each truth."""

    @property
    def widths(self) -> np.ndarray:
        """From the one to the other."""
        least, largest = self.score_ends
        return largest - least

    @abstractmethod
    def distinct(self, reports: Any) -> tuple[Any, np.ndarray]:
        """Different reports among these, and how often each occurs."""

    @abstractmethod
    def written(self, reports: Any) -> list[str]:
        """Reports as text."""

    @abstractmethod
    def read(self, texts: Sequence[str]) -> tuple[Any, np.ndarray]:
        """A report for each text, and which of them the texts say: the others are anything."""
