"""Classes of truths whose shares are alike, and a prior that is constant in them, for any shares.

With classes in the order of falling shares let S_i be the sum of the i largest and T_i that of a
prior v with one share a class. Where T >= S at every i, with T = S at the last, v majorises the
shares, and no table does better at the shares than the best at v (`uneven_shares` of the checker).
T is a polygon with corners at the ends of classes, S concave. What a lift of T costs at a corner is
how much more a unit of mass is worth in the class after it than in the class before (`worth`).
Corners are the cheapest by a linear program, classes by dynamic programming on (truths) (difference
of shares) (difference of worth), eight times what an even slope costs; in the first and last one,
where T begins and ends on S, the lift is four times as large.

**What types of patterns on classes tell.** All that matters of a pattern is how many truths h_c of
each class of n_c truths are high. With x_c = h_c / n_c, the masses m = sum q_c n_c (1 + (gamma - 1)
x_c) and a weight W for each type, the information about differences in a class, and between classes
in an orthonormal basis B of the vectors that are constant in classes and sum to zero, is (gamma -
1)^2 times

    a_c = sum_t W_t n_c x_c (1 - x_c) / ((n_c - 1) m),    T = sum_t W_t (B'x)(B'x)' / m,

linear in the weights.

Where some classes are not protected no truth of theirs is high, and each of them has a single: the
row that is one at it and zero at all others, of all truths of the class together with x_c =
1 / ((gamma - 1) n_c), the mass q_c and n_c / (gamma - 1)^2 in place of n_c x_c (1 - x_c) n_c.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby, pairwise, product
from math import ceil

import numpy as np

from rropt.channel.pattern_type import SingleTruth, Type
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs

GRID = 2**40
LIFTS = (1e-9, 1e-8, 1e-7, 1e-6, 1e-5)
"""Corners are raised by what the linear program lacks, and up to a grid."""

AT_ENDS = 4
"""How much more the first and the last class are lifted."""


@dataclass(frozen=True)
class ShareClasses:
    """Sizes, the share of every truth, by classes, and the share a class of a prior for bounds."""

    sizes: tuple[int, ...]
    lists: tuple[tuple[Fraction, ...], ...]
    prior: tuple[Fraction, ...]
    alone: tuple[int, ...] = ()
    """The classes that are not protected, where others are."""

    @staticmethod
    def of(shares: Sequence[Fraction], number: int) -> ShareClasses | None:
        """So many classes of shares that fall or rise; None for others.

        >>> found = ShareClasses.of([Fraction(x, 10) for x in (4, 3, 2, 1)], 2)
        >>> found.sizes, [str(x) for x in found.means], found.prior[0] >= Fraction(7, 20)
        ((2, 2), ['7/20', '3/20'], True)
        """
        if not fall_or_rise(shares):
            return None
        falling = sorted(shares, reverse=True)
        sizes = class_sizes(np.array([float(q) for q in falling]), number)
        ends = [0, *accumulate(sizes)]
        lists = [tuple(falling[a:b]) for a, b in pairwise(ends)]
        prior = majorant(falling, sizes)
        if list(shares) == falling:
            return ShareClasses(sizes, tuple(lists), prior)
        mirrored = tuple(row[::-1] for row in lists[::-1])
        return ShareClasses(sizes[::-1], mirrored, prior[::-1])

    @staticmethod
    def even(sizes: tuple[int, ...], shares: tuple[Fraction, ...]) -> ShareClasses:
        """Classes of one share each."""
        lists = tuple((q,) * n for n, q in zip(sizes, shares, strict=True))
        return ShareClasses(sizes, lists, shares)

    @staticmethod
    def protecting(shares: Sequence[Fraction], protected: Iterable[int]) -> ShareClasses:
        """Runs of truths of one share that are all protected, or none of them.

        >>> quarter = Fraction(1, 4)
        >>> found = ShareClasses.protecting([quarter] * 4, [0])
        >>> found.sizes, found.alone
        ((1, 3), (1,))
        """
        chosen = set(protected)
        runs = groupby((q, j in chosen) for j, q in enumerate(shares))
        counted = [(kind, len(list(run))) for kind, run in runs]
        sizes = tuple(n for _, n in counted)
        found = ShareClasses.even(sizes, tuple(q for (q, _), _ in counted))
        alone = (c for c, ((_, is_protected), _) in enumerate(counted) if not is_protected)
        return replace(found, alone=tuple(alone))

    @staticmethod
    def of_one_truth(shares: Sequence[Fraction], least: Fraction) -> ShareClasses:
        """The first truth and all others; a prior with this share for each of the others, which
        nobody is below, majorises any shares.

        >>> found = ShareClasses.of_one_truth([Fraction(x, 10) for x in (2, 5, 3)], Fraction(0))
        >>> found.sizes, found.are_of_one_truth
        ((1, 2), True)
        """
        first, *others = shares
        prior = 1 - len(others) * least, least
        return ShareClasses((1, len(others)), ((first,), tuple(others)), prior)

    @property
    def are_of_one_truth(self) -> bool:
        """Whether all people of the prior have one truth, which is a class alone."""
        return self.prior == (1, 0) and self.sizes[0] == 1

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean share of each class."""
        return tuple(sum(row, Fraction(0)) / len(row) for row in self.lists)

    @property
    def are_even(self) -> bool:
        """Whether the truths of each class have one share."""
        return all(len(set(row)) == 1 for row in self.lists)

    @property
    def squares(self) -> Fraction:
        """The sum of the squares of all shares."""
        return sum((q * q for row in self.lists for q in row), Fraction(0))


def fall_or_rise(shares: Sequence[Fraction]) -> bool:
    """Whether the shares stand in order.

    >>> fall_or_rise([3, 2, 2]), fall_or_rise([2, 2, 3]), fall_or_rise([2, 3, 2])
    (True, True, False)
    """
    falling = sorted(shares, reverse=True)
    return list(shares) in (falling, falling[::-1])


def worth(shares: np.ndarray) -> np.ndarray:
    """About what a unit of mass is worth at these shares, as a share of all.

    It rises most where k q is about one, as was seen with shares as 1/j at epsilon 1 and 3.
    """
    return 1 / (1 + len(shares) * shares) - 0.03 * np.log(shares)


def class_sizes(falling: np.ndarray, number: int) -> tuple[int, ...]:
    """Of classes with the least sum of (truths) (difference of shares) (difference of worth).

    >>> class_sizes(np.array([0.5, 0.1, 0.1, 0.1, 0.1, 0.1]), 2)
    (1, 5)
    """
    k, values = len(falling), worth(falling)
    starts = np.arange(k)
    best = np.full(k + 1, np.inf)
    best[0] = 0.0
    origins = []
    for _ in range(number):
        reached, origin = np.full(k + 1, np.inf), np.zeros(k + 1, dtype=int)
        for end in range(1, k + 1):
            apart = (falling[:end] - falling[end - 1]) * (values[end - 1] - values[:end])
            apart[0] *= AT_ENDS
            costs = best[:end] + (end - starts[:end]) * apart * (AT_ENDS if end == k else 1)
            origin[end] = costs.argmin()
            reached[end] = costs[origin[end]]
        best = reached
        origins.append(origin)
    ends = [k]
    for origin in reversed(origins):
        ends.append(int(origin[ends[-1]]))
    return tuple(b - a for a, b in pairwise(ends[::-1]) if b > a)


def majorant(falling: Sequence[Fraction], sizes: Sequence[int]) -> tuple[Fraction, ...]:
    """A share a class: the polygon above all partial sums that costs least.

    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> [round(float(v), 6) for v in majorant([half, quarter, quarter], [1, 2])]
    [0.5, 0.25]
    """
    ends = [0, *accumulate(sizes)]
    sums = np.array([float(s) for s in accumulate(falling, initial=Fraction(0))])
    corners = np.eye(len(ends))
    polygon = np.array([np.interp(range(len(sums)), ends, corner) for corner in corners]).T
    rises = np.diff(corners, axis=0)
    values = worth(np.array([float(q) for q in falling]))
    means = np.array([values[a:b].mean() for a, b in pairwise(ends)])
    costs = np.concatenate([[0.0], np.diff(means) + 1e-6, [0.0]])
    limits = corners[-1], np.append(0.0, np.ones(len(sizes)))
    least = np.append(sums, np.zeros(len(rises)))
    above = SumsBetween.at_most(-np.vstack([polygon, rises]), -least)
    found = least_costs(costs, [above], limits, TIGHTEST)
    if found is None:
        raise ArithmeticError("the linear program of a majorant was not solved")
    for lift in LIFTS:
        raised = [Fraction(ceil((x + lift) * GRID), GRID) for x in found.numbers[1:-1].tolist()]
        heights = [Fraction(0), *(min(x, Fraction(1)) for x in raised), Fraction(1)]
        pairs = zip(pairwise(heights), sizes, strict=True)
        prior = tuple((high - low) / n for (low, high), n in pairs)
        if is_above(prior, falling, sizes):
            return prior
    raise ArithmeticError("a majorant was not found in doubles")


def is_above(prior: Sequence[Fraction], falling: Sequence[Fraction], sizes: Sequence[int]) -> bool:
    """Whether the partial sums of a prior with one share a class are nowhere below those of shares.

    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> is_above([half, quarter], [half, quarter, quarter], [1, 2])
    True
    >>> is_above([quarter + half, quarter / 2], [half + quarter, quarter, 0], [1, 2])
    False
    """
    written = [q for q, n in zip(prior, sizes, strict=True) for _ in range(n)]
    pairs = zip(accumulate(written), accumulate(falling), strict=True)
    return all(high >= low for high, low in pairs)


@dataclass(frozen=True)
class ShareTypes:
    """The classes and types of patterns: given ones, or every one but the two constant ones."""

    sizes: tuple[int, ...]
    shares: tuple[Fraction, ...]
    gamma: Fraction
    given: tuple[tuple[int, ...], ...] = ()
    """Some types in place of every one."""

    alone: tuple[int, ...] = ()
    """The classes that are not protected; their singles come after all types."""

    @cached_property
    def types(self) -> np.ndarray:
        """One row a type: how many truths of each class are high."""
        if self.given:
            return np.array(self.given)
        highs = (0 if c in self.alone else n for c, n in enumerate(self.sizes))
        every = product(*(range(high + 1) for high in highs))
        return np.array([t for t in every if any(t) and t != self.sizes])

    def kind(self, place: int) -> Type:
        """The type, or the single, in a place of the features."""
        if place < len(self.types):
            return tuple(map(int, self.types[place]))
        return SingleTruth(self.alone[place - len(self.types)])

    @cached_property
    def lengths(self) -> np.ndarray:
        """The sums of the patterns, as shares of the number of truths."""
        rise = float(self.gamma - 1)
        return self._floors + rise * self.rises.sum(axis=1) / sum(self.sizes)

    @cached_property
    def rises(self) -> np.ndarray:
        """The sums over classes, less those of a row of ones where a pattern is not zero elsewhere,
        over gamma - 1: of a type how many truths are high."""
        singles = np.eye(len(self.sizes))[list(self.alone)] / float(self.gamma - 1)
        return np.vstack([self.types, singles])

    @cached_property
    def _floors(self) -> np.ndarray:
        """The least entry: one of a type, zero of a single."""
        return np.repeat([1.0, 0.0], [len(self.types), len(self.alone)])

    @cached_property
    def apart(self) -> np.ndarray:
        """What each type adds to a_c, a unit of length; a column a class of two truths or more."""
        n = np.array(self.sizes, dtype=float)
        several = n > 1
        of_types = self.types * (1 - self.types / n) / np.maximum(n - 1, 1)
        of_singles = np.diag(1 / n)[list(self.alone)] / float(self.gamma - 1) ** 2
        spread = np.vstack([of_types, of_singles])
        return (spread / self._chances[:, None])[:, several]

    @cached_property
    def between(self) -> np.ndarray:
        """B'x over the root of the mass, a unit of length."""
        return self._centred / np.sqrt(self._chances)[:, None]

    @cached_property
    def balance(self) -> np.ndarray:
        """What a table adds up to: one for the lengths, zero for the rest."""
        return np.hstack([np.ones((len(self.rises), 1)), self._centred / self.lengths[:, None]])

    @property
    def multiplicities(self) -> np.ndarray:
        """n_c - 1 of the classes in `apart`."""
        return np.array([n - 1.0 for n in self.sizes if n > 1])

    @cached_property
    def _chances(self) -> np.ndarray:
        """Masses times lengths: weights are those of rows of mean one."""
        heavy = np.array([float(n * q) for n, q in zip(self.sizes, self.shares, strict=True)])
        rise = float(self.gamma - 1)
        means = self.rises / np.array(self.sizes)
        return (self._floors + rise * means @ heavy) * self.lengths

    @cached_property
    def basis(self) -> np.ndarray:
        """B, one row a class, one column a direction."""
        roots = np.sqrt(np.array(self.sizes, dtype=float))
        return np.linalg.svd(roots[None])[2][1:].T / roots[:, None]

    @cached_property
    def _centred(self) -> np.ndarray:
        return self.rises @ self.basis


def shares_of_prior(prior: Sequence[Fraction]) -> tuple[tuple[int, ...], tuple[Fraction, ...]]:
    """Runs of equal shares: how many truths each has, and the share.

    >>> third = Fraction(1, 3)
    >>> shares_of_prior([third, third / 2, third / 2, third])[0]
    (1, 2, 1)
    """
    sizes: list[int] = []
    shares: list[Fraction] = []
    for q in prior:
        if shares and shares[-1] == q:
            sizes[-1] += 1
        else:
            sizes.append(1)
            shares.append(q)
    return tuple(sizes), tuple(shares)
