"""The certificate of a worst case: an exact table with its estimators, and exact prices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.ladder import first_accepted
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.problem import Problem
from rropt.exact.bounds import short
from rropt.exact.convert import dot
from rropt.exact.entries import entrywise
from rropt.utility.worst_case import WorstCase

MARGINS = (1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5)
"""Shares by which all prices are raised, one after the other, until they cover."""

EXACT_MARGINS = (1e-22, 1e-19, *MARGINS)
"""Of prices that cover exactly but for what is rounded: in a fixed group 1e-16 of them is 8e-4 of
the value at epsilon 30."""


@dataclass(frozen=True)
class WorstPrices:
    """y, p (a row a contrast), the least favourable prior q, and z of the pairs with a delta."""

    constants: list[Fraction]
    slopes: list[list[Fraction]]
    prior: list[Fraction]
    pairs: list[tuple[int, int, Fraction]]
    paid: Fraction
    """sum delta z."""

    def raised(self, share: float) -> WorstPrices:
        """All constants raised by a share of what they add up to."""
        total = sum(map(abs, self.constants), Fraction(0))
        step = short(Fraction(share) * total)
        return replace(self, constants=[y + step for y in self.constants])

    def lifted(self, lack: Fraction) -> WorstPrices:
        """All constants raised by what a pattern lacks for its sum, if it lacks anything."""
        return replace(self, constants=[short(y + max(lack, Fraction(0))) for y in self.constants])

    def bound(self, objective: WorstCase) -> Fraction:
        """2 sum p.c - sum y - delta.z - a(q)."""
        rows = zip(objective.contrasts, self.slopes, strict=True)
        gains = 2 * sum((dot(c, p) for c, p in rows), Fraction(0))
        return gains - sum(self.constants) - self.paid - corner(objective, self.prior)


def corner(objective: WorstCase, prior: Sequence[Fraction]) -> Fraction:
    """What is subtracted from the second moments: a(q)."""
    if objective.respondents == "group":
        squares = entrywise(lambda x: x * x, objective.contrasts)
        return sum((dot(c, prior) for c in squares), Fraction(0))
    return sum((dot(c, prior) ** 2 for c in objective.contrasts), Fraction(0))


def worst_value(
    objective: WorstCase, moments: Sequence[Fraction], prior: Sequence[Fraction]
) -> Fraction:
    """What estimators with these second moments do; `prior` is where the tangent is taken."""
    if objective.prior is not None:
        return dot(objective.prior, moments) - corner(objective, objective.prior)
    return max(_at_truths(objective, moments, prior))


def _at_truths(
    objective: WorstCase, moments: Sequence[Fraction], prior: Sequence[Fraction]
) -> list[Fraction]:
    """The variance at each truth, or the tangent of the concave variance there."""
    found = []
    means = [dot(c, prior) for c in objective.contrasts]
    for j, moment in enumerate(moments):
        own = [c[j] for c in objective.contrasts]
        if objective.respondents == "group":
            found.append(moment - dot(own, own))
        else:
            found.append(moment + dot(means, means) - 2 * dot(means, own))
    return found


def certified(
    problem: Problem,
    table: UnbiasedTable,
    prices: WorstPrices,
    proof: str,
    margins: Sequence[float] = MARGINS,
) -> Certificate:
    """The certificate with the least raised prices that cover."""
    objective: WorstCase = problem.objective
    value = short(worst_value(objective, table.second_moments(), prices.prior))
    return first_accepted(
        lambda share: _record(problem, table, prices.raised(share), proof, value), margins
    )


def _record(
    problem: Problem, table: UnbiasedTable, prices: WorstPrices, proof: str, value: Fraction
) -> dict[str, Any]:
    objective: WorstCase = problem.objective
    bound = short(prices.bound(objective), up=False)
    scenarios = [at_prior(prices.prior, table.estimators, prices.slopes)]
    frame = gradient_frame(problem, table, objective.statement(), scenarios, value, proof)
    record = frame | {"prices": prices.constants, "bound": bound, "gap": value - bound}
    return record | ({"pair_prices": prices.pairs} if prices.pairs else {})
