"""Tables over one denominator N: rounding that keeps the privacy inequality exactly.

Pure privacy: every row i gets a whole-number floor b_i, N min_j p_ij rounded up or else down, and
the cap floor(gamma b_i); entries are rounded down into [b_i, cap_i], and what a column then lacks
is added where there is room. With delta > 0 the table is mixed with a little of the uniform table
before it is rounded, until the exact profile is at most delta. What fails ends in the useless
table, which is always private.

**Under a matrix of levels** entries are rounded down, and raised until every bound holds in whole
numbers: lowered, a row whose least entries are below 1/N would vanish. What the columns then lack
becomes a part of one report, together with a constant share of all, as large as it must be. A row
that takes something of a delta obeys only the bounds without one, all others obey every bound. The
table that tells nothing is the last resort: it is always private.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from math import floor

from rropt.channel import Channel
from rropt.exact import Table
from rropt.exact.entries import entrywise, over
from rropt.privacy.bound_forms import LOW
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels, Matrix, essential

Counts = list[list[int]]

MOST_ROUNDINGS = 64
"""With a delta so many ways to round a table are tried before it is mixed, which costs far more."""

MIXTURES = (
    Fraction(0),
    *(Fraction(1, 2**e) for e in (40, 32, 28, 24, 20, 16, 12, 8, 6, 4, 3, 2, 1)),
)


def round_table(rows: Table, total: int, gamma: Fraction, delta: Fraction) -> Channel:
    """A private table near `rows` whose entries are multiples of 1 / total.

    >>> warner = Channel.from_rows([["5/8", "3/8"], ["3/8", "5/8"]])
    >>> round_table(warner.rows, 10, Fraction(5, 3), Fraction(0)).rows[0]
    (Fraction(3, 5), Fraction(2, 5))
    """
    return next(rounded_tables(rows, total, gamma, delta))


def rounded_tables(rows: Table, total: int, gamma: Fraction, delta: Fraction) -> Iterator[Channel]:
    """All private tables that rounding comes to, the least mixed first, the useless one last."""
    for counts in _attempts(rows, total, gamma, delta):
        if counts is not None:
            channel = _channel(counts, total)
            if channel.profile(gamma) <= delta:
                yield channel
    yield Channel.uninformative(len(rows[0]))


def _attempts(rows: Table, total: int, gamma: Fraction, delta: Fraction) -> Iterator[Counts | None]:
    if not delta:
        for step in (1, 0):
            yield _pure(rows, total, gamma, step)
        return
    yield from islice(_nearest(rows, total), MOST_ROUNDINGS)
    for share in MIXTURES[1:]:
        yield next(_nearest(_mixed(rows, share), total))
    for share in MIXTURES:
        yield _pure(_mixed(rows, share), total, gamma, 0)


def _channel(counts: Counts, total: int) -> Channel:
    kept = [over(row, total) for row in counts if any(row)]
    return Channel.from_rows(kept)


def _mixed(rows: Table, share: Fraction) -> Table:
    """(1 - share) P + share / m: no excess grows."""
    m = len(rows)
    return entrywise(lambda p: (1 - share) * p + share / m, rows)


def _nearest(rows: Table, total: int) -> Iterator[Counts]:
    """Round down, then give each column's rest to its largest remainders, or to other rows."""
    below = entrywise(lambda p: floor(total * p), rows)
    choices = []
    for j in range(len(rows[0])):
        rest = total - sum(row[j] for row in below)
        chosen = combinations(_by_remainder(rows, j, total), rest)
        choices.append(list(islice(chosen, MOST_ROUNDINGS)))
    for raised in product(*choices):
        counts = list(map(list, below))
        for j, chosen in enumerate(raised):
            for i in chosen:
                counts[i][j] += 1
        yield counts


def _by_remainder(rows: Table, j: int, total: int) -> list[int]:
    remainders = [total * row[j] - floor(total * row[j]) for row in rows]
    return sorted(range(len(rows)), key=lambda i: (-remainders[i], i))


def _pure(rows: Table, total: int, gamma: Fraction, step: int) -> Counts | None:
    floors = [floor(total * min(row)) + step for row in rows]
    caps = [floor(gamma * least) for least in floors]
    counts = []
    for row, least, cap in zip(rows, floors, caps, strict=True):
        counts.append([min(max(floor(total * p), least), cap) for p in row])
    for j in range(len(rows[0])):
        if not _fill(counts, caps, j, total, _by_remainder(rows, j, total)):
            return None
    return counts


def _fill(counts: Counts, caps: Sequence[int], j: int, total: int, order: Sequence[int]) -> bool:
    """Raise entries of column j below their caps until it adds up; evenly, one by one, then all."""
    rest = total - sum(row[j] for row in counts)
    if rest < 0:
        return False
    for most in (1, total):
        for i in order:
            step = min(rest, caps[i] - counts[i][j], most)
            counts[i][j] += step
            rest -= step
    return rest == 0


SHARES = (Fraction(0), *(Fraction(1, 2**e) for e in (*range(40, 8, -2), *range(8, 0, -1))))
"""Shares of the constant report, one after the other: at most four times what is needed."""

CLOSE_SHARES = (Fraction(0), *(Fraction(m, 2**e) for e in range(43, 3, -1) for m in range(8, 16)))
"""The same where halving finds the least: at most an eighth more."""


def round_levels(rows: Table, total: int, levels: Levels | Conditions) -> Channel:
    """A private table near `rows` whose entries are multiples of 1 / total.

    >>> from rropt.privacy import Privacy
    >>> near = [["4/7", "6/7"], ["3/7", "1/7"]]
    >>> table = tuple(tuple(map(Fraction, row)) for row in near)
    >>> round_levels(table, 10, Privacy([[1, 3], ["3/2", 1]]).levels).rows[1]
    (Fraction(2, 5), Fraction(1, 5))
    """
    if isinstance(levels, Conditions):
        return _towards_constant(rows, total, levels)
    hard = _bounds(levels.pure(levels.lo))
    every = hard if levels.is_pure else _bounds(levels.of_cut_rows[0].lo)
    # A row that takes something of a delta would be another one if it obeyed all levels.
    bounds = [hard if levels.excesses(LOW, row) else every for row in rows]
    for share in SHARES:
        counts = []
        for row, of_row in zip(rows, bounds, strict=True):
            whole = [floor(total * (1 - share) * x) for x in row]
            counts.append(whole if levels.is_free(row) else _raised(whole, of_row))
        for completed in _completed(counts, total):
            table = [over(row, total) for row in completed if any(row)]
            if levels.obeyed_by(table):
                return Channel.from_rows(table)
    return Channel.uninformative(len(rows[0]))


def _bounds(matrix: Matrix) -> list[tuple[int, int, int, int]]:
    """The pairs from which all others follow, with numerators and denominators of levels."""
    return [(a, b, *Fraction(matrix[a][b]).as_integer_ratio()) for a, b in essential(matrix)]


def _towards_constant(rows: Table, total: int, conditions: Conditions) -> Channel:
    """Rows moved towards their means, by the least share whose rounding keeps all conditions."""

    def is_kept(share: Fraction) -> bool:
        return _moved(rows, total, conditions, share)[1]

    place = bisect_left(CLOSE_SHARES, True, key=is_kept)
    if place == len(CLOSE_SHARES):
        return Channel.uninformative(len(rows[0]))
    return Channel.from_rows(_moved(rows, total, conditions, CLOSE_SHARES[place])[0])


def _moved(
    rows: Table, total: int, conditions: Conditions, share: Fraction
) -> tuple[list[list[Fraction]], bool]:
    """The rounded table, and whether it keeps all conditions."""
    moved = []
    for row in rows:
        mean = sum(row, Fraction(0)) / len(row)
        moved.append(tuple((1 - share) * x + share * mean for x in row))
    nearest = next(_nearest(tuple(moved), total))
    used = [over(row, total) for row in nearest if any(row)]
    return used, conditions.obeyed_by(used)


def _raised(row: list[int], bounds: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """Whole numbers raised until q n_a <= p n_b for every bound (a, b, p, q)."""
    changed = True
    while changed:
        changed = False
        for a, b, p, q in bounds:
            least = -(-q * row[a] // p)
            if row[b] < least:
                row[b] = least
                changed = True
    return row


def _completed(counts: Sequence[Sequence[int]], total: int) -> Iterator[list[list[int]]]:
    """What each column lacks, added to one report or another, or as a report of its own."""
    lacking = [total - sum(column) for column in zip(*counts, strict=True)]
    for x in range(len(counts)):
        row = [n + d for n, d in zip(counts[x], lacking, strict=True)]
        yield [*map(list, counts[:x]), row, *map(list, counts[x + 1 :])]
    yield [*map(list, counts), lacking]
