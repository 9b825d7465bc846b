"""The named classical devices at the privacy of a design."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.asked_reports import has_fewer_reports
from rropt.design.consequences import restriction
from rropt.exact import InputError
from rropt.privacy import Conditions
from rropt.report.fact_lines import Line, far, is_degenerate, proved_best
from rropt.report.model_worth import marginal_designs
from rropt.report.worth import efficiency, is_minimised, value_of
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import Mean

if TYPE_CHECKING:
    from rropt.devices.model import Device

MOST_PARITIES = 8
"""Levels of conditions at which devices are tried: a table is decided for each."""

MOST_TRUTHS = 6
"""Largest number of truths for which the classical devices are tuned and compared."""

MOST_COMPARED = 16
"""Up to so many truths k-ary response is, whose information at 16 truths takes 0.1 s."""


def rivals(design: Answer) -> tuple[Line, ...]:
    """The named devices at the same privacy, best first; devices of equal value share a line."""
    problem, objective = design.problem, design.problem.objective
    if isinstance(objective, Mean):
        return _number_rivals(design, objective)
    if problem.truths > MOST_COMPARED or is_degenerate(design):
        return _k_ary_orbits(design)
    if has_fewer_reports(problem) and restriction(design) is None:  # devices have more reports
        return ()
    best = proved_best(design)
    grouped: dict[float, list[str]] = {}
    for name, channel in tuned(problem.privacy, problem.truths).items():
        grouped.setdefault(value_of(objective, channel), []).append(name)
    if isinstance(objective, ForModel):
        for name, channel in marginal_designs(design).items():
            grouped.setdefault(value_of(objective, channel), []).append(name)
    order = sorted(grouped, reverse=not is_minimised(objective))
    return tuple(
        Line(", ".join(sorted(grouped[value])), value, efficiency(objective, value, best))
        for value in order
    )


def _k_ary_orbits(design: Answer) -> tuple[Line, ...]:
    """Of many truths, whose table is kept as orbits: whether it is k-ary response."""
    if len(design.orbits) != 1 or design.orbits[0].others:
        return ()
    if sorted(n for _, n in design.orbits[0].runs)[:-1] != [1]:
        return ()
    best = proved_best(design)
    value = far(design.value)
    return (Line("k_ary", value, efficiency(design.problem.objective, value, best)),)


def _number_rivals(design: Answer, objective: Mean) -> tuple[Line, ...]:
    """The mechanisms for bounded numbers at one level, on the interval of the numbers."""
    if design.problem.levels is not None or design.problem.gamma.lo <= 1:
        return ()
    from rropt.devices.bounded_numbers import NUMBER_MECHANISMS
    from rropt.report.numbers_worth import variance_for

    ends = {"low": min(objective.values), "high": max(objective.values)}
    grouped: dict[float, list[str]] = {}
    for make in NUMBER_MECHANISMS:
        mechanism = make(gamma=design.problem.gamma.lo, **ends)
        grouped.setdefault(variance_for(objective, mechanism), []).append(mechanism.name)
    best = proved_best(design)
    return tuple(
        Line(", ".join(names), value, efficiency(objective, value, best))
        for value, names in sorted(grouped.items())
    )


def tuned(privacy: Any, truths: int) -> dict[str, Channel]:
    """Each device at the largest parity, of those that are tried, that the privacy allows.

    With delta > 0 a symmetric device can use it: parity (gamma + delta (k - 1)) / (1 - delta).
    """
    found: dict[str, Channel] = {}
    for parity in _parities(privacy, truths):
        devices = _devices_at(parity, truths)
        for name, device in devices.items():
            if name not in found and privacy.satisfied_by(device.channel):
                found[name] = device.channel
    return found


def _parities(privacy: Any, truths: int) -> list[Fraction]:
    """The parities to try, the largest first: of conditions their levels."""
    levels = getattr(privacy, "levels", None)
    if isinstance(levels, Conditions):
        known = {g for condition in levels.listed for _, (g, _) in condition.levels}
        return sorted(known, reverse=True)[:MOST_PARITIES]
    gamma, delta = _strongest(privacy)
    if 0 < delta < 1:
        return [(gamma + delta * (truths - 1)) / (1 - delta), gamma]
    return [gamma]


def _strongest(privacy: Any) -> tuple[Fraction, Fraction]:
    """gamma and delta; of a matrix its least bound, which a device for one number must keep."""
    levels = getattr(privacy, "levels", None)
    if levels is None:
        return privacy.gamma.lo, privacy.delta
    return min(Fraction(levels.lo[a][b]) for a, b in levels.bound_pairs), Fraction(0)


def _devices_at(parity: Fraction, truths: int) -> dict[str, Device]:
    """The devices at a parity; none where it is so near 1 that a rounded root makes one useless.

    A comparison that cannot be made takes no design with it. For many truths k-ary response alone.
    """
    from rropt.devices.local import k_ary
    from rropt.devices.rivals import rivals as at_parity

    try:
        if parity <= 1:
            return {}
        few = truths <= MOST_TRUTHS
        return at_parity(parity, truths) if few else {"k_ary": k_ary(truths, gamma=parity)}
    except InputError:
        return {}
