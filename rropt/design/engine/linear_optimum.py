"""The exact optimum of a linear utility under any privacy: which way each problem is solved.

Decisions are a program with a report an action (`action_optimum`), other utilities one over extreme
patterns (`pattern_program`). Under one number gains, information and truths that are alike have
programs of far fewer unknowns, and two truths are enough for a divergence between them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rropt.design.engine.action_optimum import ActionOptimum, solve_actions
from rropt.design.engine.clamped_rows import (
    EVERY,
    ClampedRows,
    WithoutDelta,
    chance_of_truth,
    is_clamped,
    with_truths,
)
from rropt.design.linear.columns import solve_columns
from rropt.design.linear.decisions import best_guess, solve_decisions
from rropt.design.linear.pattern_program import solve_patterns
from rropt.design.linear.symmetric import (
    MOST_ENTRIES,
    are_types_few,
    can_be_written,
    lift,
    solve_symmetric,
)
from rropt.design.problem import Multipliers, Optimum, Problem, SymmetricOptimum, linear_utility
from rropt.exact import InputError, weighted_sum
from rropt.exact.entries import added, picked, scaled, unit
from rropt.patterns.extreme import (
    MOST_TRUTHS_PURE,
    MOST_TRUTHS_STAIRCASE,
    Pattern,
    refuse_large,
    rows_of,
)
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels
from rropt.utility import FDivergence, Gain, Guess, MutualInformation, Trace, Utility
from rropt.utility.guessing import BestAction

WRITTEN_STAIRCASES = 5
"""With a delta, up to this many truths of equal priors are solved as any are, which finds smaller
tables than the program over the types of their patterns."""

MOST_PRICED = 70
"""Truths of which a checker takes a price for every pair; of alike ones it takes one for all."""

LISTED_TRUTHS = 3
"""Up to this many truths without a delta all patterns are solved at once, without doubles."""


def solve(problem: Problem) -> Optimum | SymmetricOptimum:
    """The exact optimum; kept as orbits where a written-out certificate would be too large."""
    if problem.levels is not None:
        return solve_any(problem)
    if isinstance(problem.objective, FDivergence) and problem.truths > 2:
        return solve_pair(problem)
    if not _has_types(problem):
        found = solve_number(problem)
        # With a value it is the closed form of a guess, whose reports are one an action already.
        return merged_decisions(found, problem.objective) if found.value is None else found
    optimum = solve_symmetric(problem)
    most = MOST_TRUTHS_STAIRCASE if problem.delta else MOST_TRUTHS_PURE
    if problem.truths > most or not can_be_written(optimum, problem):
        return optimum
    return merged_decisions(lift(optimum, problem), problem.objective)


def is_useful_number(problem: Problem) -> bool:
    """Whether privacy is one number that allows reports to tell something."""
    return problem.levels is None and (problem.gamma.hi > 1 or bool(problem.delta))


def _has_types(problem: Problem) -> bool:
    """Whether equal priors reduce the problem to pattern types, and usefully so."""
    if isinstance(problem.objective, Trace):
        return True
    if not problem.objective.symmetric:
        return False
    if problem.delta:
        is_listed = problem.truths <= MOST_PRICED and not are_types_few(problem)
        return problem.truths > WRITTEN_STAIRCASES and not is_listed
    # A guess has a closed form: types are for tables too large to be written.
    small = isinstance(problem.objective, Guess) and problem.truths**2 <= MOST_ENTRIES
    return problem.gamma.hi > 1 and not small


def solve_any(problem: Problem) -> Optimum:
    """The optimum under any levels or conditions, by the family of the utility."""
    utility = linear_utility(problem)
    privacy = problem.cone
    actions = utility.actions
    if actions is None and is_clamped(problem):
        refuse_infinite(problem)
        return telling_truths(problem)
    if actions is None:
        return _told_apart(solve_patterns(utility, privacy), utility, privacy)
    return told_actions(problem) or _with_multipliers(solve_actions(actions, privacy))


def told_actions(problem: Problem) -> Optimum | None:
    """Everybody reports the action that is best for the own truth; None where that is not private.

    No table is worth more, and this one is exact, where a program under irrational levels ends in
    a rounded one: an expected loss of 5e-31 beside a bound of 0 was 100 % from the optimum.
    """
    if not isinstance(problem.objective, BestAction):
        return None
    told = merged_decisions(identity(problem), problem.objective, problem.cone.is_free)
    rows = rows_of(told.weights, told.patterns)
    # What reports spend of a budget adds up: most often one alone is too much, which is soon seen.
    alone = all(problem.cone.obeyed_by([row]) for row in rows)
    return told if alone and problem.cone.obeyed_by(rows) else None


def _told_apart(optimum: Optimum, utility: Utility, privacy: Levels | Conditions) -> Optimum:
    """One report for those that differ in what the utility does not see, as most truths of a
    divergence between two: it is worth as much, and takes no more of budgets."""
    directions = []
    for pattern in optimum.patterns:
        seen = picked(pattern, utility.seen)
        total = sum(seen) or Fraction(1)
        directions.append((scaled(seen, 1 / total), privacy.is_free(pattern)))
    return grouped(optimum, directions)


def _with_multipliers(found: ActionOptimum) -> Optimum:
    """One report an action in use."""
    used = tuple(row for row in found.rows if any(row))
    ones = (Fraction(1),) * len(used)
    return Optimum(
        used, ones, found.prices, found.owner_prices, multipliers=tuple(found.multipliers)
    )


def solve_number(problem: Problem) -> Optimum:
    """The optimum under one number, with a delta or without."""
    if problem.delta:
        refuse_infinite(problem)
        if is_clamped(problem) and linear_utility(problem).actions is None:
            return telling_truths(problem)
        if problem.delta == 1:
            return identity(problem)
        return solve_any(problem)
    if problem.gamma.hi == 1:
        return useless(problem)
    objective = problem.objective
    if isinstance(objective, Guess):
        return best_guess(objective.prior, problem.gamma)
    if isinstance(objective, Gain):
        return solve_decisions(problem) or solve_any(problem)
    if isinstance(objective, MutualInformation) and problem.truths > MOST_TRUTHS_PURE:
        from rropt.design.linear.many_truths import solve_many

        return solve_many(problem)
    if problem.truths <= LISTED_TRUTHS:
        return solve_patterns(objective, problem.cone)
    return solve_columns(problem)


def telling_truths(problem: Problem) -> Optimum:
    """The best table without the delta, or with chance delta the truth; the prices are those of the
    best private table, or of everybody's truth."""
    private, priced = WithoutDelta.of(problem).answered(_solve_private)
    told = {unit(problem.truths, place): 1 for place in range(problem.truths)}
    weighted = zip(private.patterns, private.weights, strict=True)
    patterns, weights = zip(*with_truths(weighted, told, chance_of_truth(problem)), strict=True)
    clamped = ClampedRows.of_utility(problem, [1] * problem.truths)
    prices, pairs, cover, _ = clamped.covered(priced.prices, priced.cover or EVERY)
    return Optimum(patterns, weights, tuple(prices), pairs, cover=cover)


def _solve_private(problem: Problem) -> Optimum:
    return solve_number(problem) if problem.levels is None else solve_any(problem)


def useless(problem: Problem) -> Optimum:
    """gamma = 1, delta = 0: every private table has constant rows, so all are equivalent."""
    one = (Fraction(1),) * problem.truths
    value = problem.objective.bounds(one)[1]
    return Optimum((one,), (Fraction(1),), (value / problem.truths,) * problem.truths)


def identity(problem: Problem) -> Optimum:
    """delta = 1: everybody may tell the truth.

    Prices y_j = u(e_j), because u(r) <= sum_j r_j u(e_j) for u convex and homogeneous. Of actions
    each of them is covered as it stands.
    """
    k, actions = problem.truths, linear_utility(problem).actions
    if actions is None:
        refuse_large(k, MOST_TRUTHS_STAIRCASE)
    units = tuple(unit(k, place) for place in range(k))
    prices = tuple(problem.objective.bounds(unit)[1] for unit in units)
    multipliers: Multipliers | None = None if actions is None else ({},) * len(actions)
    return Optimum(units, (Fraction(1),) * k, prices, multipliers=multipliers)


def refuse_infinite(problem: Problem) -> None:
    """Delta > 0 allows zeros, where some divergences and boundary priors are infinite."""
    if getattr(problem.objective, "infinite_at_zero", False):
        raise InputError(
            f"delta must be 0 for {problem.objective.label}: with delta > 0 a report may reveal "
            "a truth with certainty and the divergence is infinite"
        )


def solve_pair(problem: Problem) -> Optimum:
    """An objective that sees two truths of more: solved for these two.

    Under one number the other truths may report as truth a does, and prices of zero for them bound
    every table.
    """
    objective: FDivergence = problem.objective
    alone = Problem(problem.privacy, FDivergence(objective.divergence), problem.outputs)
    optimum = solve_number(alone)
    a, b = objective.pair
    source = [1 if truth == b else 0 for truth in range(problem.truths)]
    prices = [Fraction(0)] * problem.truths
    prices[a], prices[b] = optimum.prices
    return replace(
        optimum,
        patterns=tuple(picked(pattern, source) for pattern in optimum.patterns),
        prices=tuple(prices),
        pair_prices=_on_pair(optimum.pair_prices, objective.pair),
        multipliers=optimum.multipliers
        and tuple(_on_pair(f, objective.pair) for f in optimum.multipliers),
    )


def _on_pair(
    priced: Mapping[tuple[int, ...], Fraction], pair: tuple[int, int]
) -> dict[tuple[int, ...], Fraction]:
    """Numbers of the two truths as numbers of this pair."""
    return {(pair[c], pair[d]): z for (c, d), z in priced.items()}


def merged_decisions(
    optimum: Optimum, utility: object, is_free: Callable[[Pattern], bool] | None = None
) -> Optimum:
    """One report per action, and what the table is worth; unchanged for utilities that are not of
    decisions.

    u(r + s) = u(r) + u(s) whenever the same action is best for r and for s, and merging rows never
    increases an excess [r_a - gamma r_b]_+: no more reports are needed than there are actions.
    Reports that no level binds, which `is_free` tells, stay apart: a sum with them is bound.
    """
    if not isinstance(utility, BestAction):
        return optimum

    actions, worths = zip(*map(utility.decision, optimum.patterns), strict=True)
    value = weighted_sum(optimum.weights, worths)
    groups: Sequence[Hashable] = actions
    if is_free is not None:
        groups = [*zip(actions, map(is_free, optimum.patterns), strict=True)]
    return replace(grouped(optimum, groups), value=(value, value))


def grouped(optimum: Optimum, actions: Sequence[Hashable]) -> Optimum:
    """One report for the patterns of each action."""
    groups: dict[Hashable, list[tuple[Pattern, Fraction]]] = {}
    for pattern, weight, action in zip(optimum.patterns, optimum.weights, actions, strict=True):
        groups.setdefault(action, []).append((pattern, weight))
    if len(groups) == len(optimum.patterns):
        return optimum
    merged = [_merged(group) for group in groups.values()]
    patterns, weights = zip(*merged, strict=True)
    return replace(optimum, patterns=patterns, weights=weights)


def _merged(group: list[tuple[Pattern, Fraction]]) -> tuple[Pattern, Fraction]:
    if len(group) == 1:
        return group[0]
    rows = [scaled(pattern, weight) for pattern, weight in group]
    return added(rows), Fraction(1)
