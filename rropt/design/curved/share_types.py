"""Types of patterns where truths of one share are not told apart, as arrays.

All that matters of a pattern is how many truths h_c of each class of n_c truths are high. With
x_c = h_c / n_c, the masses m = sum q_c n_c (1 + (gamma - 1) x_c) and a weight W for each type, the
information about differences in a class, and between classes in an orthonormal basis B of the
vectors that are constant in classes and sum to zero, is (gamma - 1)^2 times

    a_c = sum_t W_t n_c x_c (1 - x_c) / ((n_c - 1) m),    T = sum_t W_t (B'x)(B'x)' / m,

linear in the weights. The covariance has the eigenvalues 1/a_c, n_c - 1 times, and those of T^-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np


@dataclass(frozen=True)
class ShareTypes:
    """The classes and every type of pattern but the two constant ones."""

    sizes: tuple[int, ...]
    shares: tuple[Fraction, ...]
    gamma: Fraction

    @cached_property
    def types(self) -> np.ndarray:
        """One row a type: how many truths of each class are high."""
        every = product(*(range(n + 1) for n in self.sizes))
        return np.array([t for t in every if any(t) and t != self.sizes])

    @cached_property
    def lengths(self) -> np.ndarray:
        """The sums of the patterns, as shares of the number of truths."""
        rise = float(self.gamma - 1)
        return 1 + rise * self.types.sum(axis=1) / sum(self.sizes)

    @cached_property
    def apart(self) -> np.ndarray:
        """What each type adds to a_c, a unit of length; a column a class of two truths or more."""
        n = np.array(self.sizes, dtype=float)
        several = n > 1
        spread = self.types * (1 - self.types / n) / np.maximum(n - 1, 1)
        return (spread / self._chances[:, None])[:, several]

    @cached_property
    def between(self) -> np.ndarray:
        """B'x over the root of the mass, a unit of length."""
        return self._centred / np.sqrt(self._chances)[:, None]

    @cached_property
    def balance(self) -> np.ndarray:
        """What a table adds up to: one for the lengths, zero for the rest."""
        return np.hstack([np.ones((len(self.types), 1)), self._centred / self.lengths[:, None]])

    @property
    def multiplicities(self) -> np.ndarray:
        """n_c - 1 of the classes in `apart`."""
        return np.array([n - 1.0 for n in self.sizes if n > 1])

    @cached_property
    def _chances(self) -> np.ndarray:
        """Masses times lengths: weights are those of rows of mean one."""
        heavy = np.array([float(n * q) for n, q in zip(self.sizes, self.shares, strict=True)])
        rise = float(self.gamma - 1)
        return (1 + rise * (self.types / np.array(self.sizes)) @ heavy) * self.lengths

    @cached_property
    def basis(self) -> np.ndarray:
        """B, one row a class, one column a direction."""
        roots = np.sqrt(np.array(self.sizes, dtype=float))
        return np.linalg.svd(roots[None])[2][1:].T / roots[:, None]

    @cached_property
    def _centred(self) -> np.ndarray:
        return self.types @ self.basis


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


def products(rows: np.ndarray) -> np.ndarray:
    """The upper entries of r r'."""
    upper = np.triu_indices(rows.shape[1])
    return rows[:, upper[0]] * rows[:, upper[1]]
