"""Lines below the function whose sum over reports a Renyi budget bounds.

For the ratio t = x.r / y.r the divergence of order a > 1 is the logarithm of sum y.r t^a over
a - 1, that of order 1 the sum of y.r t ln t. Lines below are tangents: exact ones where the order
is whole and powers are short, else ones with a rational slope and a height rounded up.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from rropt.exact import dyadic, round_up
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision

Line = tuple[Fraction, Fraction]
"""(s, h) of s t - h."""

Steps = tuple[tuple[Fraction, tuple[Fraction, Fraction]], ...]

SLOPE_BITS = 40
"""A rational slope moves the point where a line touches by 1e-12 of it."""

HEIGHT_BITS = 80
"""Heights are rounded up by 1e-24: nothing beside the gap between two tangents."""

LEVEL_BITS = 44
"""Where two lines meet: rounded up by 1e-13 of it."""

MOST_EXACT_BITS = 512
"""Powers with longer denominators are rounded, as other orders are: a checker adds up all lines."""

WORKING_BITS = 160

FARTHEST_BELOW = Fraction(1, 2**20)
"""Where the base touches t ln t: it lies less than a millionth below 0 at t = 0."""


def base_of(order: Fraction) -> Line:
    """The line that all others are added to: 0, which t ln t is not above."""
    return tangent(order, FARTHEST_BELOW) if order == 1 else (Fraction(0), Fraction(0))


def tangent(order: Fraction, point: Fraction) -> Line:
    """The slope and the height of the tangent at a point, nowhere above the function.

    >>> tangent(Fraction(2), Fraction(3))
    (Fraction(6, 1), Fraction(9, 1))
    """
    if order.denominator == 1 and order > 1:
        power = point ** int(order - 1)
        if power.denominator.bit_length() <= MOST_EXACT_BITS:
            return order * power, (order - 1) * power * point
    with working_precision(WORKING_BITS):
        if order == 1:
            slope = _short(1 + ball(point).log())
            return slope, _above((ball(slope) - 1).exp())
        more = ball(order - 1)
        slope = _short(ball(order) * (more * ball(point).log()).exp())
        return slope, _above(more * (ball(order) / more * ball(slope / order).log()).exp())


def steps_of(order: Fraction, points: Iterable[Fraction]) -> Steps:
    """The largest of the base and of the tangents at these points, as base + sum c [t - g]+.

    >>> [(str(c), str(g)) for c, (g, _) in steps_of(Fraction(2), [Fraction(1), Fraction(2)])]
    [('2', '1/2'), ('2', '3/2')]
    """
    lines = [base_of(order), *(tangent(order, point) for point in sorted(set(points)))]
    found = []
    for (slope, height), (steeper, lower) in pairwise(lines):
        g = _short_above((lower - height) / (steeper - slope))
        found.append((steeper - slope, (g, g)))
    return tuple(found)


def _short_above(x: Fraction) -> Fraction:
    """The next number of few bits: a larger g is a lower line, and many have a short denominator.

    >>> _short_above(Fraction(3, 2))
    Fraction(3, 2)
    """
    return round_up(x, LEVEL_BITS + max(0, -_magnitude(x)))


def most_told(order: Fraction, above: Fraction, below: Fraction) -> Fraction:
    """What a report of these two chances adds, or a little more.

    >>> most_told(Fraction(2), Fraction(3), Fraction(1))
    Fraction(9, 1)
    """
    if not above:
        return Fraction(0)
    if order.denominator == 1 and order > 1:
        return above ** int(order) / below ** int(order - 1)
    with working_precision(WORKING_BITS):
        logarithm = ball(above / below).log()
        if order == 1:
            return dyadic((ball(above) * logarithm).upper())
        return dyadic((ball(below) * (ball(order) * logarithm).exp()).upper())


def _short(value: object) -> Fraction:
    """A number of few bits next to a ball."""
    middle = dyadic(value.mid())  # type: ignore[attr-defined]
    bits = SLOPE_BITS + max(0, -_magnitude(middle))
    return Fraction(round(middle * 2**bits), 2**bits)


def _above(value: object) -> Fraction:
    """A number of few bits above a ball: strictly, since logarithms do not tell equal numbers."""
    upper = dyadic(value.upper())  # type: ignore[attr-defined]
    bits = HEIGHT_BITS + max(0, -_magnitude(upper))
    return round_up(upper, bits) + Fraction(1, 2**bits)


def _magnitude(x: Fraction) -> int:
    return x.numerator.bit_length() - x.denominator.bit_length()
