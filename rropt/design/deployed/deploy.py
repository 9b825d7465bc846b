"""Deployable tables: integer weights over one denominator N, privacy exact, the loss stated.

One computation, for the verb that deploys and for the report that says what N chances cost. About
two truths one table is best for every objective (`two_truths`), and a divergence under one number
is about two. Otherwise known tables come first: the optimum rounded, improved by exchanges
(`exchange`, `budget_exchange`) or by integer programs along slopes (`table_programs`), and the
shapes of the catalogue (`integer_starts`). Then comes a search through all tables, where it is in
reach: decisions have one row an action, and up to four truths the rows of whole numbers are listed,
without those that the prices y of the unrestricted optimum exclude: a row with

    y.n + sum z excess(n) - u(n)

above the loss of a known table is in no better one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain

import numpy as np

from rropt.channel import Channel
from rropt.design.deployed.budget_exchange import exchanged
from rropt.design.deployed.exchange import MOST_TOTAL, is_searched, table_over
from rropt.design.deployed.integer_starts import WholeChances, block_tables
from rropt.design.deployed.rounding import round_levels
from rropt.design.deployed.score_of_table import Merit, merit_at, merit_of
from rropt.design.deployed.table_programs import (
    TablePrograms,
    gains_of_actions,
    is_within_reach,
)
from rropt.design.deployed.two_truths import table_of_two_truths
from rropt.design.problem import Problem
from rropt.exact import Table
from rropt.exact.entries import over
from rropt.lp.highs import SumsBetween, best_whole_numbers
from rropt.patterns.extreme import ordered_pairs
from rropt.privacy.conditions import Conditions
from rropt.utility import Custom, FDivergence, Utility

MOST_TRUTHS = 4
MOST_GRID = 2_000_000
"""Whole-number rows listed before pruning."""

MOST_ROWS = 1_000
MOST_ROWS_OF_DELTA = 2_600
"""Rows in an integer program. Mutual information of three truths: programs of up to 818 rows ended
within 2 s, those of 1,380 and more not within 25; with a delta all of up to 2,531 within 1 s, none
of 4,574 and more within 10."""

MOST_CUSTOM = 20_000
"""Whole-number rows on which a user's own function, slow in rationals, is evaluated."""

MOST_BLOCKED = 64
"""Truths up to which the catalogue has devices."""

MOST_BLOCK_TOTAL = 2**20
"""Over more chances the optimum itself is rounded to next to no loss."""

NODES = 2000
"""A search through listed rows stops after so many."""

SCALE = 1e4
"""HiGHS takes a gap of 1e-6 for none, whatever the objective's size."""

CLOSE = 1e-12
"""Two values this near are equal: of such tables the one with fewer reports is taken."""

BEST = "best by integer program"
FOR_ALL = "best of all, whatever the objective"
OF_A_PAIR = "best of all between the two truths"
EXCHANGED = "rounded and improved by exchanges"
PROGRAMMED = "improved by integer programs"
STOPPED = "best known, as the integer program was stopped"


@dataclass(frozen=True)
class Deployed:
    """A table over 1/N, and how it was found."""

    table: Channel
    how: str

    @property
    def is_best(self) -> bool:
        """Whether no table over 1/N is better."""
        return self.how in (BEST, FOR_ALL, OF_A_PAIR)


@dataclass(frozen=True)
class OptimumPrices:
    """Of the unrestricted optimum: of each truth, and of each ordered pair with a delta."""

    truths: Sequence[Fraction]
    pairs: Sequence[Fraction] = field(default=())


def deployed(
    problem: Problem,
    rows: Table,
    total: int,
    prices: OptimumPrices | None = None,
    reports: int | None = None,
) -> Deployed:
    """The best table over 1/N that is found; `rows` are those of the optimum.

    With at most so many reports, where fewer than any number are asked for.

    >>> from rropt.privacy import Privacy
    >>> from rropt.utility import Variance
    >>> problem = Problem(Privacy([[1, 5], [7, 1]]), Variance("5/6"))
    >>> optimum = ((Fraction(15, 17), Fraction(3, 17)), (Fraction(2, 17), Fraction(14, 17)))
    >>> found = deployed(problem, optimum, 10)
    >>> found.how, sorted(int(10 * x) for x, _ in found.table.rows)
    ('best of all, whatever the objective', [1, 1, 3, 5])
    """
    table = table_of_two_truths(problem, total, reports)
    if table is not None:
        return Deployed(table, FOR_ALL if total <= MOST_TOTAL else "rounded")
    if _is_between_two(problem):
        return _between_two(problem, total, reports)
    search = _Search(problem, rows, total, prices, reports)
    best = search.best(search.known())
    found = search.through_all(best.table)
    if found is None:
        return best
    return Deployed(search.best([found, best]).table, found.how)


def _is_between_two(problem: Problem) -> bool:
    """Whether all but two truths are idle; of few decisions a program has the fewest reports."""
    objective = problem.objective
    smooth = isinstance(objective, FDivergence) and objective.actions is None
    return smooth and problem.levels is None and problem.truths > 2


def _between_two(problem: Problem, total: int, reports: int | None) -> Deployed:
    """Under one number and delta a truth outside the pair is free to answer as the first."""
    divergence = problem.objective
    second = divergence.pair[1]
    pair = replace(problem, objective=FDivergence(divergence.divergence))
    found = deployed(pair, (), total, reports=reports)
    rows = [[a] * problem.truths for a, _ in found.table.rows]
    for row, (_, b) in zip(rows, found.table.rows, strict=True):
        row[second] = b
    return Deployed(Channel.from_rows(rows), OF_A_PAIR if found.is_best else found.how)


def in_words(found: Deployed, total: int, optimal: int) -> str:
    """The note of an answer; rows over 1/N miss e^epsilon by different parts, and more of them
    miss it by less."""
    said = f"table over 1/{total}: {found.how}"
    reports = found.table.shape[0]
    if reports <= optimal:
        return said
    offer = " (outputs = 2 asks for two)" if optimal == 2 else ""
    return (
        f"{said}; with {reports} reports, not the {optimal} of the optimum, it comes nearer to "
        f"it{offer}"
    )


class _Search:
    """The tables over 1/N of one problem."""

    def __init__(
        self,
        problem: Problem,
        rows: Table,
        total: int,
        prices: OptimumPrices | None,
        reports: int | None,
    ) -> None:
        self.problem = problem
        self.rows = rows
        self.total = total
        self.prices = prices
        self.reports = reports
        self.merit: Merit = merit_of(problem.objective).sharp()

    # --- known tables ---------------------------------------------------------------------------

    def known(self) -> Iterator[Deployed]:
        """Of each way the best, with no more reports than are asked for if any has so few."""
        found = [*self._near_the_optimum(), *self._of_blocks()]
        few = [one for one in found if self._is_short(one.table)]
        yield from few or found

    def best(self, tables: Sequence[Deployed] | Iterator[Deployed]) -> Deployed:
        """The first of the best; of equal ones one with the fewest reports."""
        listed = list(tables)
        values = [merit_at(self.merit, one.table) for one in listed]
        worst = min(values) + CLOSE * abs(min(values))
        equal = [one for one, value in zip(listed, values, strict=True) if value <= worst]
        return min(equal, key=lambda one: one.table.shape[0])

    def _near_the_optimum(self) -> Iterator[Deployed]:
        problem = self.problem
        total = self.total
        levels = self.problem.levels
        if levels is None:
            how = EXCHANGED if self._is_exchanged else "rounded"
            found = table_over(problem, self.rows, total, self.reports)
            yield Deployed(found, how)
            programs = self._programs(found.rows) if problem.delta else None
            if programs is not None:
                # Transfers change one column: under a delta they end where several must change.
                yield Deployed(programs.climbed(found), PROGRAMMED)
            return
        rounded = round_levels(self.rows, total, levels)
        yield Deployed(rounded, "rounded")
        if isinstance(levels, Conditions) and levels.has_orders and is_searched(problem, total):
            yield Deployed(exchanged(rounded, total, levels, self.merit), EXCHANGED)
        programs = self._programs(self.rows)
        if programs is not None:
            yield Deployed(programs.improved(self.rows, rounded), PROGRAMMED)

    def _programs(self, rows: Table) -> TablePrograms | None:
        """Integer programs along slopes of so many rows, where they are within reach; decisions
        have one of their own, through all tables."""
        decided = gains_of_actions(self.problem.objective) is not None
        if decided or not is_within_reach(self.problem, self.total, self.problem.cone):
            return None
        programs = TablePrograms(self.problem, self.total, self.problem.cone)
        return programs if programs.fits(len(rows)) else None

    @property
    def _is_exchanged(self) -> bool:
        return is_searched(self.problem, self.total)

    def _of_blocks(self) -> Iterator[Deployed]:
        """The best table of each kind of blocks."""
        problem = self.problem
        few = 2 < self.problem.truths <= MOST_BLOCKED
        if not few or self.total > MOST_BLOCK_TOTAL or isinstance(problem.objective, Custom):
            return
        for name, tables in block_tables(self._deck, problem.truths, self.rows):
            order = self.merit.values(tables / self.total).argsort(kind="stable")
            private = (n for n in order if self._is_private(tables[n]))
            best = next(private, None)
            if best is not None:
                yield Deployed(self._table(tables[best]), name)

    @cached_property
    def _deck(self) -> WholeChances:
        """Of a matrix the least bound; of conditions the largest level that a table may have."""
        problem = self.problem
        levels = self.problem.levels
        if levels is None:
            return WholeChances(self.total, problem.gamma.lo, problem.delta)
        if isinstance(levels, Conditions):
            every = chain.from_iterable(c.levels for c in levels.listed)
            known = [g for _, (g, _) in every]
            return WholeChances(self.total, max(known, default=Fraction(1)), Fraction(0))
        known = [Fraction(levels.lo[a][b]) for a, b in levels.bound_pairs]
        return WholeChances(self.total, min(known, default=Fraction(1)), Fraction(0))

    # --- all tables -----------------------------------------------------------------------------

    def through_all(self, known: Channel) -> Deployed | None:
        """The best of all tables, or what came of the search; None where that is out of reach."""
        if self.total > MOST_TOTAL:
            return None
        actions = gains_of_actions(self.problem.objective)
        if actions is not None:
            found = self._decided(actions, known)
        else:
            found = self._of_listed_rows(known)
        if found is None or not self._is_short(found.table):
            return None
        return found

    def _decided(self, actions: np.ndarray, known: Channel) -> Deployed | None:
        """A row an action."""
        problem = self.problem
        total = self.total
        if not is_within_reach(problem, total, problem.cone):
            return None
        programs = TablePrograms(problem, total, problem.cone)
        if not programs.fits(len(actions)):
            return None
        table, finished = programs.best_decisions(actions, -merit_at(self.merit, known))
        if table is None:
            return Deployed(known, STOPPED)
        return Deployed(table, BEST if finished else STOPPED)

    def _of_listed_rows(self, known: Channel) -> Deployed | None:
        """Up to four truths, under one number."""
        problem = self.problem
        total = self.total
        k = self.problem.truths
        out_of_reach = k > MOST_TRUTHS or (total + 1) ** k > MOST_GRID
        linear = isinstance(problem.objective, Utility) and problem.levels is None
        if out_of_reach or not linear or self.prices is None:
            return None
        grid = _private_rows(self._deck, k)
        if isinstance(problem.objective, Custom) and len(grid) > MOST_CUSTOM:
            return None
        gains = problem.objective.floats(grid)
        surplus = _surplus(problem, grid)
        costs = grid @ np.array(self.prices.truths, dtype=float) - gains
        costs += surplus @ np.array(self.prices.pairs, dtype=float)
        loss = float(sum(self.prices.truths)) + merit_at(self.merit, known)
        loss += float(problem.delta * sum(self.prices.pairs))
        keep = costs <= total * loss * (1 + 1e-9) + 1e-9
        most_rows = MOST_ROWS_OF_DELTA if problem.delta else MOST_ROWS
        if not keep.any() or keep.sum() > most_rows:
            return None
        worth = self.merit.slope(known.to_numpy())(grid[keep])
        budgets = SumsBetween.at_most(surplus[keep].T, float(problem.delta) * total)
        found = best_rows(grid[keep].astype(int), worth, budgets, total)
        return self._proposed(*found, known)

    # --- one table ------------------------------------------------------------------------------

    def _proposed(self, found: np.ndarray | None, finished: bool, known: Channel) -> Deployed:
        """What a program proposes, if whole numbers find it a private table."""
        if found is None:
            return Deployed(known, STOPPED)
        numbers = np.rint(found).astype(int)
        if (numbers.sum(axis=0) != self.total).any() or not self._is_private(numbers):
            return Deployed(known, STOPPED)
        return Deployed(self._table(numbers), BEST if finished else STOPPED)

    def _is_private(self, numbers: np.ndarray) -> bool:
        levels = self.problem.levels
        if levels is None:
            return self._deck.is_private(numbers)
        rows = [over(row, self.total) for row in numbers.tolist() if any(row)]
        return bool(levels.obeyed_by(rows))

    def _table(self, numbers: np.ndarray) -> Channel:
        rows = [over(row, self.total) for row in numbers.tolist() if any(row)]
        return Channel.from_rows(rows).merge_proportional()

    def _is_short(self, table: Channel) -> bool:
        return self.reports is None or table.shape[0] <= self.reports


def best_rows(
    rows: np.ndarray, worth: np.ndarray, budgets: SumsBetween, total: int
) -> tuple[np.ndarray | None, bool]:
    """The listed rows of the best table over 1/N, and whether no other is better:

        maximise sum_n x_n u(n)   with   sum_n x_n n = N   for each truth, and the budgets,

    x_n how often the row n occurs. HiGHS proposes the numbers.
    """
    columns = SumsBetween.equal(rows.T.astype(float), total)
    unit = total * float(np.abs(worth / rows.max(axis=1)).max()) or 1.0
    bounds = np.zeros(len(worth)), np.full(len(worth), float(total))
    scaled = SCALE / unit * worth
    times, finished = best_whole_numbers(scaled, [columns, budgets], bounds, NODES)
    if times is None:
        return None, False
    used = times > 0
    return times[used, None] * rows[used], finished


def _private_rows(deck: WholeChances, truths: int) -> np.ndarray:
    """The non-zero rows of whole numbers up to N that a private table may have."""
    axes = np.ix_(*[np.arange(deck.total + 1)] * truths)
    high = reduce(np.maximum, axes)
    if deck.delta:
        return np.argwhere(high > 0).astype(float)
    low = reduce(np.minimum, axes)
    return np.argwhere((low > 0) & (high <= deck.caps[low])).astype(float)


def _surplus(problem: Problem, grid: np.ndarray) -> np.ndarray:
    """[n_a - gamma n_b]_+ by row and ordered pair; none is over without a delta."""
    pairs = ordered_pairs(problem.truths) if problem.delta else []
    a, b = np.array(pairs, dtype=int).reshape(-1, 2).T
    found: np.ndarray = np.maximum(0, grid[:, a] - float(problem.gamma.lo) * grid[:, b])
    return found
