"""The least worst variance on [-1, 1] over whole ranges of epsilon, beside the literature.

A mechanism of the level gamma has neighbours of every level h: from a report with likelihoods
between m and gamma m the part delta m is taken, delta = (h - gamma)/(h - 1), or added where it is
negative. With S and A the sums of m and of m v^2 over the reports of numbers v, and the sum of m v
zero, its variance at x becomes (1 - delta S)(V - delta A) - delta S x^2. A lottery between a
neighbour from below and one from above has no term with x^2. What is private at a level is so at
every larger one, so that what a mechanism has at one epsilon bounds all that follow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp
from operator import mul

import sympy as sp
from flint import arb

from rropt.design.worst.exact_windows import Windows, exact_windows
from rropt.design.worst.windows_program import solved
from rropt.exact.bounds import dyadic, exp_bounds

from ..claims import Section, as_statement, states
from ..exactly import ball
from ..goals import Goal, every, holds, identity, reals, sentence
from . import numbers_rounding, numbers_shift, numbers_table
from .numbers_beyond import card

section = Section("found")

PIECES = 1000
"""Of each unit of epsilon: the least worst variance falls by 0.2 % at most on one of them."""

SMALLEST, MIDDLE, LARGEST = 713, 1393, 6000
"""In pieces: where the second closed form begins and ends, and where the ranges end."""

KNOTS = (MIDDLE, *range(1500, LARGEST + 1, 100))
"""The epsilons whose windows are found; the lottery halfway costs 2e-4 more than the best there."""

GRID = (41, 3)
"""Numbers and doublings: 321 numbers, whose shift adds 1.2e-4 of the variance at epsilon 6."""

STARTS = (SMALLEST, MIDDLE, 2000, 3000, 4000, 5000)
"""Of the ranges on which the multiples below hold."""

Rival = Callable[[arb, arb], arb]
"""(epsilon, e^epsilon) to the worst variance."""

ROOTS = {2: ("0.7122854309", "0.7122854310"), 1: ("1.3930279723", "1.3930279724")}
"""Where (g + 1) ln((g + 2)/g) = k g - 2, for k: the ends of the two closed forms."""

r, m, g, h, delta, S, A, V, x = reals("r m gamma h delta S A V x")
S_1, S_2, a, b = reals("S_1 S_2 a b")


def one_bit(epsilon: arb, power: arb) -> arb:
    """The worst variance of Duchi's mechanism, at 0."""
    return ((power + 1) / (power - 1)) ** 2


def piecewise(epsilon: arb, power: arb) -> arb:
    """That of the piecewise mechanism, at 1."""
    z = power.sqrt()
    return (z + 3) / (3 * (z - 1) ** 2) + 1 / (z - 1)


def hybrid(epsilon: arb, power: arb) -> arb:
    """Piecewise with probability 1 - 1/z, one bit else, where epsilon >= 0.61: the terms with x^2
    cancel."""
    z = power.sqrt()
    return (z + 3) / (3 * z * (z - 1)) + one_bit(epsilon, power) / z


def square_wave(epsilon: arb, power: arb) -> arb:
    """Of a window of width 2b around (x + 1)/2 whose mean is made unbiased, at 1."""
    b = (epsilon - 1 + 1 / power) / (2 * (power - 1 - epsilon))
    inside = 2 * b * power
    middle = (1 + inside) * (ball(1) / 12 + b / 2 + b**2 * (1 + inside / 3))
    return middle / (b * (power - 1)) ** 2 + (1 + 2 * b) / (2 * b * (power - 1))


RIVALS: dict[Rival, tuple[str, ...]] = {
    one_bit: ("1.08", "1.38", "1.98", "4", "8.44", "17.8"),
    piecewise: ("1.306", "1.323", "1.416", "1.619", "1.897", "2.261"),
    hybrid: ("1.062", "1.102", "1.201", "1.418", "1.719", "2.112"),
    square_wave: ("1.315", "1.458", "1.735", "2.488", "3.835", "6.212"),
}
"""How many times the least worst variance theirs is at least, on each of RANGES."""


@dataclass(frozen=True)
class Known:
    """A private mechanism on the numbers: its level, worst variance there, S, A and the shift."""

    level: Fraction
    variance: Fraction
    floors: Fraction
    squares: Fraction
    shift: Fraction


@cache
def known(piece: int) -> Known:
    """The windows of a knot, decided in whole numbers."""
    epsilon = Fraction(piece, PIECES)
    level = exp_bounds(epsilon)[0]
    windows = exact_windows(solved(exp(epsilon), *GRID), level)
    if windows is None:
        raise ValueError(f"the windows at epsilon = {epsilon} are not private")
    return Known(level, windows.worst_number(level), *floors(windows, level), windows.shift())


def floors(windows: Windows, level: Fraction) -> tuple[Fraction, Fraction]:
    """The least likelihoods of all reports, added up: alone, and times squared numbers."""
    left, missing = windows.card(level)
    card = min(s - b for s, b in zip(left, missing, strict=True))
    whole = squares = 0
    for _, _, weight, told in windows.reports:
        whole += weight
        squares += weight * told**2
    unit = windows.unit
    return unit * whole + card, unit**3 * squares + card


def lottery(low: Known, high: Known, level: Fraction) -> Fraction:
    """The variance of a lottery between the neighbours of two mechanisms at a level between."""
    up = (level - low.level) / (level - 1)
    down = (level - high.level) / (level - 1)
    shares = -down * high.floors, up * low.floors
    variances = [
        (1 - delta * end.floors) * (end.variance - delta * end.squares)
        for end, delta in ((low, up), (high, down))
    ]
    mixed = sum(map(mul, shares, variances)) / sum(shares)
    return mixed + max(low.shift, high.shift)


@cache
def at_most(piece: int) -> Fraction:
    """What the least worst variance is at most, at this epsilon and at every larger one."""
    epsilon = Fraction(piece, PIECES)
    if piece < MIDDLE:
        return second_form(epsilon)
    place = bisect_right(KNOTS, piece)
    ends = known(KNOTS[place - 1]), known(KNOTS[place])
    return lottery(*ends, exp_bounds(epsilon)[0])


def second_form(epsilon: Fraction) -> Fraction:
    """(2 - g + g (g + 2) c)/(g - 1), rounded up."""
    g = ball(epsilon).exp()
    c = 1 / (g - (g + 1) / 2 * ((g + 2) / g).log())
    return dyadic(((2 - g + g * (g + 2) * c) / (g - 1)).upper())


def costs_more(part: Fraction) -> Callable[[int], bool]:
    """Whether on a piece each rival's variance is this part of its multiple of the least."""

    def decided(piece: int) -> bool:
        epsilon = ball((Fraction(piece, PIECES), Fraction(piece + 1, PIECES)))
        place = bisect_right(STARTS, piece) - 1
        return all(
            rival(epsilon, epsilon.exp()) >= ball(part * Fraction(times[place]) * at_most(piece))
            for rival, times in RIVALS.items()
        )

    return decided


def excess(times: int) -> Callable[[Fraction], arb]:
    """(g + 1) ln((g + 2)/g) - k g + 2 at an epsilon: twice FIRST for k = 2, SECOND for k = 1."""

    def at(epsilon: Fraction) -> arb:
        g = ball(epsilon).exp()
        return (g + 1) * ((g + 2) / g).log() - times * g + 2

    return at


def changes_sign(widened: Fraction) -> Callable[[int], bool]:
    """Whether the root of this number is between its two ends, the lower one moved so far."""

    def decided(times: int) -> bool:
        low, high = map(Fraction, ROOTS[times])
        return bool(excess(times)(low + widened) > 0) and bool(excess(times)(high) < 0)

    return decided


@section("numbers/ranges/digits")
def digits():
    """Each root is the only one, between two numbers 1e-10 apart with signs told in balls."""
    return states(
        sentence("range_of_the_small_form"),
        sentence("range_of_the_middle_form"),
        every(
            {"k": tuple(ROOTS)},
            changes_sign(Fraction(0)),
            "above zero at the lower end, below it at the upper one",
            false=(changes_sign(Fraction(1, 10**10)),),
            balls=True,
        ),
        scope="both ends of the closed forms",
    )


@section("numbers/neighbours")
def neighbours():
    """r - delta m is between (1 - delta) m and h (1 - delta) m; the numbers become (1 - delta S) v.
    The shares S_2 b and S_1 a of the lottery, h = gamma_1 + a = gamma_2 - b, leave no x^2."""
    known = (m >= 0, r >= m, r <= g * m)
    part = (h - g) / (h - 1)
    levels = (g > 1, h > 1)
    lost = 1 - delta * S
    up, down = a / (h - 1), -b / (h - 1)
    return states(
        identity((g - part) - h * (1 - part), sp.Integer(0), *levels, label="the level"),
        holds(part < 1, *levels),
        holds(r - delta * m >= (1 - delta) * m, *known),
        holds(r - delta * m <= (g - delta) * m, *known),
        holds(lost > 0, delta < 1, S > 0, S <= 1),
        identity(
            lost * (x**2 + V - delta * A) - x**2,
            lost * (V - delta * A) - delta * S * x**2,
            label="the variance",
        ),
        identity(S_2 * b * up * S_1 + S_1 * a * down * S_2, sp.Integer(0), h > 1, label="x^2"),
        scope="every gamma > 1 and h > 1; every number of reports, sum of m v zero",
    )


def _proofs_of(*parts: Callable[[], object]) -> list[Goal]:
    """What is known of the random cut, of rounding, of the shift and of the card."""
    return [goal for part in parts for goal in as_statement(part()).goals]


@section("numbers/rivals/ranges", limit=600)
def rivals_over_ranges():
    """On a piece of epsilon the least variance is at most that of its left end, and theirs is
    enclosed in a ball."""
    return states(
        sentence("range_of_the_small_form"),
        sentence("range_of_the_middle_form"),
        *_proofs_of(
            *(claim.function for claim in numbers_table.section),
            numbers_rounding.rounding,
            numbers_rounding.rounded_privacy,
            numbers_shift.shift,
            numbers_shift.shift_variance,
            card,
            neighbours,
        ),
        every(
            {"pieces": range(SMALLEST, LARGEST)},
            costs_more(Fraction(1)),
            "the rivals are as many times worse",
            false=(costs_more(Fraction(101, 100)),),
            balls=True,
        ),
        scope="0.713 <= epsilon <= 6",
    )
