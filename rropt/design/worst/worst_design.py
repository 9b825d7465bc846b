"""The table and the estimator of the least worst case, certified."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.certificate import Certificate, CertificateError
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import ConeSolution
from rropt.design.worst.line_pricing import lowest_points
from rropt.design.worst.mended_table import UnbiasedTable, balanced, mended
from rropt.design.worst.random_cut import random_cut_design
from rropt.design.worst.truth_classes import class_shares, member_shares, reach
from rropt.design.worst.worst_certificate import WorstPrices, certified, distribution, shifted
from rropt.design.worst.worst_search import (
    WorstFound,
    goal_of,
    is_separable,
    line_prices,
    search_all,
    search_line,
)
from rropt.exact import InputError, text
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import Conditions
from rropt.utility.worst_case import Mean, WorstCase

Array = NDArray[np.float64]

MOST_ENTRIES_OF_WINDOWS = 130_000
"""Windows have the entries 1 and gamma: about 28 characters each, 211 x 81 of them 0.5 MB."""

NOISE = 1e-12
"""Excesses in doubles are right to this share."""

LEAST_WEIGHT = 1e-9
"""Reports of smaller weight are left out of the larger table."""

TIGHT = Fraction(1, 10**8)
"""A relative gap below this ends the trials."""


def worst_design(problem: Problem, total: int | None) -> Answer:
    """Solve, certify, and name the reports by their numbers."""
    objective: WorstCase = problem.objective
    if total is not None:
        raise InputError("denominator must be left out for a worst case: its estimator is exact")
    if isinstance(objective, Mean) and objective.everywhere:
        return _everywhere(problem, objective)
    level = _least_level(problem)
    try:
        certificate = _best(problem, level)
    except (ArithmeticError, ValueError, CertificateError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{objective.label} could not be certified here: the level is too extreme for the "
            "floating-point search"
        ) from None
    data = certificate.data
    labels = _labels(objective)
    table = Channel.from_patterns(data["patterns"], data["weights"], truths=labels)
    refuse_more(problem, table.shape[0], advice="")
    return Answer(
        problem=problem,
        value=Fraction(data["value"]),
        bound=Fraction(data["bound"]),
        certificate=certificate,
        table=table,
        remarks=(_remark(objective, data["scenarios"][0]["prior"]),),
    )


def _everywhere(problem: Problem, objective: Mean) -> Answer:
    """Without a grid where the best mechanism is known, else on one."""
    if problem.levels is not None:
        raise InputError("points must be given where the level is a matrix")
    if problem.outputs is None:
        found = random_cut_design(problem)
        if found is not None:
            return found
    return worst_design(replace(problem, objective=objective.on_grid()), None)


def _labels(objective: WorstCase) -> tuple[str, ...] | None:
    """Numbers are called by themselves, where no two are equal."""
    if not isinstance(objective, Mean) or len(set(objective.values)) < objective.truths:
        return None
    return tuple(text(value) for value in objective.values)


def _remark(objective: WorstCase, prior: list[str]) -> str:
    """Where the least favourable prior is, or what happens between the points."""
    if objective.over == "numbers":
        return "numbers between the truths are rounded at random to one of their two neighbours"
    if objective.prior is not None:
        return "the variance is that of the reports, in a group with these shares"
    places = sorted(enumerate(prior), key=lambda pair: -Fraction(pair[1]))[:4]
    said = ", ".join(f"{float(Fraction(q)):.4g} on truth {j}" for j, q in sorted(places))
    return f"least favourable prior: {said}{' and others' if len(prior) > len(places) else ''}"


def _least_level(problem: Problem) -> Fraction:
    """The smallest bound between two truths, by which the exact table is made private."""
    if problem.levels is None:
        least: Any = problem.gamma.lo
    elif isinstance(problem.levels, Conditions):
        raise InputError("privacy must be a number or a matrix of levels for a worst case")
    else:
        rows = enumerate(problem.levels.lo)
        least = min(g for a, row in rows for b, g in enumerate(row) if a != b)
    if least == math.inf:
        least = Fraction(2)
    if least <= 1:
        raise InputError(
            "every level must be above 1 for a worst case: truths that must not be told apart at "
            "all leave no unbiased estimator"
        )
    return Fraction(least)


def _best(problem: Problem, level: Fraction) -> Certificate:
    """The tightest of the tables with few reports and with more."""
    posed = _separable(problem) if is_separable(problem) else _general(problem)
    found: list[tuple[Fraction, Certificate]] = []
    refused: Exception = ArithmeticError("nothing was found")
    for kept in posed.trials():
        try:
            certificate = posed.certificate(kept, level)
        except (ArithmeticError, CertificateError) as error:
            refused = error
            continue
        gap, bound = (Fraction(certificate.data[name]) for name in ("gap", "bound"))
        found.append((gap / bound if bound else gap, certificate))
        if found[-1][0] < TIGHT or problem.objective.over == "numbers":
            break  # between points the rounding costs more than any table could mend
    if not found:
        raise refused
    return min(found, key=lambda pair: pair[0])[1]


@dataclass(frozen=True)
class PosedWorst:
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
        yield np.flatnonzero(self.found.solution.weights > LEAST_WEIGHT)

    def certificate(self, kept: NDArray[np.int64], level: Fraction) -> Certificate:
        """The certificate of the best table with these patterns, whose numbers are found anew."""
        rows = self.found.choice.rows[kept]
        solution = balanced(self.found.on(kept), rows)
        over = self.found.choice.surplus[kept].T @ solution.weights - self.found.deltas
        least = max([0.0, *(2 * over / self.found.deltas + NOISE)])
        used = np.flatnonzero(solution.weights > 0)
        patterns = [self.found.choice.exact(int(kept[i])) for i in used]
        table = mended(
            patterns, solution.weights[used], solution.values[:, used], self.contrasts, level, least
        )
        _refuse_large(len(table.patterns) * self.problem.truths)
        return certified(self.problem, self._whole(table), self._spread(), self.proof)

    def _whole(self, table: UnbiasedTable) -> UnbiasedTable:
        """The table on all truths, and the numbers of the problem."""
        patterns: list[Pattern] = [tuple(r[c] for c in self.classes) for r in table.patterns]
        numbers = [[self.middle + self.half * v for v in row] for row in table.estimators]
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


def _separable(problem: Problem) -> PosedWorst:
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
    parts = member_shares(classes, objective.prior)
    return PosedWorst(problem, found, [scaled], middle, half, classes, parts, prices, "line")


def _refuse_large(entries: int) -> None:
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
    shares = distribution(solution.squares.tolist()) if prior is None else prior
    return WorstPrices(constants, slopes, shares, [], Fraction(0))


def _general(problem: Problem) -> PosedWorst:
    """Any level and any contrasts: all extreme patterns."""
    objective: WorstCase = problem.objective
    contrasts = np.array([[float(x) for x in c] for c in objective.contrasts])
    shares = None if objective.prior is None else np.array([float(q) for q in objective.prior])
    found = search_all(problem, contrasts, shares)
    truths = range(problem.truths)
    return PosedWorst(
        problem,
        found,
        list(objective.contrasts),
        Fraction(0),
        Fraction(1),
        list(truths),
        [Fraction(1)] * len(truths),
        _extreme_prices(problem, found, objective.prior),
        "extremes",
    )


def _extreme_prices(
    problem: Problem, found: WorstFound, prior: tuple[Fraction, ...] | None
) -> WorstPrices:
    """Prices without what they lack at the extreme patterns."""
    from rropt.design.levels.level_source import source_of

    solution, rows = found.solution, found.choice.rows
    source = source_of(problem)
    pair_prices = np.maximum(solution.pair_prices, 0.0)
    squares = np.maximum(solution.squares, 1e-300)
    charge = rows @ solution.constants + found.choice.surplus @ pair_prices
    worth = ((rows @ solution.slopes.T) ** 2).sum(axis=1) / (rows @ squares)
    lack = max(0.0, float(((worth - charge) / rows.sum(axis=1)).max()))
    pairs = [
        (a, b, Fraction(z))
        for (a, b), z in zip(source.pairs, pair_prices.tolist(), strict=True)
        if z > 0
    ]
    deltas = dict(zip(source.pairs, source.deltas, strict=True))
    return WorstPrices(
        [Fraction(y + lack) for y in solution.constants.tolist()],
        [[Fraction(x) for x in p] for p in solution.slopes.tolist()],
        distribution(solution.squares.tolist()) if prior is None else list(prior),
        pairs,
        sum((deltas[a, b] * z for a, b, z in pairs), Fraction(0)),
    )
