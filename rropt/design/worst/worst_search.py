"""The search for a worst case in doubles: prices, and patterns with their weights and numbers.

Contrasts are shifted and scaled into [-1, 1]: a shift of all numbers changes no variance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution, WorstGoal, solve_cones
from rropt.design.worst.line_pricing import LinePrices, lowest_points
from rropt.design.worst.worst_pools import (
    MaskedPatterns,
    finer,
    windows,
)
from rropt.utility.worst_case import GROUP

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
    deltas: Array

    def vertex(self) -> NDArray[np.int64]:
        """Patterns that do as well, with the numbers that were found: at most 3 a truth.

        With the numbers fixed the program is linear in the weights.
        """
        from scipy.optimize import linprog

        used = np.flatnonzero(self.solution.shares > FAINT)
        weights = self.solution.weights[used]
        values = self.solution.values[:, used]
        chosen = self.choice.rows[used].T * weights
        surplus = self.choice.surplus[used].T * weights
        equal = np.vstack([chosen, *(chosen * v for v in values)])
        worst, right = self._limits(chosen, values)
        found = linprog(
            np.append(np.zeros(len(used)), 1.0),
            A_ub=LIFT * np.vstack([worst, np.hstack([surplus, np.zeros((len(surplus), 1))])]),
            b_ub=LIFT * np.concatenate([right, self.deltas]),
            A_eq=LIFT * np.hstack([equal, np.zeros((len(equal), 1))]),
            b_eq=LIFT * np.concatenate([np.ones(len(chosen)), *self.goal.contrasts]),
            method="highs-ds",
        )
        if found.x is None:
            return used
        return used[found.x[:-1] * self.solution.shares[used] > FAINT]

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
        return solve_cones(
            self.choice.rows[kept], self.choice.surplus[kept], self.deltas, self.goal
        )


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
    none = np.zeros(0)
    for _ in range(MOST_ROUNDS):
        found = WorstFound(choice, solve_cones(choice.rows, choice.surplus, none, goal), goal, none)
        wider = np.unique(np.vstack([choice.masks, _uncovered(found)]), axis=0)
        if len(wider) == len(choice.masks):
            break
        choice = replace(choice, masks=wider)
    return found


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
