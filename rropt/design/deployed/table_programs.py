"""The table over 1/N that is deployed under a matrix of levels, or under conditions.

A utility sum_i u(r_i) with u convex and homogeneous is at least the sum of its slopes: with the
slopes c_i of u at the rows of some table, every table of whole numbers n_i / N has

    sum_i u(n_i / N) >= sum_i c_i.n_i / N,

with equality where it is that table. The right side is best by an integer program

    maximise sum_i c_i.n_i   with   sum_i n_ij = N for each truth j,   and the levels.

Its table has slopes of its own, and so on while the tables improve. Decisions are linear, and rows
that lead to the same action are one report, whose sum is as private as they are: the first program,
with a row an action, is then the answer. Under one number without a delta a row has its floor as
one entry more, b <= n_j <= gamma b: 2k conditions in place of k (k - 1). A covariance is
linearised likewise, and holds near the table only: where a program goes too far, the next may go
less far. Whole numbers decide whether a table is private; the rounded table is the last resort.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.design.deployed.exchange import MOST_TOTAL
from rropt.design.deployed.score_of_table import Merit, merit_at, merit_of
from rropt.design.problem import Problem
from rropt.exact import Table
from rropt.exact.entries import over
from rropt.lp.highs import SumsBetween, best_whole_numbers
from rropt.privacy.bound_forms import LOW, BoundForm, by_owner
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels
from rropt.utility import Custom

WAYS = (Fraction(1), Fraction(1, 8), Fraction(1, 32))
"""How far entries may move where slopes change on the way, as for a covariance."""


MOST_ENTRIES = 1300
PROGRAMS = 8
NODES = 200
"""Whole numbers and bounds of a program: with more HiGHS finds nothing in its time. So many
programs at most, one after the other, each with a tree of so many nodes: not a time, so that the
same table is found again."""


STEP = ROUNDING = 1e-9
"""A smaller relative improvement is none; so much less is as good as a known table."""


@dataclass(frozen=True)
class WholeRow:
    """A report of a table over 1/N: what its entries are worth, and the truth that it may tell."""

    worth: np.ndarray
    alone: int | None = None


def gains_of_actions(objective: Any) -> np.ndarray | None:
    """c_aj, one row an action; None for other utilities.

    >>> from rropt.utility import FDivergence
    >>> gains_of_actions(FDivergence("total-variation")).tolist()
    [[0.5, -0.5], [-0.5, 0.5]]
    """
    if objective.actions is None:
        return None
    return np.array(list(dict.fromkeys(objective.actions)), dtype=float)


def is_within_reach(problem: Problem, total: int, levels: Levels | Conditions) -> bool:
    """Not for budgets of powers, a user's own slow utility, or next to no loss."""
    if levels.has_orders:
        return False
    return total <= MOST_TOTAL and not isinstance(problem.objective, Custom)


class TablePrograms:
    """Integer programs over the tables of one problem under its levels.

    >>> from rropt.privacy import Privacy
    >>> from rropt.utility import Guess
    >>> problem = Problem(Privacy([[1, 3], ["3/2", 1]]), Guess(["1/2", "1/2"]))
    >>> table, finished = TablePrograms(problem, 10, problem.levels).best_decisions(
    ...     gains_of_actions(problem.objective)
    ... )
    >>> sorted(sorted(row) for row in table.rows)[0], finished
    ([Fraction(2, 5), Fraction(3, 5)], True)
    """

    def __init__(self, problem: Problem, total: int, levels: Levels | Conditions) -> None:
        self.total = total
        self.levels = levels
        self.truths = problem.truths
        self.merit: Merit = merit_of(problem.objective).sharp()
        is_number = problem.levels is None and not problem.delta
        self.limits = floor_limits(levels, total) if is_number else whole_limits(levels, total)
        self.width = self.truths + is_number
        """Entries of a row: one for each truth, and its floor."""

    def fits(self, count: int) -> bool:
        """Whether so many rows make a program within reach."""
        forms = sum(len(limit.forms) for limit in self.limits)
        return count * (self.width + forms) <= MOST_ENTRIES

    def best_decisions(
        self, actions: np.ndarray, least: float = -np.inf
    ) -> tuple[Channel | None, bool]:
        """The best table, with a report an action and one for each truth that may be told alone,
        and whether the search came to its end.

        - least: what a known table is worth
        """
        rows = [WholeRow(action) for action in actions]
        rows += [WholeRow(actions.max(axis=0), truth) for truth in self.levels.singles]
        return self._program(rows, least=least)

    def improved(self, rows: Table, rounded: Channel) -> Channel:
        """What programs with the slopes of one table after the other come to.

        The first have all reports of the optimum, and the heaviest alone: small N are better spent
        on few reports.
        """
        best = rounded
        slopes = self._slopes(rows)
        heaviest = sorted(range(len(rows)), key=lambda n: -sum(rows[n]))
        for count in sorted({len(rows), min(len(rows), self.truths)}):
            chosen = [slopes[n] for n in heaviest[:count]]
            best = self._better(best, self._program(chosen)[0])
        return self.climbed(best, WAYS)

    def climbed(self, best: Channel, ways: Sequence[Fraction] = WAYS[1:]) -> Channel:
        """What programs near a table, and near what they come to, improve it to.

        Of 36 exchanged tables these improve as many, nine, as those that may move all the way, in a
        half of the time.
        """
        for _ in range(PROGRAMS):
            slopes = self._slopes(best.rows)
            found = self._better(best, self._program(slopes, best.rows, ways[0])[0])
            if found is not best:
                best = found
            elif len(ways) > 1:
                ways = ways[1:]
            else:
                break
        return best

    def _better(self, known: Channel, found: Channel | None) -> Channel:
        if found is None:
            return known
        gained = merit_at(self.merit, known) - merit_at(self.merit, found)
        return found if gained > STEP else known

    def _slopes(self, rows: Table) -> list[WholeRow]:
        """The slope of u at each row, from differences that are smaller than 1/N."""
        table = np.array(rows, dtype=float)
        u = self.merit.slope(table)
        step = 1 / (64 * self.total)
        found = []
        for row, exact in zip(table, rows, strict=True):
            worth = np.zeros(self.truths)
            for j in range(self.truths):
                below = row.copy()
                below[j] = max(0.0, row[j] - step)
                above = row.copy()
                above[j] += step
                pair = u(np.array([below, above]))
                worth[j] = (pair[1] - pair[0]) / (above[j] - below[j])
            # A divergence is infinite where one likelihood alone is zero: no private row is there.
            worth[~np.isfinite(worth)] = 0.0
            free = self.levels.singles and self.levels.is_free(exact)
            found.append(WholeRow(worth, int(row.argmax()) if free else None))
        return found

    def _program(
        self,
        rows: Sequence[WholeRow],
        near: Table | None = None,
        way: Fraction = WAYS[0],
        least: float = -np.inf,
    ) -> tuple[Channel | None, bool]:
        """The best private table for these worths, and whether the search came to its end.

        No entry is farther than `way` from the table that is near; it is worth `least` or more.
        """
        entries = len(rows) * self.width
        matrix, most, slacks = _constraints(self.limits, rows, self.width, self.total)
        columns = np.zeros((self.truths, entries + slacks))
        columns[:, :entries] = np.tile(np.eye(self.truths, self.width), len(rows))
        worth = np.zeros(entries + slacks)
        for n, row in enumerate(rows):
            worth[n * self.width :][: self.truths] = row.worth
        lowest = np.zeros(entries + slacks)
        highest = np.full(entries + slacks, float(self.total))
        if near is not None:
            at = self.total * np.array([float(x) for x in chain.from_iterable(near)])
            lowest[:entries] = np.maximum(0.0, np.floor(at - self.total * float(way)))
            highest[:entries] = np.minimum(self.total, np.ceil(at + self.total * float(way)))
        for n, row in enumerate(rows):
            if row.alone is not None:
                others = [j for j in range(self.truths) if j != row.alone]
                highest[[n * self.width + j for j in others]] = 0.0
        highest[entries:] = np.inf
        kept = [SumsBetween(columns, self.total, self.total)]
        if len(most):
            kept.append(SumsBetween(matrix, -np.inf, most))
        unit = np.abs(worth).max() or 1.0
        worth /= unit
        if np.isfinite(least):
            at_least = least * self.total / unit
            kept.append(SumsBetween(worth[None], at_least - ROUNDING * abs(at_least), np.inf))
        whole = np.repeat([1, 0], [entries, slacks])
        found, finished = best_whole_numbers(worth, kept, (lowest, highest), NODES, whole)
        if found is None:
            return None, False
        numbers = found[:entries].reshape(len(rows), self.width)[:, : self.truths]
        table = self._believed(numbers.tolist())
        return table, finished and table is not None

    def _believed(self, numbers: list[list[int]]) -> Channel | None:
        """The table, if its columns add up to N and it is private: both in whole numbers."""
        used = [over(row, self.total) for row in numbers if any(row)]
        if any(sum(column) != 1 for column in zip(*used, strict=True)):
            return None
        if not self.levels.obeyed_by(used):
            return None
        return Channel.from_rows(used).merge_proportional()


@dataclass(frozen=True)
class FloatLimit:
    """sum over rows of sum_n c_n [a_n.r]_+ <= most, in doubles."""

    forms: Sequence[tuple[float, Sequence[float]]]
    most: float


def whole_limits(levels: Levels | Conditions, total: int) -> list[FloatLimit]:
    """What tables keep; the bounds of pairs of truths without a delta in whole numbers.

    For whole numbers up to N the bound n_a <= g n_b is q n_a <= p n_b, p/q the largest
    floor(g b) / b for b up to N: doubles hold it exactly.

    >>> from rropt.privacy import Privacy
    >>> whole_limits(Privacy([[1, "5/2"], ["oo", 1]]).levels, 10)
    [FloatLimit(forms=[(1.0, [2.0, -5.0])], most=0.0)]
    """
    found = []
    for forms in by_owner(levels.bound_forms(LOW)).values():
        doubles = [(float(form.factor), _doubles(form, levels.truths, total)) for form in forms]
        found.append(FloatLimit(doubles, float(forms[0].most or 0)))
    return found


def floor_limits(levels: Levels | Conditions, total: int) -> list[FloatLimit]:
    """b - n_j <= 0 and n_j - gamma b <= 0 for one number gamma, b the last entry.

    >>> from rropt import LocalDP, Trace
    >>> floor_limits(Problem(LocalDP.from_gamma("5/2"), Trace(2)).cone, 10)[1]
    FloatLimit(forms=[(1.0, [2.0, 0.0, -5.0])], most=0.0)
    """
    ratio = _nearest_below(-Fraction(levels.bound_forms(LOW)[0].terms[1][1]), total)
    found = []
    for row in np.eye(levels.truths).tolist():
        above = [*(-x for x in row), 1.0]
        below = [*(ratio.denominator * x for x in row), -float(ratio.numerator)]
        found += [FloatLimit([(1.0, above)], 0.0), FloatLimit([(1.0, below)], 0.0)]
    return found


def _doubles(form: BoundForm, truths: int, total: int) -> list[float]:
    found = [0.0] * truths
    for truth, x in form.terms:
        found[truth] = float(x)
    (a, high), (b, low) = form.terms if len(form.terms) == 2 else ((0, 0), (0, 0))
    if form.most is None and high == 1 and low < 0:
        ratio = _nearest_below(-Fraction(low), total)
        found[a], found[b] = float(ratio.denominator), -float(ratio.numerator)
    return found


def _nearest_below(level: Fraction, total: int) -> Fraction:
    """The largest of floor(g b) / b.

    >>> _nearest_below(Fraction(272, 100), 10)
    Fraction(19, 7)
    """
    p, q = level.as_integer_ratio()
    best = p // q
    over = 1
    for b in range(2, total + 1):
        highest = p * b // q
        if highest * over > best * b:
            best = highest
            over = b
    return Fraction(best, over)


def _constraints(
    limits: Sequence[FloatLimit], rows: Sequence[WholeRow], width: int, total: int
) -> tuple[np.ndarray, np.ndarray, int]:
    """form.n <= 0 for each row and hard limit; form.n <= s and sum c s <= most N for the others."""
    bound = [n for n, row in enumerate(rows) if row.alone is None]
    entries = len(rows) * width
    lines = []
    most = []
    slack = entries
    for limit in limits:
        shared: list[tuple[int, float]] = []
        for c, form in limit.forms:
            for n in bound:
                line = [(n * width + j, x) for j, x in enumerate(form) if x]
                if limit.most:
                    line.append((slack, -1.0))
                    shared.append((slack, c))
                    slack += 1
                lines.append(line)
                most.append(0.0)
        if limit.most:
            lines.append(shared)
            most.append(limit.most * total)
    matrix = np.zeros((len(lines), slack))
    for n, line in enumerate(lines):
        for place, x in line:
            matrix[n, place] = x
    return matrix, np.array(most), slack - entries
