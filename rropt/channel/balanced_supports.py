"""Supports in which every two truths are alike.

The supports are *balanced* where the chance q that the support of a report on one truth holds
another truth is the same for every two truths; p is the chance that it holds one's own. All that
has been proposed for frequencies of many categories is of this form (Wang, Blocki, Li and Jha,
USENIX Security 2017, call it pure): k-ary response, subset selection, block designs, Hadamard
response, unary encodings, hashing. So p, q and gamma say how well shares are estimated and what a
report reveals: with N_j of n supports that hold truth j

    share_j = (N_j / n - q) / (p - q),    n Var share_j = m_j (1 - m_j) / (p - q)^2,

m_j = q + (p - q) share_j, and the second has N_j / n in place of m_j where it is estimated.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from rropt.channel.block_design import BlockDesign, subsets_name
from rropt.channel.support_family import Dice, Listed, Supports, chunks
from rropt.channel.table import Channel
from rropt.channel.written_sets import MOST_DIGITS, WrittenSets

HALF = 0.5
"""Between none and one, of sums of ones that are off by rounding."""


@dataclass(frozen=True)
class BalancedSupports(Supports):
    """A family in which all truths are alike."""

    @property
    @abstractmethod
    def own(self) -> Fraction:
        """p: the chance that the support holds the truth."""

    @property
    @abstractmethod
    def other(self) -> Fraction:
        """q: the chance that it holds another given truth."""

    @property
    def spread(self) -> Fraction:
        """p - q."""
        return self.own - self.other

    @cached_property
    def told_apart(self) -> Channel:
        """What tells two truths apart, as a table of three reports; all pairs are alike."""
        # With r the chance of both, p - r = gamma (q - r), so that q - r = (p - q) / (gamma - 1).
        apart = self.spread / (self.gamma - 1)
        high = self.gamma * apart
        same = 1 - (self.gamma + 1) * apart
        rows = [[high, apart], [apart, high], [same, same]]
        names = ["it is named and not the other", "the other is named", "both or none"]
        return Channel.from_rows(rows, names, ["it", "the other"]).drop_zero_rows()

    @property
    def mass(self) -> Fraction:
        """Those that hold a truth add up to p / gamma, the others to 1 - p."""
        return self.own / self.gamma + 1 - self.own

    def variances(self, shares: Sequence[Fraction]) -> list[Fraction]:
        """m_j (1 - m_j) / (p - q)^2."""
        spread = self.spread
        other = self.other
        held = [other + spread * share for share in shares]
        return [chance * (1 - chance) / spread**2 for chance in held]

    def second_moments(self, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(m - 2 q m + q^2) / (p - q)^2 with m = q and p, whoever the others are."""
        q = float(self.other)
        moments = [
            (m * (1 - 2 * q) + q * q) / float(self.spread) ** 2 for m in (q, float(self.own))
        ]
        nobody, everybody = (np.full(self.truths, moment) for moment in moments)
        return nobody, everybody

    def total_variance(self, squares: Fraction) -> Fraction:
        """n times the sum of the variances, by the sum of the squared shares: (sum_j m_j (1 - m_j))
        / (p - q)^2 with sum m = k q + p - q."""
        k = self.truths
        q = self.other
        spread = self.spread
        held = k * q + spread
        # sum_j m_j^2, as shares add up to one.
        of_squares = k * q**2 + 2 * q * spread + spread**2 * squares
        return (held - of_squares) / spread**2

    @property
    def worth(self) -> Fraction:
        """The sum of the variances of the shares from one report, at equal shares."""
        return self.total_variance(Fraction(1, self.truths))

    def estimated(self, reports: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By the part of the supports that hold each truth."""
        part = self.counts(reports) / len(reports)
        errors = np.sqrt(part * (1 - part) / len(reports)) / float(self.spread)
        return self.share_of(part), errors

    def share_of(self, part: np.ndarray) -> np.ndarray:
        """The shares at which such parts of the supports are expected to hold the truths."""
        return (part - float(self.other)) / float(self.spread)

    def scores(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        """([j in S] - q) / (p - q)."""
        held = self.sums(reports, worth) - float(self.other) * worth.sum()
        return held / float(self.spread)

    @property
    def score_ends(self) -> tuple[np.ndarray, np.ndarray]:
        """-q / (p - q) and (1 - q) / (p - q)."""
        least = np.full(self.truths, -float(self.other) / float(self.spread))
        return least, least + 1 / float(self.spread)

    def distinct(self, reports: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By sorting."""
        rows, times = np.unique(reports, axis=0, return_counts=True)
        return rows, times


@dataclass(frozen=True)
class SubsetSupports(BalancedSupports):
    """All sets of one size: a report is the ascending list of its truths.

    >>> subsets = SubsetSupports(4, Fraction(3), 2)
    >>> str(subsets.own), str(subsets.other), subsets.reports
    ('3/4', '5/12', 6)
    """

    size: int

    @property
    def name(self) -> str:
        return subsets_name(self.size)

    @property
    def own(self) -> Fraction:
        high = self.gamma * self.size
        return high / (high + self.truths - self.size)

    @property
    def other(self) -> Fraction:
        # Beside one's own a set holds d - p others on average, all alike.
        return (self.size - self.own) / (self.truths - 1)

    @property
    def reports(self) -> int:
        return comb(self.truths, self.size)

    @property
    def cost_of_counting(self) -> str:
        return f"n d with d = {self.size}"

    @property
    def form(self) -> str:
        return self._sets.form

    @property
    def _sets(self) -> WrittenSets:
        return WrittenSets(self.truths, self.size)

    def listed(self) -> Iterator[Listed]:
        # The sets that hold a truth add up to p = w gamma C(k - 1, d - 1).
        weight = 1 / (comb(self.truths - 1, self.size - 1) / self.own * self.gamma)
        for chosen in combinations(range(self.truths), self.size):
            yield " ".join(map(str, chosen)), frozenset(chosen), weight

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        found = np.empty((len(truths), self.size), np.min_scalar_type(self.truths))
        for some in chunks(len(truths), self.truths):
            found[some] = self._some(truths[some], dice)
        return found

    def _some(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        """One's own truth by its chance, and others until the set is full.

        In each round as many others are drawn as are missing, so that a set never has too many;
        which others it has in the end is alike for all, as no draw knows one from another.
        """
        count = len(truths)
        people = np.arange(count)
        own = dice.event(self.own, count)
        # The smaller of the two parts is drawn: the last of a large one would take long to hit.
        fewer_inside = 2 * self.size <= self.truths
        inside = self.size - own
        drawn = inside if fewer_inside else self.truths - 1 - inside
        held = np.zeros((count, self.truths), bool)
        missing = drawn
        while missing.any():
            whose = np.repeat(people, missing)
            other = dice.below(self.truths - 1, len(whose))
            # Numbers from one's own on move up by one: all truths but one's own.
            held[whose, other + (other >= truths[whose])] = True
            missing = drawn - np.count_nonzero(held, axis=1)
        if not fewer_inside:
            held = ~held
        held[people, truths] = own
        return np.nonzero(held)[1].reshape(count, self.size)

    def counts(self, reports: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        found = np.zeros(self.truths, np.int64 if weights is None else float)
        for column in reports.T:
            found += np.bincount(column, weights, self.truths)
        return found

    def sums(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        found = np.zeros(len(reports))
        for column in reports.T:
            found += worth[column]
        return found

    def written(self, reports: np.ndarray) -> list[str]:
        return self._sets.written(reports)

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        return self._sets.read(texts)


@dataclass(frozen=True)
class DevelopedSupports(BalancedSupports):
    """The moves of base blocks: a report is the number n of a base block and a move s, as n K + s.

    The blocks may be of K points, more than truths: the truths are the first of them.

    >>> plane = BlockDesign.equal("plane of order 2", [7], [[0, 1, 3]])
    >>> str(DevelopedSupports(7, Fraction(3), plane).other)
    '5/13'
    """

    blocks: BlockDesign

    @property
    def name(self) -> str:
        return self.blocks.name

    @property
    def own(self) -> Fraction:
        high = self.gamma * self.blocks.size
        return high / (high + self._points - self.blocks.size)

    @property
    def other(self) -> Fraction:
        return (self.blocks.size - self.own) / (self._points - 1)

    @property
    def empty(self) -> Fraction:
        """Of blocks without any of the first points."""
        if self.truths == self._points:
            return Fraction(0)
        # Which moves of each base block name some truth.
        held = self.sums(np.arange(self._numbers), np.ones(self.truths)) > HALF
        missed = (~held).reshape(-1, self._points).sum(axis=1).tolist()
        parts = (n * share for n, share in zip(missed, self.blocks.shares, strict=True))
        return self._total * sum(parts, Fraction(0)) / self._points

    @property
    def _total(self) -> Fraction:
        """The weights of all blocks, added up."""
        return self._points / (self._points + (self.gamma - 1) * self.blocks.size)

    @property
    def reports(self) -> int:
        return self.blocks.reports

    @property
    def cost_of_counting(self) -> str:
        bases = len(self.blocks.base)
        return "n + k log k" if bases == 1 else f"n + {bases} k log k"

    @property
    def form(self) -> str:
        return f"whole numbers below {self._numbers}"

    @property
    def _points(self) -> int:
        return self.blocks.truths

    @property
    def _numbers(self) -> int:
        return self._points * len(self.blocks.base)

    def listed(self) -> Iterator[Listed]:
        for number, block, share in self.blocks.numbered():
            held = frozenset(x for x in block if x < self.truths)
            yield str(number), held, self._total * share

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        count = len(truths)
        size = self.blocks.size
        held = dice.event(self.own, count)
        chosen = dice.choice(self.blocks.shares, count)
        element = np.empty(count, np.int64)
        inside, outside = self._elements
        for limit, some, elements in (
            (size, held, inside),
            (self._points - size, ~held, outside),
        ):
            people = np.flatnonzero(some)
            place = dice.below(limit, len(people)) + limit * chosen[people]
            element[people] = elements.ravel().take(place)
        # The truth is in B + s where s is the truth less an element of B.
        move = self.blocks.minus(truths, element)
        return chosen * self._points + self._named(chosen, move)

    @cached_property
    def _elements(self) -> tuple[np.ndarray, np.ndarray]:
        """What is in each base block, and what is not."""
        every = np.arange(self._points)
        outside = [np.setdiff1d(every, block) for block in self.blocks.base]
        return np.array(self.blocks.base), np.array(outside)

    def _named(self, chosen: np.ndarray, move: np.ndarray) -> np.ndarray:
        """The least of the moves that give the same block."""
        for number, kept in enumerate(self.blocks.unmoved):
            if len(kept) > 1:
                some = np.flatnonzero(chosen == number)
                move[some] = np.min([self.blocks.plus(move[some], s) for s in kept], axis=0)
        return move

    def counts(self, reports: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        times = np.bincount(reports, weights, self._numbers)
        # Truth x is in B + s as often as the moves convolved with B say.
        found = self._convolved(times.reshape(-1, *self.blocks.group), forward=True)
        summed: np.ndarray = found.sum(axis=0).reshape(-1)[: self.truths]
        return summed if weights is not None else np.rint(summed).astype(np.int64)

    def sums(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        points = np.zeros(self._points)
        points[: self.truths] = worth
        spread = np.broadcast_to(
            points.reshape(self.blocks.group), (len(self.blocks.base), *self.blocks.group)
        )
        # What B + s holds is worth the correlation of the worth with B.
        found = self._convolved(spread, forward=False).reshape(-1)
        return found[reports]

    def _convolved(self, values: np.ndarray, forward: bool) -> np.ndarray:
        """Each base block's values, added up over its moves or over its elements, fast."""
        axes = tuple(range(1, values.ndim))
        sizes = self.blocks.group
        spectrum = self._spectrum if forward else np.conj(self._spectrum)
        transformed = np.fft.rfftn(values, axes=axes) * spectrum
        return np.fft.irfftn(transformed, s=sizes, axes=axes)

    @cached_property
    def _spectrum(self) -> np.ndarray:
        held = np.zeros((len(self.blocks.base), self._points))
        for number, block in enumerate(self.blocks.base):
            held[number, list(block)] = 1
        shaped = held.reshape(-1, *self.blocks.group)
        return np.fft.rfftn(shaped, axes=tuple(range(1, shaped.ndim)))

    def written(self, reports: np.ndarray) -> list[str]:
        return written_numbers(reports, self._numbers)

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        return read_numbers(texts, self._numbers)


def read_numbers(texts: Sequence[str], limit: int) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers below a limit, and which texts are such.

    >>> read_numbers(["3", "4", "x"], 4)[1].tolist()
    [True, False, False]
    """
    number_of = {text: _number(text, limit) for text in set(texts)}
    numbers = np.fromiter(map(number_of.__getitem__, texts), np.int64, len(texts))
    return np.maximum(numbers, 0), numbers >= 0


def _number(report: str, limit: int) -> int:
    """Below a limit; -1 for what is none."""
    plain = report.isdecimal() and report.isascii() and len(report) <= MOST_DIGITS
    return int(report) if plain and int(report) < limit else -1


def written_numbers(numbers: np.ndarray, limit: int) -> list[str]:
    """As text, which is made once for each number below the limit where these are fewer.

    >>> written_numbers(np.array([2, 0, 2]), 3)
    ['2', '0', '2']
    """
    if limit > len(numbers):
        return list(map(str, numbers.tolist()))
    return np.array([str(n) for n in range(limit)], object)[numbers].tolist()
