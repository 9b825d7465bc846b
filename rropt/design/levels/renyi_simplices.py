"""Prices under Renyi budgets that cover a curved utility, simplex by simplex.

A price for each truth and each budget is the dual of a program over patterns. A checker halves
simplices until lines below the powers show at their vertices that the prices cover
(`checker/cover_simplices.py`). Here the same is done in doubles: to count the simplices, which are
more the less prices are raised, and to find vertices that prices do not cover yet, which join the
patterns of the program. Before that, patterns near the rows in use join that prices cover least.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, comb, log2, sqrt
from typing import TYPE_CHECKING

import numpy as np

from rropt.design.levels.merged_truths import MergedTruths
from rropt.design.levels.renyi_forms import (
    ROUNDED,
    BentWorth,
    Forms,
    PricedPower,
    Squares,
    short_ratios,
)
from rropt.design.levels.renyi_table import (
    MOST_SPENT,
    FloatPrices,
    InDoubles,
    NearTable,
    beyond_one,
    climbed,
    line_at_one,
    log_ratios,
    priced_program,
    rows_in_use,
    taken,
)
from rropt.exact import InputError
from rropt.privacy.bound_forms import LOW

if TYPE_CHECKING:
    from rropt.design.engine.pool import Array
    from rropt.privacy.conditions import Conditions

RAISED = (1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1)
"""Shares of the value by which prices are raised: three truths take some 4000 simplices at 1e-5."""

MOST_SIMPLICES = 40_000
"""That are looked at."""

SHOWN_BY_LINES, SHOWN_BY_A_FORM, HALVED = range(3)
"""What a cut says of a simplex, as of a checker; from HALVED on, along which edge."""

BITS, BITS_OF_TANGENT = 190, 20
"""Of prices and tangents, as a checker counts them: a few more or less. Each square adds some, as
do the digits of a model, and the price of a budget of 1e137, of order 64 and epsilon 5, has as many
digits more as that has."""

MOST_WORK_ON_FORMS = 2**35
BITS_OF_FORM, STEPS_OF_LINE, STEPS_OF_BEND, POWERS_OF_SQUARES = 2048, 24, 64, 5
MOST_LINES_OF_LOGARITHMS = 2**16
"""What a checker takes, of lines of orders that are 1 or no integer, and of vertices where a worth
has logarithms. Where numbers are longer it refuses, and larger shares are tried."""

ROOM, ROOM_BESIDE_LOGARITHMS = 0.93, 0.72
"""Of what a checker takes: the rest is for the table, whose logarithms show zCDP."""

MORE = 1.05
"""So many more are stated than are counted in doubles: at the last digits of prices a checker looks
at a fiftieth more."""

ROUNDS, FEWER_ROUNDS = 40, 8
"""Of vertices that join the patterns: for the first prices, and for lower ones."""

MOST_CLIMBS = 30
"""Of patterns near rows in use that join between two of these rounds: six are enough for prices
raised by a tenth of those before."""

FIRST_STEP = 0.1
"""Of a climb, in multiples of the typical log-ratio."""

MOST_WORK = 15_000_000
"""Of a search for all shares, simplices and patterns each times the budgets: some 12 s. It is
taken by A-optimality of three truths under zCDP of 1/10 until 1e-7 is covered, and as much again
until 1e-11 is, where the table leaves 5e-4."""

LACKING = 0.05
"""Of what prices are raised by: vertices that lack less are covered."""

PRICED = 1e-9
"""Of the largest price of a budget: one below is none."""

LEAST_PAID = 1e-3
"""Of what prices are raised by: paid for a budget that patterns exceed MOST_SPENT times. They pay a
million times as much, and without it joined in vain: an E-optimal design of four truths under zCDP
of 1/10 had a gap of 7 %, information of three at order 64 and 1/2 no bound."""

BETWEEN = 2
"""Shares that are tried between the last that is covered and the first that is not."""

WAYS = (1, 2, 4)
"""To halve: along the edge where budgets bend most at every level, or at each second or fourth, at
others along that which leaves most halves shown. To a thousandth a model of four truths at order 2
and 5 takes 32,601, 4,061 or 1,435 simplices, a contrast at order 64 and 1/2 8,779, 9,863 or more
than 50,000: halves that are shown may be ever thinner slices."""

MOST_ADDED = 200
PAID_IN_BENDS = 16
"""Times what a truth alone pays beyond its worth: up to where a power counts, as of a checker."""
FIRST_DIGITS = 4
"""Of the ratios where lines touch: binary digits, three more whenever all edges are halved four
times."""


@dataclass(frozen=True)
class Most:
    """What a checker takes of simplices in proportion to what they are."""

    powers: int
    """Of a utility, in a form."""

    has_logarithms: bool
    """Of a worth at vertices."""

    of_lines: bool
    """Whether lines have logarithms."""

    bits: int
    """Of prices and numbers of a utility."""

    room: float
    """The share of what a checker takes that is left beside the table."""

    @staticmethod
    def of(conditions: Conditions, worth: BentWorth | None) -> Most:
        """Of a utility of squares or entropies, or of which nothing is known."""
        orders = {condition.order or Fraction(1) for condition in conditions.listed}
        are_powers = all(order > 1 and order.denominator == 1 for order in orders)
        are_squares = isinstance(worth, Squares)
        parts = 0 if worth is None else worth.parts
        largest = max(float(condition.most[LOW]) for condition in conditions.listed)
        tangents = 0 if worth is None else worth.tangents
        return Most(
            powers=parts * (POWERS_OF_SQUARES if are_squares else 1),
            has_logarithms=not are_squares,
            of_lines=not are_powers or (parts > 0 and not are_squares),
            bits=BITS + BITS_OF_TANGENT * tangents + ceil(max(0.0, log2(largest))),
            room=ROOM if conditions.rho is None else ROOM_BESIDE_LOGARITHMS,
        )


@dataclass(frozen=True)
class Looked:
    """How simplices are cut as a checker reads it (`cover_simplices`), and how many lines it takes;
    of more simplices than are looked at nothing is known.
    """

    cut: list[int] | None
    lines: int

    def __len__(self) -> int:
        """How many simplices."""
        return len(self.cut or ())

    def is_within(self, most: Most, truths: int, budgets: int) -> bool:
        """Whether a checker takes it, of so many budgets with a price."""
        if self.cut is None:
            return False
        by_lines, forms = self.cut.count(SHOWN_BY_LINES), self.cut.count(SHOWN_BY_A_FORM)
        vertices = min(truths * by_lines, truths + len(self.cut) // 2)
        logarithms = most.has_logarithms * vertices + most.of_lines * MORE * self.lines
        steps = (len(self.cut) + by_lines * budgets) * (truths**2 + STEPS_OF_LINE)
        steps += forms * ((budgets + most.powers) * (truths**2 + STEPS_OF_BEND) + truths**3)
        work = steps * (most.bits + BITS_OF_FORM)
        share = work / MOST_WORK_ON_FORMS + logarithms / MOST_LINES_OF_LOGARITHMS
        return share <= most.room

    @property
    def cover(self) -> dict[str, object]:
        """The field `cover`."""
        return {"proof": "simplices", "cut": self.cut, "lines": max(1, ceil(MORE * self.lines))}


@dataclass(frozen=True)
class Covered:
    """Prices of truths and of budgets, and what shows that they cover."""

    prices: Array
    budget_prices: Array
    looked: Looked

    @property
    def cover(self) -> dict[str, object]:
        """The field `cover`."""
        return self.looked.cover


def covering_prices(
    sought: SoughtPrices, near: NearTable, value: float, least: float = 0.0
) -> tuple[dict[float, Covered], NearTable]:
    """Prices that a checker can see to cover, by the share by which they are raised, falling; and
    the best table of the patterns that they were found for.

    - value: of the table, of which shares are taken
    - least: a share below which no prices are asked for
    """
    search = _PriceSearch(sought, near, value)
    covered: dict[float, Covered] = {}
    missed = None
    # The largest share takes the fewest simplices, and its patterns are a start for the next.
    for share in reversed(RAISED):
        if covered and share < least:
            break
        found = search.raised(share)
        if found is None:
            missed = share
            break
        covered[share] = found
    if missed and covered:
        for _ in range(BETWEEN):
            share = sqrt(missed * min(covered))
            found = search.raised(share)
            if found is None:
                missed = share
            else:
                covered[share] = found
    if not covered:
        raise without_prices()
    return covered, search.near


def without_prices() -> InputError:
    """The refusal of budgets for which nothing is shown."""
    return InputError(
        "order and epsilon must be larger or categories fewer for this objective: no prices "
        "were found that a checker can see to cover; decisions (trace, guess, gain) work there"
    )


@dataclass(frozen=True)
class Margin:
    """By which share of a value prices are raised."""

    share: float
    value: float

    def raised(self, found: FloatPrices, conditions: Conditions) -> FloatPrices:
        """Budgets by half of the share, at what exceeds the lines that touch at 1, and truths by
        the rest: patterns far from 1 take most of the budgets.
        """
        more = found.of_budgets * self.share / 2
        truths = found.of_truths.copy()
        spent = 0.0
        for condition, price in zip(conditions.listed, more, strict=True):
            # What the price takes on the line at 1, which is linear, is taken off the truths.
            truths -= price * line_at_one(condition)
            spent += price * beyond_one(condition)
        truths += (self.share * self.value - spent) / conditions.truths
        return FloatPrices(found.weights, truths, found.of_budgets + more)


@dataclass(frozen=True)
class SoughtPrices:
    """What prices are to cover."""

    utility: InDoubles
    """Of all truths."""

    of_classes: InDoubles
    """The same where the truths of a class have equal entries."""

    merged: MergedTruths
    worth: BentWorth | None
    """The utility as a sum of squares or entropies, which forms are for."""


Touched = list[tuple[float, "Array"]]
"""An order, and ratios at which its lines touch."""


class _PriceSearch:
    """Prices that few simplices show to cover, and the patterns that they were found for."""

    def __init__(self, sought: SoughtPrices, near: NearTable, value: float) -> None:
        self.utility = sought.of_classes
        self.whole = sought.utility
        self.merged = sought.merged
        self.worth = sought.worth
        self.near = near
        self.value = value
        self.most = Most.of(near.conditions, sought.worth)
        self.rounds = ROUNDS
        self.work = MOST_WORK
        self.ways: tuple[int, ...] = WAYS
        self.has_way = False
        self.exceeded = np.zeros(len(near.conditions.listed), dtype=bool)
        # Budgets of truths that the utility does not see stay without a price: so do these truths.
        unseen = np.setdiff1d(np.arange(near.conditions.truths), self.utility.seen)
        forms = np.array([(c.left, c.right) for c in near.conditions.listed], dtype=float)
        self.seen = ~forms[:, :, unseen].any(axis=(1, 2))

    def raised(self, share: float) -> Covered | None:
        """Prices raised by this share."""
        rounds, self.rounds = self.rounds, FEWER_ROUNDS
        margin = Margin(share, self.value)
        for _ in range(rounds):
            found = self._near_rows(margin)
            if found is None:
                break
            looked, search = self._shown(found, margin)
            if looked is not None:
                return Covered(search.prices, search.budget_prices, looked)
            lacking = search.lacking()
            # All vertices are covered, by too many simplices: no pattern would change that.
            if not len(lacking):
                break
            self._join(self.merged.means(lacking))
        return None

    def _shown(self, found: FloatPrices, margin: Margin) -> tuple[Looked | None, _HalvedSimplices]:
        """The cut that shows that prices cover, if a checker takes it, and the last that was
        looked at: by the way that served before, or by another if all vertices are covered. At
        first all are tried.
        """
        budgets = self.merged.all_budgets(self.near.conditions)
        prices = self.merged.prices(found)
        best = None
        ways = self.ways
        for way in ways:
            search = _HalvedSimplices(self.whole, self.worth, budgets, prices, margin, way)
            looked = search.counted()
            number = len(search.budgets)
            self.work -= search.work
            is_within = looked.is_within(self.most, search.truths, number)
            if is_within and (best is None or len(looked) < len(best)):
                best = looked
                self.ways = (way, *(other for other in WAYS if other != way))
            if self.has_way and best is not None:
                break
            if not is_within and len(search.lacking()):
                break
        self.has_way |= best is not None
        return best, search

    def _near_rows(self, margin: Margin) -> FloatPrices | None:
        """Prices that cover the patterns near all rows in use, and those rows."""
        conditions = self.near.conditions
        typical, _ = log_ratios(conditions.listed)
        found = None
        for _ in range(MOST_CLIMBS):
            patterns = self.near.patterns
            found = priced_program(self.utility, conditions, patterns) if self.work > 0 else None
            if found is None:
                return None
            found = self._with_least(found, margin)
            self.work -= len(patterns) * len(conditions.listed)
            self.near = replace(self.near, rows=rows_in_use(found, patterns, typical))
            search = _HalvedSimplices(self.utility, None, conditions, found, margin)
            better = climbed(self.near.rows, search.slacks, FIRST_STEP * typical)
            lowest = search.uncovered(better)
            if not len(lowest):
                break
            self._join(lowest)
        return found

    def _with_least(self, found: FloatPrices, margin: Margin) -> FloatPrices:
        """Without prices of next to nothing; budgets have one that patterns exceed by so much that
        the program leaves them out, whatever these lack."""
        listed = self.near.conditions.listed
        budgets = found.of_budgets * (found.of_budgets > PRICED * found.of_budgets.max())
        most = np.array([beyond_one(condition) for condition in listed])
        least = np.where(self.exceeded, LEAST_PAID * margin.share * margin.value / most, 0.0)
        more = np.maximum(least - budgets, 0.0)
        lines = np.array([line_at_one(condition) for condition in listed])
        return replace(found, of_truths=found.of_truths - more @ lines, of_budgets=budgets + more)

    def _join(self, patterns: Array) -> None:
        """These join the patterns of the program."""
        self.near = replace(self.near, patterns=np.concatenate([self.near.patterns, patterns]))
        spent = np.array([taken(c, patterns) for c in self.near.conditions.listed])
        spent[~self.seen] = 0.0
        self.exceeded[spent.argmax(axis=0)[spent.max(axis=0) >= MOST_SPENT]] = True


class _HalvedSimplices:
    """Simplices that are halved, level by level, in doubles."""

    def __init__(
        self,
        utility: InDoubles,
        worth: BentWorth | None,
        conditions: Conditions,
        found: FloatPrices,
        margin: Margin,
        way: int = 1,
    ) -> None:
        self.utility = utility
        self.way = way
        self.worth = worth
        self.truths = conditions.truths
        self.conditions = conditions.listed
        self.margin = margin.share * margin.value / self.truths
        self.found = found
        raised = margin.raised(self.found, conditions)
        self.budget_prices = raised.of_budgets
        self.budgets = self._priced(self.budget_prices)
        # Rows of almost one truth take too much for the program: where no ratio of it to others has
        # a price, its own pays for what it is worth.
        alone = self.utility.floats(np.eye(self.truths))
        priced = np.any([budget.left > 0 for budget in self.budgets], axis=0)
        least = np.where(alone > 0, alone + self.margin, 0.0)
        self.prices = np.maximum(raised.of_truths, np.where(priced, -np.inf, least))
        # What is linear in prices and worth cancels.
        self.least = float(np.abs(self.prices - alone)[self._matters()].min())
        self.looked: list[Array] = []
        self.touched: set[tuple[float, float]] = set()
        # Of each level what is told of its simplices.
        self.levels: list[Array] = []

    def _priced(self, prices: Array) -> list[PricedPower]:
        return [
            PricedPower.of(c, z) for c, z in zip(self.conditions, prices.tolist(), strict=True) if z
        ]

    def counted(self) -> Looked:
        """The cut that shows it, if it is not too long."""
        simplices = np.eye(self.truths)[None, self._matters()]
        number = depth = 0
        while len(simplices) and number <= MOST_SIMPLICES:
            number += len(simplices)
            self.looked.append(simplices.reshape(-1, self.truths))
            digits = FIRST_DIGITS + 3 * depth // (4 * (simplices.shape[1] - 1))
            told, lacks, touched = self._told(simplices, digits)
            self.levels.append(told)
            for order, ratios in touched:
                self.touched |= {(order, t) for t in ratios.tolist()}
            failing = told >= HALVED
            simplices = simplices[failing]
            edges = self._edges(simplices, lacks[failing], digits)
            told[failing] += edges
            simplices = halves(simplices, edges)
            depth += 1
        return Looked(None if len(simplices) else self._cut(), len(self.touched))

    @property
    def work(self) -> int:
        """Simplices and halves that were looked at, each times the budgets."""
        looked = sum(map(len, self.levels))
        by_bends = sum(map(len, self.levels[self.way - 1 :: self.way]))
        edges = comb(int(self._matters().sum()), 2)
        # Where half of all simplices are halved, as many halves are looked at along all edges.
        return (looked + edges * (looked - by_bends)) * (1 + len(self.budgets))

    def _cut(self) -> list[int]:
        """What is told of the first simplex, of a half with all of its parts, and of the other."""
        halved = [np.cumsum(told >= HALVED) for told in self.levels]
        levels = [told.tolist() for told in self.levels]
        cut = []
        left = [(0, 0)]
        while left:
            depth, place = left.pop()
            told = levels[depth][place]
            cut.append(told)
            if told >= HALVED:
                first = int(halved[depth][place]) - 1
                second = first + int(halved[depth][-1])
                left += [(depth + 1, second), (depth + 1, first)]
        return cut

    def _matters(self) -> Array:
        """The truths that the utility or a budget with a price sees."""
        matters = np.zeros(self.truths, dtype=bool)
        matters[list(self.utility.seen)] = True
        for budget in self.budgets:
            matters |= (budget.left > 0) | (budget.right > 0)
        return matters

    def _told(self, simplices: Array, digits: int) -> tuple[Array, Array, Touched]:
        """What shows each, or HALVED; by how much lines do not pay the worth of its vertices; and
        where lines touch that show something.
        """
        with np.errstate(all="ignore"):
            lacks, touched = self._lacks_of_lines(simplices, digits)
            failing = np.flatnonzero(lacks.any(axis=1))
            told = np.full(len(simplices), SHOWN_BY_LINES)
            if self.worth is not None and len(failing):
                told[failing] = SHOWN_BY_A_FORM
                formed, more = self._formed(self.worth, simplices[failing], digits)
                touched += more
                failing = failing[~formed]
        told[failing] = HALVED
        return told, lacks, touched

    def _lacks_of_lines(self, simplices: Array, digits: int) -> tuple[Array, Touched]:
        """By how much prices and lines do not pay the worth of each vertex: u is convex and lines
        are linear, so what lacks at none holds within.
        """
        rows = simplices.reshape(-1, self.truths)
        paid, worth = rows @ self.prices, self.utility.floats(rows)
        sums = (paid - worth).reshape(simplices.shape[:2])
        terms = (np.abs(paid) + np.abs(worth)).reshape(simplices.shape[:2])
        touched = []
        for budget in self.budgets:
            above, below, ratios = budget.paid(simplices, digits)
            sums += above - below
            terms += above + below
            touched.append((budget.order, ratios))
        lacks: Array = np.maximum(ROUNDED * terms - sums, 0.0)
        shown = np.logical_not(lacks.any(axis=1))
        return lacks, [(order, ratios[shown]) for order, ratios in touched]

    def _formed(self, worth: BentWorth, simplices: Array, digits: int) -> tuple[Array, Touched]:
        """Where a form shows what lines do not."""
        forms = Forms.of(simplices @ self.prices)
        touched = [(1.0, ratios) for ratios in worth.subtract(simplices, forms, digits)]
        for budget in self.budgets:
            touched += [(budget.order, t) for t in budget.add(simplices, forms, digits)]
        shown = forms.are_nowhere_negative()
        return shown, [(order, ratios[shown]) for order, ratios in touched]

    def _edges(self, simplices: Array, lacks: Array, digits: int) -> Array:
        """Along which to halve each: where most halves are shown then, and of these where the
        others lack least.

        - lacks: how much each vertex does
        """
        along_bends = self._edges_that_bend(simplices, lacks, digits)
        # Around a row that prices do not cover nothing is shown: others are found at least cost.
        if self.way > 1 and len(self.uncovered(simplices.reshape(-1, self.truths))):
            self.way = 1
        # Halves that are shown may be ever thinner slices.
        if not len(simplices) or len(self.levels) % self.way == 0:
            return along_bends
        before = lacks.sum(axis=1)
        number = simplices.shape[1] * (simplices.shape[1] - 1) // 2
        left = np.empty((len(simplices), number))
        for edge in range(number):
            both = halves(simplices, np.full(len(simplices), edge))
            told, after, _ = self._told(both, digits)
            failing = (told >= HALVED).reshape(2, -1)
            lacking = after.sum(axis=1).reshape(2, -1) * failing
            left[:, edge] = failing.sum(axis=0) + lacking.sum(axis=0) / before
        edges: Array = left.argmin(axis=1)
        return edges

    def _edges_that_bend(self, simplices: Array, lacks: Array, digits: int) -> Array:
        """Those along which budgets bend the most, of those with an end that lacks something.

        sum w_n (e_n(v) - e_n(w))^2 / max y, e = x - t y with t the mean ratio. By Taylor a line
        that touches at t is z f''(t) e^2 / (2 y) below its budget: w_n is z f'' at the vertices
        where lines do not pay, times what they lack there. The longest edge would do as well, but
        where one truth is rare in all reports others need not be told apart as finely: one truth
        against three takes 250 simplices for 24,000.
        """
        first, second = np.array(list(combinations(range(simplices.shape[1]), 2))).T
        changes = np.zeros((len(simplices), len(first)))
        paid = PAID_IN_BENDS * self.least
        with np.errstate(all="ignore"):
            for budget in self.budgets:
                xs, ys, ratios = budget.at(simplices)
                ratios = short_ratios(ratios, budget.order, digits)
                largest = ys.max(axis=1)
                beside = xs - ratios[:, None] * ys
                weights = (lacks * budget.bends(simplices, paid)).sum(axis=1)
                more = (beside[:, first] - beside[:, second]) ** 2 * (weights / largest)[:, None]
                changes += np.where(largest[:, None] > 0, more, 0.0)
        changes[(lacks[:, first] == 0) & (lacks[:, second] == 0)] = -1.0
        edges: Array = changes.argmax(axis=1)
        return edges

    def slacks(self, rows: Array) -> Array:
        """By how much the prices that are not raised exceed the worth of rows, per mass."""
        with np.errstate(all="ignore"):
            paid = rows @ self.found.of_truths
            for budget in self._priced(self.found.of_budgets):
                paid += budget.powers(rows)
            found: Array = (paid - self.utility.floats(rows)) / rows.sum(axis=1)
        return found

    def uncovered(self, rows: Array) -> Array:
        """Those that the prices do not cover, those that lack most first."""
        slacks = self.slacks(rows)
        worst = np.argsort(slacks)[:MOST_ADDED]
        found: Array = rows[worst[slacks[worst] < -LACKING * self.margin]]
        return found / found.max(axis=1, keepdims=True)

    def lacking(self) -> Array:
        """Vertices that the prices do not cover."""
        return self.uncovered(np.unique(np.concatenate(self.looked), axis=0))


def halves(simplices: Array, edges: Array) -> Array:
    """Both parts of each on either side of the middle of an edge, those without its first end
    first.
    """
    each = np.arange(len(simplices))
    ends = np.array(list(combinations(range(simplices.shape[1]), 2)))[edges]
    middles = (simplices[each, ends[:, 0]] + simplices[each, ends[:, 1]]) / 2
    both = []
    for end in ends.T:
        half = simplices.copy()
        half[each, end] = middles
        both.append(half)
    return np.concatenate(both)
