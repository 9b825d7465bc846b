"""A device at its own privacy, pair by pair or level by level, and the best table for that.

One number says too little of a device whose reports speak more for one truth than for another. The
smallest matrix that its table obeys, g_ab = max over reports of P(i | a) / P(i | b), gives each
pair of truths what the device gives it, "oo" where some report rules a truth out.

A device with an infinite epsilon has no level at which to compare it: any (gamma, delta) that it
keeps is one point of its curve, and the optimum there may reveal more elsewhere. The best table
under `NoWorseThan(device)` keeps every level of the device, so that no level has to be chosen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rropt.devices.model import Device
from rropt.devices.validated import Vector
from rropt.exact import InputError, Table, text
from rropt.exact.convert import dot
from rropt.exact.entries import identity
from rropt.privacy import Criterion, NoWorseThan, Privacy
from rropt.privacy.levels import Matrix
from rropt.privacy.matrices import matrix_json

MOST_TRUTHS = 6
"""More truths than these, and a design for each device would hold up the list."""


@dataclass(frozen=True)
class OwnOptimum:
    """Least n Var in independent draws: a proved bound, and what a table attains."""

    variance: Fraction
    reached: Fraction
    command: str
    """What issues the certificate, where options can say the privacy; else empty."""


def own_matrix(device: Device) -> Matrix | None:
    """The smallest matrix, where it says more than one number; None where it does not.

    >>> from rropt.devices.survey import forced_response
    >>> own_matrix(forced_response("1/3", 0))
    ((Fraction(1, 1), inf), (Fraction(3, 1), Fraction(1, 1)))
    """
    matrix = device.channel.levels()
    k = range(len(matrix))
    entries = {matrix[a][b] for a, b in product(k, repeat=2) if a != b}
    return None if device.pairs or len(entries) == 1 else matrix


def optimum_in_matrix(device: Device, prior: Any) -> OwnOptimum | None:
    """The optimum at the device's own matrix for what the device estimates; None beyond reach.

    >>> from rropt.devices.survey import forced_response
    >>> device = forced_response("1/3", 0)
    >>> optimum_in_matrix(device, "1/4").variance == device.variance("1/4")
    True
    """
    matrix = own_matrix(device)
    if matrix is None or len(matrix) > MOST_TRUTHS:
        return None
    rows = matrix_json(matrix)
    option = f' --privacy "{";".join(map(",".join, rows))}"'
    return _optimum(device, prior, lambda: Privacy(rows), option)


def estimation_objective(target: Table, masses: Vector) -> tuple[Any, str, int] | None:
    """What is least for this target: a proportion, the sum of all, or one contrast; the factor."""
    from rropt.utility import Variance
    from rropt.utility.at_prior import AOptimal, COptimal

    prior = ",".join(map(text, masses))
    if len(masses) == 2:
        share = dot(target[-1], masses)
        if set(target[-1]) != {0, 1} or not 0 < share < 1:
            return None
        return Variance(masses[1]), f"variance --prior {text(masses[1])}", len(target)
    if not all(masses):
        return None
    if target == identity(len(masses)):
        return AOptimal(masses), f"a-optimal --prior {prior}", 1
    if len(target) > 1:
        return None
    contrast = ",".join(map(text, target[0]))
    return COptimal(masses, target[0]), f"c-optimal --prior {prior} --contrast={contrast}", 1


MOST_REPORTS = 6
"""Of the table; each ratio of it is a level, and rays where levels meet are listed."""


def optimum_in_profile(device: Device, prior: Any) -> OwnOptimum | None:
    """For devices of two truths that rule a truth out; None for others and beyond reach.

    >>> from rropt.devices.survey import forced_response
    >>> found = optimum_in_profile(forced_response("1/3", 0), "1/4")
    >>> found.variance == forced_response("1/3", 0).variance("1/4")
    True
    """
    reports, truths = device.channel.shape
    if device.parity != math.inf or truths != 2 or reports > MOST_REPORTS or device.pairs:
        return None
    return _optimum(device, prior, lambda: NoWorseThan(device.channel))


def _optimum(
    device: Device, prior: Any, privacy: Callable[[], Criterion], option: str = ""
) -> OwnOptimum | None:
    """For what the device estimates; None without bounds or anything to report."""
    from rropt.design.solve import solve

    posed = estimation_objective(device.target, device.prior(prior))
    if posed is None:
        return None
    objective, words, factor = posed
    try:
        answer = solve(privacy(), objective)
    except InputError:
        return None
    if answer.value.is_infinite:
        return None
    bound = factor * Fraction(answer.bound.lo)
    value = factor * Fraction(answer.value.hi)
    return OwnOptimum(bound, value, f"rropt design {words}{option}" if option else "")
