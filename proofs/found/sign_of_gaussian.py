"""A number that is normal around an unknown centre: how long is the sign its best private report?

x has the density phi of N(theta, 1), and theta is near 0. A report of the likelihood q(x), between
m and gamma m, informs about theta at 0 by E[x q]^2 / E[q] = max_v 2 v E[x q] - v^2 E[q]. A
randomized response about the sign of x has c^2 in all,

    t = (gamma - 1)/(gamma + 1),    c = 2 t phi(0),    c^2 = (2/pi) tanh(epsilon/2)^2.

Prices l(x) = 2 c |x| s(|x|) - c^2 with E[l] = c^2 bound every mechanism by c^2 if they cover: for
every v the expectation of f, with gamma f where f < 0, f = l - 2 v x + v^2, is not negative. With
v = c u and s <= 1 in absolute value that is, for u >= 0 (the mirror image has -u),

    2 t E[((u^2 - 1) - 2 x (u - s)/c)^+ + ((1 - u^2) - 2 x (u + s)/c)^+ ; x > 0]  <=  (u - 1)^2.

Here s has three values, and the third makes E[l] = c^2. They cover at epsilon = 2.007, and what
covers at one epsilon covers, scaled, below it. From 2.0075 on randomized response over the three
answers "below -a", "between" and "above a" informs more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import sympy as sp
from flint import arb

from ..claims import Section, as_statement, states
from ..exactly import ball
from ..goals import argued, check, every, holds, identity, reals
from .normal_pieces import Stretch, density, mass_up_to

section = Section("found")

LAST = Fraction(2007, 1000)
"""The epsilon at which the prices below cover."""

FIRST_BEYOND = Fraction(20075, 10000)
"""The epsilon from which three answers inform more; the curves cross at 2.00740."""

CUT = Fraction(3638, 10000)
"""The a of the three answers, best where the curves cross."""

INNER, OUTER = Fraction(1, 5), Fraction(3, 5)
"""Where s changes its value."""

SLOPES = (Fraction(61, 100), Fraction(419, 500))
"""s up to INNER and up to OUTER. Tight are u = 0 and u = 2 CUT/c, where s = c/(2 CUT) = 0.837."""

DEEPEST = 30
"""Halvings of an interval of u; 16 are needed beside the two tight places."""

SCALE = Fraction(1, 8)
"""The length of the intervals of u that are covered one by one."""

x, u, s, t, c, r, v, g = reals("x u s t c r v gamma")


@dataclass(frozen=True)
class Piece(Stretch):
    """An interval of x > 0 with the value that s has there."""

    slope: arb


@dataclass(frozen=True)
class Prices:
    """The prices at one epsilon."""

    t: arb
    c: arb
    pieces: tuple[Piece, ...]

    def excess_above(self, low: Fraction, high: Fraction) -> arb:
        """No less than the expectation at any u from low to high, 1 <= low."""
        height = ball(high * high - 1)
        falls = [2 * (ball(low) - piece.slope) / self.c for piece in self.pieces]
        pairs = zip(self.pieces, falls, strict=True)
        return sum((piece.falling(height, fall) for piece, fall in pairs), arb(0))

    def excess_below(self, low: Fraction, high: Fraction) -> arb:
        """No less than the expectation at any u from low to high <= 1."""
        return sum((self._of_piece(piece, low, high) for piece in self.pieces), arb(0))

    def _of_piece(self, piece: Piece, low: Fraction, high: Fraction) -> arb:
        left = piece.falling(ball(1 - low * low), 2 * (ball(low) + piece.slope) / self.c)
        rise = 2 * (piece.slope - ball(low)) / self.c
        if rise <= 0:
            return left
        return left + piece.rising(ball(1 - high * high), rise)

    def are_above(self, low: Fraction, high: Fraction) -> bool:
        """Whether they cover all of these u, by what is largest and least at the two ends."""
        if low >= 1:
            return bool(2 * self.t * self.excess_above(low, high) <= ball((low - 1) ** 2))
        return bool(2 * self.t * self.excess_below(low, high) <= ball((1 - high) ** 2))

    def are_flat(self, low: Fraction, high: Fraction) -> bool:
        """Whether they cover next to u = 1, where both sides are 0: what is positive ends before s
        first changes, and phi <= phi(0) makes of it the area of a triangle."""
        inner, reach = self.pieces[0], 2 * ball(INNER) / self.c
        if low >= 1:
            slowest = ball(low) - max(piece.slope for piece in self.pieces)
            room, ends = ball(low) - inner.slope, ball(high * high - 1) <= reach * slowest
        else:
            slowest = ball(low) + min(piece.slope for piece in self.pieces)
            room, ends = ball(low) + inner.slope, ball(1 - low * low) <= reach * slowest
            ends = ends and all(piece.slope <= ball(low) for piece in self.pieces)
        return bool(ends and slowest > 0 and self.c**2 * ball(high + 1) ** 2 <= 4 * room)

    def cover(self, low: Fraction, high: Fraction, depth: int = 0) -> bool:
        """Whether they cover every u from low to high."""
        if self.are_flat(low, high) or self.are_above(low, high):
            return True
        middle = (low + high) / 2
        return depth < DEEPEST and all(
            self.cover(*half, depth + 1) for half in ((low, middle), (middle, high))
        )


@cache
def prices(epsilon: Fraction) -> Prices:
    """With the third value of s that makes E[l] = c^2, which says E[|x| s] = c."""
    tanh = (ball(epsilon) / 2).tanh()
    centre = 2 * tanh * density(arb(0))
    ends = ball(INNER), ball(OUTER)
    near, middle = map(ball, SLOPES)
    moments = near * (density(arb(0)) - density(ends[0])) + middle * (
        density(ends[0]) - density(ends[1])
    )
    far = (centre / 2 - moments) / density(ends[1])
    pieces = (
        Piece(arb(0), ends[0], near),
        Piece(ends[0], ends[1], middle),
        Piece(ends[1], None, far),
    )
    return Prices(tanh, centre, pieces)


def covers(epsilon: Fraction) -> Callable[[int], bool]:
    """Whether the prices of this epsilon cover one interval of u, by its number."""
    return lambda number: prices(epsilon).cover(number * SCALE, (number + 1) * SCALE)


def has_room(cut: Fraction) -> bool:
    """Q < exp(-a^2)/2 < 1/2, so that three answers inform more than two at large epsilon."""
    beyond = arb(1) / 2 - mass_up_to(ball(cut))
    square = (-ball(cut * cut)).exp() / 2
    return bool(beyond < square) and bool(2 * square < 1)


def three_are_better(epsilon: Fraction) -> bool:
    """exp(-a^2)/2 (gamma + 1)^2 > (gamma + 2)(1 + (gamma - 1) Q), Q the chance of x > a."""
    level, cut = ball(epsilon).exp(), ball(CUT)
    beyond = arb(1) / 2 - mass_up_to(cut)
    square = (-cut * cut).exp() / 2
    return bool(square * (level + 1) ** 2 > (level + 2) * (1 + (level - 1) * beyond))


INTERVALS = range(60)
"""The u up to 7.5, beyond gamma = 7.441 at LAST."""


def charges():
    """Charges are at least what a report informs, for every mechanism and all prices that cover."""
    f, row, least, moment, mass = reals("f l m M w")
    in_row = (row >= least, row <= g * least, least > 0, g > 1)
    return argued(
        "a charge is an integral over x of l times the likelihood q of a report, which lies "
        "between its infimum m and gamma m; the sum (or integral) of q over all reports is 1",
        identity(2 * v * moment - v**2 * mass, moment**2 / mass, mass > 0, sp.Eq(v * mass, moment)),
        holds(f * row >= f * least, *in_row, f >= 0),
        holds(f * row >= g * f * least, *in_row, f <= 0),
    )


def pairs():
    """The cheapest report of each v in terms of c and t; the mirror image of a report has -v."""
    half, tilt, spread = reals("h d k")
    odds = (g - 1) / (g + 1)
    known = (g > 1, c > 0)
    return states(
        identity(
            g * (spread - 2 * v * x + v**2) + (spread + 2 * v * x + v**2),
            (g + 1) * (spread + v**2 - 2 * odds * v * x),
            *known,
            label="the pair x, -x where no sign is wrong",
        ),
        identity(
            (g + 1) * ((v**2 - c**2) * half + 2 * c * tilt - 2 * odds * v * spread),
            (g + 1) / 2 * (v - c) ** 2,
            *known,
            sp.Eq(half, sp.Rational(1, 2)),
            sp.Eq(2 * tilt, c),
            sp.Eq(2 * odds * spread, c),
            label="its integral",
        ),
    )


@section("gaussian/smaller")
def smaller():
    """Below an epsilon at which s covers, r s covers, for r the ratio of both t: each positive
    part is less, and it is multiplied by r t instead of t."""
    given = (x >= 0, u >= 0, c > 0, r > 0, r <= 1)
    return [
        holds(x * (u - r * s) / (r * c) >= x * (u - s) / c, *given),
        holds(x * (u + r * s) / (r * c) >= x * (u + s) / c, *given),
        holds(r * s <= 1, s <= 1, r > 0, r <= 1),
        holds(r * s >= -1, s >= -1, r > 0, r <= 1),
    ]


@section("gaussian/cover", limit=120)
def cover():
    """Up to u = 7.5 in balls; beyond gamma the half of (u^2 - 1) is enough."""
    odds = (g - 1) / (g + 1)
    top = reals("p")
    return states(
        every(
            {"eighths of u": INTERVALS},
            covers(LAST),
            "the prices cover",
            false=(covers(FIRST_BEYOND),),
            balls=True,
        ),
        check(
            lambda: all(-1 <= piece.slope <= 1 for piece in prices(LAST).pieces),
            "|s| <= 1",
            balls=True,
            false=lambda: all(piece.slope <= ball(OUTER) for piece in prices(LAST).pieces),
        ),
        check(
            lambda: bool(ball(LAST).exp() <= ball(len(INTERVALS) * SCALE)),
            "gamma is reached",
            balls=True,
            false=lambda: bool(ball(LAST).exp() <= ball(7)),
        ),
        holds(odds * (u**2 - 1) <= (u - 1) ** 2, u >= g, g > 1),
        identity(
            2 * t * (top * (u**2 - 1) ** 2 / (2 * 2 * (u - s) / c)),
            c**2 * (u**2 - 1) ** 2 / (4 * (u - s)),
            c > 0,
            u > s,
            sp.Eq(2 * t * top, c),
            label="2 t times a triangle",
        ),
        holds(
            (c * (u + 1)) ** 2 * (u - 1) ** 2 <= 4 * (u - s) * (u - 1) ** 2,
            (c * (u + 1)) ** 2 <= 4 * (u - s),
            squares=[u - 1],
        ),
        scope="u <= 7.5 by enclosures, u >= gamma by an inequality, at epsilon = 2.007",
    )


@section("gaussian/three")
def three_answers():
    """Two reports inform by ((gamma - 1) phi(a))^2 / (1 + (gamma - 1) Q) over gamma + 2 each, the
    middle by nothing. That this is more than c^2 at one gamma says so at every larger one."""
    top, beyond, square, level = reals("p Q K gamma_1")
    more, rest = reals("L_1 R")
    one = ((g - 1) * top) ** 2 / (1 + (g - 1) * beyond) / (g + 2)
    known = (g > 1, beyond > 0, top > 0)

    def lead(at: sp.Expr) -> sp.Expr:
        return square * (at + 1) ** 2 - (at + 2) * (1 + (at - 1) * beyond)

    shares = (square > beyond, beyond > 0, beyond < sp.Rational(1, 2), square < sp.Rational(1, 2))
    return states(
        identity(
            2 * one - 2 * ((g - 1) / (g + 1)) ** 2 * top**2 / square,
            2
            * (g - 1) ** 2
            * top**2
            * lead(g)
            / (square * (g + 1) ** 2 * (g + 2))
            / (1 + (g - 1) * beyond),
            *known,
            square > 0,
            label="what they inform more, where K = pi phi(a)^2 = exp(-a^2)/2",
        ),
        identity(
            lead(g) * level - lead(level) * g,
            (g - level) * ((square - beyond) * g * level + 2 - 2 * beyond - square),
            *known,
            label="lead",
        ),
        holds(
            (square - beyond) * g * level + 2 - 2 * beyond - square > 0, *shares, g > 1, level > 1
        ),
        holds(
            (more * g + (g - level) * rest) / level > 0,
            g >= level,
            level > 1,
            more > 0,
            rest > 0,
        ),
        check(
            lambda: three_are_better(FIRST_BEYOND),
            "at epsilon = 2.0075 with a = 0.3638",
            balls=True,
            false=lambda: three_are_better(LAST),
        ),
        check(
            lambda: has_room(CUT),
            "Q < K < 1/2",
            balls=True,
            false=lambda: has_room(Fraction(2)),
        ),
        scope="every epsilon from 2.0075 on",
    )


@section("gaussian/sign", limit=120)
def sign():
    """The prices cover at 2.007 and, scaled, below; from 2.0075 on three answers inform more."""
    return states(
        *as_statement(charges()).goals,
        *as_statement(pairs()).goals,
        *smaller(),
        *as_statement(cover()).goals,
        *as_statement(three_answers()).goals,
        scope="best for 0 < epsilon <= 2.007, not best for epsilon >= 2.0075",
    )
