"""The direct program of decisions: one report an action, its bounds added when they are needed.

    maximise  sum_xj c_xj P[x, j]   with   sum_x P[x, j] = 1,   P >= 0,
    a_n.P_x <= 0                               for each hard form,
    a_n.P_x <= S_xn,   sum_xn c_n S_xn <= d    for the forms of each budget.

Of the many bounds few bind: the program begins without them and is solved again with those that it
violates, until none is, and refined until residuals are far below doubles (`lp.refine`). Where
numbers stay short, rationals solve the basis where it ended. A truth of which a report may tell
alone has one more column, worth what the best action is there.

**Levels over many orders of magnitude** make entries that doubles beside 1 do not see: of 48 places
on a line, e a step, the farthest has e^-47. What privacy demands of them says how large they are
about, from a first solution on; each is then counted in a power of two of its own (`widened`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

import numpy as np

from rropt import lp
from rropt.exact import InputError, over_common_denominator
from rropt.exact.entries import two_valued
from rropt.lp.refine import BITS, GrowingProgram
from rropt.privacy.bound_forms import BoundForm, Key

Actions = Sequence[Sequence[Fraction]]

Place = tuple[int, int]
"""An action, and the place of a form."""

MOST_ROUNDS = 300
MOST_REFINEMENTS = 60
MOST_ADDED = 4
"""Bounds added in a round, in multiples of the entries of the table."""

FORMS_AT_ONCE = 1 << 12
"""Forms whose bounds are looked at together: with 256 actions eight megabytes."""

NEAR = 1e-12
"""Doubles that are so near zero, as a share of their terms, are compared in whole numbers."""

WIDE = 20
"""Binary orders between the entries of a row from which on each is counted in a unit of its own."""

MOST_ORDERS = 100
"""Of a unit below one: so much is refined (`lp.refine.TARGET`)."""

SPENT = 1 - 1e-9
"""A budget of which this share is spent is watched: all that spends it is a bound."""


CONTRADICTION = "privacy must allow a table: these conditions contradict each other"


@dataclass(frozen=True)
class ProposedTable:
    """What a refined or exact solution says; rows of actions, then of the truths told alone."""

    rows: list[list[Fraction]]
    prices: list[Fraction]
    multipliers: list[dict[Key, Fraction]]
    is_exact: bool = False


class ActionProgram:
    """The program for one end of the levels."""

    def __init__(
        self,
        actions: Actions,
        forms: Sequence[BoundForm],
        singles: Sequence[int],
        class_of: Sequence[int],
        orders: Sequence[int] = (),
    ) -> None:
        self.actions = actions
        self.forms = forms
        self.singles = singles
        self.count = len(actions)
        self.truths = len(actions[0])
        self.class_of = class_of
        """Entries of the truths of a class add up to the size of the class."""

        self.orders = list(orders) or [0] * (self.count * self.truths)
        """Entry n of the table is counted in units of 2^-orders[n]."""

        self._is_wide = any(self.orders)
        sizes = Counter(self.class_of)
        self.sums = [Fraction(sizes[c]) for c in range(len(sizes))]
        self.bounds: list[Place] = []
        self.is_refined = False
        """Whether the basis is the one that the point belongs to, with no bound missing."""

        self._scales = [_scale(form) for form in forms]
        self._unit = max(abs(c) for c in chain.from_iterable(actions)) or Fraction(1)
        self._program = GrowingProgram()
        self._row_of: dict[Place, int] = {}
        self._budget_of: dict[Key, int] = {}
        self._least_of: dict[Key, Fraction] = {}
        self._shares: dict[int, Fraction] = {}
        for n, form in enumerate(forms):
            if form.most is not None:
                self._shares[n] = form.factor * self._scales[n] / form.most
                room = min(Fraction(1), 1 / self._shares[n])
                self._least_of[form.owner] = max(room, self._least_of.get(form.owner, room))
        self._matrices = [self._floats(n) for n in range(0, len(forms), FORMS_AT_ONCE)]
        self._program.add_rows(self.sums, [{}] * len(self.sums))
        one = Fraction(1)
        units = [Fraction(1, 1 << order) for order in self.orders] + [one] * len(singles)
        classes = [*list(self.class_of) * self.count, *(self.class_of[j] for j in singles)]
        entries = [{c: unit} for c, unit in zip(classes, units, strict=True)]
        worth = [*chain.from_iterable(actions), *best_alone(actions, singles)]
        costs = [-c * unit / self._unit for c, unit in zip(worth, units, strict=True)]
        self._program.add_columns(costs, entries)

    def begin_with(self, names: Sequence[tuple[int, Key]]) -> None:
        """Bounds that another end of the levels needed: an action, and the name of a form."""
        places = {form.name: n for n, form in enumerate(self.forms)}
        self._add([(x, places[name]) for x, name in names if name in places])

    @property
    def named_bounds(self) -> list[tuple[int, Key]]:
        """The bounds that have joined, by the names of their forms."""
        return [(x, self.forms[n].name) for x, n in self.bounds]

    def widened(self) -> ActionProgram:
        """The same, solved, with entries in units of their sizes, where these differ by orders.

        Without budgets, whose parts are counted in units of their own.
        """
        if any(form.most is not None for form in self.forms):
            return self
        table = np.array(self._doubles()).reshape(self.count, self.truths)
        most = table.max(axis=1, keepdims=True)
        if (most <= table * 2.0**WIDE).all():
            return self
        levels = [form.level for form in self.forms if form.level]
        while True:
            before = table.copy()
            for a, b, level in levels:
                np.maximum(table[:, b], table[:, a] / float(level), out=table[:, b])
            if (before == table).all():
                break
        # Of an entry that is zero, or of a whole idle report, nothing is known.
        below = np.log2(np.where(table > 0, most / np.where(table > 0, table, 1.0), 1.0))
        if below.max() < WIDE:
            return self
        orders = np.minimum(below, MOST_ORDERS).astype(int).ravel().tolist()
        program = ActionProgram(self.actions, self.forms, self.singles, self.class_of, orders)
        program.begin_with(self.named_bounds)
        program.find_bounds()
        return program

    def find_bounds(self) -> bool:
        """Solve with all bounds that the present scale shows violated; False where HiGHS fails."""
        for _ in range(MOST_ROUNDS):
            if not self._program.solve():
                break
            fresh = self._violated()
            if not fresh:
                return True
            self._add(fresh)
        if not any(self._program.point):
            raise InputError(
                "privacy and objective must be less extreme: HiGHS ended without a table"
            )
        return False

    def refine(self) -> None:
        """As finely as the precision allows."""
        for _ in range(MOST_REFINEMENTS):
            if not self.find_bounds():
                return
            if not self._program.magnify():
                self.is_refined = True
                return

    def proposed(self) -> ProposedTable:
        """The refined point."""
        return self._read(self._program.value, self._program.price)

    def _read(
        self, value: Callable[[int], Fraction], price: Callable[[int], Fraction]
    ) -> ProposedTable:
        """What the numbers of columns and the prices of rows say."""
        flat = [value(j) / (1 << order) for j, order in enumerate(self.orders)]
        rows = [flat[x * self.truths : (x + 1) * self.truths] for x in range(self.count)]
        rows += self._alone([value(self.count * self.truths + n) for n in range(len(self.singles))])
        multipliers: list[dict[Key, Fraction]] = [{} for _ in self.actions]
        for (x, n), row in self._row_of.items():
            dual = -price(row) * self._unit / self._scale_at((x, n))
            if dual > 0:
                multipliers[x][self.forms[n].name] = dual
        prices = [-price(c) * self._unit for c in self.class_of]
        return ProposedTable(rows, prices, multipliers)

    def _alone(self, masses: Sequence[Fraction]) -> list[list[Fraction]]:
        pairs = zip(self.singles, masses, strict=True)
        return [list(two_valued({j}, self.truths, m, Fraction(0))) for j, m in pairs]

    def _add(self, fresh: Sequence[Place]) -> None:
        """a.P_x / scale + slack = S / scale, and sum c S / d + slack = 1, with no entry above one.

        The budget is scaled so that the form that takes least of it has entries 1 and -1.
        """
        rows = []
        for x, n in fresh:
            scale = self._scale_at((x, n))
            rows.append({j: a / scale for j, a in self._terms_at((x, n))})
        places = self._program.add_bounds([Fraction(0)] * len(rows), rows)
        self._row_of |= zip(fresh, places, strict=True)
        self.bounds += fresh
        soft = [place for place in fresh if self.forms[place[1]].most is not None]
        self._open([self.forms[n] for _, n in soft])
        columns = []
        for place in soft:
            form = self.forms[place[1]]
            budget = self._budget_of[form.owner]
            share = self._shares[place[1]] * self._least_of[form.owner]
            unit = max(Fraction(1), share)
            columns.append({self._row_of[place]: -1 / unit, budget: share / unit})
        if columns:
            self._program.add_columns([Fraction(0)] * len(columns), columns)

    def _open(self, forms: Sequence[BoundForm]) -> None:
        """The rows sum c S + slack = d of budgets that have none yet."""
        closed = dict.fromkeys(f.owner for f in forms if f.owner not in self._budget_of)
        if closed:
            least = [self._least_of[owner] for owner in closed]
            places = self._program.add_bounds(least, [{}] * len(closed))
            self._budget_of |= zip(closed, places, strict=True)

    def _violated(self) -> list[Place]:
        """The worst bounds that the point violates and that have not joined."""
        table = np.array(self._doubles()).reshape(self.count, self.truths)
        found: list[tuple[float, Place]] = []
        spent: dict[Key, float] = {}
        overs = []
        for m, block in enumerate(self._matrices):
            over, sizes = block.at(table.T)
            overs.append((over, NEAR * sizes))
            for n in block.soft:
                form = self.forms[m * FORMS_AT_ONCE + n]
                total = float(np.maximum(over[n], 0.0).sum()) * float(form.factor)
                spent[form.owner] = spent.get(form.owner, 0.0) + total
        noise = self._program.noise
        for m, (over, slight) in enumerate(overs):
            for n, x in np.argwhere(over > -slight).tolist():
                place = x, m * FORMS_AT_ONCE + n
                form = self.forms[place[1]]
                if place in self._row_of or not table[x].any():  # idle rows break nothing
                    continue
                if form.most is not None and spent[form.owner] < SPENT * float(form.most):
                    continue
                scale = self._scale_at(place)
                size = float(over[n, x]) / float(scale)
                _, unit = form.whole
                if self._excess(place) > noise * unit * scale:
                    found.append((size, place))
        found.sort(key=lambda each: -each[0])
        return [place for _, place in found[: MOST_ADDED * self.count * self.truths]]

    def _doubles(self) -> list[float]:
        pairs = zip(self.orders, self._program.point, strict=False)
        return [x / (1 << BITS + order) for order, x in pairs]

    def _excess(self, place: Place) -> int:
        """a.P_x over 2^BITS, times the unit of the form."""
        x, n = place
        point = self._program.point
        first = x * self.truths
        terms, _ = self.forms[n].whole
        return sum([a * point[first + j] >> self.orders[first + j] for j, a in terms])

    def _terms_at(self, place: Place) -> list[tuple[int, Fraction]]:
        """The entries of the table in a bound, in their units."""
        x, n = place
        first = x * self.truths
        if not self._is_wide:
            return [(first + j, a) for j, a in self.forms[n].terms]
        return [(first + j, a / (1 << self.orders[first + j])) for j, a in self.forms[n].terms]

    def _scale_at(self, place: Place) -> Fraction:
        """The largest coefficient of a bound."""
        if not self._is_wide:
            return self._scales[place[1]]
        return max(abs(a) for _, a in self._terms_at(place))

    def _floats(self, start: int) -> _FloatForms:
        return _FloatForms.of(self.forms[start : start + FORMS_AT_ONCE], self.truths)

    @property
    def tight(self) -> int:
        """How many bounds leave nothing, as the basis says."""
        return self._program.tight

    def exact(self) -> ProposedTable:
        """The exact optimum over the bounds that have joined, and whatever those miss."""
        while True:
            solution = lp.decide(self._program.posed, self._program.basis)
            self._program.stand_at(solution.basis)
            if not solution.is_optimal:
                raise InputError(CONTRADICTION)
            found = self._read(solution.x.__getitem__, solution.dual_eq.__getitem__)
            missed = self._missed(found.rows)
            if not missed:
                return replace(found, is_exact=True)
            self._add(missed)

    def _missed(self, rows: Sequence[Sequence[Fraction]]) -> list[Place]:
        """Bounds that the table violates, or whose excess was not counted."""
        table = [over_common_denominator(row) for row in rows[: self.count]]
        spent: dict[Key, Fraction] = {}
        over: list[Place] = []
        for n, form in enumerate(self.forms):
            terms, unit = form.whole
            for x, (row, below) in enumerate(table):
                excess = sum([a * row[j] for j, a in terms])
                if excess > 0:
                    over.append((x, n))
                    more = form.factor * Fraction(excess, below * unit)
                    spent[form.owner] = spent.get(form.owner, Fraction(0)) + more
        broken = [(x, n) for x, n in over if self._is_broken(n, spent)]
        return [place for place in broken if place not in self._row_of]

    def _is_broken(self, n: int, spent: Mapping[Key, Fraction]) -> bool:
        form = self.forms[n]
        return spent[form.owner] > (form.most or 0)


@dataclass(frozen=True)
class _FloatForms:
    """Forms in doubles: those of two truths by their places, any others as rows."""

    pairs: list[int]
    places: np.ndarray
    values: np.ndarray
    others: list[int]
    rows: np.ndarray
    soft: list[int]

    @classmethod
    def of(cls, forms: Sequence[BoundForm], truths: int) -> _FloatForms:
        pairs = [n for n, form in enumerate(forms) if len(form.terms) == 2]
        others = [n for n, form in enumerate(forms) if len(form.terms) != 2]
        rows = np.zeros((len(others), truths))
        for row, n in zip(rows, others, strict=True):
            for j, x in forms[n].terms:
                row[j] = float(x)
        terms = [zip(*forms[n].terms, strict=True) for n in pairs]
        places, values = zip(*terms, strict=True) if pairs else ((), ())
        return cls(
            pairs,
            np.array(places, dtype=int).reshape(-1, 2),
            np.array(values, dtype=float).reshape(-1, 2),
            others,
            rows,
            [n for n, form in enumerate(forms) if form.most is not None],
        )

    def at(self, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """a.P_x for each form and action, and the sum of the sizes of its terms."""
        over = np.empty((len(self.pairs) + len(self.others), columns.shape[1]))
        sizes = np.empty_like(over)
        first, second = (self.values[:, [m]] * columns[self.places[:, m]] for m in (0, 1))
        over[self.pairs], sizes[self.pairs] = first + second, abs(first) + abs(second)
        over[self.others], sizes[self.others] = self.rows @ columns, abs(self.rows) @ abs(columns)
        return over, sizes


def _scale(form: BoundForm) -> Fraction:
    """The largest coefficient."""
    return max(abs(x) for _, x in form.terms)


def best_alone(actions: Actions, singles: Sequence[int]) -> list[Fraction]:
    """What a report is worth that one truth alone gives."""
    best = list(map(max, zip(*actions, strict=True)))
    return [best[j] for j in singles]
