"""A device across its whole profile: the best table that is at most as revealing at every level.

A device with an infinite epsilon has no level at which to compare it: any (gamma, delta) that it
keeps is one point of its curve, and the optimum there may reveal more elsewhere. The best table
under `NoWorseThan(device)` keeps every level of the device, so that no level has to be chosen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.devices.model import Device
from rropt.devices.own_matrix import estimation_objective
from rropt.exact import InputError
from rropt.privacy import NoWorseThan

MOST_REPORTS = 6
"""Of the table; each ratio of it is a level, and rays where levels meet are listed."""


@dataclass(frozen=True)
class ProfileOptimum:
    """Least n Var in independent draws within the profile: a proved bound, what a table attains."""

    variance: Fraction
    reached: Fraction


def optimum_in_profile(device: Device, prior: Any) -> ProfileOptimum | None:
    """For devices of two truths that rule a truth out; None for others and beyond reach.

    >>> from rropt.devices.survey import forced_response
    >>> found = optimum_in_profile(forced_response("1/3", 0), "1/4")
    >>> found.variance == forced_response("1/3", 0).variance("1/4")
    True
    """
    from rropt.design.solve import solve

    reports, truths = device.channel.shape
    if device.parity != math.inf or truths != 2 or reports > MOST_REPORTS or device.pairs:
        return None
    posed = estimation_objective(device.target, device.prior(prior))
    if posed is None:
        return None
    objective, _, factor = posed
    try:
        answer = solve(NoWorseThan(device.channel), objective)
    except InputError:  # nothing left to report
        return None
    if answer.value.is_infinite:
        return None
    bound, value = Fraction(answer.bound.lo), Fraction(answer.value.hi)
    return ProfileOptimum(factor * bound, factor * value)
