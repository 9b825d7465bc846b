"""The truncated geometric mechanism on a finite range, as an exact channel.

A count x in 0..m plus two-sided geometric noise, clamped to 0..m (Ghosh, Roughgarden,
Sundararajan 2012):

    P(0 | x) = a^x / (1 + a),  P(m | x) = a^(m - x) / (1 + a),  P(y | x) = (1 - a) / (1 + a) a^|y
    - x|.

Neighbouring counts differ by one and have likelihood ratio 1 / a. Read as a *local* mechanism,
where any two truths are neighbours, the ratio is a^-m.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.devices.linear_estimates import solve
from rropt.devices.model import Device
from rropt.devices.validated import level
from rropt.exact import InputError, exact, whole
from rropt.exact.entries import tabulated

MOST = 64


def truncated_geometric(
    top: Any, epsilon: Any = None, gamma: Any = None, alpha: Any = None
) -> Device:
    """Two-sided geometric noise on 0..top, clamped.

    Between neighbouring counts 1 / alpha = e^epsilon. The estimator is the unique unbiased one of
    the mean count.
    Example: rropt device truncated_geometric --top 2 --gamma 2

    >>> truncated_geometric(2, gamma=2).channel.columns[0]
    (Fraction(2, 3), Fraction(1, 6), Fraction(1, 6))
    """
    m = whole(top, "top", 1)
    if m > MOST:
        raise InputError(f"top must be at most {MOST} to write the table, got {m}")
    a, asked = _alpha(epsilon, gamma, alpha)
    counts = range(m + 1)
    columns = tabulated(lambda x, y: _entry(y, x, m, a), counts, counts)
    channel = Channel.from_truth_rows(columns)
    value = tuple(Fraction(x) for x in range(m + 1))
    (scores,) = solve(channel.columns, (value,), "truncated_geometric")
    notes = (
        f"between neighbouring counts e^epsilon = {1 / a}; the parity counts any two counts as "
        f"neighbours: {1 / a}^{m}",
    )
    return Device(
        "truncated_geometric",
        (("top", m), ("alpha", a)),
        channel,
        (value,),
        (scores,),
        notes,
        asked=asked,
    )


def _alpha(epsilon: Any, gamma: Any, alpha: Any) -> tuple[Fraction, Any]:
    if alpha is None:
        asked = level(epsilon, gamma)
        return 1 / asked.lo, asked
    if epsilon is not None or gamma is not None:
        raise InputError("exactly one of alpha, epsilon and gamma must be given")
    ratio = exact(alpha, "alpha")
    if not 0 < ratio < 1:
        raise InputError(f"alpha must lie strictly between 0 and 1, got {ratio}")
    return ratio, None


def _entry(y: int, x: int, m: int, a: Fraction) -> Fraction:
    # All of the noise beyond an end falls on it.
    if y in (0, m):
        return a ** abs(y - x) / (1 + a)
    return (1 - a) / (1 + a) * a ** abs(y - x)
