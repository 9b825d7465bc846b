"""Kind two-reports: no private table with two reports has a utility above the bound.

Theorem. Under one number (g, d) a table with the rows r and 1 - r is private exactly when the least
and the largest entry (l, h) of r lie in the polygon

    0 <= l <= h <= 1,    h <= g l + d,    1 - l <= g (1 - h) + d.

A convex utility is largest at a row that is h on a set of truths and l on the others, where (l, h)
is ((1 - d) / (1 + g), (g + d) / (1 + g)), or (0, d). All sets at both points are listed here.

Proof. For a pair a, b only one of r_a - g r_b and (1 - r_a) - g (1 - r_b) can be positive, because
they add up to 1 - g <= 0. So privacy is r_a <= g r_b + d and 1 - r_b <= g (1 - r_a) + d for all
pairs, which binds the most where r_a is the largest and r_b the least entry. U(r) = u(r) + u(1 - r)
is convex. For a given (l, h) all rows of the box [l, h]^k are private, and U is largest at a
corner of it. For a given set of truths at h it is a convex function of (l, h), largest at a vertex
of the polygon. Its vertices are the two points, their mirror images (1 - h, 1 - l), at which a set
and its complement change places with the two reports, and (0, 0) and (1, 1), which tell nothing:
there U is u(1, ..., 1), and u(r) + u(1 - r) is nowhere less.

Truths of a class are not told apart by u, so how many of each class are in the set is all that
counts. Truths that u does not see are left out of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

from .cleared import exact_sum
from .fields import count, listed, matrix, rational, record
from .levels import OneNumber
from .limits import MAX_RAY_LOGARITHMS, MAX_RAY_WORK, MAX_STAIRCASES, Size, few_logarithms
from .named_utilities import read_utility
from .private_table import PrivateTable, Row, Run, allow_privacy, distinct_values, table_of
from .stated_privacy import read_privacy
from .statement import down, reached, up
from .utilities import ConvexUtility, Ends, Tabulated
from .verdict import Doubts, Malformed, need, well_formed

FIELDS = "privacy truths utility table value bound gap"


@dataclass(frozen=True)
class RowsOfTable:
    """The rows of a table by classes, as whole numbers over one unit."""

    rows: list[Row]
    unit: int

    def worth(self, utility: ConvexUtility) -> Ends:
        """Rationals below and above the utility."""
        ends = [utility.ends(row) for row in self.rows]
        least = exact_sum([low for low, _ in ends]) / self.unit
        most = exact_sum([high for _, high in ends]) / self.unit
        return least, most


@dataclass(frozen=True)
class ListedTables:
    """A table of few reports, and all tables that can be best."""

    table: PrivateTable
    rows: RowsOfTable
    reports: str
    privacy: OneNumber
    utility: ConvexUtility
    words: str
    candidates: list[RowsOfTable]
    value: Ends
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        self._verify_value(doubts)
        need(self.gap == self.bound - self.value[0], "gap is not bound - value")
        for candidate in self.candidates:
            least, most = candidate.worth(self.utility)
            doubts.not_negative(self.bound - most, self.bound - least, "a table is worth more")
        return self.sentence()

    def _verify_value(self, doubts: Doubts) -> None:
        """The stated value, or enclosure, contains the utility of the table."""
        least, most = self.rows.worth(self.utility)
        low, high = self.value
        doubts.not_negative(least - low, most - low, "the table has a smaller value")
        doubts.not_negative(high - most, high - least, "the table has a larger value")

    def sentence(self) -> str:
        """What is proved."""
        words = self.privacy.words
        which = f"mechanism with {self.reports} reports on {self.table.truths} truths"
        does = reached(self.gap, self.bound, f"at least {down(self.value[0])}")
        claim = f"no {words.bound} private {which} has {self.words} above {up(self.bound)}"
        return f"{claim}, and {words.this_table} {does}"


def points(privacy: OneNumber) -> Iterator[tuple[Fraction, Fraction]]:
    """The (l, h) for the high level."""
    g = privacy.high
    d = privacy.delta
    yield (1 - d) / (1 + g), (g + d) / (1 + g)
    if 0 < d < 1:
        yield Fraction(0), d


def choices(sizes: list[int], utility: ConvexUtility) -> list[range]:
    """How many truths of each class may be in the set."""
    seen = utility.seen
    return [range(size + 1 if c in seen else 1) for c, size in enumerate(sizes)]


def two_rows(
    sizes: list[int], chosen: tuple[int, ...], low: Fraction, high: Fraction
) -> RowsOfTable:
    """So many truths of each class at `high`, the others at `low`, and what is left of one."""
    unit = lcm(low.denominator, high.denominator)
    row = []
    for c, (size, many) in enumerate(zip(sizes, chosen, strict=True)):
        runs = Run(c, int(high * unit), many), Run(c, int(low * unit), size - many)
        row += [run for run in runs if run.number]
    return RowsOfTable([row, _rest(row, unit)], unit)


def _rest(row: Row, unit: int) -> Row:
    return [Run(c, unit - value, number) for c, value, number in row]


def read_two_reports(data: dict[str, Any], size: Size) -> ListedTables:
    """The fields of a certificate of this kind."""
    record(data, FIELDS)
    entries = matrix(data["table"], 2)
    truths = len(entries[0])
    sizes = _sizes(data["truths"], truths)
    privacy = read_privacy(data["privacy"], truths, size)
    if not isinstance(privacy, OneNumber):
        raise Malformed("the level is not one number")
    utility, words = read_utility(data["utility"], sizes)
    table = table_of(entries)
    allow_privacy(table, privacy, size)
    rows = RowsOfTable([_by_classes(row, sizes) for row in table.rows], table.unit)
    candidates = _candidates(sizes, privacy, utility, size)
    allow_tables([rows, *candidates], utility)
    value = data["value"]
    ends = listed(value, 2) if isinstance(value, list) else [value, value]
    return ListedTables(
        table=table,
        rows=rows,
        reports="two",
        privacy=privacy,
        utility=utility,
        words=words,
        candidates=candidates,
        value=(rational(ends[0]), rational(ends[1])),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def _sizes(value: Any, truths: int) -> list[int]:
    """How many truths each class has; as many as columns, at least two."""
    sizes = [count(n) for n in value] if isinstance(value, list) else [1] * truths
    stated = sum(sizes) if isinstance(value, list) else count(value)
    well_formed(stated == truths >= 2, "not one column for each of at least two truths")
    return sizes


def _by_classes(row: Row, sizes: list[int]) -> Row:
    owner: list[int] = []
    for c, size in enumerate(sizes):
        owner += [c] * size
    return [Run(c, value, number) for c, (_, value, number) in zip(owner, row, strict=True)]


def _candidates(
    sizes: list[int], privacy: OneNumber, utility: ConvexUtility, size: Size
) -> list[RowsOfTable]:
    """All sets at both points, if they are few."""
    sets = choices(sizes, utility)
    corners = list(points(privacy))
    number = 2 * len(corners) * prod(map(len, sets))
    well_formed(number <= MAX_STAIRCASES, "too many sets of truths")
    size.allow(number * (utility.steps + 1) * sum(sizes), MAX_RAY_WORK)
    found = []
    for low, high in corners:
        found += [two_rows(sizes, chosen, low, high) for chosen in product(*sets)]
    return found


def allow_tables(tables: list[RowsOfTable], utility: ConvexUtility) -> None:
    """Refuse too many logarithms, and a user's own utility whose values are not given."""
    rows: list[Row] = []
    for table in tables:
        rows += table.rows
    if utility.logarithms:
        few_logarithms(sum(distinct_values(row) for row in rows), MAX_RAY_LOGARITHMS)
    if isinstance(utility, Tabulated):
        for row in rows:
            well_formed(utility.knows(row), "the value at a row is not given")
