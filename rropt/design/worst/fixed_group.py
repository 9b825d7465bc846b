"""The certificate of a fixed group by cones: what `cone_program` finds, in exact numbers.

Patterns are all extreme ones of a privacy, or windows of ascending numbers. Prices are told exactly
from s and t, and raised for every truth by the most that a pattern lacks.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from operator import add

import numpy as np

from rropt.certificate import Certificate, CertificateError
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.ratio_question import distribution
from rropt.design.engine.repair import table_of_runs
from rropt.design.problem import Problem
from rropt.design.worst.cone_program import Array, ConeSolution, GroupGoal, solve_cones
from rropt.design.worst.worst_certificate import EXACT_MARGINS, WorstPrices, certified
from rropt.design.worst.worst_search import WorstFound, search_line, windows
from rropt.exact import InputError
from rropt.exact.bounds import short
from rropt.exact.convert import dot
from rropt.utility.worst_case import WorstCase

MOST_PATTERNS = 2000
"""A cone each: 252 take a second."""

LEAST_SHARE = 1e-9
"""Reports that carry less of the value are the centring of the interior point."""

MOST_ENTRIES_OF_WINDOWS = 130_000
"""Windows have the entries 1 and gamma: about 28 characters each, 211 x 81 of them 0.5 MB."""


def group_by_patterns(problem: Problem) -> Certificate:
    """Over all extreme patterns."""
    pool = ListedPool(problem.cone)
    if len(pool.patterns) > MOST_PATTERNS:
        raise ArithmeticError("too many patterns for a cone each")
    objective: WorstCase = problem.objective
    (goal, middles), inner = _goal(objective), pool.inner_table()
    budgets = np.ones(len(pool.deltas))
    found = solve_cones(pool.rows, pool.excess, budgets, goal, inner)
    kept = np.flatnonzero(found.shares > LEAST_SHARE)
    again = solve_cones(pool.rows[kept], pool.excess[kept], budgets, goal, inner)
    near = pool.near(kept, again.weights)
    table = near.unbiased(objective.contrasts, middles + again.values)
    costs = [Fraction(max(z, 0.0)) / d for z, d in zip(found.pair_prices, pool.deltas, strict=True)]
    prices = replace(
        _prices(found, objective),
        budgets=[(pool.key_of(n), z) for n, z in enumerate(costs)],
        paid=dot(pool.deltas, costs),
    )
    covering = max(prices.covering(pool), key=lambda each: each.bound(objective))
    return certified(problem, table, covering, "extremes", EXACT_MARGINS)


def group_by_windows(problem: Problem, enough: Fraction) -> Certificate:
    """Over windows of different numbers in ascending order: the tightest of the tables with few
    reports and with more, the first whose relative gap is enough."""
    objective: WorstCase = problem.objective
    gamma = problem.gamma
    goal, middles = _goal(objective)
    search = search_line(gamma.lo, goal)
    covering = _covering_all(search, search.solution, problem)
    found: list[tuple[Fraction, Certificate]] = []
    for kept in (search.vertex(), np.flatnonzero(search.solution.shares > LEAST_SHARE)):
        again = search.on(kept)
        # The optimum over fewer patterns may be found more exactly.
        others = _covering_all(search, again, problem)
        covering = max(covering, others, key=lambda prices: prices.bound(objective))
        used = np.flatnonzero(again.shares > LEAST_SHARE)
        refuse_large(len(used) * problem.truths)
        with suppress(ArithmeticError, CertificateError):
            masks = search.choice.masks[kept[used]]
            near = table_of_runs(masks, gamma.lo, again.weights[used])
            table = near.unbiased(objective.contrasts, middles + again.values[:, used])
            certificate = certified(problem, table, covering, "line", EXACT_MARGINS)
            gap, bound = (Fraction(certificate.data[name]) for name in ("gap", "bound"))
            found.append((gap / bound if bound else gap, certificate))
            if found[-1][0] < enough:
                break
    if not found:
        raise ArithmeticError("no table of windows was certified")
    return min(found, key=lambda pair: pair[0])[1]


def refuse_large(entries: int) -> None:
    """A certificate has at most 4 MiB."""
    if entries > MOST_ENTRIES_OF_WINDOWS:
        raise InputError(
            f"points or values must be fewer: a table of {entries} entries is too large for a "
            "certificate"
        )


def _goal(objective: WorstCase) -> tuple[GroupGoal, Array]:
    """In doubles, and the middle of each contrast, from which its numbers are told: a shift of all
    of them changes no variance."""
    shares = objective.prior
    known = None if shares is None else np.array([float(q) for q in shares])
    middles = [(min(c) + max(c)) / 2 for c in objective.contrasts]
    pairs = zip(objective.contrasts, middles, strict=True)
    told = [[float(x - middle) for x in c] for c, middle in pairs]
    return GroupGoal(np.array(told), known), np.array([[float(x)] for x in middles])


def _prices(found: ConeSolution, objective: WorstCase) -> WorstPrices:
    """Those that were found, told exactly from s and t, which no shift changes; none of budgets."""
    prior = list(objective.prior or distribution(found.squares))
    slopes = []
    constants = list(map(Fraction, found.rests.tolist()))
    for places, shifts in zip(objective.contrasts, found.shifts.tolist(), strict=True):
        moved = list(map(Fraction, shifts))
        parts = list(zip(places, moved, prior, strict=True))
        slopes.append([short(s + c * q) for c, s, q in parts])
        more = [2 * c * s + c * c * q for c, s, q in parts]
        constants = list(map(add, constants, more))
    return WorstPrices(constants, [], Fraction(0), slopes, prior)


def _covering_all(search: WorstFound, found: ConeSolution, problem: Problem) -> WorstPrices:
    """Those that were found, raised by the most that a pattern lacks: a window, or what is charged
    least for a report of its number, where the charges f_j(v) of truths are negative."""
    prices = _prices(found, problem.objective)
    (numbers,), (shifts,) = search.goal.contrasts, found.shifts
    rows = replace(search.choice, runs=windows(problem.truths)).rows
    told = rows @ (shifts + numbers * found.squares) / (rows @ found.squares)
    apart = told[:, None] - numbers
    charges = found.squares * apart**2 - 2 * shifts * apart + found.rests
    lacks = []
    for mask in np.unique(charges < 0, axis=0).tolist():
        row = tuple(problem.gamma.hi if high else Fraction(1) for high in mask)
        lacks.append((prices.utility(row) - dot(prices.constants, row)) / sum(row))
    return prices.lifted(max(lacks))
