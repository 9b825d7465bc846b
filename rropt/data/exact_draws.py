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
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    if denominator & (denominator - 1) == 0:
        return max(1, -(-bits // 8))
    return -(-bits // 8) + 1


Source = Callable[[int], bytes]
"""Gives so many random bytes; `os.urandom` unless a test injects its own."""

Begun = tuple[np.ndarray, np.ndarray]
"""Reports or next states, and the places of these."""

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
        begin = _begin_binary if (self.reports, self.truths) == (2, 2) else _begin
        for start in range(0, len(truths), BLOCK):
            block = truths[start : start + BLOCK]
            codes, undecided = begin(self, block, _octets(source, len(block)))
            _finish(self, codes, undecided, source)
            out[start : start + BLOCK] = codes

    def step(self, states: np.ndarray, octets: np.ndarray) -> np.ndarray:
        """Report or next state for each pair of state and byte."""
        cells = states.astype(np.intp)
        cells <<= 8
        cells |= octets
        return self.table.take(cells, mode="clip")


def _octets(source: Source, count: int) -> np.ndarray:
    return np.frombuffer(source(count), np.uint8, count)


def _begin(machine: Machine, truths: np.ndarray, octets: np.ndarray) -> Begun:
    codes = machine.step(truths, octets)
    return codes, np.flatnonzero(codes >= machine.reports)


def _begin_binary(machine: Machine, truths: np.ndarray, octets: np.ndarray) -> Begun:
    """Two truths, two reports: one byte comparison decides all but the ties, which are looked up.

    The cut of truth j lies in the byte that is its first without the decision "report 0". The only
    other undecided byte is 255, where a number may be rejected.
    """
    first = machine.table[:512].reshape(2, 256)
    low, high = (min(255, int(np.count_nonzero(row == 0))) for row in first)
    kind = truths.astype(np.uint8)
    cut = np.uint8(low) ^ (-kind & np.uint8(low ^ high))
    codes = (octets >= cut).astype(machine.table.dtype)
    tie = octets == cut
    if (first[:, 255] > 1).any():
        tie |= octets == 255
    ties = np.flatnonzero(tie)
    codes[ties] = looked_up = machine.step(kind[ties], octets[ties])
    return codes, ties[looked_up >= machine.reports]


def _finish(machine: Machine, codes: np.ndarray, pending: np.ndarray, source: Source) -> None:
    """Draw further bytes for the undecided entries only, until there are none."""
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
        inside += ((j, c) for c in column if 0 < c < top)
    strings = b"".join(c.to_bytes(cuts.length, "big") for _, c in inside)
    return _Level(
        truth=np.arange(len(cuts.columns), dtype=CODE),
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
    jump = level.state_of_cut * 257 + digit + divides
    ends = np.bincount(jump, minlength=257 * level.states).reshape(-1, 257)[:, :256]
    passed = ends.cumsum(axis=1, dtype=CODE) + level.below[:, None]
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
            for i in np.flatnonzero(np.isin(heads, self.going_on)):
                passed[i] = self._continued(int(heads[i]), source)
        return passed

    def _continued(self, head: int, source: Source) -> int:
        """The same for one number, all of its bytes drawn."""
        more = 8 * -(-self.length // 8) - 8
        number = (head << 8 * more) + int.from_bytes(source(more), "big")
        return bisect_right(self.cuts, number >> 8 * (more + 8 - self.length))
