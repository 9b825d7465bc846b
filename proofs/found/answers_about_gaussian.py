"""What is best beyond the sign of a Gaussian: randomized response over more and more intervals.

Cuts divide the line into k intervals; the answer is the interval of x with gamma times the chance
of each other one. Of the report of an interval with mass m and moment d, E[x; interval], the
information about the centre is

    (gamma - 1)^2 d^2 / (1 + (gamma - 1) m) / (gamma + k - 1).

Prices l(|x|), straight between places, bound every mechanism by E[l] if they cover: for every v the
charge of f = l - 2 v x + v^2, which is E[f] + (gamma - 1) E[min(f, 0)], is not negative. They are
shown to cover by values at numbers v alone: what a report with 1 <= q <= gamma is charged is
A - 2 B v + C v^2 with C = E[q] <= gamma, so that between two numbers of distance h it falls below
both values by gamma h^2/4 at most.

Cuts and prices were found by a program that pushed the charges up away from the v of the intervals,
where nothing is left; a ten millionth is added to them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import arb

from ..claims import Section, as_statement, states
from ..exactly import ball
from ..goals import every, holds, identity, reals
from .normal_pieces import Stretch
from .sign_of_gaussian import charges

section = Section("found")


@dataclass(frozen=True)
class Found:
    """At one epsilon: cuts above 0, both ends of the most information, and prices by their values
    at places and their slope beyond the last one."""

    answers: int
    cuts: str
    ends: tuple[str, str]
    places: str
    values: str
    slope: str


FOUND = {
    "2.0075": Found(
        3,
        "0.36382",
        ("0.37078627", "0.37078653"),
        "0 0.182 0.364 0.664 1.164 1.864",
        "-0.37429466 -0.21376206 0.00026844 0.34736311 0.36305238 1.89499999",
        "0",
    ),
    "2.25": Found(
        3,
        "0.39789",
        ("0.43341969", "0.43341983"),
        "0 0.199 0.39789 0.698 1.198 1.898",
        "-0.24842555 -0.20244975 0.00000013 0.34111686 1.11329344 1.21871692",
        "0.11022848",
    ),
    "2.5": Found(
        3,
        "0.42987",
        ("0.4931407", "0.49314085"),
        "0 0.215 0.42987 0.73 1.23 1.93",
        "-0.07444476 -0.2260237 -0.00000787 0.35235636 0.89759077 2.19540631",
        "0",
    ),
    "3": Found(
        3,
        "0.48398",
        ("0.59365136", "0.59365154"),
        "0 0.242 0.48398 0.784 1.284 1.984",
        "-0.0385182 -0.14681722 -0.00000381 0.43035695 1.5487775 2.03690707",
        "0.11076341",
    ),
    "3.5": Found(
        4,
        "0.74027",
        ("0.68157824", "0.68157846"),
        "0 0.185 0.37 0.555 0.74027 0.94 1.14 1.44 1.84 2.44",
        "-0.10052351 -0.08870937 0.06536671 0.0615839 0.36888873 0.72191898 1.27697943 "
        "1.27585704 2.72590528 3.45510417",
        "2.31700601",
    ),
    "4": Found(
        5,
        "0.26532 0.92953",
        ("0.7518472", "0.75184744"),
        "0 0.066 0.133 0.199 0.26532 0.431 0.597 0.763 0.92953 1.13 1.33 1.63 2.03 2.63",
        "-0.11428899 -0.09749159 -0.07169395 -0.0404062 0.00000023 0.09335116 0.24309571 "
        "0.36075972 0.70491762 1.12721281 1.75811669 2.36991716 2.35185724 4.93316827",
        "1.5442481",
    ),
    "5": Found(
        6,
        "0.5212 1.19245",
        ("0.85533558", "0.85533584"),
        "0 0.058 0.116 0.174 0.232 0.29 0.347 0.405 0.463 0.5212 0.596 0.67 0.745 0.82 0.894 "
        "0.969 1.043 1.118 1.19245 1.312 1.442 1.592 1.742 1.942 2.142 2.392 2.692 2.992 "
        "3.392",
        "-0.06068936 -0.05345318 -0.03664449 -0.00773093 0.01368142 0.03478235 0.09568912 "
        "0.08484905 0.1287285 0.19610862 0.2860758 0.4004176 0.46394591 0.6645886 0.66666005 "
        "0.87147727 0.9070407 1.06923831 1.26479509 1.58532428 2.00119137 2.49180609 "
        "2.81773518 2.81650177 4.21436182 4.6423424 5.88010953 5.33810687 7.83187757",
        "1.67737055",
    ),
}
"""By epsilon. Three answers are best at first, four from about 3.13, five from about 3.9."""

MILLIONTH = Fraction(1, 10**6)

DEEPEST = 40
"""Halvings of an interval of v; 20 are needed where the charges are least."""

v, low, high, s, g = reals("v a b s gamma")


def numbers(text: str) -> list[Fraction]:
    """The decimals of a text."""
    return [Fraction(word) for word in text.split()]


@dataclass(frozen=True)
class Line:
    """height + slope |x| on a stretch of |x|."""

    stretch: Stretch
    height: Fraction
    slope: Fraction

    def whole(self) -> arb:
        """Its integral over one side of 0."""
        start, end = self.stretch.start, self.stretch.end
        mass, moment = self.stretch.mass(start, end), self.stretch.moment(start, end)
        return ball(self.height) * mass + ball(self.slope) * moment

    def lack(self, rise: Fraction, tilt: Fraction) -> arb:
        """The integral of the negative part of the line, raised and tilted."""
        height, slope = ball(self.height + rise), ball(self.slope + tilt)
        if self.slope + tilt > 0:
            return self.stretch.falling(-height, slope)
        if self.slope + tilt < 0:
            return self.stretch.rising(height, -slope)
        return (-height).max(arb(0)) * self.stretch.mass(self.stretch.start, self.stretch.end)


@dataclass(frozen=True)
class LinePrices:
    """Prices of straight lines on both sides of 0, alike."""

    level: arb
    lines: tuple[Line, ...]

    def total(self) -> arb:
        """E[l]."""
        return 2 * sum((line.whole() for line in self.lines), arb(0))

    def charge(self, number: Fraction) -> arb:
        """What the cheapest report with an infimum of 1 is charged at this v."""
        rise = number * number
        lacks = [line.lack(rise, tilt) for line in self.lines for tilt in (-2 * number, 2 * number)]
        return self.total() + ball(rise) - (self.level - 1) * sum(lacks, arb(0))

    def reach(self) -> Fraction:
        """A number of at least gamma - 1, beyond which charges are at least that of v = 0."""
        return Fraction(next(n for n in range(1, 10**6) if self.level - 1 <= n))

    def cover(self) -> bool:
        """Whether no report is charged less than nothing."""
        first, last = Fraction(0), self.reach()
        return self._cover_between(first, last, self.charge(first), self.charge(last), DEEPEST)

    def _cover_between(
        self, first: Fraction, last: Fraction, at_first: arb, at_last: arb, halvings: int
    ) -> bool:
        if not (at_first >= 0 and at_last >= 0):
            return False
        fall = self.level * ball((last - first) ** 2) / 4
        if at_first >= fall and at_last >= fall:
            return True
        if halvings == 0:
            return False
        middle = (first + last) / 2
        at_middle = self.charge(middle)
        return self._cover_between(
            first, middle, at_first, at_middle, halvings - 1
        ) and self._cover_between(middle, last, at_middle, at_last, halvings - 1)


def prices_of(epsilon: str, lowered: Fraction = Fraction(0)) -> LinePrices:
    """The prices of an epsilon, all of them lowered by one number."""
    found = FOUND[epsilon]
    places = numbers(found.places)
    values = [value - lowered for value in numbers(found.values)]
    ends = [*map(ball, places[1:]), None]
    steps = zip(values, values[1:], places, places[1:], strict=False)
    slopes = [(after - value) / (end - start) for value, after, start, end in steps]
    slopes.append(Fraction(found.slope))
    lines = tuple(
        Line(Stretch(ball(place), end), value - slope * place, slope)
        for place, end, value, slope in zip(places, ends, values, slopes, strict=True)
    )
    return LinePrices(ball(Fraction(epsilon)).exp(), lines)


def information(epsilon: str) -> arb:
    """Of randomized response over the intervals; one that holds 0 in its middle has no moment."""
    found = FOUND[epsilon]
    cuts = numbers(found.cuts)
    starts = cuts if found.answers % 2 else [Fraction(0), *cuts]
    more = ball(Fraction(epsilon)).exp() - 1
    ends = [*map(ball, starts[1:]), None]
    parts = [Stretch(ball(start), end) for start, end in zip(starts, ends, strict=True)]
    informs = [
        part.moment(part.start, part.end) ** 2 / (1 + more * part.mass(part.start, part.end))
        for part in parts
    ]
    return 2 * more**2 * sum(informs, arb(0)) / (more + found.answers)


def informs(part: Fraction) -> Callable[[str], bool]:
    """Whether randomized response has this part of the lower end."""
    return lambda epsilon: bool(
        information(epsilon) >= ball(part * Fraction(FOUND[epsilon].ends[0]))
    )


def cost(part: Fraction) -> Callable[[str], bool]:
    """Whether the mean of the prices is at most this part of the upper end."""
    return lambda epsilon: bool(
        prices_of(epsilon).total() <= ball(part * Fraction(FOUND[epsilon].ends[1]))
    )


def cover(lowered: Fraction) -> Callable[[str], bool]:
    """Whether the prices cover that are lowered by this part of the lower end."""
    return lambda epsilon: prices_of(epsilon, lowered * Fraction(FOUND[epsilon].ends[0])).cover()


def are_near(part: Fraction) -> Callable[[str], bool]:
    """Whether both ends are less than this part of the lower one apart."""

    def decided(epsilon: str) -> bool:
        least, most = map(Fraction, FOUND[epsilon].ends)
        return 0 <= most - least <= part * least

    return decided


def many(more: int) -> Callable[[str], bool]:
    """Whether the cuts, on both sides, make as many intervals as there are answers, and more."""

    def decided(epsilon: str) -> bool:
        found = FOUND[epsilon]
        cuts = numbers(found.cuts)
        around = 1 - found.answers % 2
        return 2 * len(cuts) + around + 1 == found.answers + more and cuts == sorted(set(cuts))

    return decided


@section("gaussian/answers/between")
def between():
    """Charges between two numbers and beyond the last one, for one report and so for all."""
    alone, moment, mass, still = reals("A B C F")
    at = (1 - s) * low + s * high

    def charge(number: sp.Expr) -> sp.Expr:
        return alone - 2 * moment * number + mass * number**2

    return states(
        identity(
            charge(at),
            (1 - s) * charge(low) + s * charge(high) - mass * s * (1 - s) * (high - low) ** 2,
            label="between two numbers",
        ),
        holds(s * (1 - s) <= sp.Rational(1, 4), squares=[s - sp.Rational(1, 2)]),
        holds(
            still + v**2 * mass - 2 * v * moment >= still,
            mass >= 1,
            2 * moment <= g - 1,
            v >= g - 1,
            g > 1,
        ),
        scope="every report with 1 <= q <= gamma, where E[x q] <= (gamma - 1) phi(0)",
    )


@section("gaussian/answers/cover", limit=300)
def covering():
    """Charges in balls at numbers that are near enough; prices a millionth lower do not cover."""
    domain = {"epsilon": tuple(FOUND)}
    return states(
        *as_statement(between()).goals,
        every(domain, cover(Fraction(0)), "prices cover", false=(cover(MILLIONTH),), balls=True),
        every(
            domain,
            cost(Fraction(1)),
            "their mean is at most the upper end",
            false=(cost(1 - MILLIONTH),),
            balls=True,
        ),
        scope="epsilon = 2.0075, 2.25, 2.5, 3, 3.5, 4 and 5; every v",
    )


@section("gaussian/answers/intervals")
def intervals():
    """What randomized response over k intervals informs."""
    answers, moment, mass = reals("k d m")
    chance = 1 / (g + answers - 1)
    known = (g > 1, answers >= 1, mass > 0)
    domain = {"epsilon": tuple(FOUND)}
    return states(
        identity(g * chance + (answers - 1) * chance, sp.Integer(1), *known, label="all chances"),
        identity(
            (chance * (g - 1) * moment) ** 2 / (chance * (1 + (g - 1) * mass)),
            (g - 1) ** 2 * moment**2 / (1 + (g - 1) * mass) / (g + answers - 1),
            *known,
            label="one report",
        ),
        every(
            domain,
            informs(Fraction(1)),
            "they inform by the lower end",
            false=(informs(1 + MILLIONTH),),
            balls=True,
        ),
        every(domain, many(0), "so many answers", false=(many(1),)),
        scope="epsilon = 2.0075, 2.25, 2.5, 3, 3.5, 4 and 5",
    )


@section("gaussian/answers", limit=300)
def answers():
    """The prices bound every mechanism, randomized response over the intervals is a millionth
    away."""
    return states(
        *as_statement(charges()).goals,
        *as_statement(covering()).goals,
        *as_statement(intervals()).goals,
        every(
            {"epsilon": tuple(FOUND)},
            are_near(MILLIONTH),
            "the ends are near",
            false=(are_near(MILLIONTH / 4),),
        ),
        scope="epsilon = 2.0075, 2.25, 2.5, 3, 3.5, 4 and 5",
    )
