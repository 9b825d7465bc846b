"""The prior of kind symmetric: one share for all truths of a class, or a share for each of them.

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

The worst (`over`). Of one class the prior q has equal shares. The estimators x_i = J^-1 r_i /
(q.r_i) are unbiased at all shares, their entries add up to one, and their covariance at q is

    Cov_q = J^-1 - qq' = (1/a) (I - 11'/k),    a the eigenvalue of J on what sums to zero.

J^-1 does not tell truths apart, so that x_i.x_i is one number for all rearrangements of a row, and
so is q.r_i: the second moment m_j = sum_i x_i.x_i P(i|j) is the same m at every truth j, whether a
row stands for all its rearrangements or for balanced ones, in which truths are equally often.

    worst-group        the trace is m - 1 in every group,
    worst-population   it is m - p.p at the shares p, and p.p >= q.q = 1/k;
                       Cov_p is linear in p but for - pp', so that it is concave, and so is the
                       logarithm of the product of its eigenvalues but one, whose slope at q from q
                       to p is a (tr Cov_p - tr Cov_q) <= 0.

So what the table does at q it does at worst, where a group has 1 - 1/k less; and no table is better
at worst than at q.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil
from typing import Any

from .class_forms import GRID
from .cleared import cleared
from .fields import Vector, Vectors, distribution, exact_sum, listed, rationals
from .statement import WORST_GROUP, WORST_POPULATION, at_prior, said
from .verdict import Size, need, well_formed

MAX_SHARE_SQUARES = 1 << 39
"""Of shares, whose time grows with the square of their length."""


@dataclass(frozen=True)
class Shares:
    """The prior of prices, a share a class; `lists` has the shares of each class if they differ."""

    sizes: list[int]
    prior: Vector
    lists: Vectors | None = None
    over: str = ""
    """Over which others these, equal ones, are the worst."""

    @property
    def means(self) -> Vector:
        """The mean share of each class; where shares differ, rounded up to a multiple of h."""
        if self.lists is None:
            return self.prior
        means = [exact_sum(row) / n for row, n in zip(self.lists, self.sizes, strict=True)]
        return [Fraction(ceil(mean * GRID), GRID) for mean in means]

    @property
    def squares(self) -> Fraction:
        """q.q; what is taken off the moments of the worst group is 1 at every truth."""
        if self.over == WORST_GROUP:
            return Fraction(1)
        if self.lists is None:
            pairs = zip(self.sizes, self.prior, strict=True)
            return exact_sum([n * p * p for n, p in pairs])
        whole, unit = cleared(self._every())
        return Fraction(sum(x * x for x in whole), unit * unit)

    def verify(self) -> None:
        """The prior majorises the shares."""
        if self.lists is None:
            return
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
        return [share for row in self.lists or [] for share in row]

    def said(self, words: str) -> str:
        """The words of an objective at the prior, or with the worst case in its place."""
        if self.over:
            return said(self.over, words, self.prior)
        if self.lists is None:
            return f"{words}{at_prior(self.prior, self.sizes)}"
        return f"{words}{at_prior(self._every(), [1])}"


def read_shares(data: dict[str, Any], sizes: list[int], size: Size) -> Shares:
    """The field `prior`, and `shares` where it is given: one list a class."""
    prior = distribution(data["prior"], sizes)
    if "shares" not in data:
        return Shares(sizes, prior)
    bits = size.bits + size.bits_of_shares
    size.allow_counted(sum(sizes) * bits * bits, MAX_SHARE_SQUARES)
    given = zip(listed(data["shares"], len(sizes)), sizes, strict=True)
    lists = [rationals(row, n) for row, n in given]
    every = [share for row in lists for share in row]
    well_formed(min(every) >= 0, "a share is negative")
    well_formed(exact_sum(every) == 1, "the shares do not add up to one")
    return Shares(sizes, prior, lists)


OVER = {"a-optimal": (WORST_GROUP, WORST_POPULATION), "d-optimal": (WORST_POPULATION,)}
"""A largest eigenvalue has other directions at other shares, a determinant of a group no saddle."""


def at_worst(over: Any, name: str, shares: Shares) -> Shares:
    """The shares of one class of truths, for the worst case of an objective with this name."""
    well_formed(over in OVER.get(name, ()), "no worst shares of this objective")
    well_formed(len(shares.sizes) == 1, "worst shares are those of one class")
    well_formed(shares.lists is None, "worst shares have no others beside them")
    return Shares(shares.sizes, shares.prior, over=over)
