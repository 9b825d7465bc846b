"""The level of privacy as a list of conditions, each on all rows of a table together (`condition`).

With x, y two truths and one level it is (g, d) for that pair; several conditions for a pair are any
convex piecewise linear profile. With y a prior it bounds what a report says about a truth
(pointwise maximal leakage). With d = 0 it binds every row: *hard*, the others are *soft*.

A condition of an order is a budget for the Renyi divergence of that order (`renyi`), and all of
them may follow from zero-concentrated privacy (`concentrated`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

from .condition import Condition, Step
from .fields import ONE, Vector, ends, index, listed, rational, rationals, record
from .pages import page
from .private_table import Demand, PrivateTable, Words, entries
from .statement import item
from .verdict import Doubts, Size, well_formed

ENTRY_OF_FORM = 8
"""Steps of writing an entry of a form of a condition: a million take a second and 100 MB."""

LEVEL_OF_CONDITION = 64
"""Steps of reading a level and adding it up: 60,000 take two seconds."""

ROW_OF_CONDITION = 8
"""Steps of looking for the levels below a row, beside those of its two forms."""

SUMS = (
    "sum over reports r and (c, g) in levels of c max(0, left.r - g right.r) <= most for "
    "(left, right, levels, most) in"
)


@dataclass(frozen=True)
class Conditions:
    """All conditions; `epsilon` where the levels enclose e^epsilon."""

    conditions: Sequence[Condition]
    words: Words
    epsilon: Fraction | None = None
    concentrated: Any = None

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
            condition.verify(self.epsilon, doubts)

    def most_of(self, place: int) -> Fraction:
        """What the levels of one add up to, at most."""
        return self.conditions[place].paid

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
        for n, condition in enumerate(self.conditions):
            low, high = condition.told(rows, table.unit)
            most = condition.most[0]  # the table keeps the low end, a bound is for the high one
            doubts.not_negative(most - high, most - low, f"condition {n} is broken")
        if self.concentrated is not None:
            self.concentrated.verify_table(rows, table.unit, doubts)

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Announce the forms of every condition at every row, and what divergences take."""
        steps = len(self.conditions) * len(table.rows) * (2 * table.truths + ROW_OF_CONDITION)
        size.allow(steps + LEVEL_OF_CONDITION * len(self.steps))
        if any(condition.order for condition in self.conditions):
            page(".renyi").allow_divergences(self.conditions, self.concentrated, table, size)

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
    conditions = [_condition(entry, truths, size) for entry in entries]
    epsilon = rational(given["epsilon"]) if "epsilon" in given else None
    well_formed(epsilon is None or epsilon >= 0, "epsilon is negative")
    if "concentrated" in given:
        well_formed(epsilon is None, "an epsilon beside a rho")
        words, of_table = page(".concentrated").read(given["concentrated"], conditions)
        return Conditions(conditions, Words(words, words), None, of_table)
    bound = _words(entries, 1, epsilon)
    table = _words(entries, 0, None)
    if all(map(_is_exact, conditions)):
        well_formed(epsilon is None, "an epsilon without an enclosure")
        return Conditions(conditions, Words(bound, bound))
    this_table = f"this table, private at {table},"
    return Conditions(conditions, Words(bound, table, this_table), epsilon)


def _is_exact(condition: Condition) -> bool:
    """Whether none of its levels is an enclosure."""
    return all(step.level[0] == step.level[1] for step in condition.steps)


def _condition(value: Any, truths: int, size: Size) -> Condition:
    given = record(value, "left right levels most", "order budget base")
    levels = listed(given["levels"])
    size.allow(ENTRY_OF_FORM * truths * (2 + len(levels)))  # before a truth becomes a vector
    steps = [_step(entry) for entry in levels]
    well_formed(steps or "order" in given, "a condition without a level")
    ascending = all(a.level[1] < b.level[0] for a, b in pairwise(steps))
    well_formed(ascending, "the levels of a condition do not ascend")
    left = _form(given["left"], truths)
    right = _form(given["right"], truths)
    if "order" in given:
        found: Condition = page(".renyi").read_of_order(given, left, right, steps)
        return found
    most = rational(given["most"])
    others = given.keys() & {"budget", "base"}
    well_formed(most >= 0 and not others, "no bound of a condition")
    return Condition(left, right, steps, (most, most))


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
