"""Cases, chains: two truths, and any number of reports.

Theorem. A convex utility of private tables with at most m rows is at
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

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from .corners import MAX_CORNER_WORK, ZERO, Point, corners_of
from .few_reports import FIELDS, WORTH_MORE, proof_of, read_asked
from .fields import Ends, record
from .private_table import PrivateTable, table_of
from .utilities import worth
from .verdict import Doubts, Size, well_formed

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
