"""What types of patterns on classes of truths tell: the features of a search over their weights.

All that matters of a pattern is how many truths h_c of each class of n_c truths are high. With
x_c = h_c / n_c, the masses m = sum q_c n_c (1 + (gamma - 1) x_c) and a weight W for each type, the
information about differences in a class, and between classes in an orthonormal basis B of the
vectors that are constant in classes and sum to zero, is (gamma - 1)^2 times

    a_c = sum_t W_t n_c x_c (1 - x_c) / ((n_c - 1) m),    T = sum_t W_t (B'x)(B'x)' / m,

linear in the weights.

Where some classes are not protected no truth of theirs is high, and each of them has a single: the
row that is one at it and zero at all others, of all truths of the class together with x_c =
1 / ((gamma - 1) n_c), the mass q_c and n_c / (gamma - 1)^2 in place of n_c x_c (1 - x_c) n_c.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np

from rropt.channel.pattern_type import SingleTruth, Type


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
