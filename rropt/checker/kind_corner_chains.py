"""Kind corner-chains: no private table with at most m reports about two truths is worth more.

A level with the form f = (f_0, f_1) binds the rows of a table: sum of [f.r]+ <= d. It is that of a
pair, f = (1, -g) or (-g, 1), or any condition. In the unit square let K be the points v with

    f.v <= d  where f_0 > 0,        f.((1, 1) - v) <= d  for the other levels.

The lower edge of K is convex and leads from (0, 0) to (1, 1), by corners c_0, c_1, ..., c_n.

Theorem. A convex utility of private tables with at most m rows is largest at one whose rows are the
steps of a chain of corners, c_i - c_0, c_j - c_i, ..., c_n - c_l for some 0 < i < j < ... < l < n.

Proof. Order the rows of a table by their slope, y / x ascending, and let v_0 = (0, 0), v_1, ...,
v_m = (1, 1) be their sums. The sum of [f.r]+ is the largest f.s over all sums s of some rows. It is
reached by the first rows, those with f.r > 0, if f_0 > 0 > f_1, and by the last if f_0 <= 0 < f_1;
for other f it is f.(1, 1), or 0. So the table is private exactly when every v_i is in K, given that
(1, 1) is. Take a table that is best, with as few rows as possible: two rows of one slope are worth
as much as their sum, so all slopes differ. Of these take one whose v_i, 0 < i < m, lie on as many
edges of K as possible, counted for each i. If a v_i is no corner of K, it can be moved both ways
along a line in K; the other sums stay, and as a row with a zero is the first or the last, which
keeps it by the edge y = 0 or x = 1 of K, no entry becomes negative while the slopes differ. On this
line the utility is convex, hence constant, until v_i reaches one more edge or two rows get one
slope: a contradiction. So each v_i is a corner, below the diagonal, as slopes ascend: of the lower
edge. The steps of any chain of such corners are a private table, since their slopes ascend too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from .conditions import Conditions
from .fields import count, listed, matrix, rational, record
from .kind_two_reports import RowsOfTable, allow_tables
from .levels import OneNumber
from .limits import MAX_CORNER_LEVELS, Size
from .named_utilities import read_utility
from .private_table import PrivateTable, allow_privacy, table_of
from .stated_privacy import Privacy, read_privacy
from .statement import down, reached, up
from .utilities import ConvexUtility, Ends
from .verdict import Doubts, need, well_formed

FIELDS = "privacy truths utility reports table value bound gap"

Point = tuple[Fraction, Fraction]
Form = Sequence[Fraction]
Step = tuple[int, int]
"""From one corner to a later one, by their places."""

ZERO, ONE = Fraction(0), Fraction(1)


class Line(NamedTuple):
    """The points of K lie above slope x + height."""

    slope: Fraction
    height: Fraction

    def at(self, x: Fraction) -> Fraction:
        """Its height at x."""
        return self.slope * x + self.height


def corners(levels: Sequence[tuple[Form, Fraction]]) -> list[Point]:
    """Those of the lower edge of K, from left to right, walked from line to steeper line."""
    lines = [line for form, most in levels if (line := line_of(form, most))]
    here = Line(ZERO, ZERO)
    found = [(ZERO, ZERO)]
    while True:
        steeper = [line for line in lines if line.slope > here.slope]
        crossings = [((here.height - up.height) / (up.slope - here.slope), up) for up in steeper]
        at, after = min(crossings, key=lambda pair: (pair[0], -pair[1].slope), default=(ONE, here))
        if at >= 1:
            break
        found.append((at, after.at(at)))
        here = after
    found += [(ONE, here.at(ONE)), (ONE, ONE)]
    return [point for n, point in enumerate(found) if not n or point != found[n - 1]]


def line_of(form: Form, most: Fraction) -> Line | None:
    """The edge of a level, if it is one."""
    first, second = form
    if first > 0 > second:
        return Line(first / -second, most / second)
    if first <= 0 < second:
        return Line(-first / second, 1 - (most - first) / second)
    return None


def levels_of(privacy: Privacy, end: int) -> Iterator[tuple[Form, Fraction]]:
    """Each level of the table (0) or of the bound (1) with what it may add up to."""
    if isinstance(privacy, Conditions):
        for condition in privacy.conditions:
            one = len(condition.steps) == 1 and condition.order is None
            well_formed(one, "a condition with several levels")
            step = condition.steps[0]
            yield condition.form(step, end), condition.most[end] / step.factor
        return
    if isinstance(privacy, OneNumber):
        level = (privacy.low, privacy.high)[end]
        yield (ONE, -level), privacy.delta
        yield (-level, ONE), privacy.delta
        return
    well_formed(not privacy.singles, "a truth of which alone a report is bound by nothing")
    levels = (privacy.low, privacy.high)[end]
    for a, b in ((0, 1), (1, 0)):
        pair = levels[a][b]
        if pair is not None:
            yield ((ONE, -pair) if a == 0 else (-pair, ONE)), privacy.delta[a][b]


@dataclass(frozen=True)
class CornerChains:
    """A table of at most so many reports, and the corners whose chains can be best."""

    table: PrivateTable
    rows: RowsOfTable
    reports: int
    privacy: Privacy
    utility: ConvexUtility
    words: str
    steps: Mapping[Step, RowsOfTable]
    last: int
    value: Ends
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        need(len(self.table.rows) <= self.reports, "the table has more reports")
        least, most = self.rows.worth(self.utility)
        low, high = self.value
        doubts.not_negative(least - low, most - low, "the table has a smaller value")
        doubts.not_negative(high - most, high - least, "the table has a larger value")
        need(self.gap == self.bound - low, "gap is not bound - value")
        worth = {step: row.worth(self.utility) for step, row in self.steps.items()}
        least, most = (best_chain(worth, self.last, self.reports, end) for end in (0, 1))
        doubts.not_negative(self.bound - most, self.bound - least, "a table is worth more")
        return self.sentence()

    def sentence(self) -> str:
        """What is proved."""
        words = self.privacy.words
        which = f"mechanism with at most {self.reports} reports on 2 truths"
        does = reached(self.gap, self.bound, f"at least {down(self.value[0])}")
        claim = f"no {words.bound} private {which} has {self.words} above {up(self.bound)}"
        return f"{claim}, and {words.this_table} {does}"


def best_chain(worth: Mapping[Step, Ends], last: int, reports: int, end: int) -> Fraction:
    """The largest sum over a chain of so many steps, or fewer, from corner 0 to the last."""
    best = {0: ZERO}
    for _ in range(min(reports, last)):
        longer = dict(best)
        for (i, j), ends in worth.items():
            if i in best:
                longer[j] = max(longer.get(j, best[i] + ends[end]), best[i] + ends[end])
        best = longer
    return best[last]


def read_corner_chains(data: dict[str, Any], size: Size) -> CornerChains:
    """The fields of a certificate of this kind."""
    record(data, FIELDS)
    entries = matrix(data["table"], columns=2)
    well_formed(count(data["truths"]) == 2, "corners are of two truths")
    privacy = read_privacy(data["privacy"], 2, size)
    utility, words = read_utility(data["utility"], [1, 1])
    table = table_of(entries)
    size.allow(len(entries) * utility.steps)
    allow_privacy(table, privacy, size)
    reports = count(data["reports"])
    levels = list(levels_of(privacy, 1))
    _allow(len(levels), reports, utility, size)
    well_formed(all(sum(form) <= most for form, most in levels), "no table is private")
    found = corners(levels)
    rows = RowsOfTable(table.rows, table.unit)
    steps = steps_between(found)
    allow_tables([rows, *steps.values()], utility)
    value = data["value"]
    ends = listed(value, 2) if isinstance(value, list) else [value, value]
    return CornerChains(
        table=table,
        rows=rows,
        reports=reports,
        privacy=privacy,
        utility=utility,
        words=words,
        steps=steps,
        last=len(found) - 1,
        value=(rational(ends[0]), rational(ends[1])),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def _allow(levels: int, reports: int, utility: ConvexUtility, size: Size) -> None:
    """Few enough levels, corners and steps; corners are quotients of several levels."""
    well_formed(levels <= MAX_CORNER_LEVELS, "too many levels of two truths")
    most = levels + 3
    steps = most * (most - 1) // 2
    size.allow_corners(levels**2 + steps * (utility.steps + 1), steps * min(reports, most) ** 2)


def steps_between(found: Sequence[Point]) -> dict[Step, RowsOfTable]:
    """The row from each corner to each later one."""
    rows = {}
    for i, j in combinations(range(len(found)), 2):
        (x, y), (s, t) = found[i], found[j]
        one = table_of([(s - x, t - y)])
        rows[i, j] = RowsOfTable(one.rows, one.unit)
    return rows
