"""Cases, a box: two reports about any truths.

Theorem. Under one number (g, d) a table with the rows r and 1 - r is
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
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm, prod
from typing import Any

from .convex_utility import ConvexUtility
from .costs_of_rows import MAX_STAIRCASES
from .few_reports import FIELDS, WORTH_MORE, proof_of, read_asked
from .fields import record
from .levels import OneNumber
from .privacy import one_number
from .private_table import PrivateTable, Run, rows_of_two_values
from .utilities import worth
from .verdict import MAX_RAY_WORK, Doubts, Size, well_formed


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
