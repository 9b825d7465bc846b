"""Integer tables from which the search for a deployable one starts.

Under pure privacy a row with the floor b has its entries in [b, floor(gamma b)]. So, once the
floors of the rows are chosen, the columns can be filled one by one up to N.

**Tables of the catalogue's own shape** have two chances a report, one for its block of truths. The
devices for several truths report a block: k-ary response one truth, subset selection every set of
d, Hadamard response half of them. Each truth is in r of m blocks, so that over N

    r A + (m - r) B + C = N,    A for a block with the truth, B without, C for a report to nothing.

For every B the largest private A is taken, and what is left over tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, permutations
from math import floor
from typing import Any

import numpy as np

from rropt.design.deployed.rounding import rounded_tables
from rropt.exact import Table

SCALES = (0.8, 0.9, 1.0, 1.1, 1.2, 1.4)
"""Factors for the floors of the heaviest rows, the others left out."""

FEW_SCALES = (0.8, 0.9, 1.0, 1.1, 1.25)
SHARES = (0.85, 0.95, 1.0)
"""The same for floors that are well capped, and the share of the largest growth that they have."""

FLOORS = 64
"""At most so many floors are tried for a number of reports."""


@dataclass(frozen=True)
class WholeChances:
    """N chances, and the privacy that tables over 1/N must keep."""

    total: int
    gamma: Fraction
    delta: Fraction
    reports: int | None = None
    """At most so many; None for any number."""

    def is_short(self, table: np.ndarray) -> bool:
        """Whether the table has no more reports than it may."""
        return self.reports is None or int(table.any(axis=1).sum()) <= self.reports

    @cached_property
    def caps(self) -> np.ndarray:
        """The largest entry beside a least entry b: floor(gamma b), at most N."""
        return np.array([min(self.total, floor(self.gamma * b)) for b in range(self.total + 1)])

    def most_beside(self, least: int, apart: int) -> int:
        """The largest chance beside a least one in a table where so many rows tell a truth from
        another: (A - gamma B) apart <= delta N."""
        beyond = self.delta * self.total / apart if apart else Fraction(self.total)
        return min(self.total, floor(self.gamma * least + beyond))

    def is_private(self, table: np.ndarray) -> bool:
        """The privacy of a table of numerators, in whole numbers."""
        p = self.gamma.numerator
        q = self.gamma.denominator
        if not self.delta:
            return all(q * max(row) <= p * min(row) for row in table.tolist())
        most = floor(self.delta * self.total * q)
        for first, second in permutations(table.T.tolist(), 2):
            if sum(max(0, q * x - p * y) for x, y in zip(first, second, strict=True)) > most:
                return False
        return True


def rounded(deck: WholeChances, rows: Table, most: int) -> list[np.ndarray]:
    """What rounding comes to first; of equal remainders the first counts, so in both orders."""
    channels: list[Any] = []
    for listed in (rows, rows[::-1]):
        tables = rounded_tables(listed, deck.total, deck.gamma, deck.delta)
        channels += islice(tables, most)
    return [np.array(c.numerators) * (deck.total // c.denominator) for c in channels]


def simple(deck: WholeChances, rows: Table) -> list[np.ndarray]:
    """Tables of equal floors, under pure privacy also the heaviest of the rows.

    With delta they come with some that are not private: whoever wants a few decides about a few.
    """
    total = deck.total
    truths = len(rows[0])
    if not deck.delta:
        return [*equal_floors(deck, truths, total), *heaviest(deck, rows)]
    found = []
    for shown in {0, floor(deck.delta * total)} - {total}:
        truth = shown * np.eye(truths, dtype=int)
        useless = np.full((1, truths), total - shown)
        pure = (useless, *equal_floors(deck, truths, total - shown))
        found += [np.vstack([table, truth]) for table in pure]
    return found


def equal_floors(deck: WholeChances, truths: int, total: int) -> Iterator[np.ndarray]:
    """Tables of rows with the same floor and cap: column j is high in the rows j, j + 1, ....

    What is left of N makes one more report, a useless one, or an entry of each column larger.

    >>> deck = WholeChances(5, Fraction(3), Fraction(0))
    >>> [table.tolist() for table in equal_floors(deck, 2, 5)][:2]
    [[[3, 1], [1, 3], [1, 1]], [[3, 2], [2, 3]]]
    """
    for reports in range(2, 2 * truths + 1):
        place = (np.arange(reports)[:, None] - np.arange(truths)) % reports
        for least in range(1, total // reports + 1, 1 + total // (FLOORS * reports)):
            room = int(deck.caps[least]) - least
            if not room or reports * (room + least) < total:
                continue
            high, rest = divmod(total - reports * least, room)
            column = np.full(reports, least)
            column[:high] += room
            if rest:
                yield np.vstack([column[place], np.full((1, truths), rest)])
            column[high : high + 1] += rest
            yield column[place]


def heaviest(deck: WholeChances, rows: Table) -> list[np.ndarray]:
    """The heaviest rows alone, with larger floors."""
    exact = _by_weight(rows)
    truths = len(rows[0])
    found = []
    for count in range(truths, min(len(exact), 2 * truths) + 1):
        floors = np.rint(_scaled(deck, exact[:count], SCALES)).astype(int)
        found += _with_floors(deck, exact[:count], floors)
    return found


def well_capped(deck: WholeChances, rows: Table) -> list[np.ndarray]:
    """The heaviest rows and all of them, with floors b whose floor(gamma b) loses little.

    For gamma = 6/5 those are the multiples of five: 9 has the cap 10, 10 has 12.
    """
    exact = _by_weight(rows)
    truths = len(rows[0])
    found = []
    least = np.arange(1, deck.total + 1)
    growth = deck.caps[1:] / least - 1
    for count in sorted({*range(truths, min(len(exact), 2 * truths) + 1), len(exact)}):
        wished = _scaled(deck, exact[:count], FEW_SCALES)
        lists = [_nearest(least[growth >= share * growth.max()], wished) for share in SHARES]
        found += _with_floors(deck, exact[:count], np.unique(np.vstack(lists), axis=0))
    return found


def _by_weight(rows: Table) -> np.ndarray:
    """The rows in doubles, the heaviest first."""
    exact = np.array(rows, dtype=float)
    return exact[np.argsort(-exact.sum(axis=1).round(9), kind="stable")]


def _scaled(deck: WholeChances, some: np.ndarray, scales: Sequence[float]) -> np.ndarray:
    """The floors of some rows when they have all of the N chances, times each of the scales."""
    share = deck.total / some.sum(axis=0).mean()
    return np.multiply.outer(scales, some.min(axis=1) * share)


def _nearest(steps: np.ndarray, wished: np.ndarray) -> np.ndarray:
    """The step nearest to each wish, of two the smaller."""
    above = np.searchsorted(steps, wished).clip(0, len(steps) - 1)
    below = (above - 1).clip(0)
    return np.where(wished - steps[below] <= steps[above] - wished, steps[below], steps[above])


def _with_floors(deck: WholeChances, some: np.ndarray, floors: np.ndarray) -> list[np.ndarray]:
    """Tables with these floors that are high where the rows are high."""
    high = some > some.min(axis=1)[:, None] * (1 + 1e-9)
    floors = floors[floors.sum(axis=1) <= deck.total]
    return list(filled(deck, floors, np.where(high, deck.total, 0)))


def filled(deck: WholeChances, floors: np.ndarray, wishes: np.ndarray) -> np.ndarray:
    """For each list of floors the wished entries, moved between floor and cap to add up to N.

    Entries strictly between are moved first; lists with too little room are left out.
    """
    low = floors[:, :, None]
    high = deck.caps[floors][:, :, None]
    tables = np.clip(wishes, low, high)
    between = (tables > low) & (tables < high)
    for movable in (between, ~between):
        surplus = (tables.sum(axis=1) - deck.total)[:, None]
        tables = tables - _shared(np.maximum(surplus, 0), np.where(movable, tables - low, 0))
        tables = tables + _shared(np.maximum(-surplus, 0), np.where(movable, high - tables, 0))
    return tables[(tables.sum(axis=1) == deck.total).all(axis=1)]


def _shared(amounts: np.ndarray, rooms: np.ndarray) -> np.ndarray:
    """An amount a column, given to the rows with room, one after the other."""
    return np.clip(amounts - (np.cumsum(rooms, axis=1) - rooms), 0, rooms)


NEAR = 64
"""So many lower chances are tried on either side of the one that uses up N."""


def block_tables(deck: WholeChances, truths: int, rows: Table) -> Iterator[tuple[str, np.ndarray]]:
    """The whole-number tables of each kind of blocks, with its name; `rows` are an optimum's.

    The last report of each tells nothing, and may have no chance.

    >>> from fractions import Fraction
    >>> deck = WholeChances(6, Fraction(3), Fraction(0))
    >>> [(name, tables.tolist()) for name, tables in block_tables(deck, 3, ())][:1]
    [('k-ary response', [[[3, 1, 1], [1, 3, 1], [1, 1, 3], [1, 1, 1]]])]
    """
    for name, blocks in _incidences(deck, truths, rows):
        tables = list(_filled(deck, blocks))
        if tables:
            yield name, np.array(tables)


def _incidences(deck: WholeChances, truths: int, rows: Table) -> Iterator[tuple[str, np.ndarray]]:
    """Blocks as rows of zeros and ones, each truth in equally many of at most N."""
    from rropt.channel.balanced_supports import SubsetSupports
    from rropt.channel.named_supports import HadamardSupports

    families = [SubsetSupports(truths, deck.gamma, size) for size in range(1, truths)]
    halves = [HadamardSupports(truths, deck.gamma)] if truths > 2 else []
    for family in [*families, *halves]:
        if family.reports <= deck.total:
            blocks = np.zeros((family.reports, truths), int)
            for block, (_, support, _) in zip(blocks, family.listed(), strict=True):
                block[list(support)] = 1
            yield family.name, blocks
    blocks = _blocks_of(rows)
    if len(blocks) <= deck.total and len(set(blocks.sum(axis=0).tolist())) == 1:
        yield "the blocks of the optimum", blocks


def _blocks_of(rows: Table) -> np.ndarray:
    """Where each row is high, if all rows have two values; else none."""
    if not rows or any(len(set(row)) != 2 for row in rows):
        return np.zeros((0, 0), dtype=int)
    entries = np.array(rows)
    return (entries > entries.min(axis=1, keepdims=True)).astype(int)


def _filled(deck: WholeChances, blocks: np.ndarray) -> Iterator[np.ndarray]:
    """For every lower chance the table with the largest higher one."""
    reports, truths = blocks.shape
    with_truth = int(blocks[:, 0].sum())
    together = (blocks.T @ blocks + with_truth * np.eye(truths, dtype=int)).min()
    apart = with_truth - int(together)
    fair = deck.total / (
        reports - with_truth + with_truth * float(min(deck.gamma, Fraction(deck.total)))
    )
    fewest = max(int(not deck.delta), int(fair) - NEAR)
    for low in range(fewest, min(deck.total // reports, int(fair) + NEAR) + 1):
        room = deck.total - (reports - with_truth) * low
        high = min(deck.most_beside(low, apart), room // with_truth)
        if high > low:
            rest = np.full((1, truths), room - with_truth * high)
            yield np.vstack([low + (high - low) * blocks, rest])
