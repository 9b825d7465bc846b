"""The best mean of a few numbers: unequal gaps, known shares, drawn people, five numbers.

Prices and reports as in mean_of_points: what truths pay for a report of the number v is, for every
extreme row of likelihoods, a multiple of a square plus a rest that is not negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, reals
from .mean_of_points import HIGH, HIGH_VALUE, SCALE, B, g, mean_prices, of_table, v

section = Section("found")

s, q = reals("s q")
HALF = sp.Rational(1, 2)


@dataclass(frozen=True)
class NumberPrices:
    """q_j, p_j and y_j of the truths."""

    squares: Sequence[Any]
    slopes: Sequence[Any]
    constants: Sequence[Any]

    def paid(self, likelihoods: Sequence[Any]) -> Any:
        """By a report of v."""
        pairs = zip(self.squares, self.slopes, self.constants, likelihoods, strict=True)
        return sum(r * (a * v**2 - 2 * p * v + y) for a, p, y, r in pairs)

    def worth(self, numbers: Sequence[Any]) -> Any:
        pairs = zip(self.squares, self.slopes, self.constants, numbers, strict=True)
        return sum(2 * x * p - y - a * x**2 for a, p, y, x in pairs)

    def is_square(self, likelihoods: Sequence[Any], vertex: Any, rest: Any, *known: Any) -> Any:
        """The row pays (q.r)(v - vertex)^2 + rest."""
        seen = sum(a * r for a, r in zip(self.squares, likelihoods, strict=True))
        return identity(self.paid(likelihoods), seen * (v - vertex) ** 2 + rest, *known)


def has_variance(
    table: tuple[Sequence[Any], Sequence[Any], Sequence[Any]], number: Any, value: Any, *known: Any
) -> list[Any]:
    """Weights, numbers and likelihoods at one truth: chance one, its mean, a variance."""
    chance, mean, square = of_table(*table)
    return [
        identity(chance, sp.Integer(1), *known),
        identity(mean, number, *known),
        identity(square - number**2, value, *known),
    ]


U = (g + 3) * (3 * g + 1) / (8 * (g - 1) ** 2)
UNEVEN_LOW = B**2 - (3 + s**2) / 4
LOW = NumberPrices(
    (sp.Rational(1, 4), HALF, sp.Rational(1, 4)),
    (s / 8 - U, s / 4, s / 8 + U),
    (s**2 / 16 - s * U + 3 * U / 2, s**2 / 8 - U, s**2 / 16 + s * U + 3 * U / 2),
)


@section("mean/uneven/low")
def uneven_low():
    """Cuts halfway to s, by a coin with the chances (1 + s)/2 and (1 - s)/2; reports cut +- B."""
    known = (g > 1, g <= 3, s > -1, s < 1)
    first, second = (s - 1) / 2, (s + 1) / 2
    numbers = (first - B, first + B, second - B, second + B)
    weights = [(1 + s) / (2 * (g + 1))] * 2 + [(1 - s) / (2 * (g + 1))] * 2
    at = {-1: (g, 1, g, 1), s: (1, g, g, 1), 1: (1, g, 1, g)}
    variances = [
        goal
        for number, likelihoods in at.items()
        for goal in has_variance((weights, numbers, likelihoods), number, UNEVEN_LOW, *known)
    ]
    return states(
        mean_prices(
            "-1, s, 1",
            LOW.is_square((g, 1, 1), first - B, 0, *known),
            LOW.is_square((1, g, g), first + B, 0, *known),
            LOW.is_square((g, g, 1), second - B, 0, *known),
            LOW.is_square((1, 1, g), second + B, 0, *known),
            LOW.is_square((1, g, 1), s / 2, (3 - g) * U, *known),
            LOW.is_square((g, 1, g), s / 2, (3 * g - 1) * U, *known),
            LOW.is_square((1, 1, 1), s / 2, 2 * U, *known),
            holds(sp.And((3 - g) * U >= 0, (3 * g - 1) * U >= 0, U >= 0), *known),
            identity(LOW.worth((-1, s, 1)), UNEVEN_LOW, *known),
            *variances,
        ),
        scope="-1 < s < 1, 1 < g <= 3 (a two-parameter box); every number of reports",
    )


UNEVEN_HIGH = ((5 - s**2) * g - 2 * (1 - s**2)) / (g - 1) ** 2
SHIFT, REACH = s * (g - 2), g * (g + 2)
UNEVEN = NumberPrices(
    ((g - 2) / (2 * (g - 1)), 1 / (g - 1), (g - 2) / (2 * (g - 1))),
    tuple(part / (g - 1) ** 2 for part in ((SHIFT - REACH) / 2, s, (SHIFT + REACH) / 2)),
    tuple(
        part / (g - 1) ** 3
        for part in (
            (g * REACH + s * SHIFT) / 2 - s * REACH,
            s**2 - REACH,
            (g * REACH + s * SHIFT) / 2 + s * REACH,
        )
    ),
)


@section("mean/uneven/high")
def uneven_high():
    """Five reports (c + s) / (g - 1), c = 0, +-g, +-(g + 2)."""
    known = (g >= 3, s >= 0, s < 1, g * s <= 3 * (1 + s))
    numbers = [(c + s) / (g - 1) for c in (-g - 2, -g, 0, g, g + 2)]
    outer, inner = 2 * (g + 1) * (g + 2), 2 * g * (g + 1)
    weights = (
        (1 + s) * (2 * g - 1 - s * (g - 3)) / outer,
        (1 - s) * (3 * (1 + s) - g * s) / inner,
        (1 - s) * (1 + s) * (g - 3) / (g * (g + 2)),
        (1 + s) * (3 * (1 - s) + g * s) / inner,
        (1 - s) * (2 * g - 1 + s * (g - 3)) / outer,
    )
    at = {-1: (g, g, 1, 1, 1), s: (1, g, g, g, 1), 1: (1, 1, 1, g, g)}
    variances = [
        goal
        for number, likelihoods in at.items()
        for goal in has_variance((weights, numbers, likelihoods), number, UNEVEN_HIGH, *known)
    ]
    rest = g * (g + 2) / (g - 1) ** 2
    return states(
        mean_prices(
            "-1, s, 1",
            UNEVEN.is_square((g, 1, 1), numbers[0], 0, *known),
            UNEVEN.is_square((g, g, 1), numbers[1], 0, *known),
            UNEVEN.is_square((1, g, 1), numbers[2], 0, *known),
            UNEVEN.is_square((1, g, g), numbers[3], 0, *known),
            UNEVEN.is_square((1, 1, g), numbers[4], 0, *known),
            UNEVEN.is_square((g, 1, g), numbers[2], (g + 1) * rest, *known),
            UNEVEN.is_square((1, 1, 1), numbers[2], rest, *known),
            holds(sp.And(rest >= 0, g - 2 >= 0), *known),
            identity(UNEVEN.worth((-1, s, 1)), UNEVEN_HIGH, *known),
            holds(sp.And(1 + s >= 0, 1 - s >= 0, 3 * (1 + s) - g * s >= 0, g - 3 >= 0), *known),
            holds(sp.And(2 * g - 1 - s * (g - 3) >= 0, 3 * (1 - s) + g * s >= 0), *known),
            *variances,
        ),
        scope="0 <= s < 1, 3 <= g, g s <= 3 (1 + s) (two parameters); every number of reports",
    )


ENDS, CENTRE = 1 + (g - 1) * q, g - (g - 1) * q


def by_shares(weights: Sequence[Any], numbers: Sequence[Any], rows: Any) -> Any:
    """The variance of the reports on -1, 0 and 1, averaged over the shares q, 1 - 2 q, q."""
    squares = [of_table(weights, numbers, likelihoods)[2] for likelihoods in rows]
    return q * (squares[0] + squares[2] - 2) + (1 - 2 * q) * squares[1]


@section("mean/shares/coin")
def shares_coin():
    """Two questions by a coin, with the reports +-2 (g - (g-1)q)/(g-1), +-2 (1 + (g-1)q)/(g-1)."""
    known = (g > 1, q > 0, 2 * q < 1, 2 * (g - 1) * q >= g - 2)
    unit = 2 * ENDS * CENTRE / (g - 1) ** 2
    prices = NumberPrices(
        (q, 1 - 2 * q, q),
        (-unit, 0, unit),
        (2 * (1 - q) * unit, -2 * (1 - 2 * q) * unit, 2 * (1 - q) * unit),
    )
    far, near = 2 * CENTRE / (g - 1), 2 * ENDS / (g - 1)
    weights, numbers = [1 / (2 * (g + 1))] * 4, (-far, near, -near, far)
    rows = ((g, 1, g, 1), (1, g, g, 1), (1, g, 1, g))
    value = 4 * g / (g - 1) ** 2 + 2 * q * (1 - 2 * q)
    means = [
        identity(of_table(weights, numbers, row)[1], sp.Integer(x), *known)
        for x, row in zip((-1, 0, 1), rows, strict=True)
    ]
    return states(
        mean_prices(
            "-1, 0, 1",
            prices.is_square((g, 1, 1), -far, 0, *known),
            prices.is_square((1, g, g), near, 0, *known),
            prices.is_square((g, g, 1), -near, 0, *known),
            prices.is_square((1, 1, g), far, 0, *known),
            prices.is_square((1, g, 1), 0, 2 * unit * (2 * (g - 1) * q - g + 2), *known),
            prices.is_square((g, 1, g), 0, 2 * unit * (2 * g - 1 - 2 * (g - 1) * q), *known),
            prices.is_square((1, 1, 1), 0, 2 * unit, *known),
            holds(sp.And(ENDS >= 0, CENTRE >= 0, 2 * g - 1 - 2 * (g - 1) * q >= 0), *known),
            identity(prices.worth((-1, 0, 1)), value, *known),
            *means,
            identity(by_shares(weights, numbers, rows), value, *known),
        ),
        scope="0 < q < 1/2, 2 (g - 1) q >= g - 2, g > 1 (two parameters); every number of reports",
    )


@section("mean/shares/response")
def shares_response():
    """Randomized response over the three, with the reports +-(g + 2)/(g - 1) and 0."""
    known = (g > 1, q > 0, 2 * q < 1, 2 * (g - 1) * q <= g - 2)
    slope = (g + 2) * ENDS / (g - 1) ** 2
    end, centre = g * slope / (g - 1), -2 * slope / (g - 1)
    prices = NumberPrices((q, 1 - 2 * q, q), (-slope, 0, slope), (end, centre, end))
    far = (g + 2) / (g - 1)
    near = far * ENDS / CENTRE
    rest = (g + 1) * slope * (g - 2 - 2 * (g - 1) * q) / CENTRE
    weights, numbers = [1 / (g + 2)] * 3, (-far, 0, far)
    rows = ((g, 1, 1), (1, g, 1), (1, 1, g))
    value = 2 * (g + 2 + 3 * (g - 1) * q) / (g - 1) ** 2
    means = [
        identity(of_table(weights, numbers, row)[1], sp.Integer(x), *known)
        for x, row in zip((-1, 0, 1), rows, strict=True)
    ]
    return states(
        mean_prices(
            "-1, 0, 1",
            prices.is_square((g, 1, 1), -far, 0, *known),
            prices.is_square((1, g, 1), 0, 0, *known),
            prices.is_square((1, 1, g), far, 0, *known),
            prices.is_square((1, g, g), near, rest, *known),
            prices.is_square((g, g, 1), -near, rest, *known),
            prices.is_square((g, 1, g), 0, 2 * (g + 1) * slope, *known),
            prices.is_square((1, 1, 1), 0, 2 * slope, *known),
            holds(sp.And(ENDS >= 0, CENTRE > 0, g - 2 - 2 * (g - 1) * q >= 0), *known),
            identity(prices.worth((-1, 0, 1)), value, *known),
            *means,
            identity(by_shares(weights, numbers, rows), value, *known),
        ),
        scope="0 < q < 1/2, 2 (g - 1) q <= g - 2, g > 1 (two parameters); every number of reports",
    )


@section("mean/population")
def population():
    """Half at each end has the mean 0, so that its variance is the mean second moment of both."""
    x, z = reals("x z")
    two = NumberPrices((HALF, HALF), (-(B**2) / 2, B**2 / 2), (B**2 / 2, B**2 / 2))
    inside = (g > 1, x >= -1, x <= 1)
    yes = (1 + x / B) / 2
    return states(
        mean_prices(
            "-1, 1",
            two.is_square((g, 1), -B, 0, g > 1),
            two.is_square((1, g), B, 0, g > 1),
            two.is_square((1, 1), 0, B**2, g > 1),
            identity(two.worth((-1, 1)) + 1, B**2, g > 1, label="with the variance of the draw"),
            identity(B * yes - B * (1 - yes), x, *inside, label="mean of the reports on x"),
            holds(yes * (1 + g) >= 1, *inside, label="at least 1/(1 + g)"),
            holds(yes * (1 + g) <= g, *inside, label="at most g/(1 + g)"),
            holds(B**2 - z**2 <= B**2, g > 1, label="of a population with the mean z"),
        ),
        scope="every k, all numbers, every g > 1; every number of reports",
    )


def five_numbers(known: tuple, beside: Sequence[Any]) -> list[Any]:
    """-1, 0 and 1 as in mean/three/high; 1/2 answers with these likelihoods, -1/2 mirrored."""
    far, near = (g + 2) / (g - 1), g / (g - 1)
    outer, inner = (2 * g - 1) / (2 * (g + 1) * (g + 2)), 3 / (2 * g * (g + 1))
    weights = (outer, inner, (g - 3) / (g * (g + 2)), inner, outer)
    numbers = (-far, -near, 0, near, far)
    chance, mean, square = of_table(weights, numbers, beside)
    inside = [r for r in beside if r not in (1, g)]
    return [
        *has_variance((weights, numbers, (1, 1, 1, g, g)), 1, HIGH_VALUE, *known),
        *has_variance((weights, numbers, (1, g, g, g, 1)), 0, HIGH_VALUE, *known),
        identity(chance, sp.Integer(1), *known),
        identity(mean, HALF, *known),
        *(holds(sp.And(r >= 1, r <= g), *known) for r in inside),
        holds(sp.factor(HIGH_VALUE + HALF**2 - square) >= 0, *known, label="variance at 1/2"),
    ]


@section("mean/five/middle")
def five_middle():
    """The numbers -1/2 and 1/2 cost nothing; two tables, below and above g = 6."""
    known = (g >= 5, g <= 7)
    low = (1, g * (7 - g) / 6, g, g, (g**2 + 5 * g - 4) / (2 * (2 * g - 1)))
    high = (1, 1, (g - 2) * (g + 3) / (2 * (g - 3)), g, (g**2 - g + 1) / (2 * g - 1))
    return states(
        mean_prices(
            "-1, -1/2, 0, 1/2, 1",
            identity(HIGH.paid(g, 1, 1), g / 2 * (v + (g + 2) / (g - 1)) ** 2, *known),
            identity(HIGH.paid(1, g, g), (g + 2) / 2 * (v - g / (g - 1)) ** 2, *known),
            identity(HIGH.paid(1, g, 1), 2 * v**2, *known),
            identity(HIGH.paid(g, 1, g), (g - 1) * v**2 + 2 * (g + 1) * SCALE, *known),
            identity(HIGH.paid(1, 1, 1), v**2 + 2 * SCALE, *known),
            holds(sp.And(SCALE >= 0, HIGH.q >= 0, 2 * HIGH.q <= 1), *known),
            identity(HIGH.worth(), HIGH_VALUE, *known),
            *five_numbers((g >= 5, g <= 6), low),
            *five_numbers((g >= 6, g <= 7), high),
        ),
        scope="5 <= g <= 7; every number of reports",
    )
