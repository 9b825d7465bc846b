"""Designs with a linear utility under a matrix of levels, or with deltas on many truths."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.design.answer import Answer, Value, simplify
from rropt.design.levels.actions import ActionOptimum, solve_actions
from rropt.design.levels.condition_actions import solve_decisions
from rropt.design.levels.extreme_program import solve_extremes
from rropt.design.levels.level_certificate import Coverage, certify_levels
from rropt.design.levels.renyi_design import solve_renyi
from rropt.design.levels.transitive_actions import solve_transitive
from rropt.design.levels.whole_table import table_over_levels
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Optimum, Problem, linear_utility, refuse_large_table
from rropt.exact import InputError
from rropt.patterns.extreme import rows_of
from rropt.privacy import Privacy
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels
from rropt.utility import Variance
from rropt.utility.decision_rows import actions_of


def level_design(problem: Problem, total: int | None) -> Answer:
    """Solve, certify and, if asked, make deployable."""
    levels = levels_of(problem)
    if isinstance(levels, Conditions) and levels.has_orders:
        optimum, levels, coverage = solve_renyi(linear_utility(problem), levels)
        title = problem.privacy.describe()
        problem = replace(problem, privacy=Privacy.of(levels, title))
    else:
        optimum, coverage = _solved(problem, levels)
    remarks = list(getattr(problem.privacy, "notes", ()))
    best = optimum
    if total is not None:
        rows = rows_of(optimum.weights, optimum.patterns)
        table, how = table_over_levels(problem, rows, total, levels)
        best = replace(optimum, patterns=table.rows, weights=(Fraction(1),) * table.shape[0])
        remarks.append(f"table over 1/{total}: {how}")
    refuse_more(problem, len(best.patterns))
    refuse_large_table(len(best.patterns), problem.truths)
    certificate = certify_levels(problem, best, coverage)
    value, bound = _reported(problem, certificate.data)
    if total is not None and value == math.inf:
        raise InputError(f"denominator must be larger: no useful private table is over {total}")
    return Answer(
        problem=problem,
        value=value,
        bound=bound,
        certificate=certificate,
        table=Channel.from_patterns(best.patterns, best.weights),
        remarks=tuple(remarks),
    )


def levels_of(problem: Problem) -> Levels | Conditions:
    """The matrix of the problem, or its conditions; for one number the matrix of that number."""
    if problem.levels is not None:
        return problem.levels
    gamma, k = problem.gamma, problem.truths
    ends = [[[g if a != b else Fraction(1) for b in range(k)] for a in range(k)]
            for g in (gamma.lo, gamma.hi)]  # fmt: skip
    lo, hi = (tuple(map(tuple, rows)) for rows in ends)
    deltas = tuple(
        tuple(problem.delta if a != b else Fraction(0) for b in range(k)) for a in range(k)
    )
    return Levels(lo, hi, deltas)


def _solved(problem: Problem, levels: Levels | Conditions) -> tuple[Optimum, Coverage]:
    utility = linear_utility(problem)
    actions = actions_of(utility)
    if actions is None:
        return solve_extremes(utility, levels), Coverage()
    if isinstance(levels, Conditions) or levels.singles:
        decided = solve_decisions(actions, levels)
        return _table(decided.rows, decided.prices, decided.owner_prices), Coverage(
            decided.multipliers
        )
    found = solve_transitive(actions, levels) or solve_actions(actions, levels)
    return _of_actions(found), Coverage(found.multipliers)  # type: ignore[arg-type]


def _of_actions(found: ActionOptimum) -> Optimum:
    return _table(found.rows, found.prices, found.pair_prices)  # type: ignore[arg-type]


def _table(
    rows: Sequence[tuple[Fraction, ...]],
    prices: tuple[Fraction, ...],
    priced: Mapping[tuple[int, ...], Fraction],
) -> Optimum:
    """One report an action in use."""
    used = tuple(row for row in rows if any(row))
    return Optimum(used, (Fraction(1),) * len(used), prices, priced)


def _reported(problem: Problem, data: dict[str, Any]) -> tuple[Value, Value]:
    """Value and bound as the objective reports them: a variance is one over an information."""
    objective, given = linear_utility(problem), data["value"]
    lo, hi = map(Fraction, given if isinstance(given, list) else (given, given))
    bound = Fraction(data["bound"])
    if hi == 0 and isinstance(objective, Variance):
        return math.inf, math.inf
    return simplify(objective.report((lo, hi))), simplify(objective.report((bound, bound)))
