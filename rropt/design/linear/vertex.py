"""The optimal vertex of a neighbouring privacy level, tried before anything is searched.

A *basis* is a set of extreme patterns and of priced pairs of truths, with as many patterns as there
are truths and priced pairs. At any level it has one table and one set of prices:

    sum_r w_r r = 1,               sum_r w_r [r_a - gamma r_b]_+ = delta  for its pairs,
    y.r + sum_ab z_ab [r_a - gamma r_b]_+ = u(r)                          for its patterns.

They are taken only if they are the only optimum of the program over all patterns: every w and z is
positive, every other excess is below delta, and every other pattern is priced above its utility
(without delta by a margin that doubles see too, because there doubles choose among patterns). Then
whatever else solves the program ends at the same table and prices, so what a design says does not
depend on the neighbour that proposed its basis. Otherwise there is no answer, and the program is
solved from nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.design.answer import Answer
from rropt.design.linear.columns import EXACT_TRUTHS, high_index
from rropt.design.linear.search import NEAR, pricing_of
from rropt.design.linear.two_truths import applies
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.exact.convert import fmpq, fraction
from rropt.patterns.extreme import OUTSIDE, Exponents, evaluate, ordered_pairs
from rropt.patterns.shapes import Shape, ladder_of, shape_of, shapes
from rropt.utility import FDivergence, MutualInformation, Variance

SMOOTH = (Variance, MutualInformation, FDivergence)
"""Utilities whose program has one optimal vertex at most levels; decisions have many."""

MOST_TRUTHS = {False: EXACT_TRUTHS, True: 4}
"""Up to this many truths every pattern is looked at: pure, and with delta."""

MARGIN = Fraction(1, 10**9)
"""Share of the largest utility by which every other pattern must be priced above its own."""

FEW_TRUTHS = 3
"""Up to this many truths doubles would not save anything."""


@dataclass(frozen=True)
class PatternBasis:
    """Extreme patterns by their levels, and the indices of the pairs whose excess is delta."""

    patterns: tuple[Exponents, ...]
    pairs: tuple[int, ...] = ()


@dataclass(frozen=True)
class PricedVertex:
    """Utilities and weights of the patterns, prices of the truths and of the pairs, as flint's."""

    worth: list[Any]
    weights: list[Any]
    prices: list[Any]
    pair_prices: dict[int, Any]


def neighbour(problem: Problem, near: Answer | None) -> Optimum | None:
    """The only optimum of the problem, where the basis of the neighbouring design has it."""
    if near is None or not _applies(problem) or not _same_question(problem, near.problem):
        return None
    basis = basis_of(near)
    return None if basis is None else optimum_at(problem, basis)


def _applies(problem: Problem) -> bool:
    smooth = isinstance(problem.objective, SMOOTH) and not problem.objective.symmetric
    small = problem.truths <= MOST_TRUTHS[bool(problem.delta)]
    return smooth and small and not applies(problem) and problem.gamma.lo > 1 and problem.delta < 1


def _same_question(problem: Problem, other: Problem) -> bool:
    same = problem.objective == other.objective and other.gamma.lo > 1
    return same and bool(problem.delta) == bool(other.delta)


def basis_of(design: Answer) -> PatternBasis | None:
    """The basis of a table of extreme patterns; None for any other, and where it is degenerate."""
    problem, k = design.problem, design.problem.truths
    levels = {problem.gamma.lo**t: t for t in range(k)} | {Fraction(0): OUTSIDE}
    patterns = [[levels.get(entry) for entry in pattern] for pattern, _ in design.support]
    if any(None in pattern for pattern in patterns):
        return None
    basic = [shape_of(tuple(pattern)) for pattern in patterns]  # type: ignore[arg-type]
    ladder, unit = ladder_of(problem.gamma.lo, k)
    totals = _totals(basic, [weight for _, weight in design.support], ladder)
    pairs = sorted(pair for pair, total in totals.items() if total == problem.delta * unit)
    square = len(basic) == k + len(pairs)
    return PatternBasis(tuple(shape.exponents for shape in basic), tuple(pairs)) if square else None


def optimum_at(problem: Problem, basis: PatternBasis) -> Optimum | None:
    """The optimum with this basis at both ends of gamma; None unless it is the only one."""
    gamma = problem.gamma
    below = vertex(problem, basis, gamma.lo)
    above = below if below is None or gamma.is_exact else vertex(problem, basis, gamma.hi)
    if below is None or above is None:
        return None
    pairs = ordered_pairs(problem.truths)
    rows = sorted(zip(basis.patterns, below.weights, strict=True), key=_order(problem))
    return Optimum(
        tuple(evaluate(exponents, gamma.lo) for exponents, _ in rows),
        tuple(fraction(w) for _, w in rows),
        tuple(map(fraction, above.prices)),
        {pairs[pair]: fraction(z) for pair, z in sorted(above.pair_prices.items())},
    )


def _order(problem: Problem) -> Any:
    """The order of the reports of every solver, by their patterns."""
    if not problem.delta:
        return lambda row: high_index(row[0])
    place = {shape.exponents: i for i, shape in enumerate(shapes(problem.truths, True))}
    return lambda row: place[row[0]]


def vertex(problem: Problem, basis: PatternBasis, gamma: Fraction) -> PricedVertex | None:
    """Table and prices of the basis, if they are the only optimum for this gamma."""
    ladder, unit = ladder_of(gamma, problem.truths)
    basic = [shape_of(exponents) for exponents in basis.patterns]
    found = _solved(problem, basis, basic, gamma)
    if found is None or min(found.weights) <= 0 or min(found.pair_prices.values(), default=1) <= 0:
        return None
    most = fmpq(problem.delta * unit)
    totals = _totals(basic, found.weights, ladder)
    if any(total >= most for pair, total in totals.items() if pair not in basis.pairs):
        return None
    others = (s for s in _doubtful(problem, gamma, found) if s.exponents not in basis.patterns)
    spare = 0 if problem.delta else fmpq(MARGIN) * max(found.worth)
    worth = ((shape, (_worth(problem, shape, gamma) + spare) * unit) for shape in others)
    return found if all(_price(found, shape, ladder) > u for shape, u in worth) else None


def _solved(
    problem: Problem, basis: PatternBasis, basic: Sequence[Shape], gamma: Fraction
) -> PricedVertex | None:
    """Weights and prices from the square matrix of the basis, in whole numbers over the unit."""
    import flint

    ladder, unit = ladder_of(gamma, problem.truths)
    size, truths = len(basic), problem.truths
    columns = [_column(shape, basis.pairs, ladder) for shape in basic]
    transposed = flint.fmpq_mat(flint.fmpz_mat(columns))
    totals = [unit] * truths + [fmpq(problem.delta * unit)] * len(basis.pairs)
    worth = [_worth(problem, shape, gamma) for shape in basic]
    try:
        weights = transposed.transpose().solve(flint.fmpq_mat(size, 1, totals)).entries()
        prices = transposed.solve(flint.fmpq_mat(size, 1, [u * unit for u in worth])).entries()
    except ZeroDivisionError:
        return None
    pairs = dict(zip(basis.pairs, prices[truths:], strict=True))
    return PricedVertex(worth, weights, prices[:truths], pairs)


def _column(shape: Shape, pairs: Iterable[int], ladder: list[int]) -> list[int]:
    excesses = shape.excesses(ladder)
    return [*shape.entries(ladder), *(excesses.get(pair, 0) for pair in pairs)]


def _totals(basic: Sequence[Shape], weights: Sequence[Any], ladder: list[int]) -> dict[int, Any]:
    """The excess of the table for each pair that has one, times the unit."""
    totals: dict[int, Any] = {}
    for shape, weight in zip(basic, weights, strict=True):
        for pair, excess in shape.excesses(ladder).items():
            totals[pair] = totals.get(pair, 0) + weight * excess
    return totals


def _price(found: PricedVertex, shape: Shape, ladder: list[int]) -> Any:
    """y.r + sum_ab z_ab [r_a - gamma r_b]_+, times the unit."""
    total = sum(y * entry for y, entry in zip(found.prices, shape.entries(ladder), strict=True))
    excesses = shape.excesses(ladder)
    return total + sum(z * excesses.get(pair, 0) for pair, z in found.pair_prices.items())


def _worth(problem: Problem, shape: Shape, gamma: Fraction) -> Any:
    """The utility of the pattern from above, as every solver takes it."""
    return fmpq(linear_utility(problem).bounds(evaluate(shape.exponents, gamma))[1])


def _doubtful(problem: Problem, gamma: Fraction, found: PricedVertex) -> Iterable[Shape]:
    """All patterns but those that doubles see priced far above their utility."""
    import numpy as np

    k = problem.truths
    if problem.delta:
        return shapes(k, True)
    if k <= FEW_TRUTHS:
        return (*shapes(k, False), shape_of((0,) * k))
    prices = np.array([float(fraction(y)) for y in found.prices])
    pricing = pricing_of(linear_utility(problem), gamma)
    return map(shape_of, map(tuple, pricing.uncovered(prices, -NEAR, 2**k).tolist()))
