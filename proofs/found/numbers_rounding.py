"""What a table on a grid of numbers does on the whole interval, and what bounds it."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, reals, sentence

section = Section("found")

left, right, m_left, m_right, z, s = reals("l u m_l m_u z s")
BETWEEN = (z >= left, z <= right, left < right)
SLOPE = (m_right - m_left) / (right - left)


def line(at: sp.Expr) -> sp.Expr:
    """The second moment of the reports on a number that was rounded at random."""
    return m_left + SLOPE * (at - left)


@section("numbers/rounding")
def rounding():
    """z goes to u with probability (z - l) / (u - l), else to l."""
    return states(sentence("rounding_at_random"))


@section("numbers/rounding/worst")
def worst_between():
    """L(z) - z^2 = L(s) - s^2 - (z - s)(z + s - slope), largest where s = slope/2 or at an end."""
    slope = reals("k")
    loss = slope * (z - s) - z**2 + s**2
    inside = (z >= left, z <= right, left < right)
    return [
        identity((line(z) - z**2) - (line(s) - s**2), loss.subs(slope, SLOPE), left < right),
        holds(loss <= 0, *inside, sp.Eq(s, slope / 2)),
        holds(loss <= 0, *inside, sp.Eq(s, left), slope / 2 <= left),
        holds(loss <= 0, *inside, sp.Eq(s, right), slope / 2 >= right),
    ]


@section("numbers/rounding/privacy")
def rounded_privacy():
    """The column of a rounded number is between those of its neighbours."""
    up, low, high, other, g = reals("t p q o g")
    mixed = up * high + (1 - up) * low
    inside = (up >= 0, up <= 1, low >= 0, high >= 0, other >= 0, g >= 1)
    return [
        holds(mixed <= g * other, *inside, low <= g * other, high <= g * other, degree=3),
        holds(other <= g * mixed, *inside, other <= g * low, other <= g * high, degree=3),
    ]
