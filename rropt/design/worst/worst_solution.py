"""What the search has found for a worst case, as prices and as patterns of exact tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rropt.certificate import Certificate
from rropt.design.curved.contrast_design import class_shares, member_shares
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import UnbiasedTable, table_of_runs
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution
from rropt.design.worst.worst_certificate import WorstPrices, certified, shifted
from rropt.design.worst.worst_search import (
    WorstFound,
    goal_of,
    line_prices,
    lowest_points,
    search_line,
)
from rropt.exact import InputError
from rropt.exact.entries import entrywise, picked
from rropt.patterns.extreme import Pattern
from rropt.utility.worst_case import Mean, WorstCase

MOST_ENTRIES_OF_WINDOWS = 130_000
"""Windows have the entries 1 and gamma: about 28 characters each, 211 x 81 of them 0.5 MB."""

LEAST_WEIGHT = 1e-9
"""Reports of smaller weight are left out of the larger table."""


@dataclass(frozen=True)
class WorstSolution:
    """What was found for scaled contrasts on the classes of equal truths.

    The contrasts of the problem are middle + half c; `classes` has the class of each truth and
    `shares` its part of the prices of its class.
    """

    problem: Problem
    found: WorstFound
    contrasts: list[tuple[Fraction, ...]]
    middle: Fraction
    half: Fraction
    classes: list[int]
    shares: list[Fraction]
    prices: WorstPrices
    proof: str

    def trials(self) -> Iterator[NDArray[np.int64]]:
        """The patterns of a table with few reports, and of one with more."""
        yield self.found.vertex()
        yield np.flatnonzero(self.found.solution.shares > LEAST_WEIGHT)

    def certificate(self, kept: NDArray[np.int64]) -> Certificate:
        """The certificate of the best table with these patterns, whose numbers are found anew."""
        table = self._table(kept)
        refuse_large(len(table.patterns) * self.problem.truths)
        return certified(self.problem, self._whole(table), self._spread(), self.proof)

    def _table(self, kept: NDArray[np.int64]) -> UnbiasedTable:
        choice = self.found.choice
        solution = self.found.on(kept)
        used = np.flatnonzero(solution.shares > LEAST_WEIGHT)
        weights = solution.weights[used]
        values = solution.values[:, used]
        masks = choice.masks[kept[used]]
        table = table_of_runs(masks, choice.gamma, weights)
        return table.unbiased(self.contrasts, values)

    def _whole(self, table: UnbiasedTable) -> UnbiasedTable:
        """The table on all truths, and the numbers of the problem."""
        patterns: list[Pattern] = [picked(r, self.classes) for r in table.patterns]
        numbers = list(
            map(list, entrywise(lambda v: self.middle + self.half * v, table.estimators))
        )
        return UnbiasedTable(patterns, table.weights, numbers)

    def _spread(self) -> WorstPrices:
        """The prices of all truths."""
        prices = self.prices
        if self.middle or self.half != 1:
            prices = shifted(prices, self.middle, self.half)
        return WorstPrices(
            self._over(prices.constants),
            [self._over(p) for p in prices.slopes],
            self._over(prices.prior),
            prices.pairs,
            prices.paid,
        )

    def _over(self, values: list[Fraction]) -> list[Fraction]:
        pairs = zip(self.classes, self.shares, strict=True)
        return [values[c] * share for c, share in pairs]


def worst_solution(problem: Problem) -> WorstSolution:
    """One contrast at one level: equal numbers as one truth, in ascending order."""
    objective: WorstCase = problem.objective
    (values,) = objective.contrasts
    points = sorted(set(values))
    classes = [points.index(value) for value in values]
    whole = None if objective.prior is None else class_shares(classes, objective.prior)
    middle = (points[0] + points[-1]) / 2
    half = (points[-1] - points[0]) / 2 * reach(problem.gamma.lo)
    scaled = tuple((point - middle) / half for point in points)
    shares = None if whole is None else np.array([float(q) for q in whole])
    goal = goal_of(problem, np.array([[float(x) for x in scaled]]), shares)
    found = search_line(problem.gamma.lo, goal)
    prices = _line_prices(found.solution, float(problem.gamma.hi), whole)
    if objective.bins:
        prices = _density_prices(problem, middle, half)
    parts = member_shares(classes, objective.prior)
    return WorstSolution(problem, found, [scaled], middle, half, classes, parts, prices, "line")


def _density_prices(problem: Problem, middle: Fraction, half: Fraction) -> WorstPrices:
    """The prices of a density, whose truths are the means of its shares."""
    objective: Mean = problem.objective
    masses = [share.mass for share in objective.inner]
    means = np.array([[float((share.mean - middle) / half) for share in objective.inner]])
    goal = goal_of(problem, means, np.array([float(mass) for mass in masses]))
    found = search_line(problem.gamma.hi, goal)
    return _line_prices(found.solution, float(problem.gamma.hi), masses)


def reach(gamma: Fraction) -> Fraction:
    """A power of two near B = (gamma + 1) / (gamma - 1): variances of size one in its units."""
    return Fraction(2) ** round(math.log2((gamma + 1) / (gamma - 1)))


def refuse_large(entries: int) -> None:
    """A certificate has at most 4 MiB."""
    if entries > MOST_ENTRIES_OF_WINDOWS:
        raise InputError(
            f"points or values must be fewer: a table of {entries} entries is too large for a "
            "certificate"
        )


def _line_prices(solution: ConeSolution, gamma: float, prior: list[Fraction] | None) -> WorstPrices:
    """Prices without what they lack at the bottoms of the pieces."""
    low = lowest_points(line_prices(solution), gamma)
    lack = max(0.0, -float(low.relative.min()))
    constants = [Fraction(y + lack) for y in solution.constants.tolist()]
    slopes = [[Fraction(p) for p in solution.slopes[0].tolist()]]
    shares = prior or list(distribution(solution.squares.tolist()))
    return WorstPrices(constants, slopes, shares, [], Fraction(0))
