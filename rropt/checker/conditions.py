"""The level of privacy as a list of conditions, each on all rows of a table together.

A condition has two forms x, y >= 0, levels (c, g) with c > 0 and g ascending, and a most d:

    sum over rows r of  sum_(c, g) c [x.r - g y.r]+   <=  d.

With x, y two truths and one level it is (g, d) for that pair; several conditions for a pair are any
convex piecewise linear profile. With y a prior it bounds what a report says about a truth
(pointwise maximal leakage). With d = 0 it binds every row: *hard*, the others are *soft*.

A condition of an order is a budget for the Renyi divergence of that order (`renyi`), and all of
them may follow from zero-concentrated privacy (`concentrated`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

from .cleared import cleared_rows, dot
from .fields import ONE, Ends, Vector, ends, index, listed, rational, rationals, record
from .pages import page
from .private_table import Demand, PrivateTable, Words, entries
from .statement import item
from .verdict import AGAIN, Doubts, Size, well_formed

ENTRY_OF_FORM = 8
"""Steps of writing an entry of a form of a condition: a million take a second and 100 MB."""

LEVEL = 12
"""A level is read, or looked at at a row, in the time of so many entries of its form: 50,000 are
read in three seconds."""

SUMS = (
    "sum over reports r and (c, g) in levels of c max(0, left.r - g right.r) <= most for "
    "(left, right, levels, most) in"
)


@dataclass(frozen=True)
class Step:
    """c [x.r - g y.r]+ for the g of the table and that of the bound: equal, or below and above an
    irrational one."""

    factor: Fraction
    level: Ends


@dataclass(frozen=True)
class Condition:
    """One condition; `renyi` has those of an order."""

    left: Vector
    right: Vector
    steps: Sequence[Step]
    most: Ends
    order: ClassVar[Fraction | None] = None

    @property
    def is_hard(self) -> bool:
        """Whether it binds every row for itself."""
        return self.most[1] == 0

    def told(self, rows: Sequence[Sequence[int]], unit: int) -> Ends:
        """Between which numbers the rows of a table, whole numbers over one unit, add up."""
        scaled = [[step.factor * x for x in form(self, step, 0)] for step in self.steps]
        forms, below = cleared_rows(scaled)
        total = sum([max(0, dot(whole, row)) for whole in forms for row in rows])
        return Fraction(total, unit * below), Fraction(total, unit * below)

    def verify(self, epsilon: Fraction | None, doubts: Doubts) -> None:
        """The levels that enclose e^epsilon do."""
        for step in self.steps:
            low, high = step.level
            if low < high and epsilon is not None:
                page(".logarithm").enclosed(low, epsilon, high, doubts)


def form(condition: Any, step: Step, end: int) -> list[Fraction]:
    """x - g y for the level of the table (0) or of the bound (1)."""
    level = step.level[end]
    return [x - level * y for x, y in zip(condition.left, condition.right, strict=True)]


@dataclass(frozen=True)
class Conditions:
    """All conditions; `epsilon` where the levels enclose e^epsilon."""

    conditions: Sequence[Any]
    words: Words
    epsilon: Fraction | None = None
    concentrated: Any = None

    singles: ClassVar[tuple[int, ...]] = ()
    budgets: ClassVar[str] = "condition_prices"
    rays: ClassVar[str] = "planes"
    bits: ClassVar[int] = 0  # no entries of rays are products of levels

    def verify(self, doubts: Doubts) -> None:
        """What the irrational numbers enclose, and that levels follow."""
        for condition in self.conditions:
            condition.verify(self.epsilon, doubts)

    def most_of(self, place: int) -> Fraction:
        """What the rows of a table of the bound add up to, at most."""
        most: Fraction = self.conditions[place].most[1]
        return most

    def demands_of_two(self, end: int) -> list[Demand]:
        """What is demanded of a table (0), or of tables that a bound holds for (1); a Renyi
        divergence has no levels.
        """
        found: list[Demand] = []
        for condition in self.conditions:
            if condition.order is None:
                pairs = [(step.factor, form(condition, step, end)) for step in condition.steps]
                found.append((pairs, condition.most[1]))
        return found

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """Every condition holds at the levels of the table."""
        if self.concentrated is not None:  # of which every condition is a consequence
            self.concentrated.verify_table(table, doubts)
            return
        rows = [entries(row) for row in table.rows]
        for n, condition in enumerate(self.conditions):
            low, high = condition.told(rows, table.unit)
            most = condition.most[0]  # the table keeps the low end, a bound is for the high one
            doubts.not_negative(most - high, most - low, f"condition {n} is broken")

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Announce the forms of every condition at every row, and what divergences take."""
        forms = sum([2 if each.order else len(each.steps) for each in self.conditions])
        size.allow(len(table.rows) * forms * (len(table.sizes) + LEVEL))
        if any(condition.order for condition in self.conditions):
            page(".renyi").allow_divergences(self.conditions, self.concentrated, table, size)

    @cached_property
    def steps(self) -> list[tuple[int, Fraction, list[Fraction]]]:
        """(its condition, c, x - g y) of every level of the bound, in the order of the file."""
        each = enumerate(self.conditions)
        return [(n, step.factor, form(x, step, 1)) for n, x in each for step in x.steps]


def read_conditions(value: Any, truths: int, size: Size) -> Conditions:
    """The field `privacy` with the key `conditions`."""
    given = record(value, "conditions", "epsilon concentrated")
    entries = listed(given["conditions"])
    well_formed(entries, "no conditions")
    conditions = [_condition(entry, truths, size) for entry in entries]
    epsilon = rational(given["epsilon"]) if "epsilon" in given else None
    well_formed(epsilon is None or epsilon >= 0, "epsilon is negative")
    if "concentrated" in given:
        well_formed(epsilon is None, "an epsilon beside a rho")
        words, of_table = page(".concentrated").read(given["concentrated"], conditions)
        return Conditions(conditions, Words(words, words), None, of_table)
    bound, table = _words(entries, 1, epsilon), _words(entries, 0, None)
    is_exact = all(map(_is_exact, conditions))
    well_formed(epsilon is None or not is_exact, "an epsilon without an enclosure")
    this_table = "this table" if is_exact else f"this table, private at {table},"
    return Conditions(conditions, Words(bound, table, this_table), epsilon)


def _is_exact(condition: Any) -> bool:
    """Whether none of its levels is an enclosure."""
    return all(step.level[0] == step.level[1] for step in condition.steps)


def _condition(value: Any, truths: int, size: Size) -> Any:
    is_of_order = isinstance(value, dict) and "order" in value
    well_formed(not is_of_order or "levels" not in value, f"a divergence with levels: {AGAIN}")
    given = record(value, "left right most " + ("order budget" if is_of_order else "levels"))
    levels = listed(given.get("levels", []))
    # Before a truth becomes a vector.
    size.allow(ENTRY_OF_FORM * (truths + LEVEL) * (2 + len(levels)))
    left = _form(given["left"], truths)
    right = _form(given["right"], truths)
    if is_of_order:
        return page(".renyi").read_of_order(given, left, right)
    steps = [_step(entry) for entry in levels]
    ascending = all(a.level[1] < b.level[0] for a, b in pairwise(steps))
    well_formed(steps and ascending, "the levels of a condition do not ascend, or there is none")
    most = rational(given["most"])
    well_formed(most >= 0, "no bound of a condition")
    return Condition(left, right, steps, (most, most))


def _step(value: Any) -> Step:
    factor, level = listed(value, 2)
    step = Step(rational(factor), ends(level))
    low, high = step.level
    well_formed(step.factor > 0 and 0 < low <= high, "no level of a condition")
    return step


def _form(value: Any, truths: int) -> Vector:
    """A truth, or a number for each."""
    if not isinstance(value, list):
        truth = index(value, truths)
        return [ONE * (c == truth) for c in range(truths)]
    form = rationals(value, truths)
    well_formed(min(form) >= 0 and any(form), "a form of a condition is negative, or nothing")
    return form


def _words(entries: list[dict[str, Any]], end: int, epsilon: Fraction | None) -> str:
    plain = []
    for entry in entries:
        if "order" not in entry:
            levels = [[c, _shown(level, end, epsilon)] for c, level in entry["levels"]]
            plain.append([entry["left"], entry["right"], levels, entry["most"]])
    parts = [f"{SUMS} {item(plain)}"] if plain else []
    if len(plain) < len(entries):
        parts.append(page(".renyi").words(entries))
    return f"({'; '.join(parts)})"


def _shown(level: Any, end: int, epsilon: Fraction | None) -> Any:
    """The number, its end, or the words for e^epsilon."""
    if not isinstance(level, list):
        return level
    return level[end] if epsilon is None else f"exp({item(epsilon)})"
