"""Kind random-cut: unbiased reports on all numbers of an interval, by a mechanism without a grid.

In units in which the numbers are -1 to 1, with B = (g + 1)/(g - 1), lengths 0 < lo < hi and

    a^2 = lo hi,    c = (hi - lo)/2 <= 1,    rho = (hi + lo)/2,    L = ln(hi/lo):

**The mechanism.** With e = 1 - (1 - c)^2 / lo >= c a cut is drawn: a coordinate w in [lo, hi], that
is s = (w - a^2/w)/2, with density (g + 1)/(2 (g - 1) w); or s with c < |s| < e, with density
(g + 1)/((g - 1)(lo + hi)). The truth of "x > s" is told by a randomized response, with probability
g/(g + 1); "yes" has the number w and "no" -a^2/w; beyond c these are hi and -lo, below -c lo and
-hi. Or s in (e, 1), with density (g + 2)/((g - 1) hi): "x > s", "x < -s" or "neither" is told with
probability g/(g + 2), by hi, -hi or 0. What is left of the probability is a report 0 on nothing:

    B L/2 + 2 (g + 1)(e - c)/((g - 1)(lo + hi)) + (g + 2)(1 - e)/((g - 1) hi) <= 1.

The mean is x: cuts below w_x = x + sqrt(x^2 + a^2) add (g w - a^2/w) dw/w, those above it
(w - g a^2/w) dw/w, together (g - 1)(w_x - a^2/w_x) = 2 (g - 1) x; beyond c it grows as x does. The
second moment less x^2 is t up to c, t = (2 + (g + 1)(rho - c)(rho - 1 + c)/rho)/(g - 1), found in
the same way; beyond c the moment grows by 2c, from e on by hi, to t + 1 at x = 1: it is below
t + x^2 if hi >= 2.

**The bound.** Let every number x have a share q, and f_x(v) = q v^2 - 2 p v + y. If the integral of
min(f_x(v), g f_x(v)) over x is never negative, then every private mechanism pays: the integral of
f_x(v) l_x is not negative for the number v and the likelihoods l of a report, since these lie
between m and g m for some m; added up over all reports it is the integral of q (second moment) -
2 p x + y. So some x has a variance of at least the integral of 2 x p - y - q x^2. Here q =
(B a^2/2)(x^2 + a^2)^(-3/2), p = x q, y = -a^2 q for |x| <= c, Q = B c/rho in all, and at 1 and -1

    q_1 = (1 - Q)/2,    p_1 = +-(B rho - c Q)/2,    y_1 = a^2 (1 + Q)/2.

For lo <= |v| <= hi the integral is 0; above hi it is v^2 + a^2 or (1 + (g - 1) q_1)(|v| - hi)^2, as
f_1 is positive or not; below lo (g Q + 1 - Q) v^2 + (1 - (g - 1) Q) a^2, or (g Q + (g + 1) q_1)
(|v| - lo)^2. So Q <= 1 and (g - 1) Q <= 1 suffice, and the value is B a^2 L/2 + 4 p_1 - 2 y_1 -
2 q_1.

Each step is decided in proofs/found: numbers/cut and numbers/prices.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .fields import rationals, record
from .logarithm import log_ends
from .on_interval import FIELDS, read_on_interval
from .statement import item
from .verdict import Doubts, Size, need, well_formed


@dataclass(frozen=True)
class Lengths:
    """lo and hi."""

    low: Fraction
    high: Fraction

    @property
    def c(self) -> Fraction:
        """Half of their difference."""
        return (self.high - self.low) / 2

    @property
    def rho(self) -> Fraction:
        """Half of their sum."""
        return (self.high + self.low) / 2

    def log_ends(self) -> tuple[Fraction, Fraction]:
        """Rationals below and above ln(hi/lo)."""
        return log_ends(self.high / self.low)


def verify_mechanism(gamma: Fraction, cut: Lengths, doubts: Doubts) -> None:
    """The densities of the cuts are none below zero, and add up to at most one."""
    need(cut.c <= 1 and 1 - cut.c <= cut.low, "the cuts leave the interval")  # c <= e
    need(cut.high >= 2, "the variance exceeds the value near the ends")
    # These are ends of what is left, the larger first.
    least, most = (1 - x for x in chances(gamma, cut))
    doubts.not_negative(most, least, "the chances of the cuts exceed 1")


def verify_prices(gamma: Fraction, prices: Lengths) -> None:
    """c <= 1, Q <= 1 and (g - 1) Q <= 1."""
    total = (gamma + 1) / (gamma - 1) * prices.c / prices.rho
    need(prices.c <= 1, "a share lies outside the interval")
    need(total <= 1 and (gamma - 1) * total <= 1, "the prices do not cover")


def chances(gamma: Fraction, cut: Lengths) -> tuple[Fraction, Fraction]:
    """Rationals below and above the probability that there is a cut."""
    beyond = (1 - cut.c) ** 2 / cut.low  # 1 - e
    two = 2 * (gamma + 1) * (1 - beyond - cut.c) / (cut.low + cut.high)
    three = (gamma + 2) * beyond / cut.high
    low, high = ((gamma + 1) / 2 * log for log in cut.log_ends())
    return (low + two + three) / (gamma - 1), (high + two + three) / (gamma - 1)


def variance(gamma: Fraction, cut: Lengths) -> Fraction:
    """t.

    >>> variance(Fraction(3), Lengths(Fraction(1), Fraction(3)))
    Fraction(3, 1)
    """
    c = cut.c
    rho = cut.rho
    return (2 + (gamma + 1) * (rho - c) * (rho - 1 + c) / rho) / (gamma - 1)


def worth(gamma: Fraction, prices: Lengths) -> tuple[Fraction, Fraction]:
    """Rationals below and above the value of the prices."""
    ratio = (gamma + 1) / (gamma - 1)
    c = prices.c
    rho = prices.rho
    square = prices.low * prices.high  # a^2
    total = ratio * c / rho  # Q
    ends = 2 * (ratio * rho - c * total) - square * (1 + total) - (1 - total)
    low, high = (ratio * square / 2 * log for log in prices.log_ends())
    return low + ends, high + ends


def read_random_cut(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate of this kind, and what is to be checked of them."""
    record(data, f"{FIELDS} lengths price_lengths")
    claim = read_on_interval(data, size)
    cut, prices = _read_lengths(data["lengths"]), _read_lengths(data["price_lengths"])

    def prove(doubts: Doubts) -> str:
        low, high = claim.privacy.low, claim.privacy.high
        verify_mechanism(low, cut, doubts)
        verify_prices(high, prices)
        claim.verify(variance(low, cut), worth(high, prices), doubts)
        return claim.sentence(f"the random cut with lengths {item([cut.low, cut.high])}", "has")

    return prove


def _read_lengths(value: Any) -> Lengths:
    low, high = rationals(value, 2)
    well_formed(0 < low < high, "lengths that are not 0 < lo < hi")
    return Lengths(low, high)
