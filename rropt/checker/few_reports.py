"""A table of at most m reports, its utility, and that no other such table has more than the bound.

Which tables can be best is a matter of the proof: a box, or chains, below, or `cases_actions`.

**A box**, for two reports. Theorem. Under one number (g, d) a table with the rows r and 1 - r is
private exactly when the least and the largest entry (l, h) of r lie in the polygon

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

**Chains**, for two truths. Theorem. A convex utility of private tables with at most m rows is at
most that of the steps of a chain of corners of K (`corners`), c_i - c_0, c_j - c_i, ..., c_n - c_l
for some 0 < i < j < ... < l < n. (If every condition has one level, or m = 2, such a chain is
private.)

Proof. The sums v_0, ..., v_m of the rows of a private table, slopes ascending, are in K. Take a
table with sums in K that is best, with as few rows as possible: two rows of one slope are worth as
much as their sum, so all slopes differ. Of these take one whose v_i, 0 < i < m, lie on as many
edges of K as possible, counted for each i. If a v_i is no corner of K, it can be moved both ways
along a line in K; the other sums stay, and as a row with a zero is the first or the last, which
keeps it by the edge y = 0 or x = 1 of K, no entry becomes negative while the slopes differ. On this
line the utility is convex, hence constant, until v_i reaches one more edge or two rows get one
slope: a contradiction. So each v_i is a corner, below the diagonal, as slopes ascend: of the lower
edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm, prod
from typing import Any

from .convex_utility import ConvexUtility
from .corners import MAX_CORNER_WORK, ZERO, Point, corners_of
from .costs_of_rows import MAX_RAY_LOGARITHMS, MAX_STAIRCASES, few_logarithms_of
from .fields import Ends, count, ends, matrix, rational, record
from .levels import OneNumber
from .privacy import Privacy, one_number, read_privacy
from .private_table import PrivateTable, Row, Run, rows_of_two_values, table_of
from .statement import down, reached, up
from .utilities import read_utility, verify_value, worth
from .verdict import MAX_RAY_WORK, Doubts, Size, need, well_formed

WORTH_MORE = "a table is worth more"

FIELDS = "privacy truths utility reports table value bound gap"


Cases = Callable[[Fraction, Doubts], None]
"""None of the tables that can be best is worth more than this bound."""


@dataclass(frozen=True)
class Asked:
    """The problem, and a table."""

    sizes: list[int]
    privacy: Privacy
    utility: ConvexUtility
    words: str
    reports: int
    table: PrivateTable
    by_classes: PrivateTable

    def allow_tables(self, others: Sequence[PrivateTable]) -> None:
        """Refuse too many logarithms, and a user's own utility whose values are not given."""
        rows = list(self.by_classes.rows)
        for table in others:
            rows += table.rows
        if self.utility.logarithms:
            few_logarithms_of(rows, MAX_RAY_LOGARITHMS)
        well_formed(self.utility.knows(rows), "the value at a row is not given")


def proof_of(data: dict[str, Any], asked: Asked, cases: Cases) -> Callable[[Doubts], str]:
    """With the fields value, bound and gap; a value may be enclosed."""
    value, bound, gap = ends(data["value"]), rational(data["bound"]), rational(data["gap"])
    utility, table, reports, level = asked.utility, asked.table, asked.reports, asked.privacy.words

    def prove(doubts: Doubts) -> str:
        asked.privacy.verify(doubts)
        table.verify(asked.privacy, doubts)  # truth by truth, also where u has classes
        need(len(table.rows) <= reports, "the table has more reports")
        verify_value(utility, asked.by_classes, value, doubts)
        need(gap == bound - value[0], "gap is not bound - value")
        cases(bound, doubts)
        which = f"mechanism with at most {reports} reports on {table.truths} truths"
        claim = f"no {level.bound} private {which} has {asked.words} above {up(bound)}"
        does = reached(gap, bound, f"at least {down(value[0])}")
        return f"{claim}, and {level.this_table} {does}"

    return prove


def read_asked(data: dict[str, Any], size: Size) -> Asked:
    """The fields that all proofs share."""
    entries = matrix(data["table"])
    sizes = _sizes(data["truths"], len(entries[0]))
    privacy = read_privacy(data["privacy"], len(entries[0]), size)
    utility, words = read_utility(data["utility"], sizes)
    table = table_of(entries)
    size.allow(len(entries) * utility.steps)
    privacy.allow_table(table, size)
    rows = [_by_classes(row, sizes) for row in table.rows]
    return Asked(
        sizes=sizes,
        privacy=privacy,
        utility=utility,
        words=words,
        reports=count(data["reports"]),
        table=table,
        by_classes=PrivateTable(sizes, rows, table.unit),
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


def points(privacy: OneNumber) -> Iterator[tuple[Fraction, Fraction]]:
    """The (l, h) for the high level."""
    g = privacy.high
    d = privacy.delta
    yield (1 - d) / (1 + g), (g + d) / (1 + g)
    if 0 < d < 1:  # (0, 0) tells nothing, and (0, 1) is the first point where d = 1
        yield Fraction(0), d


def choices(sizes: list[int], utility: ConvexUtility) -> list[range]:
    """How many truths of each class may be in the set."""
    seen = utility.seen
    return [range(size + 1 if c in seen else 1) for c, size in enumerate(sizes)]


def tables(
    sizes: list[int], sets: list[range], low: Fraction, high: Fraction
) -> Iterator[PrivateTable]:
    """So many truths of each class at `high`, the others at `low`, and what is left of one."""
    unit = lcm(low.denominator, high.denominator)
    for row in rows_of_two_values(sizes, sets, int(low * unit), int(high * unit)):
        rest = [Run(c, unit - value, number) for c, value, number in row]
        yield PrivateTable(sizes, [row, rest], unit)


def read_box(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate with this proof, and what is to be checked of them."""
    record(data, FIELDS)
    asked = read_asked(data, size)
    well_formed(asked.reports <= 2, "a box is of two reports")
    sets = choices(asked.sizes, asked.utility)
    corners = list(points(one_number(asked.privacy)))
    number = 2 * len(corners) * prod(map(len, sets))  # a table has two rows
    well_formed(number <= MAX_STAIRCASES, "too many sets of truths")
    size.allow(number * (asked.utility.steps + 1) * asked.table.truths, MAX_RAY_WORK)
    found: list[PrivateTable] = []
    for low, high in corners:
        found += tables(asked.sizes, sets, low, high)
    asked.allow_tables(found)

    def verify(bound: Fraction, doubts: Doubts) -> None:
        for table in found:
            least, most = worth(asked.utility, table)
            doubts.not_negative(bound - most, bound - least, WORTH_MORE)

    return proof_of(data, asked, verify)


MAX_CHAIN_WORK = 1 << 25
"""Sums along chains of m corners: 16 of 700 bits took 1 s, 2 in a browser."""

Step = tuple[int, int]
"""From one corner to a later one, by their places."""


def best_chain(worth: Mapping[Step, Ends], last: int, reports: int, end: int) -> Fraction:
    """The largest sum over a chain of so many steps, or fewer, from corner 0 to the last."""
    best = {0: ZERO}
    for _ in range(min(reports, last)):
        longer = dict(best)  # chains of fewer steps stay
        for (i, j), of_step in worth.items():
            if i in best:
                longer[j] = max(longer.get(j, best[i] + of_step[end]), best[i] + of_step[end])
        best = longer
    return best[last]


def read_chain(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate with this proof, and what is to be checked of them."""
    record(data, FIELDS)
    asked = read_asked(data, size)
    well_formed(asked.sizes == [1, 1], "corners are of two truths")
    well_formed(not asked.privacy.singles, "a truth of which alone a report is bound by nothing")
    found = corners_of(asked.privacy, size)
    number = len(found) * (len(found) - 1) // 2
    size.allow(number * (asked.utility.steps + 1), MAX_CORNER_WORK)
    size.allow(number * min(asked.reports, len(found)) ** 2, MAX_CHAIN_WORK)
    steps = steps_between(found)
    asked.allow_tables(list(steps.values()))

    def verify(bound: Fraction, doubts: Doubts) -> None:
        worths = {step: worth(asked.utility, row) for step, row in steps.items()}
        last = len(found) - 1
        least, most = (best_chain(worths, last, asked.reports, end) for end in (0, 1))
        doubts.not_negative(bound - most, bound - least, WORTH_MORE)

    return proof_of(data, asked, verify)


def steps_between(found: Sequence[Point]) -> dict[Step, PrivateTable]:
    """The row from each corner to each later one."""
    rows = {}
    for i, j in combinations(range(len(found)), 2):
        (x, y), (s, t) = found[i], found[j]
        rows[i, j] = table_of([(s - x, t - y)])
    return rows
