"""The best worst-case mean of two and of three equally spaced numbers, for every level.

A truth x pays f_x(v) = q_x v^2 - 2 p_x v + y_x for a report of the number v. A report with the
likelihoods r_x in {1, g} pays sum_x r_x f_x(v), which must not be negative: then no table with
unbiased reports has a worst variance below sum_x (2 x p_x - y_x - q_x x^2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claims import Section, states
from ..goals import by, holds, identity, reals

section = Section("found")

g, v = reals("g v")
B = (g + 1) / (g - 1)


@dataclass(frozen=True)
class SymmetricPrices:
    """Of the numbers -1, 0 and 1: q, p, y at 1; 1 - 2 q, 0, y_0 at 0."""

    q: Any
    p: Any
    y: Any
    zero: Any

    def paid(self, left: Any, middle: Any, right: Any) -> Any:
        """By a report of v with these likelihoods at -1, 0 and 1."""
        ends = self.q * v**2 + self.y
        centre = (1 - 2 * self.q) * v**2 + self.zero
        return left * (ends + 2 * self.p * v) + middle * centre + right * (ends - 2 * self.p * v)

    def worth(self) -> Any:
        return 4 * self.p - 2 * self.y - self.zero - 2 * self.q


UNIT = (g + 3) * (3 * g + 1) / (16 * (g - 1) ** 2)
LOW = SymmetricPrices(sp.Rational(1, 4), 2 * UNIT, 3 * UNIT, -2 * UNIT)
LOW_VALUE = (g**2 + 14 * g + 1) / (4 * (g - 1) ** 2)

SCALE = g * (g + 2) / (2 * (g - 1) ** 2)
HIGH = SymmetricPrices((g - 2) / (2 * (g - 1)), SCALE, SCALE * g / (g - 1), -2 * SCALE / (g - 1))
HIGH_VALUE = (5 * g - 2) / (g - 1) ** 2


def mean_prices(values: str, *goals: Any) -> Any:
    return by("mean-prices", *goals, g=g, x=values)


def of_table(weights: Sequence[Any], numbers: Sequence[Any], likelihoods: Sequence[Any]) -> Any:
    """Chance, mean and second moment of the reports on one truth."""
    rows = list(zip(weights, numbers, likelihoods, strict=True))
    return tuple(sum(w * r * number**power for w, number, r in rows) for power in range(3))


@section("mean/two")
def two_points():
    """Warner's card with the numbers B and -B: p = B^2 / 2 = y at both ends, q = 1/2."""
    value = 4 * g / (g - 1) ** 2
    left = v**2 / 2 + B**2 * v + B**2 / 2
    right = v**2 / 2 - B**2 * v + B**2 / 2
    card = of_table([1 / (g + 1)] * 2, (-B, B), (1, g))
    return states(
        mean_prices(
            "-1, 1",
            identity(left + g * right, (g + 1) / 2 * (v - B) ** 2, g > 1),
            identity(g * left + right, (g + 1) / 2 * (v + B) ** 2, g > 1),
            identity(left + right, v**2 + B**2, g > 1, label="both low"),
            identity(2 * B**2 - B**2 - 1, value, g > 1, label="the prices are worth"),
            identity(card[1], sp.Integer(1), g > 1, label="mean at 1"),
            identity(card[2] - 1, value, g > 1, label="variance at 1"),
        ),
        scope="every g > 1; every number of reports",
    )


@section("mean/three/low")
def three_points_low():
    """Two cuts, at -1/2 and 1/2, and the reports +-(B + 1/2) and +-(B - 1/2)."""
    known = (g > 1, g <= 3)
    far, near = B + sp.Rational(1, 2), B - sp.Rational(1, 2)
    numbers, weights = (-far, near, -near, far), [1 / (2 * (g + 1))] * 4
    at_one = of_table(weights, numbers, (1, g, 1, g))
    at_zero = of_table(weights, numbers, (1, g, g, 1))
    return states(
        mean_prices(
            "-1, 0, 1",
            identity(LOW.paid(g, 1, 1), (g + 3) / 4 * (v + far) ** 2, *known),
            identity(LOW.paid(1, g, g), (3 * g + 1) / 4 * (v - near) ** 2, *known),
            identity(LOW.paid(1, g, 1), (g + 1) / 2 * v**2 + 2 * (3 - g) * UNIT, *known),
            identity(LOW.paid(g, 1, g), (g + 1) / 2 * v**2 + 2 * (3 * g - 1) * UNIT, *known),
            identity(LOW.paid(1, 1, 1), v**2 + 4 * UNIT, *known),
            holds(sp.And((3 - g) * UNIT >= 0, (3 * g - 1) * UNIT >= 0, UNIT >= 0), *known),
            identity(LOW.worth(), LOW_VALUE, *known),
            identity(at_one[0], sp.Integer(1), *known),
            identity(at_one[1], sp.Integer(1), *known),
            identity(at_zero[0], sp.Integer(1), *known),
            identity(at_zero[1], sp.Integer(0), *known),
            identity(at_one[2] - 1, LOW_VALUE, *known),
            identity(at_zero[2], LOW_VALUE, *known),
        ),
        scope="1 < g <= 3; every number of reports",
    )


@section("mean/three/high")
def three_points_high():
    """A third answer, "near 0", and the reports +-(g + 2)/(g - 1), +-g/(g - 1) and 0."""
    known = (g >= 3,)
    far, near = (g + 2) / (g - 1), g / (g - 1)
    outer = (2 * g - 1) / (2 * (g + 1) * (g + 2))
    inner = (1 - (g + 2) * outer) / g
    middle = 1 - (g + 1) * (outer + inner)
    numbers, weights = (-far, near, 0, -near, far), (outer, inner, middle, inner, outer)
    at_one = of_table(weights, numbers, (1, g, 1, 1, g))
    at_zero = of_table(weights, numbers, (1, g, g, g, 1))
    return states(
        mean_prices(
            "-1, 0, 1",
            identity(HIGH.paid(g, 1, 1), g / 2 * (v + far) ** 2, *known),
            identity(HIGH.paid(1, g, g), (g + 2) / 2 * (v - near) ** 2, *known),
            identity(HIGH.paid(1, g, 1), (g * (1 - 2 * HIGH.q) + 2 * HIGH.q) * v**2, *known),
            holds(sp.And(HIGH.q >= 0, 2 * HIGH.q <= 1), *known),
            identity(HIGH.paid(g, 1, g), (g - 1) * v**2 + 2 * (g + 1) * SCALE, *known),
            identity(HIGH.paid(1, 1, 1), v**2 + 2 * SCALE, *known),
            holds(SCALE >= 0, *known),
            identity(HIGH.worth(), HIGH_VALUE, *known),
            holds(sp.And(outer >= 0, inner >= 0, middle >= 0), *known),
            identity(at_one[0], sp.Integer(1), *known),
            identity(at_one[1], sp.Integer(1), *known),
            identity(at_zero[0], sp.Integer(1), *known),
            identity(at_zero[1], sp.Integer(0), *known),
            identity(at_one[2] - 1, HIGH_VALUE, *known),
            identity(at_zero[2], HIGH_VALUE, *known),
        ),
        scope="g >= 3; every number of reports",
    )
