"""The byte machine: lazy comparison of a uniform number with the cut points, for whole arrays.

A state is a truth together with the bytes read so far, kept only while a cut point still divides
what those bytes leave open. Reading one more byte either decides the report or leads to another
state; a rejected number leads back to the truth's first state. A machine is therefore one table,
and a step for a whole array is one look-up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rropt.sampling.cuts import Cuts

Source = Callable[[int], bytes]

Begun = tuple[np.ndarray, np.ndarray]
"""Reports or next states, and the places of these."""

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
        tables, states = [], 0
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
    inside = [(j, c) for j, column in enumerate(cuts.columns) for c in column if 0 < c < top]
    strings = b"".join(c.to_bytes(cuts.length, "big") for _, c in inside)
    return _Level(
        truth=np.arange(len(cuts.columns)),
        below=np.array([sum(c == 0 for c in column) for column in cuts.columns]),
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
    passed = np.bincount(jump, minlength=257 * level.states).reshape(-1, 257).cumsum(axis=1)
    passed = passed[:, :256] + level.below[:, None]
    cells = np.where(passed < reports, passed, reports + level.truth[:, None])
    open_cells, state_of_cut = np.unique(
        (level.state_of_cut * 256 + digit)[divides], return_inverse=True
    )
    parents = open_cells // 256
    below = passed.reshape(-1)[open_cells]
    cells.reshape(-1)[open_cells] = reports + states + np.arange(len(open_cells))
    following = _Level(level.truth[parents], below, state_of_cut, level.digits[divides, 1:])
    return cells, following
