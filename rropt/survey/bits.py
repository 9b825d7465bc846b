"""n-bit responses: each bit passes its own 2 x 2 channel, and marginals come back in O(k 2^k).

Every bit is randomized independently, so the channel of k bits is the Kronecker product of theirs
(`vinterbo/thm-4.1`) and its inverse the product of the inverses. Both are applied in place, RADIX
bits at a time: their small product (16 x 16) meets the vector in blocks that fit the cache. The
2^k x 2^k matrix is never formed, the work is k 2^k up to a constant, the memory one block beside
the vector.

A cell of a marginal over columns (c_0, ..., c_{k-1}) is a number below 2^k whose most significant
bit is the first column,

    cell = x_0 2^(k-1) + x_1 2^(k-2) + ... + x_{k-1},

the order of the Kronecker product C_0 (x) C_1 (x) ... and of `Channel.tensor`, and of
`vinterbo/impl-1`; the map eta of `vinterbo/def/eta` takes the columns the other way round.

With m reports, `cov = (C^-1 diag(C pi) C^-T - pi pi^T) / m` (`vinterbo/eq/cov-hat`). Its trace
needs one number for each bit and truth, the noise factor
`t(x) = sum_r P(r | x) sum_y (C^-1)_{y r}^2`; then

    trace = (sum_x pi_x prod_i t_i(x_i) - pi . pi) / m.

A bit with table [[a, 1-a], [1-a, a]] has t = (a^2 + (1-a)^2) / (2a-1)^2 for both truths, and the
trace becomes (c^k - pi . pi) / m: `vinterbo/lem-4.5`. Wherever a prior is asked for, an estimated
marginal will do; nothing is clipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, exact, exact_vector, of_size, whole
from rropt.survey.identification import exact_left_inverse, identified

Square = tuple[tuple[Fraction, ...], ...]

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


def inverse(channel: Channel) -> Square:
    """The exact inverse of a bit's table.

    For [[a, 1-a], [1-a, a]] it is the same form at a / (2a-1): `vinterbo/thm-4.4/inverse`.

    >>> inverse(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))[0]
    (Fraction(3, 2), Fraction(-1, 2))
    """
    if not identified(channel).everything:
        raise InputError(
            "a bit's channel must be invertible, got one whose reports do not depend on the truth"
        )
    found: Any = exact_left_inverse(channel, (Fraction(1, 2),) * 2)
    return found


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


def estimate_marginal(channels: Sequence[Channel], counts: Any) -> np.ndarray:
    """Unbiased estimate of a k-way marginal in doubles: `C^-1 y / m`, never clipped.

    `vinterbo/alg/step-2`, in O(k 2^k) and one vector of memory.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> estimate_marginal([warner] * 2, [9, 3, 3, 1]).tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    ordered = bit_channels(channels)
    vector = cell_vector(counts, len(ordered), "counts")
    least = vector.min()
    total = vector.sum()
    # Not-a-number compares as false, and is refused by this order of the words.
    if not (least >= 0 and total < np.inf):
        odd = vector.max() if least >= 0 else least
        raise InputError(f"counts must be numbers of at least 0, got {odd}")
    if not total:
        raise InputError("counts must contain at least one report, got none")
    vector /= total
    return apply_in_place([inverse(channel) for channel in ordered], vector)


def report_marginal(channels: Sequence[Channel], prior: Any) -> np.ndarray:
    """The distribution of the reported cells, `C pi`, in doubles.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> report_marginal([warner, Channel.identity(2)], [1, 0, 0, 0]).tolist()
    [0.75, 0.0, 0.25, 0.0]
    """
    ordered = bit_channels(channels)
    vector = cell_vector(prior, len(ordered), "prior")
    return apply_in_place([channel.rows for channel in ordered], vector)


def cell_vector(values: Any, bits: int, name: str) -> np.ndarray:
    """One double a cell, a copy: from an array, or from anything that is exact.

    >>> cell_vector(["1/4", 0.75], 1, "prior").tolist()
    [0.25, 0.75]
    """
    of_size(values, 2**bits, f"{bits} bits", "cells")
    try:
        vector = np.array(values, dtype=float)
    except (TypeError, ValueError):
        vector = np.array([float(x) for x in exact_vector(values, name)])
    if vector.ndim != 1:
        raise InputError(f"{name} must be a flat list of {2**bits} cells, got {vector.shape}")
    return vector


ROUNDING = 1e-6
"""How far from one the sum of a prior in doubles may be."""


def marginal_variances(channels: Sequence[Channel], prior: Any, reports: int) -> np.ndarray:
    """The variance of each cell of the estimated marginal at `prior`, in O(k 2^k).

    `prior` is indexed by cell.

    >>> marginal_variances([Channel.identity(2)], [0.5, 0.5], 100).tolist()
    [0.0025, 0.0025]
    """
    ordered = bit_channels(channels)
    distribution = _distribution(prior, len(ordered))
    # Entries of a Kronecker product are products: so are their squares.
    squares = [_squared(inverse(channel)) for channel in ordered]
    second_moments = apply_in_place(squares, report_marginal(ordered, distribution))
    return (second_moments - distribution**2) / whole(reports, "reports", 1)


def noise_factors(channel: Channel) -> tuple[Fraction, Fraction]:
    """The exact factors t(0), t(1) by which a bit's channel multiplies the trace.

    >>> noise_factors(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    (Fraction(5, 2), Fraction(5, 2))
    """
    top, bottom = _squared(inverse(bit_channels([channel])[0]))
    # sum_y (C^-1)_yr^2 for each report r.
    sums = [top[r] + bottom[r] for r in (0, 1)]
    first, second = (sum(channel[r, x] * sums[r] for r in (0, 1)) for x in (0, 1))
    return Fraction(first), Fraction(second)


def marginal_loss(channels: Sequence[Channel], prior: Any) -> float:
    """The loss L: the trace of the covariance over that of direct answers (`vinterbo/def/loss`).

    `prior` is indexed by cell.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> marginal_loss([warner], [0.5, 0.5])
    4.0
    """
    noise, collision = _noise_and_collision(channels, prior)
    if collision >= 1:
        raise InputError("prior must not be concentrated on one cell: direct answers do not err")
    return (noise - collision) / (1 - collision)


def effective_sample_size(channels: Sequence[Channel], prior: Any, reports: int) -> float:
    """How many direct answers these reports are worth: m / L (`vinterbo/prop-3.1/error`).

    `prior` is indexed by cell.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> effective_sample_size([warner], [0.5, 0.5], 1000)
    250.0
    """
    return whole(reports, "reports", 1) / marginal_loss(channels, prior)


def iterated_loss(channel: Channel, bits: int, collision: Any = None) -> Fraction:
    """The exact loss (c^k - s) / (1 - s) for k bits alike with a symmetric table.

    `vinterbo/thm-4.6/loss`; s = pi . pi, by default its mean over uniformly random pi, which is
    2 / (2^k + 1) (`vinterbo/greenwood/mean`, `vinterbo/def/approx-loss`).

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> iterated_loss(warner, 2, "1/4")
    Fraction(8, 1)
    """
    count = whole(bits, "bits", 1)
    s = Fraction(2, 2**count + 1) if collision is None else exact(collision, "collision")
    if not 0 < s < 1:
        raise InputError(f"collision must lie strictly between 0 and 1, got {s}")
    low, high = noise_factors(channel)
    # t(0) = t(1) only where the rows, too, add up to one: where the table is symmetric.
    if low != high:
        raise InputError("channel must be [[a, 1-a], [1-a, a]]; otherwise use marginal_loss")
    return (low**count - s) / (1 - s)


def affordable_bits(channel: Channel, reports: int, error: Any) -> int:
    """The most bits k whose marginal has an expected squared distance of at most error^2.

    Whatever pi is: `E |estimate - pi|^2 = trace <= (t^k - 2^-k) / m`, t the larger noise factor.
    0 when not even one bit is affordable, at most MAX_BITS.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> affordable_bits(warner, reports=1_000_000, error="0.01")
    5
    """
    distance = exact(error, "error")
    if distance < 0:
        raise InputError(f"error must be at least 0, got {distance}")
    allowed = whole(reports, "reports", 1) * distance**2
    factor = max(noise_factors(channel))
    # pi . pi is at least 2^-k, its value at the uniform distribution.
    affordable = [k for k in range(1, MAX_BITS + 1) if factor**k - Fraction(1, 2**k) <= allowed]
    return max(affordable, default=0)


def _distribution(prior: Any, bits: int) -> np.ndarray:
    """The cells of a prior or of an estimated marginal: they add up to one."""
    masses = cell_vector(prior, bits, "prior")
    total = float(masses.sum())
    if not abs(total - 1) <= ROUNDING:
        raise InputError(f"prior must add up to one, got {total:.12g}")
    return masses


def _noise_and_collision(channels: Sequence[Channel], prior: Any) -> tuple[float, float]:
    """sum_x pi_x prod_i t_i(x_i), folding one bit at a time, and pi . pi."""
    ordered = bit_channels(channels)
    distribution = _distribution(prior, len(ordered))
    folded = distribution
    for channel in ordered:
        low, high = noise_factors(channel)
        # The leading axis is that of the bit: a weighted sum of both halves takes it away.
        halves = folded.reshape(2, -1)
        folded = float(low) * halves[0] + float(high) * halves[1]
    return float(folded[0]), float(distribution @ distribution)


def _squared(table: Any) -> Any:
    return tuple(tuple(entry**2 for entry in row) for row in table)
