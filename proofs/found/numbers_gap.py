"""The third form of the best mechanism on an interval: prices and reports with a gap.

No number in the gap c < |x| < 1 has a price. Lengths are measured so that the gap ends at 1; the
interval is [-T, T], T >= 1:

    c = 2/(gamma + 2),    a^2 = 4 gamma/(gamma + 2),    B = (gamma + 1)/(gamma - 1),
    k = 2 gamma/(gamma + 4),    l = k (2 - k),    D = (gamma + 4)/(2 (gamma - 1)).

Half a window is s = sqrt(x^2 + a^2) for |x| <= c and s = sqrt((x - k)^2 + l) for 1 <= x <= T, S at
T; the prices f_x(v) = q ((v - x)^2 - s^2) have the densities q = B a^2/(2 s^3) and D l/(2 s^3). The
coordinate of a number is w = x + s, and x - k + s beyond the gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claims import Section, states
from ..goals import Goal, identity, reals
from .numbers_model import B, gamma, v, w

section = Section("found")

W = reals("W")
"""The coordinate of T, in which T and S are rational."""

C = 2 / (gamma + 2)
SQUARE = 4 * gamma / (gamma + 2)
OUTER = (gamma + 4) / (2 * (gamma - 1))
SMALL = 2 * gamma / (gamma + 2)
"""The number of the reports at -c: those at c and at 1 have 2."""

MORE = gamma - 1
KNOWN = (gamma > 2, w > 0, W > 0)

SHARE = (gamma - 2) / (2 * MORE)
SLOPE = gamma / MORE
CONSTANT = SQUARE * gamma / (2 * MORE)
"""The sums of q, p and y beyond the gap, from 1 to T."""


def shift(g: Any) -> Any:
    """k."""
    return 2 * g / (g + 4)


SHIFT = shift(gamma)
SPREAD = SHIFT * (2 - SHIFT)
"""l."""


def middle(at: Any) -> tuple[Any, Any]:
    """x and s at a coordinate of a number in [-c, c]."""
    return (at - SQUARE / at) / 2, (at + SQUARE / at) / 2


def outer(at: Any) -> tuple[Any, Any]:
    """x and s at a coordinate of a number from 1 to T."""
    return SHIFT + (at - SPREAD / at) / 2, (at + SPREAD / at) / 2


Prices = tuple[Any, Any, Any]
"""Sums of q, p and y."""


def middle_prices() -> Prices:
    """Of the numbers from that at w to c."""
    x, s = middle(w)
    last = (gamma + 1) * C
    share = B / 2 * (C / last - x / s)
    return share, B * SQUARE / 2 * (1 / s - 1 / last), -SQUARE * share


def outer_prices(first: Any) -> Prices:
    """Of the numbers from that at a coordinate to T, without the weight at T itself."""
    (x, s), (end, last) = outer(first), outer(W)
    share = OUTER / 2 * ((end - SHIFT) / last - (x - SHIFT) / s)
    slope = OUTER * SPREAD / 2 * (1 / s - 1 / last) + SHIFT * share
    return share, slope, 2 * SHIFT * (slope - share)


BEYOND = outer_prices(2 - SHIFT)


@dataclass(frozen=True)
class End:
    """The weight at T: f_T(v) = q v^2 - 2 p v + y, with the T and S of the interval."""

    q: Any
    p: Any
    y: Any

    @classmethod
    def of(cls, g: Any, end: Any, last: Any) -> End:
        k, more = shift(g), g - 1
        half = (g + 4) / (4 * more)
        share = half * ((end - k) / last - (1 - k))
        slope = half * k * (2 - k) * (1 - 1 / last) + k * share
        constant = 2 * k * (slope - share)
        return cls(
            (g - 2) / (2 * more) - share,
            g / more - slope,
            2 * g * g / ((g + 2) * more) - constant,
        )

    def at(self, number: Any) -> Any:
        return self.q * number * number - 2 * self.p * number + self.y


AT_END = End.of(gamma, *outer(W))
END = (AT_END.q, AT_END.p, AT_END.y)
RIGHT = (SHARE, SLOPE, CONSTANT)


def plus(first: Prices, other: Prices, sign: int = 1) -> Prices:
    one, two, three = (a + sign * b for a, b in zip(first, other, strict=True))
    return one, two, three


def charge(number: Any, window: Prices) -> Any:
    """Of a report of a number: all prices, and gamma - 1 times those in its window."""
    share, slope, constant = window
    inside = share * number**2 - 2 * slope * number + constant
    return number**2 + SQUARE + MORE * inside


def of_windows() -> list[Goal]:
    """f_x(v) at a coordinate, and the coordinates of -c, c and 1."""
    (x, s), (t, half) = middle(w), outer(w)
    below, here, there = middle(SMALL), middle(sp.Integer(2)), outer(2 - SHIFT)
    return [
        identity((v - x) ** 2 - s**2, (v - w) * (v + SQUARE / w), *KNOWN, label="x <= c"),
        identity(
            (v - t) ** 2 - half**2,
            (v - w - SHIFT) * (v - SHIFT + SPREAD / w),
            *KNOWN,
            label="x >= 1",
        ),
        identity(below[0], -C, *KNOWN, label="-c"),
        identity(here[0], C, *KNOWN, label="c"),
        identity(there[0], sp.Integer(1), *KNOWN, label="1"),
        identity(there[1], sp.Integer(1), *KNOWN, label="s at 1"),
    ]


def of_sums() -> list[Goal]:
    """Derivatives by the coordinate where a sum begins, and what is on the right side in all."""
    (x, s), (t, half) = middle(w), outer(w)
    here, there = B * SQUARE / (2 * s**3), OUTER * SPREAD / (2 * half**3)
    of_middle = zip(middle_prices(), (1, x, -SQUARE), strict=True)
    of_outer = zip(outer_prices(w), (1, t, t**2 - half**2), strict=True)
    return [
        *(
            identity(sp.diff(of, w), -here * each * sp.diff(x, w), *KNOWN, label="in the middle")
            for of, each in of_middle
        ),
        *(
            identity(sp.diff(of, w), -there * each * sp.diff(t, w), *KNOWN, label="beyond the gap")
            for of, each in of_outer
        ),
        *(
            identity(part, whole, *KNOWN, label="the right side")
            for part, whole in zip(plus(BEYOND, END), RIGHT, strict=True)
        ),
        identity(1 / MORE + 2 * SHARE, sp.Integer(1), *KNOWN, label="shares"),
        identity(2 * CONSTANT - SQUARE / MORE, SQUARE, *KNOWN, label="constants"),
    ]


def of_charges() -> list[Goal]:
    """Those that vanish, and those that are multiples of squares."""
    inside = (1 / MORE, sp.Integer(0), -SQUARE / MORE)
    below = plus(BEYOND, outer_prices(w), -1)
    top, last = outer(W)
    none = (
        ("x <= c", w, plus(middle_prices(), RIGHT)),
        ("x >= 1", w + SHIFT, plus(outer_prices(w), END)),
        ("t - s", SHIFT - SPREAD / w, plus(inside, below)),
    )
    squares = (
        ("all but T", top - last, plus(inside, BEYOND), 2 + MORE * BEYOND[0]),
        ("all from -c", SMALL, plus(inside, RIGHT), (gamma + 2) / 2),
        ("T alone", top + last, END, 1 + MORE * AT_END.q),
    )
    return [
        *(
            identity(charge(number, window), sp.Integer(0), *KNOWN, label=label)
            for label, number, window in none
        ),
        *(
            identity(charge(v, window), times * (v - root) ** 2, *KNOWN, label=label)
            for label, root, window, times in squares
        ),
    ]


@section("numbers/gap/prices")
def prices():
    """The sums are integrals, 1, 0 and a^2 over all; charges vanish or are multiples of squares."""
    return states(
        *of_windows(), *of_sums(), *of_charges(), scope="every gamma > 2 and every T >= 1"
    )


@section("numbers/gap/reports")
def reports():
    """As x grows the mean grows as x, the second moment as x^2, and the probability stays."""
    (x, s), (t, half) = middle(w), outer(w)
    mirrored, opens, stops = SQUARE / w, w + SHIFT, SHIFT - SPREAD / w
    u, told, closes, part = reals("u delta rho theta")
    fit = 2 * SMALL - 2 * C * told - told**2
    nothing = (1 - part) * (u - C) / (MORE * SMALL)
    small = (2 * (1 - u) / MORE - (2 * told + told**2) * closes) / (SMALL * (2 + SMALL))
    large = small + nothing + closes
    known = (gamma > 2, told >= 0, fit > 0)
    rate = 2 * part * (u - C) / (MORE * fit)
    room = (1 - u) * fit - part * (u - C) * (2 * told + told**2)
    return states(
        identity((w + mirrored) / (2 * s), sp.Integer(1), *KNOWN, label="the mean, x <= c"),
        identity((w**2 - mirrored**2) / (2 * s), 2 * x, *KNOWN, label="x^2, x <= c"),
        identity((opens - stops) / (2 * half), sp.Integer(1), *KNOWN, label="the mean, x >= 1"),
        identity((opens**2 - stops**2) / (2 * half), 2 * t, *KNOWN, label="x^2, x >= 1"),
        identity(
            (2 * large + SMALL * small + told * closes).subs(closes, rate),
            1 / MORE,
            *known,
            label="the mean in the gap",
        ),
        identity(
            (4 * large - SMALL**2 * small - told**2 * closes).subs(closes, rate),
            2 * u / MORE,
            *known,
            label="x^2 in the gap",
        ),
        identity(
            small.subs(closes, rate),
            2 * room / (MORE * fit * SMALL * (2 + SMALL)),
            *known,
            label="the reports of the small number",
        ),
    )
