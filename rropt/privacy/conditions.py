"""Conditions: what all rows of a table keep together, where a matrix of levels does not say it.

    sum over rows r of  sum_(c, g) c [x.r - g y.r]+   <=  d

with forms x, y >= 0 (a truth, or a prior) and levels (c, g). Several levels for a pair of truths
are several conditions: any convex piecewise linear profile, or trade-off function. A condition
with d = 0 binds every row. Where g is irrational two rationals enclose it.

A condition of an order a is a Renyi budget: sum of (x.r)^a / (y.r)^(a - 1) <= d. It has no levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from rropt.exact import text
from rropt.exact.entries import unit
from rropt.patterns.planes import Form, along, rays_of_planes
from rropt.privacy.bound_forms import HIGH, LOW, BoundForm, Key
from rropt.privacy.renyi_lines import most_told, points_of

Ends = tuple[Fraction, Fraction]

MOST_PAIRS = 1 << 22
"""Of patterns between which a plane may pass; a checker looks at as many."""


@dataclass(frozen=True)
class LevelCondition:
    """One condition; `levels` are (c, (g of tables, g of bounds)) with g ascending."""

    left: Form
    right: Form
    levels: tuple[tuple[Fraction, Ends], ...]
    most: Ends
    order: Fraction | None = None
    budget: Fraction = Fraction(0)

    @classmethod
    def of_pair(cls, truths: int, a: int, b: int, g: Fraction, delta: Fraction) -> LevelCondition:
        """sum [r_a - g r_b]+ <= delta."""
        one = ((Fraction(1), (g, g)),)
        return cls(unit(truths, a), unit(truths, b), one, (delta, delta))

    def forms(self, end: int) -> list[tuple[Fraction, Form]]:
        """(c, x - g y) of each level."""
        return [(c, self._form(g[end])) for c, g in self.levels]

    def _form(self, g: Fraction) -> Form:
        return tuple(x - g * y for x, y in zip(self.left, self.right, strict=True))

    def excess(self, end: int, row: Sequence[Fraction]) -> Fraction:
        """What a row adds."""
        above = along(self.left, row)
        below = along(self.right, row)
        if self.order is not None:
            return most_told(self.order, above, below)
        over = (c * max(above - g[end] * below, Fraction(0)) for c, g in self.levels)
        return sum(over, Fraction(0))

    def at_lower_end(self) -> LevelCondition:
        """The lower ends of all levels, for tables and bounds alike."""
        levels = tuple((c, (g[LOW], g[LOW])) for c, g in self.levels)
        return replace(self, levels=levels, most=(self.most[LOW], self.most[LOW]))

    def record(self) -> dict[str, Any]:
        """As certificates state it."""
        forms = {"left": _stated(self.left), "right": _stated(self.right)}
        if self.order is None:
            levels = [[text(c), _ends(g)] for c, g in self.levels]
            return forms | {"levels": levels, "most": text(self.most[LOW])}
        order = self.order
        return forms | {
            "most": [text(self.most[LOW]), text(self.most[HIGH])],
            "order": int(order) if order.denominator == 1 < order else text(order),
            "budget": text(self.budget),
        }


@dataclass(frozen=True)
class Conditions:
    """All conditions on so many truths; they are asked as a matrix of levels is asked."""

    truths: int
    listed: tuple[LevelCondition, ...]
    epsilon: Fraction | None = None
    """The rational epsilon that irrational levels are e^epsilon of."""

    rho: Fraction | None = None
    """Of zero-concentrated privacy, which all conditions follow from."""

    shown_at: tuple[Fraction, ...] = ()
    """Orders minus 1 at which a table is shown to keep rho."""

    singles: tuple[int, ...] = ()
    uniform = None

    @property
    def is_exact(self) -> bool:
        """Whether tables and bounds have the same levels."""
        return not self.width and all(condition.order is None for condition in self.listed)

    @property
    def width(self) -> Fraction:
        """The largest distance between the ends of a level."""
        levels = chain.from_iterable(condition.levels for condition in self.listed)
        return max((hi - lo for _, (lo, hi) in levels), default=Fraction(0))

    def at_lower_end(self) -> Conditions:
        """The rational levels that tables obey, for tables and bounds alike."""
        return Conditions(self.truths, tuple(c.at_lower_end() for c in self.listed))

    @property
    def is_pure(self) -> bool:
        """Whether every condition binds every row for itself."""
        return not self.approximate

    @cached_property
    def approximate(self) -> dict[Key, Fraction]:
        """What the conditions that rows keep together allow tables."""
        return self.allowed(LOW)

    def allowed(self, end: int) -> dict[Key, Fraction]:
        """What the conditions that rows keep together allow."""
        found = {(n,): condition.most[end] for n, condition in enumerate(self.listed)}
        return {key: most for key, most in found.items() if most}

    @property
    def has_orders(self) -> bool:
        """Whether a condition is a Renyi budget."""
        return any(condition.order is not None for condition in self.listed)

    def shown_of(self, rows: Sequence[Sequence[Fraction]]) -> Conditions:
        """With the orders at which this table is shown to keep rho, where there is one."""
        if self.rho is None or not rows:
            return self
        return replace(self, shown_at=points_of(rows, self.rho) or ())

    def is_infinite(self, row: Sequence[Fraction]) -> bool:
        """Whether a row alone breaks a Renyi budget: x.r > 0 = y.r."""
        return any(
            condition.order is not None
            and along(condition.left, row) > 0
            and not along(condition.right, row)
            for condition in self.listed
        )

    def excess(self, end: int, key: Key, row: Sequence[Fraction]) -> Fraction:
        """What a row adds to a condition."""
        return self.listed[key[0]].excess(end, row)

    def excesses(self, end: int, row: Sequence[Fraction]) -> dict[Key, Fraction]:
        """What a row adds to each budget that it takes something of."""
        found = {key: self.listed[key[0]].excess(end, row) for key in self.approximate}
        return {key: x for key, x in found.items() if x}

    def bound_forms(self, end: int) -> list[BoundForm]:
        """The levels of all conditions, each under its place, without those that always hold."""
        found: list[BoundForm] = []
        allowed = self.allowed(end)
        place = 0
        for n, condition in enumerate(self.listed):
            for c, form in condition.forms(end):
                terms = tuple((j, x) for j, x in enumerate(form) if x)
                # r_1 <= e^epsilon r_1: leakage where everybody is known to have truth 1.
                if any(x > 0 for _, x in terms):
                    found.append(BoundForm((place,), (n,), c, terms, allowed.get((n,))))
                place += 1
        return found

    def is_free(self, row: Sequence[Fraction]) -> bool:
        """No report is without bounds."""
        return False

    def obeyed_by(self, rows: Sequence[Sequence[Fraction]]) -> bool:
        """Whether a table (one row a report) keeps every condition, decided exactly."""
        if any(map(self.is_infinite, rows)):
            return False
        for condition in self.listed:
            spent = sum((condition.excess(LOW, row) for row in rows), Fraction(0))
            if spent > condition.most[LOW]:
                return False
        return self.rho is None or points_of(rows, self.rho) is not None

    def patterns(self, end: int) -> list[Form]:
        """The extreme patterns: where the planes of all levels meet."""
        soft = set(self.approximate)
        planes: list[Form] = []
        hard: list[Form] = []
        for n, condition in enumerate(self.listed):
            forms = [form for _, form in condition.forms(end)]
            if (n,) in soft:
                planes += forms
            else:
                hard += forms
        # Between the planes every excess is linear: the rays of their cells are enough.
        return rays_of_planes(planes, hard, self.truths, MOST_PAIRS)

    def record(self) -> dict[str, Any]:
        """The field `privacy` of a certificate."""
        record: dict[str, Any] = {"conditions": [c.record() for c in self.listed]}
        if self.width and self.epsilon is not None:
            record["epsilon"] = text(self.epsilon)
        if self.rho is not None:
            points = list(map(text, self.shown_at))
            record["concentrated"] = {"rho": text(self.rho), "points": points}
        return record


def _stated(form: Form) -> Any:
    """A truth by its number; any other form by its entries."""
    if sorted(form)[:-1] == [0] * (len(form) - 1) and max(form) == 1:
        return form.index(Fraction(1))
    return [text(x) for x in form]


def _ends(g: Ends) -> Any:
    return text(g[LOW]) if g[LOW] == g[HIGH] else [text(g[LOW]), text(g[HIGH])]


def several_levels(
    pairs: dict[tuple[int, int], list[tuple[Fraction, Fraction]]], truths: int
) -> Conditions:
    """The conditions of lists of levels (g, delta), one z for each."""
    listed = []
    for (a, b), levels in sorted(pairs.items()):
        for g, delta in needed_levels(levels):
            listed.append(LevelCondition.of_pair(truths, a, b, g, delta))
    return Conditions(truths, tuple(listed))


def needed_levels(levels: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Without levels that a smaller g with no larger delta makes idle, ascending in g.

    >>> needed_levels([(Fraction(3), Fraction(1, 5)), (Fraction(2), Fraction(1, 5))])
    [(Fraction(2, 1), Fraction(1, 5))]
    """
    kept: list[tuple[Fraction, Fraction]] = []
    for g, delta in sorted(levels):
        # No table tells more than a delta of 1.
        if delta < 1 and (not kept or delta < kept[-1][1]):
            kept.append((g, delta))
    return kept
