"""The prior of kind symmetric: one share for all truths of a class, or a share for each of them.

Let q be a prior, and T a table that stays the same when truths of a class change places: a row of
it stands for all its rearrangements (not for some of them, as with `blocks`). The estimators x_i
that are best for a quadratic goal have the second moments J_q^-1, where

    w'J_q^-1 w = min over unbiased x of sum_i (w.x_i)^2 q.r_i

is a least value of linear functions of q: concave in q for every w. The mean of Mq over all
permutations M within classes has in every class the mean share; call it p. J at Mq is M J_q M', so

    J_p^-1 - (mean over M of M J_q^-1 M') is positive semidefinite,

and tr J_q^-1 <= tr J_p^-1. For a positive definite matrix ln det is concave and grows with it:
det J_p^-1 >= det J_q^-1. What a table does at p hence says what it does at q. (A largest eigenvalue
is not concave, so it has no such shares.)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .cleared import cleared_rows, dot, exact_sum
from .fields import distribution, listed, rationals
from .statement import at_prior
from .verdict import well_formed


@dataclass(frozen=True)
class Shares:
    """The mean share of each class; `lists` has the shares of each class if they may differ."""

    sizes: list[int]
    means: list[Fraction]
    lists: list[list[Fraction]] | None = None

    @property
    def squares(self) -> Fraction:
        """q.q."""
        even = [n * p * p for n, p in zip(self.sizes, self.means, strict=True)]
        return exact_sum([*even, *self.spreads()])

    def spreads(self) -> list[Fraction]:
        """Of each class the sum of (q_j - p_c)^2, which is that of q_j^2 less n_c p_c^2."""
        if self.lists is None:
            return [Fraction(0)] * len(self.sizes)
        whole, unit = cleared_rows(self.lists)
        squares = [Fraction(dot(row, row), unit * unit) for row in whole]
        parts = zip(squares, self.sizes, self.means, strict=True)
        return [square - n * p * p for square, n, p in parts]

    def runs(self) -> tuple[list[list[tuple[int, int]]], int]:
        """Of each class the shares over one unit, each with a number of truths that have it."""
        if self.lists is None:
            whole, unit = cleared_rows([self.means])
            return [[(p, n)] for p, n in zip(whole[0], self.sizes, strict=True)], unit
        whole, unit = cleared_rows(self.lists)
        return [[(share, 1) for share in row] for row in whole], unit

    @property
    def words(self) -> str:
        """How the prior is written in a sentence."""
        if self.lists is None:
            return at_prior(self.means, self.sizes)
        return at_prior([share for row in self.lists for share in row], [1])


def read_shares(data: dict[str, Any], sizes: list[int]) -> Shares:
    """The field `prior`, and `shares` where it is given: one list a class."""
    means = distribution(data["prior"], sizes)
    if "shares" not in data:
        return Shares(sizes, means)
    given = zip(listed(data["shares"], len(sizes)), sizes, strict=True)
    lists = [rationals(row, n) for row, n in given]
    for row, n, mean in zip(lists, sizes, means, strict=True):
        well_formed(min(row) >= 0, "a share is negative")
        well_formed(exact_sum(row) == n * mean, "the shares of a class have another mean")
    return Shares(sizes, means, lists)
