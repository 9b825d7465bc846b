"""A type of patterns on classes of truths: so many high truths in each class, and what it tells.

A type names h_c of the n_c truths of each class, in balanced sets or in all that there are. Its
mean entries are 1 + (gamma - 1) h_c / n_c; about these the squares of a pattern in a class add up
to (gamma - 1)^2 h_c (n_c - h_c) / n_c. Means and squares are all that the information of a type is
made of, whichever of its sets are reported.

A *single* names one truth of a class that nobody else's report names: it is zero at all others, so
the mean entry of its class is 1 / n_c and its squares about it add up to 1 - 1 / n_c.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import floor

import numpy as np

from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.block_design import BlockDesign
from rropt.channel.developed_supports import DevelopedSupports
from rropt.channel.support_family import Dice, Listed
from rropt.exact.block_form import BlockForm, dot
from rropt.exact.entries import scaled, two_valued
from rropt.exact.linear_algebra import products

ONE = Fraction(1)

FEW_TYPES = 64
CHANCE_GRID = 2**192
"""Up to so many types the information is exact; of 340 its numbers have 20,000 digits."""


@dataclass(frozen=True)
class SingleTruth:
    """One truth of this class, and no other."""

    place: int


Type = tuple[int, ...] | SingleTruth
"""How many truths of each class are high, or a truth alone."""


@dataclass(frozen=True)
class PatternType:
    """So many high truths in each class, in sets of these blocks, or in all sets where None."""

    weight: Fraction
    high: tuple[int, ...]
    blocks: tuple[BlockDesign | None, ...]

    @property
    def type(self) -> Type:
        """What means and squares are made of."""
        return self.high

    @property
    def floor(self) -> Fraction:
        """The entry of a truth that is not named, as a share of the report's weight."""
        return ONE

    def rise(self, gamma: Fraction) -> Fraction:
        """How much larger that of a named truth is."""
        return gamma - 1

    def parts(self, sizes: Sequence[int], gamma: Fraction) -> tuple[BalancedSupports, ...]:
        """What is reported of each class."""
        classes = zip(sizes, self.high, self.blocks, strict=True)
        return tuple(_part(n, gamma, h, blocks) for n, h, blocks in classes)


def _part(n: int, gamma: Fraction, high: int, blocks: BlockDesign | None) -> BalancedSupports:
    # A set of none or of all tells nothing within the class.
    if high in (0, n):
        return ConstantSupports(n, gamma, high > 0)
    if high == 1 and blocks is None:
        blocks = _one_each(n)
    if blocks is None:
        return SubsetSupports(n, gamma, high)
    return DevelopedSupports(n, gamma, blocks)


@dataclass(frozen=True)
class SinglePattern(PatternType):
    """Every truth of a class alone: nobody but its people has the report.

    >>> one = SinglePattern.of(Fraction(1, 2), 1, 2)
    >>> one.high, one.type
    ((0, 1), SingleTruth(place=1))
    """

    @staticmethod
    def of(weight: Fraction, place: int, classes: int) -> SinglePattern:
        """Of the class in this place."""
        high = two_valued({place}, classes, 1, 0)
        return SinglePattern(weight, high, (None,) * classes)

    @property
    def type(self) -> Type:
        return SingleTruth(self.high.index(1))

    @property
    def floor(self) -> Fraction:
        return Fraction(0)

    def rise(self, gamma: Fraction) -> Fraction:
        return ONE

    def parts(self, sizes: Sequence[int], gamma: Fraction) -> tuple[BalancedSupports, ...]:
        pairs = zip(sizes, self.high, strict=True)
        return tuple(
            TellingSupports.of(n, gamma) if h and n > 1 else ConstantSupports(n, gamma, h > 0)
            for n, h in pairs
        )


class TellingSupports(DevelopedSupports):
    """A report is the truth itself.

    >>> TellingSupports.of(3, Fraction(2)).reports
    3
    """

    @staticmethod
    def of(truths: int, gamma: Fraction) -> TellingSupports:
        """Of so many truths; the gamma is that of the family that this is a part of."""
        return TellingSupports(truths, gamma, _one_each(truths))

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        return truths.astype(np.int64)


def _one_each(truths: int) -> BlockDesign:
    return BlockDesign.equal("k-ary response", [truths], [[0]])


def class_means(one: Type, sizes: Sequence[int], gamma: Fraction) -> list[Fraction]:
    """The mean entry in each class of a pattern of this type.

    >>> class_means((1, 0), (2, 3), Fraction(3))
    [Fraction(2, 1), Fraction(1, 1)]
    >>> class_means(SingleTruth(1), (2, 3), Fraction(3))
    [Fraction(0, 1), Fraction(1, 3)]
    """
    if isinstance(one, SingleTruth):
        return [Fraction(int(c == one.place), n) for c, n in enumerate(sizes)]
    return [1 + (gamma - 1) * Fraction(h, n) for h, n in zip(one, sizes, strict=True)]


def class_spreads(one: Type, sizes: Sequence[int], gamma: Fraction) -> list[Fraction]:
    """The sum of squares about the mean in each class.

    >>> class_spreads((1, 0), (2, 3), Fraction(3))
    [Fraction(2, 1), Fraction(0, 1)]
    >>> class_spreads(SingleTruth(1), (2, 3), Fraction(3))
    [Fraction(0, 1), Fraction(2, 3)]
    """
    if isinstance(one, SingleTruth):
        return [Fraction(int(c == one.place) * (n - 1), n) for c, n in enumerate(sizes)]
    pairs = zip(one, sizes, strict=True)
    return [(gamma - 1) ** 2 * Fraction(h * (n - h), n) for h, n in pairs]


def class_information(
    sizes: tuple[int, ...],
    shares: Sequence[Fraction],
    gamma: Fraction,
    table: dict[Type, Fraction],
) -> BlockForm:
    """J of types with their weights.

    Of more than `FEW_TYPES` each weight / (q.r) is rounded down to a multiple of 1 / `CHANCE_GRID`:
    the sum is no longer than one of them, and J' <= J.
    """
    masses = [n * q for n, q in zip(sizes, shares, strict=True)]
    rows = [class_means(one, sizes, gamma) for one in table]
    heavy = [w / dot(masses, row) for w, row in zip(table.values(), rows, strict=True)]
    if len(table) > FEW_TYPES:
        heavy = [Fraction(floor(w * CHANCE_GRID), CHANCE_GRID) for w in heavy]
    spreads = [class_spreads(one, sizes, gamma) for one in table]
    lifted = [scaled(row, w) for w, row in zip(heavy, rows, strict=True)]
    means = products(list(zip(*rows, strict=True)), list(zip(*lifted, strict=True)))
    # Rearranged, the squares about a mean are alike in n - 1 directions of sum zero.
    own = [
        dot(heavy, column) / (n - 1) if n > 1 else Fraction(0)
        for n, column in zip(sizes, zip(*spreads, strict=True), strict=True)
    ]
    return BlockForm(sizes, own, means)


@dataclass(frozen=True, eq=False)
class TypeTerms:
    """Second moments of the scores of truths in classes, by the chances that the entries of a type
    give to both: a a where a truth is not named, and (a + b)^2 = a^2 + b (2 a + b) where it is.

    Of each type the weight, and the entries outside its set and how much higher they are inside;
    by type and class the part that is named, and that of the others beside a truth that is; the
    scores' a and b by class, end and type. In fractions or in doubles."""

    weight: np.ndarray
    floor: np.ndarray
    rise: np.ndarray
    named: np.ndarray
    beside: np.ndarray
    scores: np.ndarray

    def in_doubles(self) -> TypeTerms:
        """The same terms."""
        return TypeTerms(*(getattr(self, field.name).astype(float) for field in fields(self)))

    def second_moments(self, totals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """E x_j^2 for each class at no share of j, where the shares of classes are these columns,
        and a unit of its share."""
        levels, slopes = [], []
        every = self.floor[:, None] * totals.sum(axis=0)
        every = every + self.rise[:, None] * (self.named @ totals)
        for c, total in enumerate(totals):
            a, b = self.scores[c]
            named = self.named[:, c]
            more = self.weight * named * b * (2 * a + b)
            risen = more * self.rise
            # Where j is named another truth of its class is by `beside`, no more by `named`.
            less = risen @ (named - self.beside[:, c])
            levels.append((self.weight * a**2 + more) @ every - less * total)
            # A share that is j's own is named for certain, no more beside it.
            slopes.append(risen @ (1 - self.beside[:, c]))
        return np.array(levels), np.array(slopes)


@dataclass(frozen=True)
class ConstantSupports(BalancedSupports):
    """One report, the empty text, whose support is every truth or none.

    >>> ConstantSupports(3, Fraction(2), True).counts(np.zeros(4)).tolist()
    [4, 4, 4]
    """

    held: bool

    @property
    def name(self) -> str:
        return "no report"

    @property
    def own(self) -> Fraction:
        return Fraction(int(self.held))

    @property
    def other(self) -> Fraction:
        return self.own

    @property
    def reports(self) -> int:
        return 1

    @property
    def cost_of_counting(self) -> str:
        return "1"

    @property
    def form(self) -> str:
        return "the empty text"

    def listed(self) -> Iterator[Listed]:
        every = range(self.truths) if self.held else ()
        # A report for all truths at gamma has gamma times its weight, which is one.
        yield "", frozenset(every), ONE / self.gamma if self.held else ONE

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        return np.zeros(len(truths), np.int8)

    def counts(self, reports: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        every = len(reports) if weights is None else float(weights.sum())
        return np.full(self.truths, every if self.held else 0)

    def sums(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        return np.full(len(reports), float(worth.sum()) if self.held else 0.0)

    def written(self, reports: np.ndarray) -> list[str]:
        return [""] * len(reports)

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(len(texts), np.int8), np.array([not text for text in texts], bool)
