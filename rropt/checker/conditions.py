"""The level of privacy as a list of conditions, each on all rows of a table together.

A condition has two forms x, y >= 0, levels (c, g) with c > 0 and g ascending, and a most d:

    sum over rows r of  sum_(c, g) c [x.r - g y.r]+   <=  d.

With x, y two truths and one level it is (g, d) for that pair; several conditions for a pair are any
convex piecewise linear profile. With y a prior it bounds what a report says about a truth
(pointwise maximal leakage). With d = 0 it binds every row: *hard*, the others are *soft*.

A condition of an `order` a = 2, 3, ... is that of a Renyi budget b, for rows and not for their
chords:

    sum over rows r of  (x.r)^a / (y.r)^(a - 1)   <=  e^((a - 1) b).

The table is checked against that. A bound uses what follows from it: its levels lie below, that is
t^a >= sum c [t - g]+ for all t >= 0. Between two g the right side is a line s t - h, and

    t^a >= s t - h for all t >= 0   if and only if   (a - 1)^(a - 1) (s / a)^a <= h^(a - 1),

because s t - t^a is largest at t^(a - 1) = s / a, with the value (a - 1) (s / a)^(a / (a - 1)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from .cleared import Vector, exact_dot, exact_sum
from .fields import count, index, listed, rational, rationals, record
from .levels import Words, enclosed
from .limits import MAX_ORDER
from .statement import item
from .verdict import Doubts, need, well_formed

ONE = Fraction(1)
Ends = tuple[Fraction, Fraction]
"""A number of the table and one of the bound: equal, or below and above an irrational one."""


@dataclass(frozen=True)
class Step:
    """c [x.r - g y.r]+ for the g of the table and for that of the bound."""

    factor: Fraction
    level: Ends


@dataclass(frozen=True)
class Condition:
    """One condition; `budget` stands beside an order."""

    left: Vector
    right: Vector
    steps: Sequence[Step]
    most: Ends
    order: int | None = None
    budget: Fraction = Fraction(0)

    @property
    def is_hard(self) -> bool:
        """Whether it binds every row for itself."""
        return self.order is None and self.most[1] == 0

    def form(self, step: Step, end: int) -> list[Fraction]:
        """x - g y for the level of the table (0) or of the bound (1)."""
        level = step.level[end]
        return [x - level * y for x, y in zip(self.left, self.right, strict=True)]

    def told(self, rows: Sequence[Vector]) -> Fraction:
        """What the rows of a table add up to."""
        if self.order is not None:
            return exact_sum([self._power(row, self.order) for row in rows])
        parts = []
        for step in self.steps:
            form = self.form(step, 0)
            values = (exact_dot(form, row) for row in rows)
            parts.append(step.factor * exact_sum([x for x in values if x > 0]))
        return exact_sum(parts)

    def _power(self, row: Vector, order: int) -> Fraction:
        """(x.r)^a / (y.r)^(a - 1)."""
        above, below = exact_dot(self.left, row), exact_dot(self.right, row)
        need(below or not above, "a Renyi divergence is infinite")
        return above**order / below ** (order - 1) if above else above

    def verify(self, doubts: Doubts) -> None:
        """The levels lie below the power, and `most` encloses e^((a - 1) b)."""
        if self.order is None:
            return
        enclosed(self.most[0], (self.order - 1) * self.budget, self.most[1], doubts)
        slope = height = Fraction(0)
        a = self.order
        for step in self.steps:
            slope += step.factor
            height += step.factor * step.level[1]
            below = (a - 1) ** (a - 1) * (slope / a) ** a <= height ** (a - 1)
            need(below, "a level of a Renyi condition does not follow from it")


@dataclass(frozen=True)
class Conditions:
    """All conditions; `epsilon` where the levels enclose e^epsilon."""

    conditions: Sequence[Condition]
    words: Words
    epsilon: Fraction | None = None

    @property
    def is_pure(self) -> bool:
        """Whether every condition binds every row for itself."""
        return all(condition.is_hard for condition in self.conditions)

    def verify(self, doubts: Doubts) -> None:
        """What the irrational numbers enclose, and that levels follow."""
        for condition in self.conditions:
            condition.verify(doubts)
            for step in condition.steps:
                low, high = step.level
                if low < high and self.epsilon is not None:
                    enclosed(low, self.epsilon, high, doubts)

    def verify_table(self, rows: Sequence[Vector]) -> None:
        """Every condition holds at the levels of the table."""
        for n, condition in enumerate(self.conditions):
            need(condition.told(rows) <= condition.most[0], f"condition {n} is broken")

    @cached_property
    def steps(self) -> list[tuple[int, Fraction, list[Fraction]]]:
        """(its condition, c, x - g y) of every level of the bound, in the order of the file."""
        found = []
        for n, condition in enumerate(self.conditions):
            found += [(n, step.factor, condition.form(step, 1)) for step in condition.steps]
        return found

    def hard_forms(self) -> Iterator[list[Fraction]]:
        """Forms that are at most 0 at every row of a private table."""
        for n, _, form in self.steps:
            if self.conditions[n].is_hard:
                yield form


def read_conditions(value: Any, truths: int) -> Conditions:
    """The field `privacy` with the key `conditions`."""
    given = record(value, "conditions", "epsilon")
    entries = listed(given["conditions"])
    well_formed(entries, "no conditions")
    conditions = [_condition(entry, truths) for entry in entries]
    epsilon = rational(given["epsilon"]) if "epsilon" in given else None
    well_formed(epsilon is None or epsilon >= 0, "epsilon is negative")
    bound = _words(entries, 1, epsilon)
    table = _words(entries, 0, None)
    exactly = all(step.level[0] == step.level[1] for c in conditions for step in c.steps)
    if exactly:
        well_formed(epsilon is None, "an epsilon without an enclosure")
        return Conditions(conditions, Words(bound, bound))
    this_table = f"this table, private at {table},"
    return Conditions(conditions, Words(bound, table, this_table), epsilon)


def _condition(value: Any, truths: int) -> Condition:
    given = record(value, "left right levels most", "order budget")
    steps = [_step(entry) for entry in listed(given["levels"])]
    well_formed(steps, "a condition without a level")
    ascending = all(a.level[1] < b.level[0] for a, b in pairwise(steps))
    well_formed(ascending, "the levels of a condition do not ascend")
    left = _form(given["left"], truths)
    right = _form(given["right"], truths)
    if "order" not in given:
        most = rational(given["most"])
        well_formed(most >= 0 and "budget" not in given, "no bound of a condition")
        return Condition(left, right, steps, (most, most))
    order = count(given["order"])
    well_formed(2 <= order <= MAX_ORDER, "no order of a Renyi divergence that is checked")
    well_formed(all(s.level[0] == s.level[1] for s in steps), "a Renyi level must be exact")
    low, high = rationals(given["most"], 2)
    budget = rational(given.get("budget"))
    well_formed(1 <= low <= high and budget >= 0, "no budget of a Renyi divergence")
    return Condition(left, right, steps, (low, high), order, budget)


def _step(value: Any) -> Step:
    factor, level = listed(value, 2)
    ends = listed(level, 2) if isinstance(level, list) else [level, level]
    low, high = map(rational, ends)
    well_formed(rational(factor) > 0 and 0 < low <= high, "no level of a condition")
    return Step(factor, (low, high))


def _form(value: Any, truths: int) -> list[Fraction]:
    """A truth, or a number for each."""
    if not isinstance(value, list):
        truth = index(value, truths)
        return [ONE * (c == truth) for c in range(truths)]
    form = rationals(value, truths)
    well_formed(min(form) >= 0 and any(form), "a form of a condition is negative, or nothing")
    return form


def _words(entries: list[dict[str, Any]], end: int, epsilon: Fraction | None) -> str:
    plain = []
    renyi = []
    for entry in entries:
        if "order" in entry:
            renyi.append([entry["left"], entry["right"], entry["order"], entry["budget"]])
        else:
            levels = [[c, _shown(level, end, epsilon)] for c, level in entry["levels"]]
            plain.append([entry["left"], entry["right"], levels, entry["most"]])
    parts = []
    if plain:
        parts.append(
            "sum over reports r and (c, g) in levels of c max(0, left.r - g right.r) <= most for "
            f"(left, right, levels, most) in {item(plain)}"
        )
    if renyi:
        parts.append(
            "Renyi divergence of left.r from right.r of this order <= budget for "
            f"(left, right, order, budget) in {item(renyi)}"
        )
    return f"({'; '.join(parts)})"


def _shown(level: Any, end: int, epsilon: Fraction | None) -> Any:
    """The number, its end, or the words for e^epsilon."""
    if not isinstance(level, list):
        return level
    return level[end] if epsilon is None else f"exp({item(epsilon)})"
