"""The cut points of a table, and a uniform number compared with them, lazily, for whole arrays.

Column j divides [0, 256^L) into one interval a report: with common denominator D and
`256^L = q D + rest`, report i of truth j owns q a_ij of the 256^L equally likely byte strings; the
`rest` is rejected, so that the conditional probability is exactly a_ij / D. L is so large that the
rest lies within the last 256th of the range.

The byte machine has as a state a truth together with the bytes read so far, kept only while a cut
point still divides what those bytes leave open. Reading one more byte either decides the report or
leads to another state; a rejected number leads back to the truth's first state. A machine is
therefore one table, and a step for a whole array is one look-up.

Tables with too many cut points for it are compared by 64-bit words: one word decides an entry
unless it equals the first word of a cut point that goes on; those (one in about 2^64 / reports) are
continued in whole numbers.

Of two reports a byte is more than it takes. The reports of eight entries of one truth are one of
256 outcomes, whose chances are products; a word of 16 bits decides it unless a cut point of these
divides the word, as 255 of 65,536 do at most. So a report takes two bits and a little, and where
the second truth's chances are those of the first, exchanged, one word serves both truths.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from rropt.exact import InputError
from rropt.exact.entries import scaled


@dataclass(frozen=True)
class Cuts:
    """`columns[j][i]` is the end of the interval of report i; the last one ends the accepted."""

    columns: tuple[tuple[int, ...], ...]
    length: int

    @property
    def reports(self) -> int:
        """Number of reports."""
        return len(self.columns[0])

    @property
    def cells(self) -> int:
        """Upper bound on the cells of a byte machine for these cuts."""
        # On every level but the first a cut point leaves one state open at most.
        states = len(self.columns) * (1 + (self.length - 1) * self.reports)
        return 256 * states


def cut_points(columns: Sequence[Sequence[int]], denominator: int) -> Cuts:
    """Cut points of integer weights whose columns each add up to `denominator`.

    >>> cut_points([[3, 1], [1, 3]], 4)
    Cuts(columns=((192, 256), (64, 256)), length=1)
    """
    for j, column in enumerate(columns):
        if sum(column) != denominator or min(column) < 0:
            raise InputError(
                f"weights of column {j} must be non-negative and add up to {denominator}, "
                f"got {list(column)[:10]}"
            )
    length = _byte_length(denominator)
    scale = 256**length // denominator
    return Cuts(tuple(tuple(accumulate(scaled(column, scale))) for column in columns), length)


def _byte_length(denominator: int) -> int:
    """Bytes a draw: whole for a power of two, otherwise enough to reject under one in 256."""
    bits = (denominator - 1).bit_length()
    # A power of two divides 256^L: nothing is rejected.
    if denominator & (denominator - 1) == 0:
        return max(1, -(-bits // 8))
    return -(-bits // 8) + 1


Source = Callable[[int], bytes]
"""Gives so many random bytes; `os.urandom` unless a test injects its own."""

CODE = np.int32
"""Of reports and states while a machine is built: numbers of 64 bits took 260 MB for 465 reports on
31 truths."""

BLOCK = 1 << 16
"""Entries a block: everything that a step touches stays in the cache."""


@dataclass(frozen=True)
class Machine:
    """`table[256 s + byte]`: a report if below `reports`, otherwise `reports` + the next state."""

    table: np.ndarray
    reports: int
    truths: int

    @classmethod
    def of(cls, cuts: Cuts) -> Machine:
        """Build the machine level by level: level l reads byte l of the number."""
        level = _first_level(cuts)
        tables = []
        states = 0
        while level.states:
            states += level.states
            cells, level = _step(level, cuts.reports, states)
            tables.append(cells)
        table = np.concatenate(tables).reshape(-1)
        kind = np.min_scalar_type(int(table.max()))
        return cls(table.astype(kind), cuts.reports, len(cuts.columns))

    def draw(self, truths: np.ndarray, source: Source, out: np.ndarray) -> None:
        """Write one report for each truth into `out`, block by block."""
        for start in range(0, len(truths), BLOCK):
            block = truths[start : start + BLOCK]
            codes = self.step(block, _octets(source, len(block)))
            _finish(self, codes, source)
            out[start : start + BLOCK] = codes

    def step(self, states: np.ndarray, octets: np.ndarray) -> np.ndarray:
        """Report or next state for each pair of state and byte."""
        cells = states.astype(np.intp)
        cells <<= 8
        cells |= octets
        return self.table.take(cells, mode="clip")


def _octets(source: Source, count: int) -> np.ndarray:
    return np.frombuffer(source(count), np.uint8, count)


def _finish(machine: Machine, codes: np.ndarray, source: Source) -> None:
    """Draw further bytes for the undecided entries only, until there are none."""
    pending = np.flatnonzero(codes >= machine.reports)
    while pending.size:
        states = codes[pending].astype(np.intp) - machine.reports
        after = machine.step(states, _octets(source, pending.size))
        codes[pending] = after
        pending = pending[after >= machine.reports]


@dataclass(frozen=True)
class _Level:
    """The states of one level and the cut points strictly inside them."""

    truth: np.ndarray
    below: np.ndarray
    state_of_cut: np.ndarray
    digits: np.ndarray

    @property
    def states(self) -> int:
        return len(self.truth)


def _first_level(cuts: Cuts) -> _Level:
    top = 256**cuts.length
    inside: list[tuple[int, int]] = []
    for j, column in enumerate(cuts.columns):
        # A cut at either end of the range divides nothing.
        inside += ((j, c) for c in column if 0 < c < top)
    strings = b"".join(c.to_bytes(cuts.length, "big") for _, c in inside)
    return _Level(
        truth=np.arange(len(cuts.columns), dtype=CODE),
        # A cut at 0 is passed from the start: the report before it has no chance.
        below=np.array([column.count(0) for column in cuts.columns], CODE),
        state_of_cut=np.array([j for j, _ in inside], np.intp),
        digits=np.frombuffer(strings, np.uint8).reshape(len(inside), cuts.length),
    )


def _step(level: _Level, reports: int, states: int) -> tuple[np.ndarray, _Level]:
    """The cells of one level, and the level that its undecided cells lead to.

    A cell counts the cut points at or below its start: that many reports are passed.
    """
    digit = level.digits[:, 0].astype(np.intp)
    divides = level.digits[:, 1:].any(axis=1)
    # A cut that ends with this byte is passed from its cell on, one that goes on from the next.
    jump = level.state_of_cut * 257 + digit + divides
    # The last of 257 columns is for cuts that no cell passes.
    ends = np.bincount(jump, minlength=257 * level.states).reshape(-1, 257)[:, :256]
    passed = ends.cumsum(axis=1, dtype=CODE) + level.below[:, None]
    # The first states are the truths: there a rejected number begins anew.
    cells = np.where(passed < reports, passed, reports + level.truth[:, None])
    open_cells, state_of_cut = np.unique(
        (level.state_of_cut * 256 + digit)[divides], return_inverse=True
    )
    parents = open_cells // 256
    below = passed.reshape(-1)[open_cells]
    cells.reshape(-1)[open_cells] = reports + states + np.arange(len(open_cells))
    following = _Level(level.truth[parents], below, state_of_cut, level.digits[divides, 1:])
    return cells, following


@dataclass(frozen=True, eq=False)
class Words:
    """The cut points of each truth, cut after their first 64 bits."""

    columns: tuple[_CutColumn, ...]

    @classmethod
    def of(cls, cuts: Cuts) -> Words:
        """Prepare the columns once for many draws."""
        return cls(tuple(_CutColumn.of(column, cuts.length) for column in cuts.columns))

    def draw(self, truths: np.ndarray, source: Source, out: np.ndarray) -> None:
        """Write one report for each truth into `out`, truth by truth."""
        order = np.argsort(truths, kind="stable")
        ends = np.cumsum(np.bincount(truths, minlength=len(self.columns)))
        for column, mine in zip(self.columns, np.split(order, ends[:-1]), strict=True):
            column.draw(mine, source, out)


@dataclass(frozen=True, eq=False)
class _CutColumn:
    """`heads`: first words of the cut points; `going_on`: those with more bits after them."""

    cuts: tuple[int, ...]
    length: int
    heads: np.ndarray
    going_on: np.ndarray

    @classmethod
    def of(cls, cuts: tuple[int, ...], length: int) -> _CutColumn:
        width = 8 * -(-length // 8)
        pad = bytes(width - length)
        top = 256**length
        octets = b"".join(c.to_bytes(length, "big") + pad for c in cuts if c < top)
        digits = np.frombuffer(octets, np.uint8).reshape(-1, width)
        heads = np.ascontiguousarray(digits[:, :8]).view(">u8").reshape(-1).astype(np.uint64)
        return cls(cuts, length, heads, np.unique(heads[digits[:, 8:].any(axis=1)]))

    def draw(self, pending: np.ndarray, source: Source, out: np.ndarray) -> None:
        """Reports for the entries with these places; a rejected number is drawn again."""
        while pending.size:
            heads = np.frombuffer(source(8 * pending.size), ">u8").astype(np.uint64)
            passed = self.decide(heads, source)
            accepted = passed < len(self.cuts)
            out[pending[accepted]] = passed[accepted]
            pending = pending[~accepted]

    def decide(self, heads: np.ndarray, source: Source) -> np.ndarray:
        """The number of cut points at or below each uniform number with these first words."""
        passed = np.searchsorted(self.heads, heads, side="right")
        if self.going_on.size:
            # Open is only a number whose first word is that of a cut point with more behind it.
            met = np.flatnonzero(self.heads.take(passed - 1, mode="clip") == heads)
            for i in met:
                if heads[i] in self.going_on:
                    passed[i] = self._continued(int(heads[i]), source)
        return passed

    def _continued(self, head: int, source: Source) -> int:
        """The same for one number, all of its bytes drawn."""
        more = 8 * -(-self.length // 8) - 8
        number = (head << 8 * more) + int.from_bytes(source(more), "big")
        # The padding of the last word is no part of the number.
        return bisect_right(self.cuts, number >> 8 * (more + 8 - self.length))


TOGETHER = 8
"""Entries whose reports make up an octet."""

OPEN = 1 << TOGETHER
"""In the place of an octet: a word that does not decide it."""

WORDS = 1 << 16

FEW = 1 << 15
"""Fewer entries are drawn by bytes, in a tenth of a millisecond: to make the table of words takes
0.4, which the next draws need not."""

SHARED_BLOCK = 1 << 19
"""Entries a block whose words are looked up: with 2^16 a fifth of the time is calls."""


@dataclass(frozen=True, eq=False)
class Coins:
    """Two reports on one or two truths: eight entries a word."""

    columns: tuple[tuple[int, int], ...]
    denominator: int
    alone: Machine

    @classmethod
    def of(cls, columns: Sequence[Sequence[int]], denominator: int) -> Coins:
        """Of the weights of both reports given each truth."""
        pairs = tuple((zero, one) for zero, one in columns)
        return cls(pairs, denominator, Machine.of(cut_points(columns, denominator)))

    @cached_property
    def eights(self) -> tuple[_Eight, ...]:
        """Of each truth; of the first alone where the second has its weights exchanged."""
        first, *others = self.columns
        own = (first, *(pair for pair in others if pair != first[::-1]))
        return tuple(_Eight.of(pair, self.denominator) for pair in own)

    def draw(self, truths: np.ndarray, source: Source, out: np.ndarray) -> None:
        """Write one report for each truth into `out`, block by block."""
        # What does not fill a word is drawn by bytes.
        shared = 0 if len(truths) < FEW else len(truths) // TOGETHER * TOGETHER
        for start in range(0, shared, SHARED_BLOCK):
            block = slice(start, min(start + SHARED_BLOCK, shared))
            self._draw_shared(truths[block], source, out[block])
        self.alone.draw(truths[shared:], source, out[shared:])

    def _draw_shared(self, truths: np.ndarray, source: Source, out: np.ndarray) -> None:
        """A report of the second truth is that of the first, exchanged where these differ."""
        exchanged = truths.astype(np.uint8, copy=False)
        first, *others = (eight.octets(len(truths) // TOGETHER, source) for eight in self.eights)
        for octets in others:
            exchanged = exchanged & np.unpackbits(first ^ octets)
        np.bitwise_xor(np.unpackbits(first), exchanged, out=out)


@dataclass(frozen=True, eq=False)
class _Eight:
    """The reports of eight entries of one truth, as the bits of an octet."""

    table: np.ndarray
    column: _CutColumn

    @classmethod
    def of(cls, weights: tuple[int, int], denominator: int) -> _Eight:
        """From the weights of reports 0 and 1, of which an octet has some ones."""
        zero, one = weights
        chances = [zero ** (TOGETHER - ones) * one**ones for ones in range(TOGETHER + 1)]
        outcomes = [chances[octet.bit_count()] for octet in range(OPEN)]
        cuts = cut_points([outcomes], denominator**TOGETHER)
        (ends,) = cuts.columns
        return cls(_word_table(ends, 256**cuts.length), _CutColumn.of(ends, cuts.length))

    def octets(self, count: int, source: Source) -> np.ndarray:
        """So many, each of a word and of the bits after it where it is open."""
        words = np.frombuffer(source(2 * count), "<u2")
        found = self.table.take(words)
        left = np.flatnonzero(found == OPEN)
        # The word is the top of one of 64 bits, whose rest is drawn now.
        after = np.frombuffer(source(8 * left.size), "<u8") >> np.uint64(16)
        heads = words[left].astype(np.uint64) << np.uint64(48) | after
        found[left] = self.column.decide(heads, source)
        # What is open after 64 bits is a rejected number, and drawn again.
        rejected = left[found[left] == OPEN]
        self.column.draw(rejected, source, found)
        return found.astype(np.uint8)


def _word_table(ends: Sequence[int], top: int) -> np.ndarray:
    """For each word how many ends its numbers have passed, OPEN where that differs or is all."""
    # From these words on all numbers have passed an end; one that it divides is open.
    above = [-(-end * WORDS // top) for end in ends]
    table = np.repeat(np.arange(OPEN + 1, dtype=np.uint16), np.diff([0, *above, WORDS]))
    table[[end * WORDS // top for end in ends if end * WORDS % top]] = OPEN
    return table
