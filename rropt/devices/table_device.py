"""Any table as a device: with the unbiased estimate that is best at a prior."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel import as_channel
from rropt.devices.linear_estimates import best_linear
from rropt.devices.model import Device, identity_target
from rropt.exact import Numbers


def table_device(table: Any, prior: Numbers | None = None) -> Device:
    """The device of a design, of a table, or itself; a proportion is that of the second truth.

    Its estimate is the best unbiased linear one where the shares of the truths are the prior, or
    equal.

    >>> table_device([["3/4", "1/4"], ["1/4", "3/4"]]).variance("1/4")
    Fraction(15, 16)
    """
    if isinstance(table, Device):
        return table
    channel = as_channel(table, "design")
    k = channel.shape[1]
    target = ((Fraction(0), Fraction(1)),) if k == 2 else identity_target(k)
    shares = [Fraction(1, k)] * k if prior is None else channel.checked_prior(prior)
    estimator = best_linear(channel, target, shares, "the table")
    return Device("table", (), channel, target, estimator)
