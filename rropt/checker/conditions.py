"""The level of privacy as a list of conditions, each on all rows of a table together.

A condition has two forms x, y >= 0, levels (c, g) with c > 0 and g ascending, and a most d:

    sum over rows r of  sum_(c, g) c [x.r - g y.r]+   <=  d.

With x, y two truths and one level it is (g, d) for that pair; several conditions for a pair are any
convex piecewise linear profile. With y a prior it bounds what a report says about a truth
(pointwise maximal leakage). With d = 0 it binds every row: *hard*, the others are *soft*.

A condition of an order is a budget for the Renyi divergence of that order (`_of_order`), and all of
them may follow from zero-concentrated privacy (`concentrated`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from .cleared import cleared_rows, dot
from .condition_prices import ExcessOfCondition
from .costs_of_rows import few_logarithms
from .fields import (
    ONE,
    Vector,
    ends,
    exact_sum,
    index,
    is_rational,
    is_whole,
    listed,
    rational,
    rationals,
    record,
)
from .pages import page
from .private_table import Demand, PrivateTable, Words, entries
from .statement import item
from .verdict import Doubts, Size, well_formed

if TYPE_CHECKING:
    from .concentrated import Concentrated

MAX_ORDER = 64

MAX_LOGARITHM_WORK = 1 << 26
"""Logarithms and exponentials of long numbers: 16,000 of 3,000 bits took 2 s, 4 in a browser."""

ENTRY_OF_FORM = 8
"""Steps of writing an entry of a form of a condition: a million take a second and 100 MB."""

LEVEL_OF_CONDITION = 64
"""Steps of reading a level and adding it up: 60,000 take two seconds."""

ROW_OF_CONDITION = 8
"""Steps of looking for the levels below a row, beside those of its two forms."""

ZERO = Fraction(0)
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
    order: Fraction | None = None
    budget: Fraction = ZERO
    base: Ends = (ZERO, ZERO)
    """(s_0, h_0)."""

    @property
    def is_hard(self) -> bool:
        """Whether it binds every row for itself."""
        return self.order is None and self.most[1] == 0

    @property
    def paid(self) -> Fraction:
        """What the levels of the bound add up to, at most."""
        slope, height = self.base
        return self.most[1] - slope * exact_sum(self.left) + height * exact_sum(self.right)

    def form(self, step: Step, end: int) -> list[Fraction]:
        """x - g y for the level of the table (0) or of the bound (1)."""
        level = step.level[end]
        return [x - level * y for x, y in zip(self.left, self.right, strict=True)]

    def told(self, rows: Sequence[Sequence[int]], unit: int) -> Ends:
        """Between which numbers the rows of a table, whole numbers over one unit, add up."""
        if self.order is None:
            excess = ExcessOfCondition.of(self, 0)
            total = Fraction(sum(map(excess.at, rows)), unit * excess.unit)
            return total, total
        (left, right), below = cleared_rows([self.left, self.right])
        whole = below * unit
        chances = [(Fraction(dot(left, r), whole), Fraction(dot(right, r), whole)) for r in rows]
        ends: Ends = page(".renyi").told(chances, self.order)
        return ends

    def verify(self, doubts: Doubts) -> None:
        """The levels lie below f, and `most` encloses e^((a - 1) b)."""
        if self.order is None:
            return
        line_below = page(".renyi").line_below
        slope, height = self.base
        if self.order == 1:
            if self.steps:  # else there is no base
                line_below(slope, height, self.order, doubts)
        else:
            low, high = self.most
            page(".logarithm").enclosed(low, (self.order - 1) * self.budget, high, doubts)
        for step in self.steps:
            slope += step.factor
            height += step.factor * step.level[1]  # a Renyi level is exact: either end
            line_below(slope, height, self.order, doubts)


@dataclass(frozen=True)
class Conditions:
    """All conditions; `epsilon` where the levels enclose e^epsilon."""

    conditions: Sequence[Condition]
    words: Words
    epsilon: Fraction | None = None
    concentrated: "Concentrated | None" = None

    singles: ClassVar[tuple[int, ...]] = ()
    budgets: ClassVar[str] = "condition_prices"
    rays: ClassVar[str] = "planes"

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
                    page(".logarithm").enclosed(low, self.epsilon, high, doubts)

    def demands_of_two(self, end: int) -> list[Demand]:
        """What is demanded of a table (0), or of tables that a bound holds for (1): of a Renyi
        divergence the levels, which a bound alone uses.
        """
        found: list[Demand] = []
        for condition in self.conditions:
            if end or condition.order is None:
                pairs = [(step.factor, condition.form(step, end)) for step in condition.steps]
                found.append((pairs, condition.paid))
        return found

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """Every condition holds at the levels of the table."""
        rows = [entries(row) for row in table.rows]
        unit = table.unit
        for n, condition in enumerate(self.conditions):
            low, high = condition.told(rows, unit)
            most = condition.most[0]  # the table keeps the low end, a bound is for the high one
            doubts.not_negative(most - high, most - low, f"condition {n} is broken")
        if self.concentrated is not None:
            exact = [[Fraction(x, unit) for x in row] for row in rows]
            self.concentrated.verify_table(exact, doubts)

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Announce the forms of every condition at every row, powers, and logarithms of the lines
        and of the rows of a table.
        """
        rows = len(table.rows)
        truths = table.truths
        steps = len(self.conditions) * rows * (2 * truths + ROW_OF_CONDITION)
        size.allow(steps + LEVEL_OF_CONDITION * len(self.steps))
        orders = [c.order for c in self.conditions if c.order is not None and is_whole(c.order)]
        size.allow(sum((rows * int(order)) ** 2 for order in orders))
        irrational = [c for c in self.conditions if c.order is not None and not is_whole(c.order)]
        number = sum(rows + 3 * len(c.steps) for c in irrational)  # three a line (`line_below`)
        if self.concentrated is not None:
            number += self.concentrated.logarithms(rows, truths)
        few_logarithms(number)
        size.allow(number, MAX_LOGARITHM_WORK)

    @cached_property
    def steps(self) -> list[tuple[int, Fraction, list[Fraction]]]:
        """(its condition, c, x - g y) of every level of the bound, in the order of the file."""
        found = []
        for n, condition in enumerate(self.conditions):
            found += [(n, step.factor, condition.form(step, 1)) for step in condition.steps]
        return found


def read_conditions(value: Any, truths: int, size: Size) -> Conditions:
    """The field `privacy` with the key `conditions`."""
    given = record(value, "conditions", "epsilon concentrated")
    entries = listed(given["conditions"])
    well_formed(entries, "no conditions")
    forms = 2 * len(entries) + sum(map(_levels_of, entries))
    size.allow(ENTRY_OF_FORM * truths * forms)  # before a truth becomes a vector
    conditions = [_condition(entry, truths) for entry in entries]
    epsilon = rational(given["epsilon"]) if "epsilon" in given else None
    well_formed(epsilon is None or epsilon >= 0, "epsilon is negative")
    if "concentrated" in given:
        well_formed(epsilon is None, "an epsilon beside a rho")
        return _concentrated(given["concentrated"], conditions)
    bound = _words(entries, 1, epsilon)
    table = _words(entries, 0, None)
    if all(map(_is_exact, conditions)):
        well_formed(epsilon is None, "an epsilon without an enclosure")
        return Conditions(conditions, Words(bound, bound))
    this_table = f"this table, private at {table},"
    return Conditions(conditions, Words(bound, table, this_table), epsilon)


def _levels_of(entry: Any) -> int:
    """How many levels a condition states."""
    stated = entry.get("levels") if isinstance(entry, dict) else None
    return len(stated) if isinstance(stated, list) else 0


def _is_exact(condition: Condition) -> bool:
    """Whether none of its levels is an enclosure."""
    return all(step.level[0] == step.level[1] for step in condition.steps)


def _concentrated(value: Any, conditions: Sequence[Condition]) -> Conditions:
    """rho, and conditions that follow from it: of orders a and two truths, with budgets rho a."""
    given = record(value, "rho points")
    rho = rational(given["rho"])
    points = rationals(given["points"])
    well_formed(rho > 0 and points and points[0] > 0, "no rho, or no point at which it is shown")
    well_formed(all(s < t for s, t in pairwise(points)), "the points of rho do not ascend")
    for condition in conditions:
        well_formed(condition.order is not None, "a condition that does not follow from rho")
        follows = condition.budget == rho * condition.order  # type: ignore[operator]
        well_formed(follows, "a condition that does not follow from rho")
        # No entry is negative: a 1 above a 0 as the next is a unit vector.
        units = all(sorted(form)[-2:] == [0, 1] for form in (condition.left, condition.right))
        well_formed(units, "a condition of rho that is not of two truths")
    words = f"(zCDP, rho = {item(rho)})"
    of_table = page(".concentrated").Concentrated(rho, points)
    return Conditions(conditions, Words(words, words), None, of_table)


def _condition(value: Any, truths: int) -> Condition:
    given = record(value, "left right levels most", "order budget base")
    steps = [_step(entry) for entry in listed(given["levels"])]
    well_formed(steps or "order" in given, "a condition without a level")
    ascending = all(a.level[1] < b.level[0] for a, b in pairwise(steps))
    well_formed(ascending, "the levels of a condition do not ascend")
    left = _form(given["left"], truths)
    right = _form(given["right"], truths)
    if "order" in given:
        return _of_order(given, left, right, steps)
    most = rational(given["most"])
    others = given.keys() & {"budget", "base"}
    well_formed(most >= 0 and not others, "no bound of a condition")
    return Condition(left, right, steps, (most, most))


def _of_order(
    given: dict[str, Any], left: Vector, right: Vector, steps: Sequence[Step]
) -> Condition:
    """A budget b for the Renyi divergence of order a >= 1 (`renyi`):

        sum over rows r of  y.r f(x.r / y.r)   <=  e^((a - 1) b)  or, for order 1,  b.

    The table is checked against that. A bound uses what follows from it: the levels add up to lines
    s t - h below f, so their sum over rows is at most the same number. For order 1, where
    f(t) = t ln t is negative on both sides of what matters, all lines start from a base
    s_0 t - h_0, which adds up to s_0 (x.1) - h_0 (y.1) over the rows of any table and is taken from
    the number. Without levels the price of the condition is that of the sum itself
    (`cover_simplices`), and there is no base.
    """
    order = _order(given["order"])
    well_formed(all(s.level[0] == s.level[1] for s in steps), "a Renyi level must be exact")
    budget = rational(given.get("budget"))
    low, high = rationals(given["most"], 2)
    well_formed(budget >= 0 and low <= high, "no budget of a Renyi divergence")
    if order > 1:
        well_formed(low >= 1 and "base" not in given, "no budget of a Renyi divergence")
        return Condition(left, right, steps, (low, high), order, budget)
    slope, height = rationals(given.get("base"), 2) if steps else (ZERO, ZERO)
    well_formed(steps or "base" not in given, "a base without levels")
    well_formed(low == high == budget, "most of a divergence of order 1 is its budget")
    return Condition(left, right, steps, (low, high), order, budget, (slope, height))


def _order(value: Any) -> Fraction:
    """A count from 2 on, or a rational that is none."""
    if is_rational(value):
        order = rational(value)
        well_formed(order == 1 or order.denominator > 1, "a whole order is a count")
    else:
        order = Fraction(index(value, MAX_ORDER + 1))
        well_formed(order > 1, "an order of 1 is a rational")
    well_formed(1 <= order <= MAX_ORDER, "no order of a Renyi divergence that is checked")
    return order


def _step(value: Any) -> Step:
    factor, level = listed(value, 2)
    low, high = ends(level)
    step = Step(rational(factor), (low, high))
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
