"""The certificate of a worst case: an exact table with its estimators, and exact prices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from rropt.certificate import Certificate
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.ladder import first_accepted
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.levels.universal_table import priced_pairs
from rropt.design.problem import Problem
from rropt.exact.bounds import short
from rropt.exact.convert import dot
from rropt.exact.entries import entrywise
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import Key
from rropt.utility.worst_case import WorstCase

MARGINS = (1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5)
"""Shares by which all prices are raised, one after the other, until they cover."""

EXACT_MARGINS = (1e-22, 1e-19, *MARGINS)
"""Of prices that cover exactly but for what is rounded: in a fixed group 1e-16 of them is 8e-4 of
the value at epsilon 30."""


@dataclass(frozen=True)
class PaidPrices:
    """Prices y of truths and z of budgets, and what the budgets cost: sum delta z."""

    constants: list[Fraction]
    budgets: list[tuple[Key, Fraction]]
    paid: Fraction

    def utility(self, row: Pattern) -> Fraction:
        """What a row is worth at most."""
        raise NotImplementedError

    def raised(self, share: float) -> Self:
        """All constants raised by a share of what they add up to."""
        total = sum(map(abs, self.constants), Fraction(0))
        step = short(Fraction(share) * total)
        return replace(self, constants=[y + step for y in self.constants])

    def lifted(self, lack: Fraction) -> Self:
        """All constants raised by what a pattern lacks for its sum, if it lacks anything."""
        return replace(self, constants=[short(y + max(lack, Fraction(0))) for y in self.constants])

    def covering(self, pool: ListedPool) -> list[Self]:
        """The same lifted by the most that a pattern lacks; and with the prices of budgets raised
        before, by a share, which costs less near level 1: there they are a million times these."""
        costs = [z for _, z in self.budgets]
        charged = []
        for row in pool.patterns:
            needed = self.utility(row) - dot(self.constants, row)
            charged.append((needed, dot(costs, pool.spent([row], [Fraction(1)])), sum(row)))
        factors = [short(needed / soft) for needed, soft, _ in charged if soft]
        found = []
        for factor in (Fraction(1), max([Fraction(1), *factors])):
            lack = max((needed - factor * soft) / whole for needed, soft, whole in charged)
            budgets = [(key, factor * z) for key, z in self.budgets]
            found.append(replace(self, budgets=budgets, paid=factor * self.paid).lifted(lack))
        return found


def with_prices(frame: dict[str, Any], prices: PaidPrices, bound: Fraction) -> dict[str, Any]:
    """The frame of a certificate with these prices and what they prove."""
    record = frame | {"prices": prices.constants, "bound": bound, "gap": frame["value"] - bound}
    return record | priced_pairs([(key, z) for key, z in prices.budgets if z])


@dataclass(frozen=True)
class WorstPrices(PaidPrices):
    """With p (a row a contrast) and the least favourable prior q."""

    slopes: list[list[Fraction]]
    prior: list[Fraction]

    def utility(self, row: Pattern) -> Fraction:
        """|p r|^2 / q.r."""
        return sum((dot(p, row) ** 2 for p in self.slopes), Fraction(0)) / dot(self.prior, row)

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
    """The certificate with the least raised prices that cover.

    - proof: of all patterns; of private ones where others are paid for by their truths alone
    """
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
    if proof != "extremes" and problem.delta:
        frame["cover"] = {"proof": "clamped", "least": 1, "private": frame["cover"]}
    return with_prices(frame, prices, bound)
