"""The worst shares of one class of truths, for which what is proved at equal shares holds.

Of one class the prior q has equal shares. The estimators x_i = J^-1 r_i /
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

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .shares import Shares
from .statement import WORST_GROUP, WORST_POPULATION, said
from .verdict import well_formed

OVER = {"a-optimal": (WORST_GROUP, WORST_POPULATION), "d-optimal": (WORST_POPULATION,)}
"""A largest eigenvalue has other directions at other shares, a determinant of a group no saddle."""


@dataclass(frozen=True)
class WorstShares(Shares):
    """Equal shares, and over which others they are the worst."""

    over: str

    @property
    def squares(self) -> Fraction:
        """q.q; what is taken off the moments of the worst group is 1 at every truth."""
        return Fraction(1) if self.over == WORST_GROUP else super().squares

    def said(self, words: str) -> str:
        return said(self.over, words, self.prior)


def at_worst(over: Any, name: str, shares: Shares) -> WorstShares:
    """The shares of one class of truths, for the worst case of an objective with this name."""
    well_formed(over in OVER.get(name, ()), "no worst shares of this objective")
    well_formed(len(shares.sizes) == 1, "worst shares are those of one class")
    well_formed(type(shares) is Shares, "worst shares have no others beside them")
    return WorstShares(shares.sizes, shares.prior, over)
