"""The search for a fixed group of many numbers in doubles: prices, and windows with their weights.

One contrast at one level without delta: the best patterns are windows, gamma on a run of ascending
numbers and 1 elsewhere (`window_path` of the engine says why).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution, GroupGoal, solve_cones
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs

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
        wanted = np.concatenate([np.ones(len(chosen)), *self.goal.contrasts])
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
        masks = windows(truths)
    else:
        kept = np.unique(np.append(np.arange(0, truths, 2), truths - 1))
        coarse = search_line(gamma, _on(goal, kept))
        used = coarse.solution.shares > USED
        masks = finer(coarse.choice.masks[used], kept, truths)
    return _widened(MaskedPatterns(masks, gamma), goal)


def _on(goal: GroupGoal, kept: NDArray[np.int64]) -> GroupGoal:
    """The goal on some of the numbers; what is left out counts for the one before it."""
    contrasts = goal.contrasts[:, kept]
    if goal.shares is None:
        return replace(goal, contrasts=contrasts)
    places = np.searchsorted(kept, np.arange(len(goal.shares)), side="right") - 1
    shares = np.bincount(places, goal.shares).astype(np.float64)
    return replace(goal, contrasts=contrasts, shares=shares)


def _widened(choice: MaskedPatterns, goal: GroupGoal) -> WorstFound:
    """Windows join that the prices do not cover."""
    every = windows(goal.contrasts.shape[1])
    for _ in range(MOST_ROUNDS):
        found = WorstFound(choice, _without_deltas(choice.rows, goal), goal)
        wider = np.unique(np.vstack([choice.masks, every[_are_short(found, every)]]), axis=0)
        if len(wider) == len(choice.masks):
            break
        choice = replace(choice, masks=wider)
    return found


def _without_deltas(rows: Array, goal: GroupGoal) -> ConeSolution:
    return solve_cones(rows, np.zeros((len(rows), 0)), np.zeros(0), goal)


def _are_short(found: WorstFound, masks: Masks) -> NDArray[np.bool_]:
    """Whether the prices pay less for these patterns than the worth of a report."""
    prices = found.solution
    rows = MaskedPatterns(masks, found.choice.gamma).rows
    worth = (rows @ prices.slopes[0]) ** 2 / (rows @ prices.squares)
    lack = (worth - rows @ prices.constants) / rows.mean(axis=1)
    return lack > CLOSE * prices.constants.sum()
