"""The search for a fixed group of many numbers in doubles: prices, and windows with their weights.

One contrast at one level without delta: the best patterns are windows, gamma on a run of ascending
numbers and 1 elsewhere (`window_path` of the engine says why).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution, GroupGoal, solve_cones
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs

Runs = NDArray[np.int64]
"""A row a window: its first truth, and the one behind its last."""


@dataclass(frozen=True)
class WindowPatterns:
    """Patterns of so many truths: gamma on a window, 1 elsewhere."""

    runs: Runs
    truths: int
    gamma: Fraction

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Where each is gamma."""
        first, behind = self.runs.T[:, :, None]
        places = np.arange(self.truths)
        found: NDArray[np.bool_] = (places >= first) & (places < behind)
        return found

    @property
    def rows(self) -> NDArray[np.float64]:
        return np.where(self.masks, float(self.gamma), 1.0)


def windows(truths: int) -> Runs:
    """All runs of neighbours but the whole.

    >>> windows(2).tolist()
    [[0, 1], [1, 2]]
    """
    runs = combinations(range(truths + 1), 2)
    return np.array([run for run in runs if run != (0, truths)])


def finer(runs: Runs, kept: NDArray[np.int64], truths: int) -> Runs:
    """The runs near those of a coarse grid, whose points are `kept` among the truths.

    >>> finer(np.array([[0, 1]]), np.array([0, 2]), 3).tolist()
    [[0, 1], [0, 2]]
    """
    found: set[tuple[int, int]] = set()
    for first, behind in runs.tolist():
        ends = product(_near(first, kept, truths), _near(behind, kept, truths))
        found.update((a, b) for a, b in ends if 0 < b - a < truths)
    return np.array(sorted(found))


def _near(boundary: int, kept: NDArray[np.int64], truths: int) -> Iterable[int]:
    """Where a boundary between two coarse points may lie."""
    if boundary == 0:
        return (0,)
    if boundary == len(kept):
        return (truths,)
    return range(int(kept[boundary - 1]) + 1, int(kept[boundary]) + 1)


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

    choice: WindowPatterns
    solution: ConeSolution
    goal: GroupGoal

    def vertex(self) -> NDArray[np.int64]:
        """Patterns that do as well, with the numbers that were found: at most 3 a truth.

        With the numbers fixed the program is linear in the weights.
        """
        used = np.flatnonzero(self.solution.shares > FAINT)
        weights = self.solution.weights[used]
        values = self.solution.values[:, used]
        chosen = self.choice.rows[used].T * weights
        equal = np.vstack([chosen, *(chosen * v for v in values)])
        worst = self._lost(chosen, values)
        unbiased = np.hstack([equal, np.zeros((len(equal), 1))])
        # Sums are those that were found: the weights at hand are one point of the program.
        wanted = equal.sum(axis=1)
        found = least_costs(
            np.append(np.zeros(len(used)), 1.0),
            [
                SumsBetween.at_most(LIFT * worst, 0.0),
                SumsBetween.equal(LIFT * unbiased, LIFT * wanted),
            ],
            tolerance=TIGHTEST,
        )
        if found is None:
            return used
        return used[found.numbers[:-1] * self.solution.shares[used] > FAINT]

    def _lost(self, chosen: Array, values: Array) -> Array:
        """What the group loses by each pattern, as a share of the most that a truth loses, less t;
        of the worst group truth by truth."""
        apart = self.goal.contrasts[:, :, None] - values[:, None, :]
        moments = chosen * (apart**2).sum(axis=0)
        moments = moments / moments.sum(axis=1).max()
        if self.goal.shares is not None:
            moments = (self.goal.shares @ moments)[None]
        return np.hstack([moments, -np.ones((len(moments), 1))])

    def on(self, kept: NDArray[np.int64]) -> ConeSolution:
        """The optimum over some of the patterns only."""
        return _without_deltas(self.choice.rows[kept], self.goal)


def is_separable(problem: Problem) -> bool:
    """Whether coverage can be decided along a line."""
    single = problem.objective.contrast is not None
    return single and problem.levels is None and not problem.delta


def search_line(gamma: Fraction, goal: GroupGoal) -> WorstFound:
    """Over windows of ascending numbers, and what they lack."""
    truths = goal.contrasts.shape[1]
    if truths <= MOST_WINDOWS_AT_ONCE:
        runs = windows(truths)
    else:
        kept = np.unique(np.append(np.arange(0, truths, 2), truths - 1))
        coarse = search_line(gamma, _on(goal, kept))
        used = coarse.solution.shares > USED
        runs = finer(coarse.choice.runs[used], kept, truths)
    return _widened(WindowPatterns(runs, truths, gamma), goal)


def _on(goal: GroupGoal, kept: NDArray[np.int64]) -> GroupGoal:
    """The goal on some of the numbers; what is left out counts for the one before it."""
    contrasts = goal.contrasts[:, kept]
    if goal.shares is None:
        return replace(goal, contrasts=contrasts)
    places = np.searchsorted(kept, np.arange(len(goal.shares)), side="right") - 1
    shares = np.bincount(places, goal.shares).astype(np.float64)
    return replace(goal, contrasts=contrasts, shares=shares)


def _widened(choice: WindowPatterns, goal: GroupGoal) -> WorstFound:
    """Windows join that the prices do not cover."""
    for _ in range(MOST_ROUNDS):
        found = WorstFound(choice, _without_deltas(choice.rows, goal), goal)
        wider = np.unique(np.vstack([choice.runs, _uncovered(found)]), axis=0)
        if len(wider) == len(choice.runs):
            break
        choice = replace(choice, runs=wider)
    return found


def _without_deltas(rows: Array, goal: GroupGoal) -> ConeSolution:
    return solve_cones(rows, np.zeros((len(rows), 0)), np.zeros(0), goal)


def _uncovered(found: WorstFound) -> Runs:
    """Windows for which the prices pay less than the worth of a report."""
    prices, every = found.solution, windows(found.choice.truths)
    rows = replace(found.choice, runs=every).rows
    worth = (rows @ prices.slopes[0]) ** 2 / (rows @ prices.squares)
    lack = (worth - rows @ prices.constants) / rows.mean(axis=1)
    return every[lack > CLOSE * prices.constants.sum()]
