"""The search for a worst case in doubles: prices, and patterns with their weights and numbers.

One contrast at one level without delta has a program that is separable over the truths, so that
truths with equal numbers may be taken as one, and the best patterns are nearly always windows:
gamma on a run of neighbours, 1 elsewhere. Contrasts are shifted and scaled into [-1, 1]: a shift of
all numbers changes no variance.

**The best pattern at each value of a scalar**, for prices that are quadratic in it. With f_j(v) =
q_j v^2 - 2 p_j v + y_j, the least charge of a pattern in {1, g}^k at the value v is

    phi(v) = sum_j min(f_j(v), g f_j(v)),

reached by the pattern with g where f_j(v) < 0. The signs change at most 2k times along the line;
between two changes phi is one parabola, whose lowest point is found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution, WorstGoal, solve_cones
from rropt.lp.highs import SumsBetween, least_costs
from rropt.utility.worst_case import GROUP

Masks = NDArray[np.bool_]


@dataclass(frozen=True)
class MaskedPatterns:
    """Patterns in {1, gamma}^k by where they are gamma."""

    masks: Masks
    gamma: Fraction

    @property
    def rows(self) -> NDArray[np.float64]:
        return np.where(self.masks, float(self.gamma), 1.0)


def windows(truths: int) -> Masks:
    """All runs of neighbours but the whole.

    >>> windows(2).tolist()
    [[True, False], [False, True]]
    """
    ends = combinations(range(truths + 1), 2)
    runs = [(start, end) for start, end in ends if end - start < truths]
    return _masks(runs, truths)


def finer(masks: Masks, kept: NDArray[np.int64], truths: int) -> Masks:
    """The runs near those of a coarse grid, whose points are `kept` among the truths.

    >>> finer(np.array([[True, False]]), np.array([0, 2]), 3).tolist()
    [[True, False, False], [True, True, False]]
    """
    found: set[tuple[int, int]] = set()
    for mask in masks:
        for start, end in _runs(mask):
            ends = product(_near(start, kept, truths), _near(end, kept, truths))
            found.update((a, b) for a, b in ends if 0 < b - a < truths)
    return _masks(sorted(found), truths)


def _near(boundary: int, kept: NDArray[np.int64], truths: int) -> Iterable[int]:
    """Where a boundary between two coarse points may lie."""
    if boundary == 0:
        return (0,)
    if boundary == len(kept):
        return (truths,)
    return range(int(kept[boundary - 1]) + 1, int(kept[boundary]) + 1)


def _runs(mask: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    steps = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]])))
    for start, end in steps.reshape(-1, 2):
        yield int(start), int(end)


def _masks(runs: Iterable[tuple[int, int]], truths: int) -> Masks:
    places = np.arange(truths)
    return np.array([(places >= start) & (places < end) for start, end in runs])


MOST_WINDOWS_AT_ONCE = 41
"""860 windows take 1.6 s; from 81 numbers on a coarser grid says which windows are worth trying."""

USED = 1e-7
"""A window of this weight on a coarse grid is refined: half of it loses 1e-6 of the value."""

FAINT = 1e-10
"""Weights below this are the centring of the interior point."""

LIFT = 1e4
"""HiGHS takes entries below 1e-9 for zeros: what a pattern of small weight costs was free, and a
density on 16 points lost a twentieth of its value."""

MOST_ROUNDS = 8
CLOSE = 1e-8
"""A relative lack of coverage below this ends the rounds."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class WorstFound:
    """Patterns, and what was found over them."""

    choice: MaskedPatterns
    solution: ConeSolution
    goal: WorstGoal

    def vertex(self) -> NDArray[np.int64]:
        """Patterns that do as well, with the numbers that were found: at most 3 a truth.

        With the numbers fixed the program is linear in the weights.
        """
        used = np.flatnonzero(self.solution.shares > FAINT)
        weights = self.solution.weights[used]
        values = self.solution.values[:, used]
        chosen = self.choice.rows[used].T * weights
        equal = np.vstack([chosen, *(chosen * v for v in values)])
        worst, right = self._limits(chosen, values)
        unbiased = np.hstack([equal, np.zeros((len(equal), 1))])
        wanted = np.concatenate([np.ones(len(chosen)), *self.goal.contrasts])
        found = least_costs(
            np.append(np.zeros(len(used)), 1.0),
            [
                SumsBetween.at_most(LIFT * worst, LIFT * right),
                SumsBetween.equal(LIFT * unbiased, LIFT * wanted),
            ],
        )
        if found is None:
            return used
        return used[found.numbers[:-1] * self.solution.shares[used] > FAINT]

    def _limits(self, chosen: Array, values: Array) -> tuple[Array, Array]:
        """Second moments of each pattern less t, and what they may be at most."""
        contrasts = self.goal.contrasts
        q = self.solution.squares
        if self.goal.grouped:
            apart = contrasts[:, :, None] - values[:, None, :]
            moments = chosen * (apart**2).sum(axis=0)
            moments = moments / moments.sum(axis=1).max()
        else:
            moments = chosen * (values**2).sum(axis=0)
        if self.goal.shares is not None:
            return np.append(q @ moments, -1.0)[None], np.zeros(1)
        last = -np.ones((len(moments), 1))
        right = np.zeros(len(moments))
        if not self.goal.grouped:
            right = 2 * (contrasts @ q) @ contrasts
        return np.hstack([moments, last]), right

    def on(self, kept: NDArray[np.int64]) -> ConeSolution:
        """The optimum over some of the patterns only."""
        return _without_deltas(self.choice.rows[kept], self.goal)


def is_separable(problem: Problem) -> bool:
    """Whether coverage can be decided along a line."""
    single = problem.objective.contrast is not None
    return single and problem.levels is None and not problem.delta


def goal_of(problem: Problem, contrasts: Array, shares: Array | None) -> WorstGoal:
    """The reading of the objective."""
    return WorstGoal(contrasts, problem.objective.respondents == GROUP, shares)


def search_line(gamma: Fraction, goal: WorstGoal) -> WorstFound:
    """Over windows of ascending numbers, and what they lack."""
    truths = goal.contrasts.shape[1]
    if truths <= MOST_WINDOWS_AT_ONCE:
        masks = windows(truths)
    else:
        kept = np.unique(np.append(np.arange(0, truths, 2), truths - 1))
        coarse = search_line(gamma, _on(goal, kept))
        used = coarse.solution.shares > USED
        masks = finer(coarse.choice.masks[used], kept, truths)
    return _widened(MaskedPatterns(masks, gamma), goal)


def _on(goal: WorstGoal, kept: NDArray[np.int64]) -> WorstGoal:
    """The goal on some of the numbers; what is left out counts for the one before it."""
    contrasts = goal.contrasts[:, kept]
    if goal.shares is None:
        return replace(goal, contrasts=contrasts)
    places = np.searchsorted(kept, np.arange(len(goal.shares)), side="right") - 1
    shares = np.bincount(places, goal.shares).astype(np.float64)
    return replace(goal, contrasts=contrasts, shares=shares)


def _widened(choice: MaskedPatterns, goal: WorstGoal) -> WorstFound:
    """Patterns join that the prices do not cover."""
    for _ in range(MOST_ROUNDS):
        found = WorstFound(choice, _without_deltas(choice.rows, goal), goal)
        wider = np.unique(np.vstack([choice.masks, _uncovered(found)]), axis=0)
        if len(wider) == len(choice.masks):
            break
        choice = replace(choice, masks=wider)
    return found


def _without_deltas(rows: Array, goal: WorstGoal) -> ConeSolution:
    return solve_cones(rows, np.zeros((len(rows), 0)), np.zeros(0), goal)


def _uncovered(found: WorstFound) -> NDArray[np.bool_]:
    """The patterns that the prices do not cover, at the bottom of each piece."""
    prices = found.solution.constants
    gamma = found.choice.rows.max()
    low = lowest_points(line_prices(found.solution), float(gamma))
    lacking = low.relative * len(prices) < -CLOSE * prices.sum()
    return low.patterns[low.inside & lacking] > 1


def line_prices(found: ConeSolution) -> LinePrices:
    """The f_j of one contrast."""
    return LinePrices(np.maximum(found.squares, 0.0), found.slopes[0], found.constants)


@dataclass(frozen=True)
class LinePrices:
    """The coefficients of the f_j: q of the squares, p of the slopes, y of the constants."""

    squares: Array
    slopes: Array
    constants: Array


@dataclass(frozen=True)
class LowestPoints:
    """The lowest point of each piece of phi: where, the pattern there, and the charge."""

    values: Array
    patterns: Array
    charges: Array
    inside: NDArray[np.bool_]
    """Whether it is the bottom of its parabola: the others are lower on the next piece."""

    @property
    def relative(self) -> Array:
        """The charges for patterns that add up to one: what a common raise of y must mend."""
        return self.charges / self.patterns.sum(axis=1)


def lowest_points(prices: LinePrices, gamma: float) -> LowestPoints:
    """The lowest point of every piece.

    >>> found = lowest_points(LinePrices(np.array([1.0, 1]), np.array([2.0, -2]), np.ones(2)), 3.0)
    >>> float(found.charges.min()), float(found.values[found.charges.argmin()])
    (0.0, -1.0)
    """
    ends = np.concatenate([[-np.inf], _changes(prices), [np.inf]])
    inside = _between(ends)
    f = (
        prices.squares * inside[:, None] ** 2
        - 2 * prices.slopes * inside[:, None]
        + prices.constants
    )
    patterns = np.where(f < 0, gamma, 1.0)
    squares = patterns @ prices.squares
    slopes = patterns @ prices.slopes
    constants = patterns @ prices.constants
    with np.errstate(divide="ignore", invalid="ignore"):
        bottom = np.where(squares > 0, slopes / squares, inside)
    values = np.clip(bottom, ends[:-1], ends[1:])
    charges = squares * values**2 - 2 * slopes * values + constants
    return LowestPoints(values, patterns, charges, values == bottom)


def _changes(prices: LinePrices) -> Array:
    """The points at which some f_j changes its sign, in order."""
    curved = prices.squares > 0
    discriminant = prices.slopes**2 - prices.squares * prices.constants
    crossing = curved & (discriminant > 0)
    root = np.sqrt(discriminant[crossing])
    centre = prices.slopes[crossing]
    scale = prices.squares[crossing]
    straight = ~curved & (prices.slopes != 0)
    lines = prices.constants[straight] / (2 * prices.slopes[straight])
    return np.sort(np.concatenate([(centre - root) / scale, (centre + root) / scale, lines]))


def _between(ends: Array) -> Array:
    """A point inside each piece."""
    inner = ends[1:-1]
    if not len(inner):
        return np.zeros(1)
    middles = (inner[1:] + inner[:-1]) / 2
    return np.concatenate([[inner[0] - 1], middles, [inner[-1] + 1]])
