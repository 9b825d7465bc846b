"""A table near proposed rows that keeps every form exactly.

Entries are whole numbers over GRID. Where r_a <= g r_b is broken r_b is raised, which costs what
was broken and no more; a row that breaks another form is mixed with its own mean. What the columns
then lack is added to one row, and the table is scaled for it: the least share t of a constant keeps
the lack inside the cone, and every budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from rropt.privacy.bound_forms import BoundForm, are_kept, spent

GRID = 2**100
"""Entries are multiples of 1 / GRID: levels of 10^9 leave twenty digits of what they bound."""

MOST_TRIES = 60
"""Doublings of the share: from a rounding error to a table that tells nothing."""

Rows = list[list[Fraction]]


def private_rows(
    rows: Sequence[Sequence[Fraction]], forms: Sequence[BoundForm], singles: int = 0
) -> Rows:
    """Rows that are a table and keep the forms; the last `singles` are not bound by them.

    >>> pair = BoundForm((0, 1), (0, 1), Fraction(1), ((0, Fraction(1)), (1, Fraction(-3))))
    >>> near = [[Fraction(76, 100), Fraction(25, 100)], [Fraction(24, 100), Fraction(75, 100)]]
    >>> table = private_rows(near, [pair])
    >>> pair.of(table[0]) <= 0, [sum(column) for column in zip(*table)]
    (True, [Fraction(1, 1), Fraction(1, 1)])
    """
    bound = len(rows) - singles
    hard = [form for form in forms if form.most is None]
    pairs = [form for form in hard if _is_pair(form)]
    others = [form for form in hard if not _is_pair(form)]
    places = [[max(0, round(x * GRID)) for x in row] for row in rows]
    for row in places[:bound]:
        _raise(row, pairs)
    table = [[Fraction(x, GRID) for x in row] for row in places]
    table = [*(_mixed(row, others) for row in table[:bound]), *table[bound:]]
    most = max(sum(column) for column in zip(*table, strict=True))
    table = [[x / _short(most) for x in row] for row in table]
    lacking = [1 - sum(column) for column in zip(*table, strict=True)]
    share = _least_share(table[:bound], lacking, forms)
    for _ in range(MOST_TRIES):
        completed = _completed(table, lacking, share, bound)
        if are_kept(completed[:bound], forms):
            return completed
        share = min(2 * share + Fraction(1, GRID), Fraction(1))
    return _completed(table, lacking, Fraction(1), bound)


def _is_pair(form: BoundForm) -> bool:
    """Whether it bounds one entry by another."""
    signs = sorted(x > 0 for _, x in form.terms)
    return signs == [False, True]


def _raise(row: list[int], pairs: Sequence[BoundForm]) -> None:
    """r_b >= r_a / g for every pair, on the grid."""
    limits = []
    for form in pairs:
        (b, y), (a, x) = sorted(form.terms, key=lambda term: term[1])
        level = -y / x
        limits.append((a, b, level.numerator, level.denominator))
    changed = True
    while changed:
        changed = False
        for a, b, top, bottom in limits:
            if bottom * row[a] > top * row[b]:
                row[b] = -(-bottom * row[a] // top)
                changed = True


def _mixed(row: list[Fraction], forms: Sequence[BoundForm]) -> list[Fraction]:
    """(1 - s) r + s mean(r) with the least s on the grid that keeps the forms."""
    mean = sum(row, Fraction(0)) / len(row)
    share = Fraction(0)
    for form in forms:
        over = form.of(row)
        if over > 0:
            share = max(share, over / (over - mean * form.of_constant))
    share = min(Fraction(ceil(share * GRID), GRID), Fraction(1))
    return [(1 - share) * x + share * mean for x in row]


def _least_share(rows: Rows, lacking: Sequence[Fraction], forms: Sequence[BoundForm]) -> Fraction:
    """The share t of a constant that keeps the lack in the cone, and the budgets."""
    share = Fraction(0)
    for form in forms:
        over, room = form.of(lacking), -form.of_constant
        if over > 0 and room > 0:
            share = max(share, over / room)
    most = {form.owner: form.most for form in forms}
    for owner, total in spent(rows, forms).items():
        allowed = most[owner]
        if allowed is not None and total > allowed:
            share = max(share, 1 - allowed / total)
    return min(_short(share), Fraction(1))


def _completed(table: Rows, lacking: Sequence[Fraction], share: Fraction, bound: int) -> Rows:
    """The table scaled by 1 - t, with t and what columns lack in the fullest bound row."""
    scaled = [[(1 - share) * x for x in row] for row in table]
    fullest = max(range(bound), key=lambda x: min(table[x]))
    added = (share + (1 - share) * d for d in lacking)
    scaled[fullest] = [x + d for x, d in zip(scaled[fullest], added, strict=True)]
    return scaled


def _short(x: Fraction) -> Fraction:
    """On the grid, from above."""
    return Fraction(ceil(x * GRID), GRID)
