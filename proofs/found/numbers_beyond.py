"""The least worst variance on [-1, 1] beyond epsilon = 1.393, between two ends 1e-6 apart.

Windows of equally spaced numbers, with a random shift between them, are a mechanism on the whole
interval; prices of these numbers alone bound every mechanism. Both are found in doubles and decided
in whole numbers: the mechanism at a level that is at most e^epsilon, the prices at one that is at
least as large.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import exp

import sympy as sp

from rropt.design.worst.windows_design import NumberPrices, Windows, exact_prices, exact_windows
from rropt.design.worst.windows_program import WindowSolution, solved
from rropt.devices.bounded_numbers import (
    duchi,
    hybrid_mechanism,
    optimal_piecewise,
    piecewise_mechanism,
    square_wave,
)
from rropt.exact.bounds import exp_bounds

from ..claims import Section, as_statement, states
from ..goals import Goal, every, holds, identity, reals, sentence
from . import numbers_rounding, numbers_shift

section = Section("found")

ENDS = {
    "3/2": ("1.6915103", "1.6915114"),
    "2": ("0.86545605", "0.86545675"),
    "3": ("0.30405812", "0.30405839"),
    "4": ("0.12709162", "0.1270917"),
    "5": ("0.0573838", "0.057383845"),
    "6": ("0.02714019", "0.027140216"),
}
"""Epsilon, and what the least worst variance lies between."""

GRIDS = {
    "3/2": (41, 4),
    "2": (51, 4),
    "3": (41, 5),
    "4": (81, 5),
    "5": (121, 5),
    "6": (121, 5),
}
"""How many numbers are begun with, and how often they are doubled: the step adds h^2/12."""

RIVALS = {
    duchi: ("1.465", "1.992", "4.014", "8.466", "17.9", "37.21"),
    piecewise_mechanism: ("1.337", "1.418", "1.621", "1.899", "2.263", "2.708"),
    hybrid_mechanism: ("1.118", "1.204", "1.421", "1.722", "2.116", "2.592"),
    square_wave: ("1.507", "1.744", "2.496", "3.844", "6.225", "10.36"),
    optimal_piecewise: ("1.25", "1.261", "1.269", "1.273", "1.28", "1.283"),
}
"""How many times the least worst variance theirs is at least, at each epsilon of ENDS."""

MILLIONTH = Fraction(1, 10**6)

Q, P, Y, v, s, b, x, g = reals("Q P Y v s b x gamma")


@cache
def windows_of(epsilon: str) -> WindowSolution:
    """The best windows and their prices, in doubles."""
    return solved(exp(Fraction(epsilon)), *GRIDS[epsilon])


@cache
def prices_of(epsilon: str) -> NumberPrices | None:
    """Prices for a level of at least e^epsilon, if they cover."""
    return exact_prices(windows_of(epsilon), exp_bounds(Fraction(epsilon))[1])


@cache
def mechanism_of(epsilon: str) -> Windows | None:
    """Windows and a card for a level of at most e^epsilon, if they are private."""
    return exact_windows(windows_of(epsilon), exp_bounds(Fraction(epsilon))[0])


def no_less_than(part: Fraction) -> Callable[[str], bool]:
    """Whether prices cover, and pay this part of the lower end."""

    def decided(epsilon: str) -> bool:
        level = exp_bounds(Fraction(epsilon))[1]
        prices = prices_of(epsilon)
        if prices is None:
            return False
        return prices.bound() >= part * Fraction(ENDS[epsilon][0]) and prices.cover(level)

    return decided


def no_more_than(part: Fraction) -> Callable[[str], bool]:
    """Whether a private mechanism has at most this part of the upper end at every number."""

    def decided(epsilon: str) -> bool:
        level = exp_bounds(Fraction(epsilon))[0]
        windows = mechanism_of(epsilon)
        least = part * Fraction(ENDS[epsilon][1])
        if windows is None:
            return False
        return windows.worst(level) <= least and windows.are_private(level)

    return decided


def ends_are_near(part: Fraction) -> Callable[[str], bool]:
    """Whether the ends are less than this part of the lower one apart."""

    def decided(epsilon: str) -> bool:
        low, high = map(Fraction, ENDS[epsilon])
        return high - low <= part * low

    return decided


@section("numbers/windows/prices")
def prices():
    """The cheapest row at v has gamma where f_x(v) < 0, between the roots of f_x, so that it is one
    row between neighbouring roots; a row pays Q v^2 - 2 P v + Y for a report of the number v."""
    charge, first, last = reals("f r_1 r_2")
    signed, known = Q * (v - first) * (v - last), (Q > 0, first <= last)
    return states(
        identity(
            Q * (Q * v**2 - 2 * P * v + Y), (Q * v - P) ** 2 + Q * Y - P**2, Q > 0, label="square"
        ),
        holds((Q * v - P) ** 2 + Q * Y - P**2 >= 0, Q * Y >= P**2, squares=[Q * v - P]),
        holds(charge >= 0, Q * charge >= 0, Q > 0, multiply=True),
        holds(signed <= 0, *known, v >= first, v <= last),
        holds(signed >= 0, *known, v <= first),
        holds(signed >= 0, *known, v >= last),
        scope="every number of truths; every v",
    )


@section("numbers/windows/card")
def card():
    """Chances (s + b)/2 and (s - b)/2 of 1 and -1 fill a rest s of one and b of a mean."""
    plus, minus = (s + b) / 2, (s - b) / 2
    return states(
        identity(plus + minus, s, s > 0),
        identity(plus - minus, b, s > 0),
        identity((1 - s) + plus + minus, sp.Integer(1), s > 0, label="the probability"),
        identity((x - b) + plus - minus, x, s > 0, label="the mean"),
    )


def on_a_grid() -> list[Goal]:
    """What reports on the numbers of a grid are on all of the interval."""
    parts = (
        numbers_rounding.rounding,
        numbers_rounding.rounded_privacy,
        numbers_shift.shift,
        numbers_shift.shift_variance,
        prices,
        card,
    )
    return [goal for part in parts for goal in as_statement(part()).goals]


@section("numbers/beyond", limit=600)
def beyond():
    """Both ends are decided in whole numbers; an end that is 1e-6 better is refused."""
    domain = {"epsilon": tuple(ENDS)}
    one = Fraction(1)
    return states(
        sentence("prices_below"),
        *on_a_grid(),
        every(
            domain,
            no_less_than(one),
            "prices cover and are worth the lower end",
            false=(no_less_than(1 + MILLIONTH),),
        ),
        every(
            domain,
            no_more_than(one),
            "windows are private and have the upper end",
            false=(no_more_than(1 - MILLIONTH),),
        ),
        every(
            domain,
            ends_are_near(MILLIONTH),
            "the ends are near",
            false=(ends_are_near(MILLIONTH / 2),),
        ),
        scope="epsilon = 3/2, 2, 3, 4, 5 and 6; every number of reports",
    )


def costs_more(part: Fraction) -> Callable[[str], bool]:
    """Whether the worst variance of each rival is this part of its multiple of the upper end."""

    def decided(epsilon: str) -> bool:
        place = list(ENDS).index(epsilon)
        highest = Fraction(ENDS[epsilon][1])
        return all(
            rival(epsilon=epsilon).variance[0] >= part * Fraction(times[place]) * highest
            for rival, times in RIVALS.items()
        )

    return decided


@section("numbers/rivals")
def rivals():
    """Their variances are formulas, enclosed in balls; the least is below its upper end."""
    return every(
        {"epsilon": tuple(ENDS)},
        costs_more(Fraction(1)),
        "the rivals are as many times worse",
        false=(costs_more(Fraction(101, 100)),),
        balls=True,
    )
