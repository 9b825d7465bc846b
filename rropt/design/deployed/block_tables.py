"""Tables over 1/N of the catalogue's own shape: two chances a report, one for its block of truths.

The devices for several truths report a block: k-ary response one truth, subset selection every set
of d, Hadamard response half of them. Each truth is in r of m blocks, so that over N

    r A + (m - r) B + C = N,    A for a block with the truth, B without, C for a report to nothing.

For every B the largest private A is taken, and what is left over tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from rropt.design.deployed.integer_starts import WholeChances
from rropt.exact import Table

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
