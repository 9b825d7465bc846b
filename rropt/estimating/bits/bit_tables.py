"""Bit channels, and Kronecker products of them applied without being formed.

The bits are taken RADIX at a time: their small product (16 x 16) meets the vector in blocks that
fit the cache. The work is k 2^k up to a constant, the memory one block beside the vector.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError

Square = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]

MAX_BITS = 30
"""Largest marginal, in bits: 2^30 doubles are 8 GiB."""


def bit_channels(channels: Sequence[Channel]) -> list[Channel]:
    """The channels of the bits, each two reports by two truths."""
    if isinstance(channels, Channel):
        raise InputError("channels must be one 2 x 2 channel a bit: for n alike, [channel] * n")
    for i, channel in enumerate(channels):
        if channel.shape != (2, 2):
            raise InputError(f"channels[{i}] must be 2 x 2, got {channel.shape}")
    if not 1 <= len(channels) <= MAX_BITS:
        raise InputError(f"channels must be 1 to {MAX_BITS} bits, got {len(channels)}")
    return list(channels)


def forward(channel: Channel) -> Square:
    """The exact 2 x 2 table of a bit."""
    (a, b), (c, d) = channel.rows
    return (a, b), (c, d)


@lru_cache(maxsize=256)
def inverse(channel: Channel) -> Square:
    """The exact inverse of a bit's table.

    For [[a, 1-a], [1-a, a]] it is the same form at a / (2a-1): `vinterbo/thm-4.4/inverse`.

    >>> inverse(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))[0]
    (Fraction(3, 2), Fraction(-1, 2))
    """
    (a, b), (c, d) = channel.rows
    determinant = a * d - b * c
    # Columns add up to one, so that a singular table of two has equal ones.
    if determinant == 0:
        raise InputError(
            "a bit's channel must be invertible, got one whose reports do not depend on the truth"
        )
    return (d / determinant, -b / determinant), (-c / determinant, a / determinant)


RADIX = 4
BLOCK = 1 << 13
"""Entries a block: in the cache, and too few for BLAS to wake its threads for."""


SMALL = 1 << 16
"""Up to so many entries a second vector costs nothing, and whole products are faster."""


def apply_in_place(tables: Sequence[Square], vector: np.ndarray) -> np.ndarray:
    """Overwrite a vector of doubles with (T_0 (x) ... (x) T_{k-1}) vector, T_0 most significant.

    >>> from fractions import Fraction as F
    >>> swap, same = ((F(0), F(1)), (F(1), F(0))), ((F(1), F(0)), (F(0), F(1)))
    >>> apply_in_place([swap, same], np.array([0.0, 1.0, 2.0, 3.0]))
    array([2., 3., 0., 1.])
    """
    # Bits often share one table: each is rounded to doubles once.
    distinct = {id(table): table for table in tables}
    doubles = {name: _doubles(table) for name, table in distinct.items()}
    squares = [doubles[id(table)] for table in tables]
    right = 1
    if len(vector) <= SMALL:
        vector[:] = _rotated(squares, vector)
        return vector
    # The least significant bits first: `right` is how many entries lie beyond a group's axis.
    while squares:
        group = _product(tuple(squares[-RADIX:]))
        del squares[-RADIX:]
        _apply_group(group, vector, right)
        right *= len(group)
    return vector


def _rotated(squares: list[tuple[float, ...]], vector: np.ndarray) -> np.ndarray:
    """A few bits at a time: each group is applied to the leading axis, which then goes last."""
    for start in range(0, len(squares), RADIX):
        group = _product(tuple(squares[start : start + RADIX]))
        # Each axis has gone last once when all are done, so that they are in order again.
        vector = (vector.reshape(len(group), -1).T @ group.T).reshape(-1)
    return vector


def _doubles(table: Square) -> tuple[float, ...]:
    (a, b), (c, d) = table
    return float(a), float(b), float(c), float(d)


@lru_cache(maxsize=256)
def _product(squares: tuple[tuple[float, ...], ...]) -> np.ndarray:
    """The Kronecker product of a few tables."""
    return reduce(np.kron, [np.array(square).reshape(2, 2) for square in squares])


def _apply_group(group: np.ndarray, vector: np.ndarray, right: int) -> None:
    """One small product on the axis that has `right` entries to its right."""
    size = len(group)
    stack = vector.reshape(-1, size, right)
    # A slab may be larger than the cache: a few of its columns go through at a time.
    columns = min(right, BLOCK // size)
    slabs = BLOCK // (size * columns)
    for first, column in product(range(0, len(stack), slabs), range(0, right, columns)):
        block = stack[first : first + slabs, :, column : column + columns]
        block[:] = group @ block
