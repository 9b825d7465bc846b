"""The table whose largest eigenvalue at the worst truth is least: E-optimal for a fixed group.

The exact matrices D_j and slopes P have columns that add up to zero: then u(r) is found without the
last truth, as p'E^-1 p with p, E those parts of P r and D(r), and the prices are what they lack.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.certificate import Certificate, LargeCertificate
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.ladder import first_accepted
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import UnbiasedTable, table_of_runs
from rropt.design.problem import Problem
from rropt.design.worst.eigenvalue_program import EigenvalueProgram, EigenvalueSolution
from rropt.design.worst.worst_certificate import EXACT_MARGINS, PaidPrices, with_prices
from rropt.exact import InputError
from rropt.exact.bounds import short
from rropt.exact.convert import dot, fmpq, fraction
from rropt.exact.entries import added, identity, scaled
from rropt.lp.highs import SumsBetween, least_costs
from rropt.patterns.extreme import Pattern
from rropt.utility.curved import Vector

Array = NDArray[np.float64]

MOST_TRUTHS = 6
"""Six take a second; the numbers of seven are too long for the checker."""

LEAST_WEIGHT = 1e-8
"""Reports of smaller weight are the centring of the interior point: 1e-6 is what a delta allows."""

CLOSE = 1e-8
"""Fewer reports may lose this share of the value."""

RANK = 1e-5
"""Singular values below this share are rounding: numbers are right to about 1e-6."""

FLOOR = 1e-10
"""A share of the trace that every matrix has in all directions, so that no utility is infinite."""

GRID = Fraction(1, 2**40)
"""Directions and slopes are multiples of it, in units of about one, of a value from one on."""

OF_VALUE = Fraction(1, 10**13)
"""An eigenvalue in doubles is right to this share."""

GOLDEN = (math.sqrt(5) - 1) / 2

NARROW = 1e-12
"""How near ln of the root of b is found: beside a kink, where two patterns are worth the same, the
bound loses as large a share."""

LOGS = (-20.0, 16.0)
"""ln of the root of b: it is about 1/2 at epsilon 1 and e^-12 at epsilon 25. At small epsilon the
larger b the better the bound, by a share of 1e-16 from e^32 on."""


@dataclass(frozen=True)
class MatrixPrices(PaidPrices):
    """With the directions of each truth and its column of P."""

    directions: list[list[Vector]]
    slopes: list[Vector]

    def bound(self) -> Fraction:
        """(2 tr P - sum y - delta.z - sum_j e_j'D_j e_j) / sum_j tr D_j."""
        places: list[tuple[int, Vector]] = []
        for j, given in enumerate(self.directions):
            places += ((j, d) for d in given)
        gain = 2 * sum(column[j] for j, column in enumerate(self.slopes))
        spent = sum(self.constants) + self.paid + sum(d[j] ** 2 for j, d in places)
        return (gain - spent) / sum(dot(d, d) for _, d in places)

    def utility(self, row: Pattern) -> Fraction:
        """u(r)."""
        from flint import fmpq_mat

        size = len(row) - 1
        matrix = fmpq_mat(size, size)
        for x, given in zip(row, self.directions, strict=True):
            part = fmpq_mat([list(map(fmpq, d[:size])) for d in given])
            matrix += fmpq(x) * (part.transpose() * part)
        slopes = fmpq_mat([list(map(fmpq, column[:size])) for column in self.slopes])
        top = slopes.transpose() * fmpq_mat([[fmpq(x)] for x in row])
        return fraction((top.transpose() * matrix.solve(top))[0, 0])


def eigenvalue_certificate(problem: Problem) -> Certificate:
    """Over all extreme patterns; the table on those that have weight, found anew."""
    if problem.truths > MOST_TRUTHS:
        raise InputError(
            f"e-optimal for the worst group is certified for at most {MOST_TRUTHS} truths, got "
            f"{problem.truths}"
        )
    told = _told(problem)
    if told is not None:
        return told
    pool = ListedPool(problem.cone)
    deltas = np.array([float(delta) for delta in pool.deltas])
    program = EigenvalueProgram.of(pool.rows, pool.excess * deltas, deltas, pool.inner_table())
    found = program.solve()
    solved = _few_reports(program, found)
    tables = []
    for kept, fewer in solved:
        with suppress(ArithmeticError, ValueError):  # what is heavy may tell too little
            tables.append(_table(problem, pool, kept, fewer))
    if problem.levels is None and not problem.delta:
        prices, _ = alike_prices(problem.truths, problem.gamma.lo).covering(pool)
    else:
        prices = _best_prices(program, pool, [found, *(fewer for _, fewer in solved)])
    return _first_short(problem, sorted(tables, key=_worst), prices)


def _told(problem: Problem) -> Certificate | None:
    """Everybody's truth for certain, where that is private: no eigenvalue is below zero.

    With C = I - 11'/k all D_j and P are C: u(r) = r'C r / sum r is at most (1 - 1/k) sum r.
    """
    k = problem.truths
    rows = identity(k)
    if not problem.cone.obeyed_by(rows):
        return None
    table = UnbiasedTable(list(rows), [Fraction(1)] * k, list(map(list, rows)))
    centred = [_less_its_mean(k, j) for j in range(k)]
    share = Fraction(k - 1, k)
    prices = MatrixPrices([share] * k, [], Fraction(0), [centred] * k, centred)
    return first_accepted(lambda _: _record(problem, table, prices, Fraction(0)), (0.0,))


def _worst(table: UnbiasedTable) -> float:
    """The largest eigenvalue of the worst group."""
    return max(largest_eigenvalues(table))


def _first_short(
    problem: Problem, tables: Sequence[UnbiasedTable], prices: MatrixPrices
) -> Certificate:
    """That of the first table whose certificate is not too large."""
    refused: Exception = ArithmeticError("no table was found")
    for table in tables:
        try:
            return _certified(problem, table, prices)
        except LargeCertificate as error:
            refused = error
    raise refused


def alike_prices(truths: int, gamma: Fraction) -> MatrixPrices:
    """The best prices under one number, which treat all truths alike.

    A pattern's charge is convex in prices and slopes, so that their mean over all orders of the
    truths is no worse. With C = I - 11'/k and u_j = C e_j these are D_j = u_j u_j' + b (C_j, the
    same of the others), P = s C and one y: for each b the least y / s^2, then the best s follow,
    and the bound has one peak in b.
    """

    def bound(log: float) -> Fraction:
        return _alike_at(truths, gamma, Fraction(np.exp(log))).bound()

    return _alike_at(truths, gamma, Fraction(np.exp(_peak(bound, *LOGS))))


def _peak(function: Callable[[float], Fraction], low: float, high: float) -> float:
    """Where a function is largest that rises up to there and falls from there on, by the golden
    section: what fits a parabola to it stops short of a kink.

    >>> round(_peak(lambda x: -abs(Fraction(x) - 1), -4, 6), 10)
    1.0
    """
    left = high - GOLDEN * (high - low)
    right = low + GOLDEN * (high - low)
    at_left = function(left)
    at_right = function(right)
    while low < left < right < high and high - low > NARROW:
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = function(right)
        else:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = function(left)
    return (low + high) / 2


def _alike_at(truths: int, gamma: Fraction, root: Fraction) -> MatrixPrices:
    """The same at b = root^2."""
    centred = [_less_its_mean(truths, j) for j in range(truths)]
    directions = []
    for j, own in enumerate(centred):
        given = [own]
        for i in range(truths) if truths > 2 else ():
            if i != j:
                given.append(tuple(root * x for x in _less_its_mean(truths, i, left_out=j)))
        directions.append(given)
    plain = MatrixPrices([], [], Fraction(0), directions, centred)
    worth = Fraction(0)
    for high in range(1, truths):
        row = (gamma,) * high + (Fraction(1),) * (truths - high)
        worth = max(worth, plain.utility(row) / sum(row))
    s = short(Fraction(truths - 1) / (truths * worth))
    slopes = [scaled(column, s) for column in centred]
    return MatrixPrices([s * s * worth] * truths, [], Fraction(0), directions, slopes)


def _less_its_mean(truths: int, place: int, left_out: int | None = None) -> Vector:
    """1 at a truth, less its share of all truths, or of all but one.

    >>> [str(x) for x in _less_its_mean(3, 0)], [str(x) for x in _less_its_mean(3, 0, left_out=1)]
    (['2/3', '-1/3', '-1/3'], ['1/2', '0', '-1/2'])
    """
    share = Fraction(1, truths - (left_out is not None))
    found = [int(j == place) - share for j in range(truths)]
    if left_out is not None:
        found[left_out] = Fraction(0)
    return tuple(found)


def _few_reports(
    program: EigenvalueProgram, found: EigenvalueSolution
) -> list[tuple[NDArray[np.int64], EigenvalueSolution]]:
    """Few patterns, beside those that have weight if these do better, and the heaviest, of which
    others may be noise (epsilon 25); each with the optimum over them.

    With the numbers fixed, weights of a table as good make every D_j (M_j - e_j e_j' - v I) zero:
    linear equations, of which the vertex with the least sum of variances is tried.
    """

    def over(kept: NDArray[np.int64]) -> tuple[NDArray[np.int64], EigenvalueSolution]:
        return kept, program.on(kept).solve()

    heavy = over(np.argsort(-found.weights)[: program.rows.shape[1]])
    used = np.flatnonzero(found.shares > LEAST_WEIGHT)
    basis = program.basis
    numbers = basis.T @ found.values[:, used]
    rows = program.rows[used].T
    seen = [rows, *(x * rows for x in numbers), program.surplus[used].T]
    squares = np.einsum("ai,bi->iab", numbers, numbers)
    for matrix, row in zip(found.matrices, rows, strict=True):
        moments = row[:, None, None] * (squares @ matrix)
        seen.append(moments.reshape(len(used), -1).T)
    _, sizes, directions = np.linalg.svd(np.vstack(seen), full_matrices=False)
    kept = directions[sizes > RANK * sizes[0]]  # of equal equations rounding makes others
    total = (numbers**2).sum(axis=0) * rows.sum(axis=0)
    tried = least_costs(total, [SumsBetween.equal(kept, kept @ found.weights[used])])
    if tried is None:
        return [over(used), heavy]
    few = over(used[tried.numbers > LEAST_WEIGHT])
    if few[1].value - found.value < CLOSE * found.value:
        return [few, heavy]
    return [over(used), few, heavy]


def _table(
    problem: Problem, pool: ListedPool, kept: NDArray[np.int64], found: EigenvalueSolution
) -> UnbiasedTable:
    contrasts = identity(problem.truths)
    if problem.levels is None and not problem.delta:
        rows = pool.rows[kept]
        masks = rows > rows.min(axis=1)[:, None]
        weights = found.weights / float(problem.gamma.lo)  # of patterns whose largest entry is 1
        table = table_of_runs(masks, problem.gamma.lo, weights)
    else:
        table = pool.near(kept, found.weights)
    return table.unbiased(contrasts, found.values)


def _best_prices(
    program: EigenvalueProgram, pool: ListedPool, solved: Sequence[EigenvalueSolution]
) -> MatrixPrices:
    """With the best bound: the optimum over fewer patterns may be found more exactly."""
    known = [found for found in solved if math.isfinite(found.value)]
    tried = (_prices(program, pool, found).covering(pool) for found in known)
    return max(chain.from_iterable(tried), key=MatrixPrices.bound)


def _prices(
    program: EigenvalueProgram, pool: ListedPool, found: EigenvalueSolution
) -> MatrixPrices:
    """Exact numbers near those in doubles, P and y told from D, s and t."""
    basis = program.basis
    unit = program.unit
    step = _step(found.value / unit**2)
    directions = []
    for matrix in found.matrices + FLOOR * np.eye(basis.shape[1]):
        shares, vectors = np.linalg.eigh(matrix)
        lengths = np.sqrt(np.maximum(shares, FLOOR))
        directions.append([_centred(d, step) for d in (basis @ vectors * lengths).T])
    slopes = []
    constants = []
    rests = [Fraction(t) for t in (unit**2 * found.rests).tolist()]
    shifts = [_centred(s, step * Fraction(unit) ** 2) for s in (unit * basis @ found.shifts).T]
    for j, (given, s, t) in enumerate(zip(directions, shifts, rests, strict=True)):
        products = [scaled(d, d[j]) for d in given]
        slopes.append(added([s, *products]))
        constants.append(t + 2 * s[j] + sum((d[j] ** 2 for d in given), Fraction(0)))
    budgets = []
    paid = Fraction(0)
    for n, z in enumerate((unit**2 * found.pair_prices).tolist()):
        budgets.append((pool.key_of(n), Fraction(z)))
        paid += pool.deltas[n] * Fraction(z)
    return MatrixPrices(constants, budgets, paid, directions, slopes)


def _step(value: float) -> Fraction:
    """Of numbers about one: as fine as the value is small.

    >>> _step(2.0) == GRID, _step(0.25) == GRID / 4
    (True, True)
    """
    return GRID * Fraction(2) ** min(0, math.floor(math.log2(value)))


def _centred(column: Array, step: Fraction) -> Vector:
    """On the grid, with the sum zero."""
    *first, _ = (round(Fraction(x) / step) * step for x in column.tolist())
    return (*first, -sum(first, Fraction(0)))


def _certified(problem: Problem, table: UnbiasedTable, prices: MatrixPrices) -> Certificate:
    """With the least margins that are enough: patterns are those of the lower level."""
    value = Fraction(_worst(table))

    def raised(margin: float) -> dict[str, Any]:
        more = 1 + max(Fraction(margin), OF_VALUE)
        return _record(problem, table, prices.raised(margin), short(value * more))

    return first_accepted(raised, EXACT_MARGINS)


def largest_eigenvalues(table: UnbiasedTable) -> list[float]:
    """Of the covariance at each truth, of numbers less the truth."""
    numbers = np.array(table.estimators, dtype=float)
    found = []
    for j, column in enumerate(zip(*table.patterns, strict=True)):
        chances = [float(w * x) for w, x in zip(table.weights, column, strict=True)]
        apart = numbers - (np.arange(len(numbers)) == j)[:, None]
        moments = (apart * np.array(chances)) @ apart.T
        found.append(float(np.linalg.eigvalsh(moments)[-1]))
    return found


def _record(
    problem: Problem, table: UnbiasedTable, prices: MatrixPrices, value: Fraction
) -> dict[str, Any]:
    bound = short(prices.bound(), up=False)
    shares = [sum(dot(d, d) for d in given) for given in prices.directions]
    prior = distribution([float(share / sum(shares)) for share in shares])
    scenario = at_prior(prior, table.estimators, list(zip(*prices.slopes, strict=True)))
    statement = problem.objective.statement() | {"directions": prices.directions}
    frame = gradient_frame(problem, table, statement, [scenario], value, "extremes")
    return with_prices(frame, prices, bound)
