"""Renyi differential privacy of one order, for any two truths.

    D_a(P(. | x) || P(. | y)) = ln( sum_i P(i | x)^a P(i | y)^(1 - a) ) / (a - 1) <= epsilon

The power t^a is convex: tables keep it itself, bounds keep what follows from it, that is finitely
many of its tangents (`with_tangents`). Both ends are certified, and the gap says what is between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

from rropt.channel import Channel
from rropt.exact import Gamma, InputError, exact, gamma_from_epsilon, shown, whole
from rropt.privacy.conditions import Conditions, Ends, LevelCondition, along, truth_form
from rropt.privacy.criteria import Criterion
from rropt.privacy.matrices import MatrixCriterion, Privacy

MOST_ORDER = 64
"""The largest order that the checker takes."""

FIRST = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))
"""Where the first tangents touch; further ones follow from what is found with these."""

FARTHER = 8
"""The next tangent, in multiples of the last, where a ray without a ratio is among the best."""

GRID = 2**24
"""Tangents touch at multiples of 1 / GRID: short numbers, and a second-order loss of 1e-14."""


@dataclass(frozen=True, init=False, repr=False)
class RenyiDP(MatrixCriterion):
    """The Renyi divergence of a whole order between any two truths is at most epsilon.

    (Mironov, CSF 2017.)

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> RenyiDP(2, 1).satisfied_by(warner), RenyiDP(2, "4/5").satisfied_by(warner)
    (True, False)
    """

    gamma: Gamma = field(compare=False)
    delta: Fraction = field(compare=False)
    order: int
    budget: Fraction

    def __init__(self, order: Any, epsilon: Any) -> None:
        number = whole(order, "order", least=2)
        if number > MOST_ORDER:
            raise InputError(f"order must be at most {MOST_ORDER}, got {number}")
        budget = exact(epsilon, "epsilon of a Renyi divergence")
        if budget <= 0:
            raise InputError(f"epsilon must be positive, got {shown(budget)}")
        object.__setattr__(self, "order", number)
        object.__setattr__(self, "budget", budget)

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        power = gamma_from_epsilon((self.order - 1) * self.budget)
        levels = tangent_levels(self.order, FIRST)
        listed = tuple(
            LevelCondition(
                truth_form(truths, a),
                truth_form(truths, b),
                levels,
                (power.lo, power.hi),
                self.order,
                self.budget,
            )
            for a, b in permutations(range(truths), 2)
        )
        return Privacy.of(Conditions(truths, listed), self.describe())

    def satisfied_by(self, channel: Channel) -> bool:
        """Whether the table keeps the budget (decided for the lower end of e^((a - 1) epsilon))."""
        return self.on(channel.shape[1]).satisfied_by(channel)

    def describe(self) -> str:
        return f"Renyi divergence of order {self.order} at most {self.budget}"


def tangent_levels(order: int, points: Iterable[Fraction]) -> tuple[tuple[Fraction, Ends], ...]:
    """The largest of 0 and the tangents of t^a at these points, as sum c [t - g]+.

    >>> [(str(c), str(g)) for c, (g, _) in tangent_levels(2, [Fraction(1), Fraction(2)])]
    [('2', '1/2'), ('2', '3/2')]
    """
    touched = sorted(set(points))
    slopes = [Fraction(0), *(order * s ** (order - 1) for s in touched)]
    heights = [Fraction(0), *((order - 1) * s**order for s in touched)]
    lines = list(zip(slopes, heights, strict=True))
    found = []
    for (slope, height), (steeper, lower) in pairwise(lines):
        g = (lower - height) / (steeper - slope)
        found.append((steeper - slope, (g, g)))
    return tuple(found)


def touched(condition: LevelCondition) -> list[Fraction]:
    """Where the tangents of a condition touch: s with a (s^a)' = the sum of its first c."""
    points = []
    height = slope = Fraction(0)
    order = condition.order or 1
    for c, (g, _) in condition.levels:
        slope += c
        height += c * g
        points.append(height * order / (slope * (order - 1)))
    return points


def with_tangents(conditions: Conditions, patterns: Iterable[Sequence[Fraction]]) -> Conditions:
    """Every Renyi condition with tangents at the ratios of these patterns as well."""
    rows = list(patterns)
    listed = []
    for condition in conditions.listed:
        if condition.order is not None:
            known = touched(condition)
            ratios = {_ratio(condition, row) for row in rows} - {Fraction(0)}
            points = {*known, *ratios}
            if any(along(condition.left, row) and not along(condition.right, row) for row in rows):
                points.add(FARTHER * max(known))
            levels = tangent_levels(condition.order, points)
            condition = replace(condition, levels=levels)
        listed.append(condition)
    return replace(conditions, listed=tuple(listed))


def _ratio(condition: LevelCondition, row: Sequence[Fraction]) -> Fraction:
    """x.r / y.r on the grid; 0 where there is none."""
    above, below = along(condition.left, row), along(condition.right, row)
    return Fraction(round(above / below * GRID), GRID) if below else Fraction(0)
