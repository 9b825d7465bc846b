"""What the table for equal shares loses where shares are not equal, at any size, in closed form.

Let m_P(q) = tr J_P(q)^-1, the second moments of the best unbiased estimates x of a table P at the
shares q, so that the A-value is m_P(q) - |q|^2. Over all x with sum_i x_i r_i' = I

    m_P(q) = min_x sum_i |x_i|^2 q.r_i

is a minimum of linear functions: concave in q, and so is m(q), its least value over all private
tables, which does not change when truths change places. With T = m(u) at equal shares u, the least
part t = k min_j q_j and a lower bound L of m where everybody has one truth hence

    m(q) >= t T + (1 - t) L.

The table of balanced sets has T at u, with the same |x_i|^2 = T for all reports (the sets are of
one size). So m_P(q) <= T whatever q is, and it loses at most (T - |q|^2) / (m(q) - |q|^2) - 1.

L. Where all have truth 1, q.r = r_1. With V = v (I - 11'/n) on the n = k - 1 other truths
m_P >= 2 tr V - tr VJV = 2 v (n - 1) - v^2 sum_i s(r_i) / r_i1, s(r) the sum of squares about the
mean of the others. Prices y and z with s(r) / r_1 <= y r_1 + z sum_{j > 1} r_j for all rows bound
the last sum by y + n z, and the best v gives L = (n - 1)^2 / (y + n z). The left side is convex, so
that the rows of entries 1 and gamma decide: with h of the others high and r_1 = a

    (gamma - 1)^2 h (n - h) / (n a) <= a y + z (n + (gamma - 1) h),  a in {1, gamma}.

For any z the least y is the largest of 2 (n + 1) numbers, of which the two beside the vertex of
each parabola are enough. z = (gamma - 1)^2 / (2 gamma) is best for many truths and gamma <= 3,
where L / T tends to 4 gamma / (gamma + 1)^2: at epsilon = 1/6 no shares of many truths, whatever
they are, cost more than 1 %.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, isqrt
from typing import Any

from rropt.design.blocks.equal_shares import SubsetDesign
from rropt.design.problem import require_criterion
from rropt.exact import InputError, Number, Numbers, exact, json_number, text
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.number import prior_vector
from rropt.exact.recorded import Recorded
from rropt.privacy import Criterion

TOLERATED = Fraction(1, 100)
"""The loss for which a least share is said."""

ROOT = 1 << 40
"""The unit in which a root is found: any price is a bound, a nearby one nearly the best."""


@dataclass(frozen=True)
class EqualSharesLoss(Recorded):
    """The table for equal shares at other shares of the same truths."""

    prior: tuple[Fraction, ...]
    gamma_lo: Fraction
    gamma_hi: Fraction

    @property
    def value(self) -> CertifiedNumber:
        """The sum of the variances of one report is at most this."""
        return CertifiedNumber.of(self._most - self._squares)

    @property
    def bound(self) -> CertifiedNumber:
        """No private table has less."""
        part = len(self.prior) * min(self.prior)
        moments = part * self._least + (1 - part) * self._one
        return CertifiedNumber.of(moments - self._squares)

    @property
    def loss(self) -> Fraction:
        """So much more than any other table has it at most, as a share."""
        return Fraction(self.value.hi) / Fraction(self.bound.lo) - 1

    def least_share(self, loss: Number = "1/100") -> Fraction:
        """Where every category has this share or more the loss is at most so much; zero where that
        holds of all shares. By |q|^2 <= 1, t = ((T + loss) / (1 + loss) - L) / (T - L).

        >>> from rropt.privacy import LocalDP
        >>> many = [Fraction(1, 1000)] * 1000
        >>> round(1000 * float(equal_shares_loss(LocalDP(1), many).least_share()), 3)
        0.954
        >>> equal_shares_loss(LocalDP("1/6"), many).least_share()
        Fraction(0, 1)
        """
        allowed = exact(loss, "loss")
        if allowed <= 0:
            raise InputError(f"loss must be above 0, got {allowed}")
        moments = (self._most + allowed) / (1 + allowed)
        part = (moments - self._one) / (self._least - self._one)
        return min(max(part, Fraction(0)), Fraction(1)) / len(self.prior)

    def to_json(self) -> dict[str, Any]:
        """Value, bound and loss, and the least share for a loss that is tolerated."""
        return {
            "objective": "a-optimal",
            "categories": len(self.prior),
            "value": json_number(self.value.hi),
            "bound": json_number(self.bound.lo),
            "loss": text(self.loss),
            "tolerated": text(TOLERATED),
            "least_share": text(self.least_share(TOLERATED)),
        }

    def __str__(self) -> str:
        least = self.least_share(TOLERATED)
        where = f"where every category has a share of at least {float(least):.3g}"
        return "\n".join(
            [
                f"The mechanism for equal shares of {len(self.prior)} categories loses at most "
                f"{100 * float(self.loss):.3g} % at these.",
                f"The sum of the variances of one report is at most {float(self.value.hi):.8g}, "
                f"and no private mechanism has less than {float(self.bound.lo):.8g}.",
                f"It loses at most {100 * float(TOLERATED):.3g} % "
                f"{where if least else 'whatever the shares are'}.",
            ]
        )

    @cached_property
    def _squares(self) -> Fraction:
        return sum((share * share for share in self.prior), Fraction(0))

    @property
    def _most(self) -> Fraction:
        """T of the table."""
        return _at_equal_shares(len(self.prior), self.gamma_lo)

    @property
    def _least(self) -> Fraction:
        """T of any table."""
        return _at_equal_shares(len(self.prior), self.gamma_hi)

    @cached_property
    def _one(self) -> Fraction:
        """L, at least 1: a variance is not negative."""
        return max(Fraction(1), moment_of_one_truth(len(self.prior), self.gamma_hi))


def equal_shares_loss(privacy: Criterion, prior: Numbers) -> EqualSharesLoss:
    """What the A-optimal table for equal shares does at other shares, and at most loses there.

    >>> from rropt.privacy import LocalDP
    >>> total = sum(Fraction(1, j) for j in range(1, 1001))
    >>> found = equal_shares_loss(LocalDP("1/4"), [1 / (j * total) for j in range(1, 1001)])
    >>> round(float(found.value)), round(float(found.bound)), round(float(found.loss), 4)
    (63540, 62635, 0.0145)
    """
    require_criterion(privacy)
    shares = prior_vector(prior)
    if len(shares) < 3:
        raise InputError(f"prior must have at least 3 entries, got {len(shares)}")
    asked = privacy.on(len(shares), None)
    if getattr(asked, "levels", None) is not None or asked.delta:
        raise InputError("privacy must be one number for all pairs, and no delta")
    if asked.gamma.lo <= 1:
        raise InputError("gamma must be above 1: every private table is useless")
    return EqualSharesLoss(shares, asked.gamma.lo, asked.gamma.hi)


def _at_equal_shares(truths: int, gamma: Fraction) -> Fraction:
    """T = (k - 1) / a + 1 / k, a the information of the best size."""
    return (truths - 1) / SubsetDesign.best(truths, gamma).information + Fraction(1, truths)


def moment_of_one_truth(truths: int, gamma: Fraction) -> Fraction:
    """L: where everybody has one truth no private table has a smaller sum of second moments.

    >>> half = Fraction(3, 2)
    >>> float(moment_of_one_truth(1000, half) / _at_equal_shares(1000, half)) < 0.96
    True
    """
    n = truths - 1
    rise = gamma - 1
    z = rise * _slope(gamma)
    y = max(_price(n, rise, z, a) for a in (Fraction(1), gamma))
    return (n - 1) ** 2 / (y + n * z)


def _slope(gamma: Fraction) -> Fraction:
    """z / (gamma - 1) for many truths: where both prices y are equal."""
    if gamma <= 3:
        return (gamma - 1) / (2 * gamma)
    middle = 1 + 2 / gamma
    return middle - Fraction(isqrt(floor((middle**2 - 1) * ROOT**2)), ROOT)


def _price(n: int, rise: Fraction, z: Fraction, a: Fraction) -> Fraction:
    """The least y for the rows with r_1 = a."""
    vertex = floor(Fraction(n) * (1 - z * a / rise) / 2)
    highs = {min(max(h, 0), n) for h in (vertex, vertex + 1)}
    return max((rise**2 * h * (n - h) / (n * a) - z * (n + rise * h)) / a for h in highs)
