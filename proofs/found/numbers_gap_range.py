"""Where the third form of the best mechanism on an interval holds, and its value.

The unknown T is where all chances add up to one. Piece by piece of epsilon T is between two numbers
at which the chances add up to less and to more, and everything between them is enclosed in balls:
what the prices ask of the weight at T, and that no report has a density below zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp
from flint import arb, arb_series

from ..claims import Section, as_statement, states
from ..exactly import ball
from ..goals import Goal, argued, check, every, holds, identity, reals
from .numbers_gap import (
    AT_END,
    OUTER,
    SHIFT,
    SPREAD,
    SQUARE,
    End,
    W,
    outer,
    prices,
    reports,
    shift,
)
from .numbers_model import B, gamma
from .numbers_shares import duality

section = Section("found")

PIECES = 2500
"""Of each unit of epsilon."""

WITHOUT_END = range(5038, 3481, -1)
"""The pieces before theta comes to 1, those with the least room first, back to the one in which the
second closed form ends."""

LAST_PIECE = (Fraction(20154, 10000), Fraction(20162, 10000))
"""Here theta is shown to rise with epsilon, as it comes to 1."""

ROOT = ("2.0160326139", "2.0160326140")
"""Epsilon where theta = 1."""

CLOSE = Fraction(1, 10**12)
"""How far T is looked for at both: theta moves by 1e-10 between them."""

REACH = Fraction(1, 2)
"""How far T is looked for on both sides, in lengths of the piece: it moves by 0.6 to 0.7 of one."""

QUARTERS = tuple(Fraction(quarter, 4) for quarter in range(4))


@dataclass(frozen=True)
class Form:
    """The reports at gamma and T: J is the integral of 1/s from 1 to T, L that from 0 to c."""

    g: Any
    T: Any
    S: Any
    J: Any
    L: Any

    @property
    def small(self) -> Any:
        """The number of the reports at -c."""
        return 2 * self.g / (self.g + 2)

    @property
    def gap(self) -> Any:
        """Its length."""
        return self.g / (self.g + 2)

    def moments(self) -> tuple[Any, Any, Any]:
        """2 (gamma - 1) times the chances of the reports t - s, and times their numbers and their
        squared numbers: integrals of 1/s, (t - s)/s and (t - s)^2/s from 1 to T."""
        k, T, S, J = shift(self.g), self.T, self.S, self.J
        first = S - 1 + k * J
        area = (T - k) * S - (1 - k) + k * (2 - k) * J
        return J, first - (T - 1), area + 2 * k * (first - J) - (T * T - 1)

    def closing(self) -> Any:
        """2 (gamma - 1) times what the reports t - s take of those of the number 0, in all."""
        chances, numbers, squares = self.moments()
        return chances - (4 * numbers / (self.g + 2) + squares) / (2 * self.small)

    def theta(self) -> Any:
        """The part of the reports of 0 that is taken."""
        return self.small * self.closing() / self.gap**2

    def chances(self) -> Any:
        """gamma - 1 times the sum of all chances."""
        g, small = self.g, self.small
        chances, numbers, squares = self.moments()
        of_small = (self.gap**2 - numbers - squares / 2) / (small * (2 + small))
        of_zero = self.gap**2 / (2 * small) - self.closing() / 2
        rest = (g + 2) * (chances + of_zero) + 2 * (g + 1) * of_small
        return (g + 1) * self.L + rest

    def excess(self) -> Any:
        """gamma - 1 times what all chances are more than one."""
        g = self.g
        outer = 2 * (g + 2) / (g + 4) * self.J + (g + 2) / 4 * (self.T - self.S)
        return (g + 1) * self.L + outer - (g - 2) / 2

    def worst(self) -> Any:
        """The worst variance on [-T, T], T^2 times that on [-1, 1]."""
        g, T = self.g, self.T
        return T * (2 * g - g * T + (g + 4) * self.S) / (2 * (g - 1))


def form(g: Any, end: Any) -> Form:
    """At balls, or at power series of them."""
    k = shift(g)
    last = (end * end - 2 * k * end + 2 * k).sqrt()
    return Form(g, end, last, ((end - k + last) / (2 - k)).log(), ((g + 2) / g).log() / 2)


def slopes(of: Callable[[Form], Any], epsilon: arb, end: arb) -> tuple[arb, arb]:
    """The derivatives by epsilon and by T."""
    fixed, moved = arb_series([epsilon], 2), arb_series([epsilon, 1], 2)
    by_epsilon = of(form(moved.exp(), arb_series([end], 2)))
    by_end = of(form(fixed.exp(), arb_series([end, 1], 2)))
    return by_epsilon[1], by_end[1]


@cache
def end_at(epsilon: Fraction) -> Fraction:
    """T, by Newton's method from a line through its values at both ends of the range."""
    found = 1 + Fraction(65, 100) * (epsilon - Fraction(1393, 1000))
    for _ in range(6):
        at = ball(epsilon)
        slope = slopes(Form.excess, at, ball(found))[1]
        step = form(at.exp(), ball(found)).excess() / slope
        found = Fraction(round((found - Fraction(float(step.mid()))) * 10**17), 10**17)
    return found


@dataclass(frozen=True)
class Piece:
    """An interval of epsilon, and one of T."""

    start: Fraction
    stop: Fraction
    low: Fraction
    high: Fraction

    @classmethod
    def of(cls, start: Fraction, stop: Fraction, reach: Fraction = REACH) -> Piece:
        middle, most = end_at((start + stop) / 2), reach * (stop - start)
        return cls(start, stop, max(middle - most, Fraction(1)), middle + most)

    @property
    def epsilon(self) -> arb:
        return ball((self.start, self.stop))

    @property
    def end(self) -> arb:
        return ball((self.low, self.high))

    def form(self) -> Form:
        return form(self.epsilon.exp(), self.end)

    def enclosed(self, of: Callable[[Form], Any]) -> arb:
        """By the value in the middle and both slopes."""
        middles = (self.start + self.stop) / 2, (self.low + self.high) / 2
        halves = (self.stop - self.start) / 2, (self.high - self.low) / 2
        epsilon, end = map(ball, middles)
        found = slopes(of, self.epsilon, self.end)
        moved = (slope * ball((-half, half)) for slope, half in zip(found, halves, strict=True))
        return sum(moved, of(form(epsilon.exp(), end)))

    def with_end(self, end: Fraction) -> Piece:
        return replace(self, low=end, high=end)

    def has_end(self) -> bool:
        """Whether T is in the interval at each epsilon beyond the second closed form, where it is
        at least 1: the chances add up to less at the first T, and to more at the last one."""
        less = self.low == 1 or bool(self.with_end(self.low).enclosed(Form.excess) < 0)
        return less and bool(self.with_end(self.high).enclosed(Form.excess) > 0)

    def rises(self) -> bool:
        """Whether theta rises with epsilon at the T where the chances add up to one."""
        by_epsilon, by_end = slopes(Form.excess, self.epsilon, self.end)
        moved, other = slopes(Form.theta, self.epsilon, self.end)
        return bool(by_end > 0) and bool(moved * by_end > other * by_epsilon)


Place = tuple[Fraction, Fraction]
"""Where an interval of epsilon begins and ends."""

PLACES = tuple((Fraction(n, PIECES), Fraction(n + 1, PIECES)) for n in WITHOUT_END)


def is_bracketed(reach: Fraction) -> Callable[[Place], bool]:
    """Whether T is as near as that."""
    return lambda place: Piece.of(*place, reach).has_end()


def prices_cover(times: int) -> Callable[[Place], bool]:
    """Whether f_T is not below zero up to T - S and falls there, and not above it from the small
    number to so many times T + S."""

    def decided(place: Place) -> bool:
        at = Piece.of(*place).form()
        end, first = End.of(at.g, at.T, at.S), at.T - at.S
        before = bool(end.at(first) >= 0) and bool(end.p >= end.q * first)
        after = bool(end.at(at.small) <= 0) and bool(end.at(times * (at.T + at.S)) <= 0)
        return before and after and bool(end.q > 0) and bool(first <= at.small)

    return decided


def is_below(most: Fraction) -> Callable[[Place], bool]:
    """Whether theta is below this."""
    return lambda place: bool(Piece.of(*place).enclosed(Form.theta) < ball(most))


def have_room(times: int) -> Callable[[Place], bool]:
    """Whether the small number has reports everywhere in the gap, also if those of t - s took so
    many times as much of theirs.

    For 1 + p (T - 1) <= t <= 1 + (p + 1/4)(T - 1): s is between sqrt(l) and max(1, S), and t - s at
    most k (t - 1). This bounds from below the part of closing() up to t, over t - 1, and that part
    over the whole.
    """

    def decided(place: Place) -> bool:
        at = Piece.of(*place).form()
        return all(has_room(at, p, times) for p in QUARTERS)

    return decided


def has_room(at: Form, p: Fraction, times: int) -> bool:
    """Whether it is so on one quarter."""
    k, widest, far = shift(at.g), at.S.max(arb(1)), at.T - 1

    def fit(told: arb) -> arb:
        return 2 * at.small - 4 * told / (at.g + 2) - told**2

    told = k * far * ball(p + Fraction(1, 4))
    part = ball(p) * fit(k * far) * (k * (2 - k)).sqrt() / (2 * at.small * widest)
    left = (1 - part).sqrt()
    least = fit(told) ** 2 * at.gap**2 / (2 * at.small * widest)
    taken = times * at.small * at.closing() ** 2 * left * (1 + left) * k * (2 + told)
    return bool(fit(k * far) > 0) and bool(least >= taken)


def comes_to_one(widened: Fraction) -> Callable[[], bool]:
    """Whether theta is below 1 at the lower end, moved so far, and above it at the upper one."""

    def at(epsilon: Fraction) -> arb:
        end = end_at(epsilon)
        piece = Piece(epsilon, epsilon, end - CLOSE, end + CLOSE)
        return piece.enclosed(Form.theta) if piece.has_end() else arb("nan")

    low, high = map(Fraction, ROOT)
    return lambda: bool(at(low + widened) < 1) and bool(at(high) > 1)


def at_the_last(reach: Fraction) -> Callable[[], bool]:
    """Whether on the last piece T is as near as that and theta rises with epsilon."""

    def decided() -> bool:
        piece = Piece.of(*LAST_PIECE, reach)
        return piece.has_end() and piece.rises()

    return decided


def of_moments() -> list[Goal]:
    """They are 0 at T = 1, and their slopes by the coordinate of T, at which 1/w is that of J."""
    sums, logarithm = reals("J L")
    end, last = outer(W)
    told, known = end - last, (gamma > 2, W > 0)
    slopes_of = [
        identity(
            sp.diff(moment, W) + sp.diff(moment, sums) / W,
            told**power / W,
            *known,
            label="an integral",
        )
        for power, moment in enumerate(Form(gamma, end, last, sums, logarithm).moments())
    ]
    none, one = sp.Integer(0), sp.Integer(1)
    at_one = Form(gamma, one, one, none, logarithm).moments()
    return [
        *slopes_of,
        *(identity(moment, none, *known, label="T = 1") for moment in at_one[1:]),
    ]


@section("numbers/gap/chances")
def chances():
    """The excess rises from that of the second form, at T = 1, beyond all bounds, with the slopes
    of J, which is ln(w/(2 - k)), and of T - S. The prices are worth the variance where it is 0."""
    g = gamma
    sums, logarithm = reals("J L")
    at = Form(g, *outer(W), sums, logarithm)
    end, last = outer(W)
    known = (g > 2, W > 0)
    at_one = Form(g, sp.Integer(1), sp.Integer(1), sp.Integer(0), logarithm)
    paid = 2 * (2 * AT_END.p * end - AT_END.y - AT_END.q * end**2)
    worth = B * SQUARE * logarithm + OUTER * SPREAD * sums + paid
    return states(
        *of_moments(),
        identity(at.chances() - (g - 1), at.excess(), *known, label="the chances"),
        identity(2 * at_one.excess(), 2 * (g + 1) * logarithm - (g - 2), *known, label="T = 1"),
        identity(sp.diff(end, W), last / W, *known, label="J"),
        identity(end - last, SHIFT - SPREAD / W, *known, label="T - S"),
        holds(SPREAD > 0, g > 2),
        identity(
            worth - at.worst(),
            SQUARE / (g - 1) * at.excess(),
            *known,
            label="what the prices are worth",
        ),
        scope="every gamma > 2 and every T >= 1",
    )


@section("numbers/gap/digits")
def digits():
    """Piece by piece theta is below 1, and on the last one it rises with epsilon."""
    return states(
        *as_statement(chances()).goals,
        every(
            {"piece": PLACES},
            is_bracketed(REACH),
            "T is between two numbers",
            false=(is_bracketed(REACH / 5),),
            balls=True,
        ),
        every(
            {"piece": PLACES},
            is_below(Fraction(1)),
            "theta is below 1",
            false=(is_below(Fraction(99, 100)),),
            balls=True,
        ),
        check(
            at_the_last(REACH),
            "theta rises on the last piece",
            false=at_the_last(REACH / 5),
            balls=True,
        ),
        check(
            comes_to_one(Fraction(0)),
            "theta is 1 between both ends",
            false=comes_to_one(CLOSE * 100),
            balls=True,
        ),
        scope="(gamma + 1) ln((gamma + 2)/gamma) <= gamma - 2, epsilon <= 2.0162",
    )


@section("numbers/gap", limit=120)
def gap():
    """The prices cover and the reports have no density below zero, in balls; both have one value.

    Windows: f_x(v) < 0 between x - s and x + s, both of which grow with x, on either side of the
    gap; for v up to T - S <= 2 gamma/(gamma + 2) all of the middle, up to that number all to the
    right of -c, and beyond it all to the right of one x.
    """
    places = (*PLACES, LAST_PIECE)
    return states(
        argued(
            "the least charge of a report is that of a window, where f_x(v) < 0; each report has "
            "its window and is charged nothing, so that all together, charged the variance less "
            "what the prices are worth, have that variance; the reports of t - s close in the "
            "order of t, each at the u up to which theta (u - c)^2 is taken by those closed before",
            duality(),
            *(goal for part in (prices, reports, digits) for goal in as_statement(part()).goals),
            every(
                {"piece": places},
                prices_cover(1),
                "the weight at T has its signs",
                false=(prices_cover(4),),
                balls=True,
            ),
            every(
                {"piece": places},
                have_room(1),
                "the small number has reports",
                false=(have_room(2),),
                balls=True,
            ),
        ),
        scope="(gamma + 1) ln((gamma + 2)/gamma) <= gamma - 2, epsilon <= 2.0160326139",
    )
