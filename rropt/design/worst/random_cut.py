"""The best mechanism for all numbers of an interval where it has a closed form: epsilon <= 1.393.

No table is written out: a cut of the interval is drawn, and a randomized response told about it.
The forms of its lengths, in units in which the numbers are -1 to 1, are those of proofs/found, with
B = (gamma + 1)/(gamma - 1) and L = ln((gamma + 2)/gamma):

    small epsilon     r - 1, r + 1 with r = coth(1/B)
    up to 1.393       gamma c, (gamma + 2) c with 1/c = gamma - (gamma + 1)/2 L

What the mechanism does is its second moment at the number 0; what the prices prove is the integral
of 2 x p - y - q x^2 over a prior with density q = (B a^2/2) (x^2 + a^2)^(-3/2), a^2 = lo hi, on
|x| <= c = (hi - lo)/2, p = x q and y = -a^2 q there, and with a weight at each end of the interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.certificate import Certificate, issue
from rropt.design.answer import Answer
from rropt.design.levels.universal_table import level_record
from rropt.design.problem import Problem
from rropt.exact.bounds import exp_bounds, log_bounds, short
from rropt.utility.worst_case import Mean

ROUNDING = Fraction(1, 2**64)
"""Lengths are multiples of it: the probability that no cut is drawn is about this."""

BEYOND = 5
"""No cut is best above e^1.394; from e^60 on ln((gamma + 2)/gamma) was not told from 0, and one was
taken to be."""

REMARK = "a random cut of the interval and a randomized response about it: no table, no grid"


@dataclass(frozen=True)
class CutLengths:
    """lo and hi: the numbers told in the middle of the interval, and beyond c."""

    low: Fraction
    high: Fraction

    @property
    def c(self) -> Fraction:
        """Where the density of the cuts ends."""
        return (self.high - self.low) / 2


def random_cut_design(problem: Problem) -> Answer | None:
    """The certified mechanism; None where it is not the best one, or the level is no number."""
    level = problem.gamma
    if problem.levels is not None or problem.delta or level.lo <= 1:
        return None
    cut, prices = (lengths_of_cut(gamma) for gamma in (level.lo, level.hi))
    if cut is None or prices is None:
        return None
    certificate = _certificate(problem, cut, prices)
    return Answer.certified(problem, certificate, None, (REMARK,))


def lengths_of_cut(gamma: Fraction) -> CutLengths | None:
    """The lengths of the best random cut and of the best prices, rounded so that the chances add up
    to at most one.

    >>> found = lengths_of_cut(Fraction(2))
    >>> round(float(found.low), 6), round(float(found.high), 6)
    (2.110297, 4.110297)
    >>> lengths_of_cut(Fraction(5)) is None
    True
    """
    if gamma > BEYOND:
        return None
    c = _middle(gamma)
    if c == 1:
        root = _hyperbolic_cotangent(gamma)
        return CutLengths(root - 1, root + 1)
    return CutLengths(gamma * c, (gamma + 2) * c) if (gamma + 2) * c >= 2 else None


def _middle(gamma: Fraction) -> Fraction:
    """c, rounded up; 1 where it is not below, as near gamma = 1, where 1/c is negative."""
    inverse = gamma - (gamma + 1) / 2 * log_bounds((gamma + 2) / gamma)[1]
    return Fraction(1) if inverse <= 1 else _up(1 / inverse)


def _hyperbolic_cotangent(gamma: Fraction) -> Fraction:
    """coth(1/B), rounded up."""
    power = exp_bounds(2 * (gamma - 1) / (gamma + 1))[0]
    return _up((power + 1) / (power - 1))


def _up(x: Fraction) -> Fraction:
    return -(-x // ROUNDING) * ROUNDING


def _certificate(problem: Problem, cut: CutLengths, prices: CutLengths) -> Certificate:
    objective: Mean = problem.objective
    low, high = objective.values
    unit = ((high - low) / 2) ** 2
    value = short(unit * moment_at_zero(problem.gamma.lo, cut))
    bound = short(unit * least_worth(problem.gamma.hi, prices), up=False)
    return issue(
        {
            "kind": "random-cut",
            "privacy": level_record(problem),
            "low": low,
            "high": high,
            "lengths": [cut.low, cut.high],
            "price_lengths": [prices.low, prices.high],
            "value": value,
            "bound": bound,
            "gap": value - bound,
        }
    )


def moment_at_zero(gamma: Fraction, cut: CutLengths) -> Fraction:
    """The second moment of the reports on the number 0, kind of cut by kind of cut.

    >>> moment_at_zero(Fraction(3), CutLengths(Fraction(1), Fraction(3)))
    Fraction(3, 1)
    """
    low = cut.low
    high = cut.high
    product = low * high
    # Cuts with |s| <= c: w in [lo, hi] with density (g + 1) / (2 (g - 1) w), told as w or -a^2 / w.
    dense = gamma * (product - low**2) + (high**2 - product)
    # c < |s| < e: told as -lo with probability g / (g + 1), else as hi.
    edge = 1 - (1 - cut.c) ** 2 / low
    beyond = (edge - cut.c) * (gamma * low**2 + high**2) / (low + high)
    # s > e: 0 with probability g / (g + 2), else hi or -hi.
    return (dense / 2 + 2 * beyond + 2 * high * (1 - edge)) / (gamma - 1)


def least_worth(gamma: Fraction, prices: CutLengths) -> Fraction:
    """At most what the prices prove: the density's part, and that of both ends."""
    ratio = (gamma + 1) / (gamma - 1)
    square = prices.low * prices.high
    root = (prices.low + prices.high) / 2
    inside = ratio * square / 2 * log_bounds(prices.high / prices.low)[0]
    mass = ratio * prices.c / root
    q = (1 - mass) / 2
    p = (ratio * root - prices.c * mass) / 2
    y = square * (1 + mass) / 2
    return inside + 2 * (2 * p - y - q)
