"""The best mechanism for all numbers of an interval beyond epsilon = 1.393, between two ends.

No formula is known there. Windows of equally spaced numbers and a random shift between them are a
mechanism on the whole interval, and prices of these numbers alone bound every mechanism: what is
between both is h^2 / 12 for the step h, and what the doubles lose.

**Prices** q, p, y of some numbers charge a report of the number v the sum of f_x(v) l_x, f_x(v) =
q v^2 - 2 p v + y, for its likelihoods l. They cover the level gamma if no such sum is negative for
likelihoods in {1, gamma}. The least one has gamma where f_x(v) < 0, between the roots of f_x: as v
passes the roots in their order these are finitely many rows, and each must pay for every v:

    Q v^2 - 2 P v + Y >= 0    for    Q, P, Y = sums of r(x) q, r(x) p, r(x) y,    if Q Y >= P^2.

**Windows** have weights, numbers and the likelihood gamma on an interval of the numbers, else 1.
What they lack of the probability one at each number, and of the mean x, a card makes good: its two
reports 1 and -1 have the probabilities (s + b)/2 and (s - b)/2 for the rest s of the probability
and b of the mean. Between the numbers a random shift is part of the report.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, chain
from math import isqrt
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from rropt.certificate import Certificate, issue
from rropt.design.answer import Answer
from rropt.design.levels.universal_table import level_record
from rropt.design.problem import Problem
from rropt.exact.bounds import short
from rropt.utility.worst_case import Mean

if TYPE_CHECKING:
    from rropt.design.worst.windows_program import WindowSolution


LEAST_OF_ALL = 2.6
LEAST_POWER = -0.77
SHARE_OF_SHIFT = 8e-7
"""The least variance as gamma grows, and the share of it that a shift may add."""

MOST_AT_FIRST = 121
"""Numbers of which all windows are tried: 3,720 of them take a quarter of a second."""

MOST_DOUBLINGS = 5
DOUBLINGS_OF_LARGE = 3
"""3,841 numbers leave 8.3e-7 of the value at epsilon 6; from epsilon 7 on doubles tell the prices
of so many apart no longer, and 961 leave 6e-5 at epsilon 8, 2e-4 at 10, 3e-3 at 14."""


class Grid(NamedTuple):
    """An odd number of numbers, and how often it is doubled."""

    first: int
    doublings: int


def windows_design(problem: Problem) -> Answer:
    """The certified mechanism on as many numbers as its level asks, fewer where doubles fail."""
    grid = grid_for(problem.gamma.lo)
    for doublings in range(grid.doublings, -1, -1):
        found = windows_on(problem, Grid(grid.first, doublings))
        if found is not None:
            return found
    raise ArithmeticError("no windows whose prices cover")


def grid_for(gamma: Fraction) -> Grid:
    """So many numbers that the shift adds less than a millionth of the variance up to epsilon 6.

    Between epsilon 3 and 8 the least variance on [-1, 1] is 2.4 to 2.8 gamma^-0.77.

    >>> grid_for(Fraction(5)), grid_for(Fraction(403))
    (Grid(first=95, doublings=3), Grid(first=121, doublings=5))
    """
    from rropt.design.worst.windows_program import LARGE

    most = MOST_DOUBLINGS if gamma < LARGE else DOUBLINGS_OF_LARGE
    variance = LEAST_OF_ALL * float(gamma) ** LEAST_POWER
    steps = 2 / math.sqrt(12 * SHARE_OF_SHIFT * variance)
    doublings = max(0, math.ceil(math.log2(steps / (MOST_AT_FIRST - 1))))
    if doublings > most:
        return Grid(MOST_AT_FIRST, most)
    return Grid(2 * math.ceil(steps / 2 ** (doublings + 1)) + 1, doublings)


def windows_on(problem: Problem, grid: Grid) -> Answer | None:
    """The mechanism on one grid; None where doubles are not near enough to private windows or to
    prices that cover."""
    from rropt.design.worst.windows_program import solved

    level = problem.gamma
    found = solved(float(level.lo), grid.first, grid.doublings)
    prices = exact_prices(found, level.hi)
    windows = exact_windows(found, level.lo)
    if prices is None or windows is None:
        return None
    certificate = _certificate(problem, windows, prices)
    remark = (
        f"{2 * len(windows.upper)} windows of {windows.count} numbers, a random shift between "
        "them: no table is written out"
    )
    return Answer.certified(problem, certificate, None, (remark,))


def stated_windows(data: dict[str, Any]) -> Windows:
    """Those of a certificate."""
    unit = Fraction(data["unit"])
    scaled = [(a, b, unit * Fraction(w), unit * Fraction(v)) for a, b, w, v in data["windows"]]
    numbers = chain.from_iterable(both for _, _, *both in scaled)
    parts = math.lcm(*(x.denominator for x in numbers))
    upper = tuple((a, b, int(w * parts), int(v * parts)) for a, b, w, v in scaled)
    return Windows(2 * len(data["masses"]) - 1, upper, parts)


def _certificate(problem: Problem, windows: Windows, prices: NumberPrices) -> Certificate:
    objective: Mean = problem.objective
    low, high = objective.values
    unit = ((high - low) / 2) ** 2
    value = short(unit * windows.worst(problem.gamma.lo))
    bound = short(unit * prices.bound(), up=False)
    middle = windows.count // 2
    return issue(
        {
            "kind": "windows",
            "privacy": level_record(problem),
            "low": low,
            "high": high,
            "unit": windows.unit,
            "shifts": SHIFTS,
            "windows": [[a, b, Fraction(w), Fraction(v)] for a, b, w, v in windows.upper],
            "masses": list(map(Fraction, prices.shares[middle:])),
            "slopes": list(map(Fraction, prices.slopes[middle:])),
            "constants": list(map(Fraction, prices.constants[middle:])),
            "value": value,
            "bound": bound,
            "gap": value - bound,
        }
    )


PARTS = 2**70
"""Prices and weights are multiples of 1/PARTS; doubles have 53 bits."""

ROOT_BITS = 160
"""After the point of a root that is rounded down; no two roots were equal at 100."""

NOTHING = 1e-11
"""Shares below it are left out, with the prices of their numbers."""

RAISES = range(23, 45)
"""Prices are raised by 2^-n of the shares until they cover, the least raise first."""

CARDS = (1e-10, 1e-9, 1e-8, 1e-7, 1e-6)
"""Probabilities of the card, one tried after the other: the windows miss 1 and x by 1e-12 or so."""

SHIFTS = 2**16

Sums = tuple[int, int, int]


@dataclass(frozen=True)
class NumberPrices:
    """q, p and y of equally spaced numbers, in units of 1/PARTS."""

    shares: tuple[int, ...]
    slopes: tuple[int, ...]
    constants: tuple[int, ...]

    @property
    def numbers(self) -> list[Fraction]:
        return equally_spaced(len(self.shares))

    def raised(self, part: Fraction) -> NumberPrices:
        """With a part of the shares added to y, rounded up, which costs as much of the bound."""
        more = (-(-q * part.numerator // part.denominator) for q in self.shares)
        raised = (y + extra for y, extra in zip(self.constants, more, strict=True))
        return replace(self, constants=tuple(raised))

    def bound(self) -> Fraction:
        """The sum of 2 x p - y - q x^2, for shares that add up to one."""
        paid = sum(
            2 * x * p - y - q * x * x
            for x, q, p, y in zip(
                self.numbers, self.shares, self.slopes, self.constants, strict=True
            )
        )
        return Fraction(paid) / sum(self.shares)

    def cover(self, level: Fraction) -> bool:
        """Whether every row that is least for some v pays for every v."""
        return self.signs_are_told() and all(
            whole[0] > 0 and whole[0] * whole[2] >= whole[1] ** 2 for whole in self.rows(level)
        )

    def signs_are_told(self) -> bool:
        """No share is negative, numbers without one have no prices, and all roots differ."""
        prices = zip(self.shares, self.slopes, self.constants, strict=True)
        told = all(q > 0 or (q, p, y) == (0, 0, 0) for q, p, y in prices)
        roots = [root for root, _, _ in self.roots()] if told else []
        return told and len(set(roots)) == len(roots)

    def roots(self) -> Iterator[tuple[int, int, int]]:
        """Each root times 2^ROOT_BITS, rounded down; its number; whether f_x becomes negative."""
        for place, (q, p, y) in enumerate(
            zip(self.shares, self.slopes, self.constants, strict=True)
        ):
            square = (p * p - q * y) << (2 * ROOT_BITS)
            if square > 0:
                centre = p << ROOT_BITS
                yield (centre - isqrt(square - 1) - 1) // q, place, 1
                yield (centre + isqrt(square)) // q, place, -1

    def rows(self, level: Fraction) -> Iterator[Sums]:
        """Q, P and Y of the rows, times the denominator of the level."""
        more = level.numerator - level.denominator
        less = level.denominator
        prices = list(zip(self.shares, self.slopes, self.constants, strict=True))
        start = less * sum(self.shares), less * sum(self.slopes), less * sum(self.constants)

        def passed(row: Sums, root: tuple[int, int, int]) -> Sums:
            change = more * root[2]
            (q, p, y) = prices[root[1]]
            return row[0] + change * q, row[1] + change * p, row[2] + change * y

        return accumulate(sorted(self.roots(), key=itemgetter(0)), passed, initial=start)


@dataclass(frozen=True)
class Windows:
    """Reports on `count` numbers: first and last of a window, weight and number in 1/parts.

    Of each report and its mirror image one is kept, whose number is mostly the positive one.
    """

    count: int
    upper: tuple[tuple[int, int, int, int], ...]

    parts: int = PARTS

    @property
    def unit(self) -> Fraction:
        return Fraction(1, self.parts)

    @property
    def numbers(self) -> list[Fraction]:
        return equally_spaced(self.count)

    @property
    def reports(self) -> Iterator[tuple[int, int, int, int]]:
        """All of them."""
        end = self.count - 1
        for first, last, weight, told in self.upper:
            yield first, last, weight, told
            yield end - last, end - first, weight, -told

    def totals(self, level: Fraction, power: int) -> list[Fraction]:
        """The sum of the weights times likelihoods times this power of the numbers, each number."""
        changes = [0] * (self.count + 1)
        whole = 0
        for first, last, weight, told in self.reports:
            amount = weight * told**power
            whole += amount
            changes[first] += amount
            changes[last + 1] -= amount
        unit = self.parts ** (power + 1)
        inside = accumulate(changes[:-1])
        return [Fraction(whole, unit) + (level - 1) * Fraction(part, unit) for part in inside]

    def card(self, level: Fraction) -> tuple[list[Fraction], list[Fraction]]:
        """What is left of the probability and of the mean."""
        left = [1 - total for total in self.totals(level, 0)]
        means = zip(self.numbers, self.totals(level, 1), strict=True)
        return left, [x - mean for x, mean in means]

    def card_chances(self, level: Fraction) -> list[tuple[Fraction, Fraction]]:
        """Those of its reports 1 and -1 at each number."""
        pairs = zip(*self.card(level), strict=True)
        return [((s + b) / 2, (s - b) / 2) for s, b in pairs]

    def are_private(self, level: Fraction) -> bool:
        """No weight is negative, and each report of the card has the level."""
        for chances in zip(*self.card_chances(level), strict=True):
            if not 0 < max(chances) <= level * min(chances):
                return False
        return all(weight >= 0 for _, _, weight, _ in self.upper)

    def worst_number(self, level: Fraction) -> Fraction:
        """The largest variance at a number, the card included."""
        left, _ = self.card(level)
        moments = zip(self.numbers, self.totals(level, 2), left, strict=True)
        return max(moment + rest - x * x for x, moment, rest in moments)

    def shift(self) -> Fraction:
        """What the random shift adds between the numbers."""
        return Fraction(2, self.count - 1) ** 2 * (Fraction(1, 12) + Fraction(1, 6 * SHIFTS**2))

    def worst(self, level: Fraction) -> Fraction:
        """The largest variance on the interval."""
        return self.worst_number(level) + self.shift()


def equally_spaced(count: int) -> list[Fraction]:
    """From -1 to 1."""
    return [Fraction(2 * place, count - 1) - 1 for place in range(count)]


def exact_prices(found: WindowSolution, level: Fraction) -> NumberPrices | None:
    """The prices in whole numbers, raised until they cover; None where they never do."""
    kept = found.shares > NOTHING
    columns = (found.shares * kept, found.slopes * kept, found.constants * kept)
    shares, slopes, constants = (list(map(_parts, column)) for column in columns)
    prices = NumberPrices(tuple(shares), tuple(slopes), tuple(constants))
    for power in reversed(RAISES):
        raised = prices.raised(Fraction(1, 2**power))
        if raised.cover(level):
            return raised
    return None


def exact_windows(found: WindowSolution, level: Fraction) -> Windows | None:
    """The windows with the least chance that they must leave to the card; None where none is
    private."""
    for card in CARDS:
        windows = _with_card(found, card)
        if windows.are_private(level):
            return windows
    return None


def _with_card(found: WindowSolution, card: float) -> Windows:
    weights = found.weights * (1 - card) / 2
    columns = zip(found.windows, weights, found.told / (1 - card), strict=True)
    parts = [(*window, _parts(weight), _parts(told)) for window, weight, told in columns]
    return Windows(len(found.shares), tuple(part for part in parts if part[2]))


def _parts(number: float) -> int:
    return round(Fraction(float(number)) * PARTS)
