"""Kind three-reports: no private table with three reports about two truths is worth more.

Theorem. Under one number (g, d) with 0 < d < 1 let

    rays:  (1, 0), (g, 1), (1, g), (0, 1),
    A = sum of [x - g y]+,     B = sum of [y - g x]+     over the rows (x, y) of a table.

A convex utility of tables with at most three rows, A <= d and B <= d, is largest at one of these:
two rays with weights; three rays with weights, and A = d or B = d; one ray with a weight and the
rest of (1, 1) in one row, with A = d or B = d; two rays with weights and the rest in one row, with
A = d and B = d; the two rows ((g + d), (1 - d)) / (1 + g) and their mirror image; the row (1, 1).

Proof. Such tables are a polytope, since A and B are convex, so the utility is largest at a vertex.
The rays cut the plane into three cones in which A and B are linear. Two rows strictly inside one
cone, or on one ray, can be moved against each other, so a vertex has none. Let it have p rows on
rays and q inside cones, all different from zero: p weights and 2 q entries with two sums given, of
which A = d and B = d fix at most two more. So p + 2 q - 2 <= 2, and if q = 1 the sums leave p to be
fixed: p <= 2. If q = 0 then p <= 3. If q = 2 then p = 0 and both are d; one row is in x > g y and
one in y > g x, since only these cones have a share in A and in B, and x - g y = d with
(1 - y) - g (1 - x) = d gives the two rows. Where the rest lies is not known, so each cone is tried,
and what comes out is taken if it is a table with A <= d and B <= d: such a table is no vertex
perhaps, but it is private, so that the bound must hold for it as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from .cleared import cleared_rows, exact_sum
from .fields import count, listed, matrix, rational, record
from .kind_two_reports import FIELDS, ListedTables, RowsOfTable, allow_tables
from .levels import OneNumber
from .limits import Size
from .named_utilities import read_utility
from .private_table import allow_privacy, plain_row, table_of
from .stated_privacy import read_privacy
from .verdict import Malformed, well_formed

Point = tuple[Fraction, Fraction]
Equation = tuple[list[Fraction], Fraction]
"""Coefficients of the weights, and what they add up to."""

ZERO, ONE = Fraction(0), Fraction(1)
CONES = (1, 0), (0, 0), (0, 1)
"""Whether x - g y and y - g x count in a cone."""

MAX_TABLES = 80


def candidates(g: Fraction, d: Fraction) -> Iterator[list[Point]]:
    """The tables of the theorem, rows that are zero left out."""
    rays = [(ONE, ZERO), (g, ONE), (ONE, g), (ZERO, ONE)]
    high = (g + d) / (1 + g)
    low = (1 - d) / (1 + g)
    found = [[(ONE, ONE)], [(high, low), (low, high)]]
    for size in (1, 2, 3):
        for chosen in combinations(rays, size):
            found += _without_rest(chosen, g, d)
            if size < 3:
                found += _with_rest(chosen, g, d)
    for rows in found:
        if min(map(min, rows)) >= 0 and all(told <= d for told in sums(rows, g)):
            yield [row for row in rows if any(row)]


def sums(rows: list[Point], g: Fraction) -> tuple[Fraction, Fraction]:
    """A and B."""
    first = sum((max(ZERO, x - g * y) for x, y in rows), ZERO)
    return first, sum((max(ZERO, y - g * x) for x, y in rows), ZERO)


def _without_rest(rays: tuple[Point, ...], g: Fraction, d: Fraction) -> Iterator[list[Point]]:
    """Rays that add up to (1, 1); three of them with A or B full."""
    columns: list[Equation] = [(list(entries), ONE) for entries in zip(*rays, strict=True)]
    told = zip(*[sums([ray], g) for ray in rays], strict=True)
    full: list[list[Equation]] = [[(list(shares), d)] for shares in told]
    for more in full if len(rays) == 3 else [[]]:
        weights = solved([*columns, *more])
        if weights is not None:
            yield _scaled(rays, weights)


def _with_rest(rays: tuple[Point, ...], g: Fraction, d: Fraction) -> Iterator[list[Point]]:
    """Rays and what they leave of (1, 1), in each cone, with as many of A and B full."""
    for cone in CONES:
        equations = []
        for n, counts in enumerate(cone):
            over = [counts * (ray[n] - g * ray[1 - n]) for ray in rays]
            shares = [sums([ray], g)[n] for ray in rays]
            left = [share - x for share, x in zip(shares, over, strict=True)]
            equations.append((left, d - counts * (1 - g)))
        for full in combinations(equations, len(rays)):
            weights = solved(list(full))
            if weights is not None:
                rows = _scaled(rays, weights)
                taken = [exact_sum(column) for column in zip(*rows, strict=True)]
                yield [*rows, (1 - taken[0], 1 - taken[1])]


def _scaled(rays: tuple[Point, ...], weights: list[Fraction]) -> list[Point]:
    return [(w * x, w * y) for (x, y), w in zip(rays, weights, strict=True)]


def solved(equations: list[Equation]) -> list[Fraction] | None:
    """The one solution of as many equations as unknowns, by elimination; None without one."""
    rows = [[*left, right] for left, right in equations]
    size = len(rows[0]) - 1
    if len(rows) != size:
        return None
    for j in range(size):
        pivot = next((row for row in rows[j:] if row[j]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows.insert(j, [x / pivot[j] for x in pivot])
        for i, row in enumerate(rows):
            if i != j:
                rows[i] = [x - row[j] * p for x, p in zip(row, rows[j], strict=True)]
    return [row[-1] for row in rows]


def read_three_reports(data: dict[str, Any], size: Size) -> ListedTables:
    """The fields of a certificate of this kind."""
    record(data, FIELDS)
    entries = matrix(data["table"], columns=2)
    well_formed(len(entries) <= 3, "more than three reports")
    well_formed(count(data["truths"]) == 2, "three reports are about two truths")
    privacy = read_privacy(data["privacy"], 2)
    if not isinstance(privacy, OneNumber):
        raise Malformed("the level is not one number")
    utility, words = read_utility(data["utility"], [1, 1])
    table = table_of(entries)
    allow_privacy(table, privacy, size)
    size.allow_rays(3 * MAX_TABLES * (utility.steps + 1) * 2)
    rows = RowsOfTable(table.rows, table.unit)
    found = [_whole(each) for each in candidates(privacy.high, privacy.delta)]
    allow_tables([rows, *found], utility)
    value = data["value"]
    ends = listed(value, 2) if isinstance(value, list) else [value, value]
    return ListedTables(
        table=table,
        rows=rows,
        reports="three",
        privacy=privacy,
        utility=utility,
        words=words,
        candidates=found,
        value=(rational(ends[0]), rational(ends[1])),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def _whole(rows: list[Point]) -> RowsOfTable:
    whole, unit = cleared_rows(rows)
    return RowsOfTable([plain_row(row) for row in whole], unit)
