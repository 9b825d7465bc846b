"""How uncertain a marginal is: variances, loss in closed form, effective sample size.

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
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.bits.bit_tables import MAX_BITS, apply_in_place, bit_channels, inverse
from rropt.estimating.bits.marginal import cell_vector, report_marginal
from rropt.exact import InputError, exact, whole

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
