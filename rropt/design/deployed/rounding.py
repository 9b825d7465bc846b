"""Tables over one denominator N: rounding that keeps the privacy inequality exactly.

Pure privacy: every row i gets a whole-number floor b_i, N min_j p_ij rounded up or else down, and
the cap floor(gamma b_i); entries are rounded down into [b_i, cap_i], and what a column then lacks
is added where there is room. With delta > 0 the table is mixed with a little of the uniform table
before it is rounded, until the exact profile is at most delta. What fails ends in the useless
table, which is always private.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from math import floor

from rropt.channel import Channel
from rropt.exact import Table

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
    kept = [[Fraction(n, total) for n in row] for row in counts if any(row)]
    return Channel.from_rows(kept)


def _mixed(rows: Table, share: Fraction) -> Table:
    """(1 - share) P + share / m: no excess grows."""
    m = len(rows)
    return tuple(tuple((1 - share) * p + share / m for p in row) for row in rows)


def _nearest(rows: Table, total: int) -> Iterator[Counts]:
    """Round down, then give each column's rest to its largest remainders, or to other rows."""
    below = [[floor(total * p) for p in row] for row in rows]
    choices = []
    for j in range(len(rows[0])):
        rest = total - sum(row[j] for row in below)
        chosen = combinations(_by_remainder(rows, j, total), rest)
        choices.append(list(islice(chosen, MOST_ROUNDINGS)))
    for raised in product(*choices):
        yield [
            [n + (i in chosen) for n, chosen in zip(row, raised, strict=True)]
            for i, row in enumerate(below)
        ]


def _by_remainder(rows: Table, j: int, total: int) -> list[int]:
    remainders = [total * row[j] - floor(total * row[j]) for row in rows]
    return sorted(range(len(rows)), key=lambda i: (-remainders[i], i))


def _pure(rows: Table, total: int, gamma: Fraction, step: int) -> Counts | None:
    floors = [floor(total * min(row)) + step for row in rows]
    caps = [floor(gamma * least) for least in floors]
    counts = [
        [min(max(floor(total * p), least), cap) for p in row]
        for row, least, cap in zip(rows, floors, caps, strict=True)
    ]
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
