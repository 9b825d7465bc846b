"""How much a table contracts divergences: strong data processing.

For two beliefs mu and nu about the truth, D(P mu || P nu) <= eta D(mu || nu).

For total variation eta is Dobrushin's coefficient, the largest total variation between two columns
(Dobrushin 1956). For Kullback and Leibler, chi-square and every other operator convex divergence
eta is one and the same number, reached by two truths (Ordentlich and Polyanskiy, Strong data
processing constant is achieved by binary inputs, IEEE Trans. Inform. Theory 68, 2022,
arXiv:2010.01987), and for two truths it is the largest Le Cam divergence

    LC_t = t (1 - t) sum (p - q)^2 / (t p + (1 - t) q) = 1 - sum p q / (t p + (1 - t) q)

over 0 < t < 1. The sum is convex in t, so tangents at both ends of an interval enclose it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.channel import Channel
from rropt.measures.divergences import Distribution, Ends, largest, total_variation

WIDTH = Fraction(1, 10**12)
"""Relative width of the enclosure at which bisection stops."""

Terms = Sequence[tuple[Fraction, Fraction]]


def dobrushin(channel: Channel) -> Fraction:
    """The contraction coefficient of total variation.

    >>> dobrushin(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    Fraction(1, 2)
    """
    return Fraction(largest(channel, total_variation)[0])


def contraction(channel: Channel) -> Ends:
    """The contraction coefficient of Kullback and Leibler's divergence and of chi-square.

    >>> contraction(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    (Fraction(1, 4), Fraction(1, 4))
    """
    return largest(channel, le_cam)


def le_cam(p: Distribution, q: Distribution) -> Ends:
    """The largest LC_t: bisection on the sign of the slope, enclosed by the two tangents.

    >>> le_cam([Fraction(1), Fraction(0)], [Fraction(1, 2), Fraction(1, 2)])
    (Fraction(1, 2), Fraction(1, 2))
    """
    common = [(a, b) for a, b in zip(p, q, strict=True) if a and b]
    left, right = Fraction(0), Fraction(1)
    middle = Fraction(1, 2)
    while True:
        value, slope = _sum(common, middle), _slope(common, middle)
        if slope == 0:
            return 1 - value, 1 - value
        left, right = (middle, right) if slope < 0 else (left, middle)
        below = _where_tangents_meet(common, left, right)
        reached = min(_sum(common, left), _sum(common, right))
        if reached - below <= WIDTH * (1 - reached):
            return 1 - reached, 1 - below
        middle = (left + right) / 2


def _where_tangents_meet(common: Terms, left: Fraction, right: Fraction) -> Fraction:
    """A lower bound of the convex sum between two points, from its tangents there."""
    falls, rises = _slope(common, left), _slope(common, right)
    start, end = _sum(common, left), _sum(common, right)
    if falls >= 0 or rises <= 0:
        return start if falls >= 0 else end
    at = (start - end + rises * right - falls * left) / (rises - falls)
    return start + falls * (at - left)


def _sum(common: Terms, t: Fraction) -> Fraction:
    return sum((a * b / (t * a + (1 - t) * b) for a, b in common), Fraction(0))


def _slope(common: Terms, t: Fraction) -> Fraction:
    slopes = (a * b * (b - a) / (t * a + (1 - t) * b) ** 2 for a, b in common)
    return sum(slopes, Fraction(0))
