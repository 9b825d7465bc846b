"""A share for each truth of a class, beside a prior of kind symmetric that is constant in classes.

Let F(q) be the least tr J_q^-1, or ln det J_q^-1, of all private tables, J_q the information at a
prior q. The estimators x_i that are best for a quadratic goal have the second moments J_q^-1, where

    w'J_q^-1 w = min over unbiased x of sum_i (w.x_i)^2 q.r_i

is a least value of linear functions of q: concave in q for every w. So are the trace, ln det (which
is concave and grows with the matrix), and F, a least value of them. (A largest eigenvalue is not.)

The bound. F is the same for shares in another order, since tables may be put in that order. Let q
be majorised by v: the sum is the same, and the i largest entries of v add up to at least the i
largest of q, for every i. Then q is a mean of rearrangements of v (Hardy, Littlewood and Polya: the
first entry of v that is too large gives some of it to the next that is too small, which is a mean
of v and a transposition of it, until one of both is that of q). So F(q) >= F(v): what prices prove
at a prior v that is constant in classes holds at q.

The value. Let a row of the table stand for all its rearrangements within classes (not for some of
them, as with `blocks`). The mean of Mq over all permutations M within classes has in every class
the mean share; call it p. J at Mq is M J_q M', so

    J_p^-1 - (mean over M of M J_q^-1 M') is positive semidefinite,

tr J_q^-1 <= tr J_p^-1 and det J_q^-1 <= det J_p^-1: what the table does at p, it does at q. Each
entry of p is rounded up to a multiple of 2^-256, whatever this adds up to: r r' / (p.r) falls where
p grows, so that J_p is not less. Shares may hence be long (the sum of 1/j has a denominator of 1438
bits for a thousand of them) and only their own sums and squares are.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil
from typing import Any

from .cleared import cleared
from .fields import Vector, Vectors, exact_sum, listed, rationals
from .shares import Shares
from .short_forms import GRID
from .statement import at_prior
from .verdict import Size, need, well_formed

MAX_SHARE_SQUARES = 1 << 39
"""Of shares, whose time grows with the square of their length."""


@dataclass(frozen=True)
class UnevenShares(Shares):
    """The prior of prices, and the shares of each class."""

    lists: Vectors

    @property
    def means(self) -> Vector:
        """The mean share of each class, rounded up to a multiple of h."""
        means = [exact_sum(row) / n for row, n in zip(self.lists, self.sizes, strict=True)]
        return [Fraction(ceil(mean * GRID), GRID) for mean in means]

    @property
    def squares(self) -> Fraction:
        """q.q."""
        whole, unit = cleared(self._every())
        return Fraction(sum(x * x for x in whole), unit * unit)

    def verify(self) -> None:
        """The prior majorises the shares."""
        whole, _ = cleared([*self.prior, *self._every()])
        wide: list[int] = []
        for n, share in zip(self.sizes, whole, strict=False):  # the prior stands first
            wide += [share] * n
        small = accumulate(sorted(whole[len(self.sizes) :], reverse=True))
        large = accumulate(sorted(wide, reverse=True))
        ahead = [v >= q for v, q in zip(large, small, strict=True)]  # both end at 1
        need(all(ahead), "the prior does not majorise the shares")

    def _every(self) -> list[Fraction]:
        """The shares of all truths."""
        return [share for row in self.lists for share in row]

    def said(self, words: str) -> str:
        return f"{words}{at_prior(self._every(), [1])}"


def read_uneven(value: Any, even: Shares, size: Size) -> UnevenShares:
    """The field `shares`: one list a class."""
    sizes = even.sizes
    bits = size.bits + size.bits_of_shares
    size.allow_counted(sum(sizes) * bits * bits, MAX_SHARE_SQUARES)
    given = zip(listed(value, len(sizes)), sizes, strict=True)
    lists = [rationals(row, n) for row, n in given]
    every = [share for row in lists for share in row]
    well_formed(min(every) >= 0, "a share is negative")
    well_formed(exact_sum(every) == 1, "the shares do not add up to one")
    return UnevenShares(sizes, even.prior, lists)
