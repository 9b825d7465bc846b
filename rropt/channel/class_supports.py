"""Sets of truths of several types, where truths of a class are alike: few classes of shares.

Truths fall into classes of n_c. A type t has h_c high truths in each class c and the weight w_t:
its reports are all combinations of a set of h_c truths from each class, balanced ones or all, so

    P(type t | j in class c) = w_t (1 + (gamma - 1) h_c / n_c)    adds up to one over the types,

and given the type one's own class has a report of its family at gamma, each other class one at
gamma = 1. With r_t the mean entries of a type, J the information sum_t w_t r r' / (q.r_t) at the
shares q, which is a `BlockForm`, and m_t = q.r_t, the best unbiased estimate has the scores

    x_j = (J^-1 r)_j / m_t = a_tc + b_tc [j in S],    b_tc = own_c(J^-1) (gamma - 1) / m_t.

Where some classes are not protected, or with a delta, the truths of one have besides a single of
the weight w_t: its chance is w_t / n_c at the truth that it names, and zero elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, product
from math import prod

import numpy as np

from rropt.channel.balanced_supports import BalancedSupports, read_numbers
from rropt.channel.pattern_type import (
    PatternType,
    SinglePattern,
    Type,
    TypeTerms,
    class_information,
    class_means,
)
from rropt.channel.profile import Row
from rropt.channel.support_family import Dice, Listed, Supports
from rropt.channel.table import Channel
from rropt.exact import InputError
from rropt.exact.block_form import BlockForm, dot
from rropt.exact.entries import picked, two_valued

ONE = Fraction(1)

MOST_MEASURED = 10
"""Truths of the small table: five classes have 1,024 reports and are composed in seconds."""

TINY = 1e-9
"""Others than one truth: fewer say nothing of theirs in doubles."""

BETWEEN = "/"
"""The parts of a report in writing."""


@dataclass(frozen=True)
class ClassReports:
    """Of people: the type of each, and for a type and class the parts of its people in order."""

    types: np.ndarray
    parts: tuple[tuple[np.ndarray, ...], ...]

    def __len__(self) -> int:
        return len(self.types)

    def people(self) -> Iterator[tuple[np.ndarray, tuple[np.ndarray, ...]]]:
        """Of each type: who reported it, and what."""
        return ((np.flatnonzero(self.types == t), row) for t, row in enumerate(self.parts))


@dataclass(frozen=True)
class ClassSupports(Supports):
    """Types of sets on classes of truths; the estimate is best at these shares of a truth.

    >>> apart = PatternType(Fraction(2, 5), (1, 0), (None, None))
    >>> others = PatternType(Fraction(3, 5), (0, 1), (None, None))
    >>> two = ClassSupports(4, Fraction(3), (1, 3), (Fraction(1, 4),) * 2, (apart, others))
    >>> two.reports, [str(v) for v in two.chances(0)]
    (4, ['6/5', '3/5'])
    """

    sizes: tuple[int, ...]
    shares: tuple[Fraction, ...]
    types: tuple[PatternType, ...]

    @property
    def name(self) -> str:
        types = len(self.types) - len(self._singles)
        classes = len(self.sizes)
        kinds = "type" if types == 1 else "types"
        named = f"sets of {types} {kinds}"
        if classes > 1:
            named = f"{named} in {classes} classes of truths"
        alone = sum(self.sizes[one.high.index(1)] for one in self._singles)
        if not alone:
            return named
        return f"{named}, and {alone} truths, each alone"

    @property
    def _singles(self) -> list[SinglePattern]:
        return [one for one in self.types if isinstance(one, SinglePattern)]

    @property
    def reports(self) -> int:
        total = 0
        for parts in self._others:
            total += prod(part.reports for part in parts)
        return total

    @property
    def mass(self) -> Fraction:
        return sum((one.weight for one in self.types), Fraction(0))

    @property
    def empty(self) -> Fraction:
        flat = (one.weight for one in self.types if not one.floor or not any(one.high))
        return sum(flat, Fraction(0))

    @property
    def parity(self) -> Fraction | float:
        return math.inf if self._singles else self.gamma

    @property
    def cost_of_counting(self) -> str:
        return f"n d with d up to {max(sum(one.high) for one in self.types)}"

    @property
    def form(self) -> str:
        classes = " ".join(f"<report in class {c}>" for c in range(len(self.sizes)))
        parts = classes.replace(" <", f"{BETWEEN}<")
        return f"texts <t>{BETWEEN}{parts} with the number of a type below {len(self.types)}"

    def chances(self, c: int) -> list[Fraction]:
        """Of the types, if the truth is in this class."""
        return [one.weight * row[c] for one, row in zip(self.types, self._rows, strict=True)]

    @cached_property
    def _rows(self) -> list[list[Fraction]]:
        """Of each type the mean entry in each class."""
        return [class_means(one.type, self.sizes, self.gamma) for one in self.types]

    @cached_property
    def _own(self) -> list[tuple[BalancedSupports, ...]]:
        """What is reported of one's own class, by type and class."""
        return [one.parts(self.sizes, self.gamma) for one in self.types]

    @cached_property
    def _others(self) -> list[tuple[BalancedSupports, ...]]:
        """What is reported of a class that the truth is not in."""
        return [tuple(map(_told_nothing, parts)) for parts in self._own]

    @cached_property
    def _places(self) -> list[slice]:
        """The truths of each class."""
        ends = accumulate(self.sizes)
        return [slice(end - n, end) for n, end in zip(self.sizes, ends, strict=True)]

    # --- what it tells ----------------------------------------------------------------------------

    @cached_property
    def told_apart(self) -> Channel:
        """Two truths of each class, by which of them a report names."""
        if sum(min(n, 2) for n in self.sizes) > MOST_MEASURED:
            raise InputError(f"classes must be fewer to be measured, got {len(self.sizes)}")
        masses: dict[tuple[Fraction, ...], Fraction] = {}
        for one in self.types:
            ends = one.floor, one.floor + one.rise(self.gamma)
            laws = map(_named_of_two, self.sizes, one.high)
            for combined in product(*(law.items() for law in laws)):
                entries = picked(ends, chain.from_iterable(bits for bits, _ in combined))
                mass = one.weight * prod((m for _, m in combined), start=ONE)
                masses[entries] = masses.get(entries, Fraction(0)) + mass
        return Channel.from_patterns(list(masses), list(masses.values())).drop_zero_rows()

    @cached_property
    def covariance(self) -> BlockForm:
        """J^-1: the second moments of the scores at the shares."""
        table: dict[Type, Fraction] = {one.type: Fraction(0) for one in self.types}
        for one in self.types:
            table[one.type] += one.weight
        return class_information(self.sizes, self.shares, self.gamma, table).inverse()

    @cached_property
    def _scores(self) -> list[list[tuple[Fraction, Fraction]]]:
        """a and b of each type, by class."""
        found = []
        masses = [n * q for n, q in zip(self.sizes, self.shares, strict=True)]
        # J^-1 acts by `along` on the mean row of a type, by `own` on what is about it.
        along = self.covariance.along_each(self._rows)
        for one, row, image in zip(self.types, self._rows, along, strict=True):
            mean = dot(masses, row)
            tops = [x / mean for x in image]
            slopes = [x * one.rise(self.gamma) / mean for x in self.covariance.own]
            parts = zip(tops, slopes, one.high, self.sizes, strict=True)
            found.append([(top - slope * Fraction(h, n), slope) for top, slope, h, n in parts])
        return found

    def variances(self, shares: Sequence[Fraction]) -> list[Fraction]:
        """Second moments are linear in the share of a truth and in those of the classes."""
        totals = np.array([[sum(shares[place], Fraction(0))] for place in self._places], object)
        levels, slopes = self._exact_terms.second_moments(totals)
        found: list[Fraction] = []
        for place, level, slope in zip(self._places, levels[:, 0], slopes, strict=True):
            found += [level + slope * share - share * share for share in shares[place]]
        return found

    def second_moments(self, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What is left of a class without the part of one truth is of the others."""
        totals = np.array([shares[place].sum() for place in self._places])
        # Where everybody is of a truth nobody says who the others are: as scores are best at.
        best = np.array(self.sizes) * np.array(self.shares, float)
        together = np.column_stack([totals, best, np.eye(len(totals))])
        levels, slopes = self._terms.second_moments(together)
        level, others = (np.repeat(row, self.sizes) for row in levels.T[:2])
        alone = np.repeat(levels[:, 2:].diagonal(), self.sizes)
        rest = (level - shares * alone) / np.maximum(1 - shares, TINY)
        nobody = np.where(1 - shares > TINY, rest, others)
        return np.maximum(nobody, 0.0), alone + np.repeat(slopes, self.sizes)

    @cached_property
    def _exact_terms(self) -> TypeTerms:
        """Of all types, in fractions."""
        columns = zip(*self._scores, strict=True)
        pairs = [(n, [one.high[c] for one in self.types]) for c, n in enumerate(self.sizes)]
        beside = [[Fraction(h - 1, n - 1) if n > 1 else 0 for h in high] for n, high in pairs]
        return TypeTerms(
            np.array([one.weight for one in self.types], object),
            np.array([one.floor for one in self.types], object),
            np.array([one.rise(self.gamma) for one in self.types], object),
            np.array([[Fraction(h, n) for h in high] for n, high in pairs], object).T,
            np.array(beside, object).T,
            np.array([list(zip(*column, strict=True)) for column in columns], object),
        )

    @cached_property
    def _terms(self) -> TypeTerms:
        return self._exact_terms.in_doubles()

    # --- reports ----------------------------------------------------------------------------------

    def listed(self) -> Iterator[Listed]:
        return ((label, held, weight) for _, label, held, weight in self._listed())

    def rows(self) -> Iterator[tuple[str, Row]]:
        for one, label, held, weight in self._listed():
            low = weight * one.floor
            yield label, two_valued(held, self.truths, low + weight * one.rise(self.gamma), low)

    def _listed(self) -> Iterator[tuple[PatternType, str, frozenset[int], Fraction]]:
        """Every report after its type."""
        for t, (one, parts) in enumerate(zip(self.types, self._others, strict=True)):
            for label, held, share in _combined(parts, 0):
                yield one, f"{t}{label}", held, one.weight * share

    def drawn(self, truths: np.ndarray, dice: Dice) -> ClassReports:
        starts = np.array([place.start for place in self._places])
        owner = np.searchsorted(starts, truths, side="right") - 1
        types = np.empty(len(truths), np.int64)
        for c in range(len(self.sizes)):
            some = np.flatnonzero(owner == c)
            types[some] = dice.choice(self.chances(c), len(some))
        parts = []
        for t in range(len(self.types)):
            some = np.flatnonzero(types == t)
            inside = truths[some] - starts[owner[some]]
            pairs = zip(self._own[t], self._others[t], strict=True)
            parts.append(
                tuple(
                    _drawn(own, other, inside, owner[some] == c, dice)
                    for c, (own, other) in enumerate(pairs)
                )
            )
        return ClassReports(types, tuple(parts))

    def counts(self, reports: ClassReports, weights: np.ndarray | None = None) -> np.ndarray:
        found = np.zeros(self.truths, np.int64 if weights is None else float)
        for t, (some, parts) in enumerate(reports.people()):
            found += self._counted(t, parts, None if weights is None else weights[some])
        return found

    def _counted(
        self, t: int, parts: Sequence[np.ndarray], weights: np.ndarray | None = None
    ) -> np.ndarray:
        """Of the reports of one type."""
        pairs = zip(self._others[t], parts, strict=True)
        return np.concatenate([part.counts(reports, weights) for part, reports in pairs])

    def sums(self, reports: ClassReports, worth: np.ndarray) -> np.ndarray:
        found = np.zeros(len(reports))
        for t, (some, parts) in enumerate(reports.people()):
            for c, part in enumerate(self._others[t]):
                found[some] += part.sums(parts[c], worth[self._places[c]])
        return found

    def entries(self, reports: ClassReports) -> tuple[np.ndarray, np.ndarray]:
        floors = np.array([float(one.floor) for one in self.types])
        rises = np.array([float(one.rise(self.gamma)) for one in self.types])
        return floors[reports.types], rises[reports.types]

    def estimated(self, reports: ClassReports) -> tuple[np.ndarray, np.ndarray]:
        """Of each type and truth it is enough to know how often it was named."""
        first = np.zeros(self.truths)
        second = np.zeros(self.truths)
        for t, (some, parts) in enumerate(reports.people()):
            named = self._counted(t, parts)
            low, slope = np.repeat(self._terms.scores[:, :, t], self.sizes, axis=0).T
            first += len(some) * low + named * slope
            second += (len(some) - named) * low**2 + named * (low + slope) ** 2
        n = len(reports)
        value = first / n
        return value, np.sqrt(np.maximum(second / n - value**2, 0.0) / n)

    def scores(self, reports: ClassReports, worth: np.ndarray) -> np.ndarray:
        found = np.zeros(len(reports))
        for t, (some, parts) in enumerate(reports.people()):
            for c, part in enumerate(self._others[t]):
                (a, b) = self._scores[t][c]
                some_worth = worth[self._places[c]]
                sums = part.sums(parts[c], some_worth)
                found[some] += float(a) * some_worth.sum() + float(b) * sums
        return found

    @property
    def score_ends(self) -> tuple[np.ndarray, np.ndarray]:
        """Of each class; of a type that has none or all of a class high there is one score."""
        found = []
        for c, n in enumerate(self.sizes):
            pairs = [
                (row[c], one.high[c]) for row, one in zip(self._scores, self.types, strict=True)
            ]
            ends = [a for (a, _), h in pairs if h < n] + [a + b for (a, b), h in pairs if h]
            found.append((float(min(ends)), float(max(ends))))
        least, largest = np.repeat(found, self.sizes, axis=0).T
        return least, largest

    def distinct(self, reports: ClassReports) -> tuple[ClassReports, np.ndarray]:
        """As they are: of large sets hardly two are alike."""
        return reports, np.ones(len(reports))

    def written(self, reports: ClassReports) -> list[str]:
        texts = [""] * len(reports)
        for t, (some, parts) in enumerate(reports.people()):
            pairs = zip(self._others[t], parts, strict=True)
            columns = [part.written(found) for part, found in pairs]
            for person, *named in zip(some.tolist(), *columns, strict=True):
                texts[person] = BETWEEN.join([str(t), *named])
        return texts

    def read(self, texts: Sequence[str]) -> tuple[ClassReports, np.ndarray]:
        """Text by text: a number of a type, and a part for each class."""
        count = len(self.sizes) + 1
        fields = [text.split(BETWEEN) for text in texts]
        fields = [field if len(field) == count else [""] * count for field in fields]
        types, right = read_numbers([field[0] for field in fields], len(self.types))
        types[~right] = -1
        parts = []
        for t, others in enumerate(self._others):
            some = np.flatnonzero(types == t)
            found = []
            for c, part in enumerate(others, 1):
                reports, fits = part.read([fields[person][c] for person in some.tolist()])
                found.append(reports)
                right[some] &= fits
            parts.append(tuple(found))
        return ClassReports(types, tuple(parts)), right


def _told_nothing(part: BalancedSupports) -> BalancedSupports:
    """What somebody reports of a class that is not theirs: every set as likely as any other."""
    return replace(part, gamma=ONE)


def _named_of_two(n: int, high: int) -> dict[tuple[int, ...], Fraction]:
    """Which of two truths of a class are in a set of a balanced family; of one, if it is alone."""
    if n == 1:
        return {(high,): ONE}
    pairs = Fraction(1, n * (n - 1))
    one = high * (n - high) * pairs
    both = high * (high - 1) * pairs
    none = (n - high) * (n - high - 1) * pairs
    return {(1, 1): both, (1, 0): one, (0, 1): one, (0, 0): none}


def _combined(parts: Sequence[BalancedSupports], start: int) -> Iterator[Listed]:
    """Every combination of a report for each class, truths numbered from the start on."""
    if not parts:
        yield "", frozenset(), ONE
        return
    for label, held, share in parts[0].listed():
        here = frozenset(start + j for j in held)
        for other, more, rest in _combined(parts[1:], start + parts[0].truths):
            yield f"{BETWEEN}{label}{other}", here | more, share * rest


def _drawn(
    own: BalancedSupports,
    other: BalancedSupports,
    truths: np.ndarray,
    inside: np.ndarray,
    dice: Dice,
) -> np.ndarray:
    """Parts of reports for one class, in which some of the truths are."""
    mine = own.drawn(truths[inside], dice)
    found = np.empty((len(truths), *mine.shape[1:]), mine.dtype)
    found[inside] = mine
    found[~inside] = other.drawn(np.zeros(int((~inside).sum()), np.int64), dice)
    return found
