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

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from rropt.channel.block_design import subsets_name
from rropt.channel.support_family import Dice, Listed, Supports, chunks
from rropt.channel.table import Channel
from rropt.exact.entries import picked

MOST_LISTED = 64
"""Truths of which sets are lists of numbers however many are named."""

MOST_DIGITS = 18
"""Of a number in a report."""

BITS = "x"
"""Before hexadecimal digits, which a program that reads a table might else take for a number."""


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
    """All sets of one size.

    As text a set is its truths in ascending order, or k bits where these are shorter: x and
    hexadecimal digits, that of truth 0 first. Half of 2,925 truths are 733 signs so, and 6,700 as
    numbers. Up to 64 truths, whose sets people read, they are always numbers. Both are read.

    >>> subsets = SubsetSupports(4, Fraction(3), 2)
    >>> str(subsets.own), str(subsets.other), subsets.reports, subsets.written(np.array([[0, 3]]))
    ('3/4', '5/12', 6, ['0 3'])
    >>> half = SubsetSupports(100, Fraction(3), 50)
    >>> half.written(np.array([range(50)])) == ["x" + "f" * 12 + "c" + "0" * 13]
    True
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
        if self._as_bits:
            return (
                f"{BITS} and {self._digits} hexadecimal digits, whose bits say of each of "
                f"{self.truths} truths in order whether it is one of {self.size}; or these as "
                "numbers in ascending order with blanks between"
            )
        many = f"{self.size} different whole numbers" if self.size > 1 else "whole numbers"
        return f"{many} below {self.truths}, in ascending order with blanks between"

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
        """Set by set: twenty million numbers at once would be a gigabyte of objects."""
        if not self._as_bits:
            names = [str(truth) for truth in range(self.truths)]
            return [" ".join(picked(names, one.tolist())) for one in reports]
        found = []
        for part in chunks(len(reports), self.truths):
            some = reports[part]
            bits = np.zeros((len(some), self.truths), bool)
            np.put_along_axis(bits, some.astype(np.int64), True, axis=1)
            found += [BITS + octets.tobytes().hex() for octets in np.packbits(bits, axis=1)]
        return found

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """The sets, many at once, and which texts are such."""
        numbers = np.zeros((len(texts), self.size), np.min_scalar_type(self.truths))
        right = np.zeros(len(texts), bool)
        for part in chunks(len(texts), self.truths):
            some = texts[part]
            for wanted, read in ((self._list, self._lists_in), (self._bits, self._bits_in)):
                places = [place for place, text in enumerate(some) if wanted.fullmatch(text)]
                found, fits = read([some[place] for place in places])
                chosen = part.start + np.array(places, np.int64)[fits]
                numbers[chosen] = found[fits]
                right[chosen] = True
        return numbers, right

    def _lists_in(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Numbers, and which of them ascend and are truths."""
        found = np.fromstring(" ".join(texts), np.int64, sep=" ").reshape(-1, self.size)
        return found, (np.diff(found, axis=1) > 0).all(axis=1) & (found[:, -1] < self.truths)

    def _bits_in(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Numbers of the bits that are set, and which texts have so many of them."""
        octets = bytes.fromhex("".join(text[len(BITS) :] for text in texts))
        packed = np.frombuffer(octets, np.uint8).reshape(len(texts), self._digits // 2)
        bits = np.unpackbits(packed, axis=1)
        # Bits behind the last truth must be zero, or two texts would say one set.
        fits = (bits.sum(axis=1) == self.size) & ~bits[:, self.truths :].any(axis=1)
        found = np.zeros((len(texts), self.size), np.int64)
        found[fits] = np.nonzero(bits[fits])[1].reshape(-1, self.size)
        return found, fits

    @property
    def _as_bits(self) -> bool:
        longer = self.size * (len(str(self.truths)) + 1) > len(BITS) + self._digits
        return self.truths > MOST_LISTED and longer

    @property
    def _digits(self) -> int:
        """Of whole octets."""
        return 2 * -(-self.truths // 8)

    @property
    def _list(self) -> re.Pattern[str]:
        digits = rf"[0-9]{{1,{MOST_DIGITS}}}"
        return re.compile(rf"{digits}(?: {digits}){{{self.size - 1}}}")

    @property
    def _bits(self) -> re.Pattern[str]:
        return re.compile(rf"{BITS}[0-9a-f]{{{self._digits}}}")


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
