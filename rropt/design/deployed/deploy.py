"""Deployable tables: integer weights over one denominator N, privacy exact, the loss stated.

The optimum is rounded, and for N of everyday size improved by exchanges. Then the best table over
1/N is looked for by an integer program. Utilities of decisions need one row an action
(`one_row`). For others, small N and few truths: choose how often each whole-number row n occurs,

    maximise sum_n x_n u(n)   with   sum_n x_n n = N   in every column,   excesses at most delta N.

The prices y of the unrestricted optimum prune it: a row with y.n + sum z excess(n) - u(n) above the
loss of the rounded table cannot be in a better one. Either way the certificate is that of the
table actually returned, with its gap to the unrestricted bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING

from rropt.channel import Channel
from rropt.design.deployed.exchange import table_over
from rropt.design.deployed.integer_starts import WholeChances
from rropt.design.deployed.one_row import best_decisions, gains_of_actions, is_small
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.patterns.extreme import ordered_pairs, rows_of
from rropt.utility import Custom

if TYPE_CHECKING:
    import numpy as np

MOST_TRUTHS = 4
MOST_GRID = 2_000_000
"""Whole-number rows listed before pruning."""

MOST_ROWS = 20_000
"""Rows in the integer program after pruning."""

MOST_CUSTOM = 20_000
"""Whole-number rows on which a user's own function, slow in rationals, is evaluated."""

SECONDS = 10


def deployable(problem: Problem, optimum: Optimum, total: int) -> tuple[Optimum, str]:
    """The best or a rounded table over 1/N with the optimum's prices, and how it was found."""
    rows = rows_of(optimum.weights, optimum.patterns)
    rounded = table_over(problem, rows, total)
    best, finished = best_table(problem, optimum, total, rounded)
    kept = rounded if best is None else best
    factors = [gcd(*row) for row in kept.numerators]
    patterns = tuple(
        tuple(Fraction(entry // factor) for entry in row)
        for row, factor in zip(kept.numerators, factors, strict=True)
    )
    weights = tuple(Fraction(factor, kept.denominator) for factor in factors)
    found = replace(optimum, patterns=patterns, weights=weights)
    how = _how(best is None, finished) + _more_reports(len(rows), len(patterns))
    return found, f"table over 1/{total}: {how}"


def _more_reports(optimal: int, found: int) -> str:
    """Rows over 1/N miss e^epsilon by different parts, and more of them miss it by less."""
    if found <= optimal:
        return ""
    offer = " (outputs = 2 asks for two)" if optimal == 2 else ""
    return f"; with {found} reports, not the {optimal} of the optimum, it comes nearer to it{offer}"


def _how(rounded: bool, finished: bool) -> str:
    if rounded:
        return "rounded"
    if finished:
        return "best by integer program"
    return "best known, as the integer program stopped without an answer"


def best_table(
    problem: Problem, optimum: Optimum, total: int, incumbent: Channel
) -> tuple[Channel | None, bool]:
    """The best table over 1/N by integer programming, and whether the search came to its end.

    None where that is out of reach.
    """
    actions = gains_of_actions(problem.objective)
    if actions is not None:
        return _best_of_actions(problem, actions, total, incumbent)
    k = problem.truths
    if k > MOST_TRUTHS or (total + 1) ** k > MOST_GRID:
        return None, False
    grid = _private_rows(problem, total)
    if isinstance(problem.objective, Custom) and len(grid) > MOST_CUSTOM:
        return None, False
    gains = linear_utility(problem).floats(grid)
    surplus = _surplus(problem, grid)
    costs = grid @ _floats(optimum.prices) - gains
    if problem.delta:
        pair_prices = [optimum.pair_prices.get(pair, Fraction(0)) for pair in ordered_pairs(k)]
        costs += surplus @ _floats(pair_prices)
    loss = float(sum(optimum.prices) + problem.delta * sum(optimum.pair_prices.values()))
    loss -= float(_value(problem, incumbent))
    keep = costs <= total * loss * (1 + 1e-9) + 1e-9
    if not keep.any() or keep.sum() > MOST_ROWS:
        return None, False
    found, finished = _integer_program(problem, grid[keep], gains[keep], surplus[keep], total)
    return _better(problem, found, incumbent), finished


def _best_of_actions(
    problem: Problem, actions: np.ndarray, total: int, incumbent: Channel
) -> tuple[Channel | None, bool]:
    """The same for utilities of decisions."""
    import numpy as np

    if not is_small(problem, actions, total):
        return None, False
    rows, finished = best_decisions(problem, actions, total, _value(problem, incumbent))
    found = None if rows is None else _believed(problem, rows, np.ones(len(rows)), total)
    return _better(problem, found, incumbent), finished and found is not None


def _better(problem: Problem, found: Channel | None, incumbent: Channel) -> Channel:
    if found is None or _value(problem, found) < _value(problem, incumbent):
        return incumbent
    return found


def _private_rows(problem: Problem, total: int) -> np.ndarray:
    """The non-zero rows of whole numbers up to N that a private table may have."""
    import numpy as np

    axes = np.meshgrid(*[np.arange(total + 1)] * problem.truths, indexing="ij")
    grid = np.stack([axis.ravel() for axis in axes], axis=1)
    if problem.delta:
        return grid[grid.any(axis=1)].astype(float)
    low, high = grid.min(axis=1), grid.max(axis=1)
    caps = WholeChances(total, problem.gamma.lo, problem.delta).caps
    return grid[(low > 0) & (high <= caps[low])].astype(float)


def _surplus(problem: Problem, grid: np.ndarray) -> np.ndarray:
    """[n_a - gamma n_b]_+ by row and ordered pair."""
    import numpy as np

    gamma = float(problem.gamma.lo)
    pairs = ordered_pairs(problem.truths)
    columns = [np.maximum(0.0, grid[:, a] - gamma * grid[:, b]) for a, b in pairs]
    return np.stack(columns, axis=1)


def _integer_program(
    problem: Problem, grid: np.ndarray, gains: np.ndarray, surplus: np.ndarray, total: int
) -> tuple[Channel | None, bool]:
    """HiGHS proposes whole-number multiplicities; they are believed only if exactly private."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    constraints = [LinearConstraint(grid.T, total, total)]
    if problem.delta:
        limit = float(problem.delta) * total
        constraints.append(LinearConstraint(surplus.T, -np.inf, limit))
    answer = milp(
        -gains,
        constraints=constraints,
        integrality=np.ones(len(gains)),
        bounds=Bounds(0, total),
        options={"time_limit": SECONDS, "mip_rel_gap": 0.0},
    )
    found = None if answer.x is None else _believed(problem, grid, np.rint(answer.x), total)
    return found, answer.status == 0 and found is not None


def _believed(problem: Problem, grid: np.ndarray, times: np.ndarray, total: int) -> Channel | None:
    """The rows so often, as a table over 1/N; None unless it is one and private."""
    rows = [
        [Fraction(int(count) * int(n), total) for n in row]
        for row, count in zip(grid, times, strict=True)
        if count
    ]
    if any(sum(column) != 1 for column in zip(*rows, strict=True)):
        return None
    channel = Channel.from_rows(rows).merge_proportional()
    private = channel.profile(problem.gamma.lo) <= problem.delta
    return channel if private else None


def _value(problem: Problem, channel: Channel) -> Fraction:
    """The table's utility, from below."""
    utility = linear_utility(problem)
    return sum((utility.bounds(row)[0] for row in channel.rows), Fraction(0))


def _floats(values: Iterable[Fraction]) -> np.ndarray:
    import numpy as np

    return np.array([float(value) for value in values])
