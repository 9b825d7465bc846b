"""The table over 1/N that is deployed: several private ones, each improved by exchanges.

| move | what it changes |
|---|---|
| transfer | one column: some chances go from one report to another |
| reshape (pure) | the floors of one or two rows by one; then the columns are filled again |

Both keep the columns adding up to N. Transfers are ordered by the linearised merit, which for
curved criteria is never less than the gain; the merit itself picks the move, and whole numbers
decide whether it is private.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, islice
from typing import Any

import flint
import numpy as np

from rropt.channel import Channel
from rropt.design.deployed.integer_starts import WholeChances, filled, rounded, simple, well_capped
from rropt.design.deployed.rounding import round_table
from rropt.design.deployed.score_of_table import Merit, Relabelled, merit_of
from rropt.design.problem import Problem
from rropt.exact import Table
from rropt.exact.entries import over, picked, scaled, two_valued
from rropt.exact.linear_algebra import rational_matrix
from rropt.utility import Custom
from rropt.utility.curved import Curved
from rropt.utility.for_model import ForModel

MOST_TOTAL = 4096
"""Above this N a rounded table loses next to nothing."""

MOST_TRUTHS = 10
MOST_REPORTS = 64
"""Larger tables are rounded only."""

MOVES = 64
TRIED = 5
"""Transfers whose merit is computed, and moves whose privacy is decided, in one round."""


ROUNDINGS = 100
"""So many tables that rounding comes to are looked at, in either order of the reports."""

CRUDE = 2
STARTS = 12
CAPPED = 4
"""So many of these are improved, of the simple tables, and of the well-capped ones."""

ROUNDS = 60
LAST_ROUNDS = 400
"""Exchanges at most that improve a start, and what came out best. With a tenth of these efforts a
search takes a fifth of the time, and tables of 6 to 10 truths have up to a fifth more variance."""

MOST_PAIRED = 20
"""Floors of two rows are changed at once in tables with at most so many."""

STEP = 1e-9
"""A smaller relative improvement is none."""


def is_searched(problem: Problem, total: int) -> bool:
    """Whether more is tried than to round the optimum."""
    small = total <= MOST_TOTAL and problem.truths <= MOST_TRUTHS
    return small and not isinstance(problem.objective, Custom)


def table_over(problem: Problem, rows: Table, total: int, reports: int | None = None) -> Channel:
    """A private table over 1/N, as good as the search finds; `rows` are those of the optimum.

    With at most so many reports, where the search knows such a table.
    """
    objective = problem.objective
    deck = WholeChances(total, problem.gamma.lo, problem.delta, reports)
    if not is_searched(problem, total):
        return _rounded(problem, rows, total).merge_proportional()
    order = _order(objective, rows)
    listed = sorted(range(len(order)), key=order.__getitem__)
    reordered = tuple(sorted(picked(row, order) for row in rows))
    regular = _regular(problem, reordered, total)
    found = _best(deck, Relabelled(merit_of(objective), listed), reordered, regular)
    numerators = found[found.any(axis=1)][:, listed].tolist()
    channel = Channel.from_rows([over(row, total) for row in numerators])
    return channel.merge_proportional()


def _regular(problem: Problem, rows: Table, total: int) -> list[np.ndarray]:
    """A rounded table that identifies all, where the best one for a contrast does not."""
    if not isinstance(problem.objective, Curved):
        return []
    if rational_matrix(rows).rank() == problem.truths:
        return []
    table = _rounded(problem, rows, total)
    return [np.array(table.numerators) * (total // table.denominator)]


def _rounded(problem: Problem, rows: Table, total: int) -> Channel:
    """The rounded table; where nothing is left of what identifies, with a little of that put in.

    The best tables for a contrast alone may be all but singular.
    """
    gamma = problem.gamma.lo
    delta = problem.delta
    truths = problem.truths
    channel = round_table(rows, total, gamma, delta)
    counts = flint.fmpz_mat([list(row) for row in channel.numerators])
    if not isinstance(problem.objective, (Curved, ForModel)) or counts.rank() == truths:
        return channel
    share = Fraction(1, 2 ** (total.bit_length() // 2))
    high = share / (gamma + truths - 1)
    told = tuple(two_valued({i}, truths, high * gamma, high) for i in range(truths))
    most = tuple(scaled(row, 1 - share) for row in rows)
    return round_table((*most, *told), total, gamma, delta)


def _order(objective: Any, rows: Table) -> list[int]:
    """The truths in an order that does not depend on how they are listed."""
    truths = range(len(rows[0]))

    def key(j: int) -> Any:
        return _role(objective, j), sorted((row[j], sorted(row)) for row in rows)

    return sorted(truths, key=key)


def _role(objective: Any, truth: int) -> Sequence[Fraction]:
    """What the objective makes of a truth."""
    if isinstance(objective, Curved):
        contrast = objective.contrast or (Fraction(0),) * objective.truths
        return [*(s.prior[truth] for s in objective.scenarios), contrast[truth]]
    if isinstance(objective, ForModel):
        return _role_in_model(objective, truth)
    probe = tuple(Fraction(1 + (j == truth)) for j in range(objective.truths))
    return objective.bounds(probe)


def _role_in_model(objective: ForModel, truth: int) -> Sequence[Fraction]:
    """Its probabilities and derivatives at every point."""
    role: list[Fraction] = []
    for guess in objective.guesses:
        for at in guess.points:
            role += [at.probabilities[truth], *at.derivatives[truth]]
    return role


def _best(
    deck: WholeChances, merit: Merit, rows: Table, regular: Sequence[np.ndarray] = ()
) -> np.ndarray:
    """The best of the starts and of what becomes of them.

    Where roundings of the optimum identify nothing, a `regular` one is a start as well.
    """
    sharp = merit.sharp()
    crude = _ranked(deck, sharp, rounded(deck, rows, ROUNDINGS))[:CRUDE]
    plain = filter(deck.is_private, _ranked(deck, merit, simple(deck, rows)))
    starts = [*crude, *regular, *islice(plain, STARTS)]
    found = [_best_from(deck, merit, starts, crude)]
    if not deck.delta:
        capped = _one_a_size(deck, merit, well_capped(deck, rows))[:CAPPED]
        found += [_best_from(deck, merit, capped, crude)]
    return _ranked(deck, sharp, found)[0]


def _best_from(
    deck: WholeChances,
    merit: Merit,
    starts: list[np.ndarray],
    known: list[np.ndarray],
) -> np.ndarray:
    """The best of what is known and of what becomes of the starts, then under the sharp merit."""
    sharp = merit.sharp()
    climbed = [climb(deck, merit, start) for start in starts]
    return climb(deck, sharp, _ranked(deck, sharp, [*climbed, *known])[0], LAST_ROUNDS)


def _ranked(deck: WholeChances, merit: Merit, tables: list[np.ndarray]) -> list[np.ndarray]:
    """The best first, those with too many reports last."""
    values = [merit.values(table[None] / deck.total)[0] for table in tables]
    values = [
        x if deck.is_short(table) else np.inf for x, table in zip(values, tables, strict=True)
    ]
    return [tables[n] for n in np.argsort(values, kind="stable")]


def _one_a_size(deck: WholeChances, merit: Merit, tables: list[np.ndarray]) -> list[np.ndarray]:
    """The best of each number of reports: exchanges from alike tables end alike."""
    best = []
    for _, alike in groupby(sorted(tables, key=len), key=len):
        some = np.array(list(alike))
        best.append(some[merit.values(some / deck.total).argmin()])
    return _ranked(deck, merit, best)


def climb(deck: WholeChances, merit: Merit, table: np.ndarray, rounds: int = ROUNDS) -> np.ndarray:
    """Exchanges until none improves the merit, or for so many rounds."""
    if len(table) > MOST_REPORTS:
        return table
    if deck.delta and (deck.reports is None or len(table) < deck.reports):
        table = np.vstack([table, np.zeros_like(table[:1])])
    value = merit.values(table[None] / deck.total)[0]
    for _ in range(rounds):
        better = None
        for moved in (transfers, reshapes, double_reshapes):
            better = better or _improved(deck, merit, moved(deck, merit, table), value)
        if better is None:
            break
        table, value = better
    return table


def _improved(
    deck: WholeChances, merit: Merit, tables: np.ndarray, value: float
) -> tuple[np.ndarray, float] | None:
    """The best private one of the tables, if it is better."""
    values = merit.values(tables / deck.total)
    for n in np.argsort(values, kind="stable")[:TRIED]:
        if not values[n] < value - STEP * abs(value):
            return None
        if deck.is_private(tables[n]):
            return tables[n], values[n]
    return None


def transfers(deck: WholeChances, merit: Merit, table: np.ndarray) -> np.ndarray:
    """The tables after the transfers that promise most."""
    amounts = _amounts(deck, table)
    slope = merit.slope(table / deck.total)
    base = slope(table / deck.total)
    less = _changes(deck, slope, table, -amounts) - base[:, None, None]
    more = _changes(deck, slope, table, amounts) - base[:, None, None]
    gains = less[:, None] + more[None]
    gains[np.diag_indices(len(table))] = -np.inf
    flat = gains.ravel()
    most = min(gains.size - 1, MOVES * (6 if deck.delta else 1))
    best = np.sort(np.argpartition(-flat, most)[:most])
    best = best[np.argsort(-flat[best], kind="stable")]
    best = best[flat[best] > STEP * np.abs(base).sum()]
    transferred = np.array(np.unravel_index(best, gains.shape))
    if deck.delta and len(best):
        transferred = transferred[:, _fitting(deck, table, transferred, amounts)[:MOVES]]
    giver, taker, truth, which = transferred
    moved = np.repeat(table[None], len(giver), axis=0)
    moved[range(len(giver)), giver, truth] -= amounts[which]
    moved[range(len(giver)), taker, truth] += amounts[which]
    return moved


def _amounts(deck: WholeChances, table: np.ndarray) -> np.ndarray:
    """Powers of two, and under pure privacy the way from a floor to its cap."""
    powers = 2 ** np.arange(max(1, deck.total.bit_length() - 1))
    if deck.delta:
        return powers
    least = table.min(axis=1)
    ways = np.unique(deck.caps[least] - least)
    return np.union1d(powers, ways[ways > 0])


def _changes(deck: WholeChances, slope: Any, table: np.ndarray, amounts: np.ndarray) -> np.ndarray:
    """u of row i with an amount added to entry j; minus infinity where no such row is private."""
    truths = table.shape[1]
    added = amounts[:, None] * np.eye(truths, dtype=int)[:, None]
    rows = table[:, None, None] + added
    least = rows.min(axis=-1)
    most = rows.max(axis=-1)
    allowed = (least >= 0) & (most <= deck.total)
    if not deck.delta:
        allowed &= most <= deck.caps[np.clip(least, 0, deck.total)]
    found = np.full(allowed.shape, -np.inf)
    found[allowed] = slope(rows[allowed] / deck.total)
    return found


def _fitting(
    deck: WholeChances, table: np.ndarray, transferred: np.ndarray, amounts: np.ndarray
) -> np.ndarray:
    """Which transfers seem to keep the excesses of all pairs: giver, taker, truth and the place of
    the amount."""
    giver, taker, truth, which = transferred
    gamma = float(min(deck.gamma, Fraction(deck.total + 1)))
    truths = table.shape[1]

    def excess(rows: np.ndarray) -> np.ndarray:
        parts: np.ndarray = np.maximum(0, rows[:, :, None] - gamma * rows[:, None, :])
        return parts * (1 - np.eye(truths))

    step = amounts[which, None] * np.eye(truths, dtype=int)[truth]
    after = excess(table[giver] - step) + excess(table[taker] + step)
    change = after - excess(table[giver]) - excess(table[taker])
    most = (excess(table).sum(axis=0, keepdims=True) + change).max(axis=(1, 2))
    return np.flatnonzero(most <= float(deck.delta * deck.total) + 1e-9)


def reshapes(deck: WholeChances, merit: Merit, table: np.ndarray) -> np.ndarray:
    """The tables with another floor in one row, and those without one row; pure only."""
    rows = np.eye(len(table), dtype=int)
    return _reshaped(deck, table, np.vstack([rows, -rows, -np.diag(table.min(axis=1))]))


def double_reshapes(deck: WholeChances, merit: Merit, table: np.ndarray) -> np.ndarray:
    """The tables with other floors in two rows; pure only, and of not too many rows."""
    rows = np.eye(len(table) if len(table) <= MOST_PAIRED else 0, dtype=int)
    one, two = (rows[some] for some in np.triu_indices(len(rows), 1))
    return _reshaped(deck, table, np.vstack([one + two, one - two, two - one, -one - two]))


def _reshaped(deck: WholeChances, table: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Floors changed by these steps; low entries stay low, high ones high."""
    if deck.delta or not len(steps):
        return table[:0, None]
    least = table.min(axis=1)
    floors = least + steps
    floors = floors[(floors >= 0).all(axis=1) & (floors.sum(axis=1) <= deck.total)]
    wishes = np.where(table == deck.caps[least][:, None], deck.total, table)
    return filled(deck, floors, np.where(table == least[:, None], 0, wishes))
