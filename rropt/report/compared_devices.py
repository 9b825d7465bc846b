"""The named classical devices at the privacy of a design, as lines of a comparison."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.design.answer import Answer, Value
from rropt.design.answer_facts import restriction
from rropt.design.report_counts import has_fewer_reports
from rropt.design.solve import solve
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.number import in_double
from rropt.privacy import Conditions
from rropt.utility.objective import Objective
from rropt.utility.worst_case import GROUP, Mean

if TYPE_CHECKING:
    from rropt.devices.bounded_numbers import NumberMechanism
    from rropt.devices.model import Device


@dataclass(frozen=True)
class Line:
    """Something with a value of the objective, and its efficiency against the proved bound."""

    label: str
    value: float
    efficiency: float | None
    note: str = ""


def proved_best(design: Answer) -> float:
    """The proved bound with any number of reports."""
    cost = restriction(design)
    return far(design.bound) if cost is None else float(cost.proved)


def is_degenerate(design: Answer) -> bool:
    """No useful private table, everything allowed, or a certain prevalence."""
    problem = design.problem
    certain = problem.objective.prevalence in (0, 1)
    if problem.levels is not None:
        return certain or design.value == math.inf
    # At gamma = 1 without a delta only the table that tells nothing is private.
    useless = design.value == math.inf or (problem.gamma.hi == 1 and not problem.delta)
    return useless or certain or problem.delta == 1


def far(value: Value) -> float:
    return in_double(CertifiedNumber.of(value).lo)


MOST_PARITIES = 8
"""Levels of conditions at which devices are tried: a table is decided for each."""

MOST_TRUTHS = 6
"""Largest number of truths for which the classical devices are tuned and compared."""

MOST_COMPARED = 16
"""Up to so many truths k-ary response is, whose information at 16 truths takes 0.1 s."""


def rivals(design: Answer) -> tuple[Line, ...]:
    """The named devices at the same privacy, best first; devices of equal value share a line."""
    problem = design.problem
    objective = design.problem.objective
    if objective.numbers is not None:
        return _number_rivals(design, objective)
    if problem.truths > MOST_COMPARED or is_degenerate(design):
        return _of_many_truths(design)
    if has_fewer_reports(problem) and restriction(design) is None:  # devices have more reports
        return ()
    tables = tuned(problem.privacy, problem.truths)
    tables |= _designs_for(objective.rivals(), problem.privacy)
    return _listed(design, {name: float(objective.worth(table)) for name, table in tables.items()})


def _listed(design: Answer, values: Mapping[str, float], note: str = "") -> tuple[Line, ...]:
    """A line for each value, best first, with the names of all that have it."""
    objective = design.problem.objective
    best = proved_best(design)
    grouped: dict[float, list[str]] = {}
    for name, value in values.items():
        grouped.setdefault(value, []).append(name)
    return tuple(
        Line(", ".join(sorted(grouped[value])), value, objective.efficiency(value, best), note)
        for value in sorted(grouped, reverse=not objective.is_minimised)
    )


def _designs_for(goals: Mapping[str, Objective], privacy: Any) -> dict[str, Channel]:
    """The best tables for other objectives; a comparison that cannot be made is left out."""
    found = {}
    for name, goal in goals.items():
        try:
            found[name] = solve(privacy, goal).channel
        except InputError:
            continue
    return found


def _of_many_truths(design: Answer) -> tuple[Line, ...]:
    """Of many truths: where all shares are estimated and equal, every device for categories by its
    own estimate, of which no table is needed; else whether the table is k-ary response."""
    problem = design.problem
    objective = design.problem.objective
    scenarios: tuple[Any, ...] = getattr(objective, "scenarios", ())
    equal = len(scenarios) == 1 and len(set(scenarios[0].prior)) == 1
    plain = problem.levels is None and not problem.delta and problem.gamma.lo > 1
    if objective.name != "a-optimal" or not (equal and plain) or is_degenerate(design):
        return _k_ary_orbits(design)
    from rropt.devices.rivals import frequency_families

    families = frequency_families(problem.truths, problem.gamma.lo)
    found = {name: float(one.worth) for name, one in families.items()}
    return _listed(design, found, "own estimate")


def _k_ary_orbits(design: Answer) -> tuple[Line, ...]:
    """Of many truths, whose table is kept as orbits: whether it is k-ary response."""
    if len(design.orbits) != 1 or design.orbits[0].others:
        return ()
    # One truth at one value, all others at another.
    if sorted(n for _, n in design.orbits[0].runs)[:-1] != [1]:
        return ()
    return _listed(design, {"k_ary": far(design.value)})


def _number_rivals(design: Answer, objective: Mean) -> tuple[Line, ...]:
    """The mechanisms for bounded numbers at one level, on the interval of the numbers."""
    if design.problem.levels is not None or design.problem.gamma.lo <= 1:
        return ()
    from rropt.devices.bounded_numbers import NUMBER_MECHANISMS

    ends = {"low": min(objective.values), "high": max(objective.values)}
    # At the lower end of gamma, as the table of the design is: both keep the same promise.
    made = [make(gamma=design.problem.gamma.lo, **ends) for make in NUMBER_MECHANISMS]
    return _listed(design, {one.name: variance_for(objective, one) for one in made})


def tuned(privacy: Any, truths: int) -> dict[str, Channel]:
    """Each device at the largest parity, of those that are tried, that the privacy allows.

    With delta > 0 a symmetric device can use it: parity (gamma + delta (k - 1)) / (1 - delta).
    """
    found: dict[str, Channel] = {}
    for parity in _parities(privacy, truths):
        devices = _devices_at(parity, truths)
        for name, device in devices.items():
            # Decided exactly for each table: a delta may allow one device more than another.
            if name not in found and privacy.satisfied_by(device.channel):
                found[name] = device.channel
    return found


def _parities(privacy: Any, truths: int) -> list[Fraction]:
    """The parities to try, the largest first: of conditions their levels."""
    levels = getattr(privacy, "levels", None)
    if isinstance(levels, Conditions):
        every = chain.from_iterable(condition.levels for condition in levels.listed)
        known = {g for _, (g, _) in every}
        return sorted(known, reverse=True)[:MOST_PARITIES]
    gamma, delta = _strongest(privacy)
    if 0 < delta < 1:
        # k-ary response with p - gamma q = delta, where p + (k - 1) q = 1, has the ratio p / q.
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


def variance_for(objective: Mean, mechanism: NumberMechanism) -> float:
    """Over all numbers, the worst of some, their average, or the worst population.

    With the variance m + s u^2 of a report on u in [-1, 1] a population has m + (s + 1) E u^2 -
    (E u)^2: as s >= -1, most for one half on each end.

    >>> from rropt.devices.bounded_numbers import duchi
    >>> round(variance_for(Mean([-1, 1], worst="population"), duchi(gamma=3)), 9)
    4.0
    """
    if objective.interval and not objective.bins:
        return float(mechanism.variance[1])
    low = mechanism.low
    high = mechanism.high
    half = float(high - low) / 2
    middle = float(mechanism.at_middle[1])
    slope = float(mechanism.at_ends[1]) - middle
    if objective.bins:
        return middle + slope * _mean_square(objective)
    if objective.prior is None and objective.respondents != GROUP:
        # Half on each end: E u^2 = 1, and the numbers themselves vary by half^2.
        return middle + slope + half**2
    units = [float(2 * (x - low) / (high - low) - 1) for x in objective.values]
    variances = [middle + slope * u * u for u in units]
    if objective.prior is None:
        return max(variances)
    shares = zip(objective.prior, variances, strict=True)
    return sum(float(q) * v for q, v in shares)


def _mean_square(objective: Mean) -> float:
    """Of u under the density."""
    density = objective.density
    middle = (density.low + density.high) / 2
    half = (density.high - density.low) / 2
    # E (x - middle)^2 from the moments about 0.
    around = density.mean_square - 2 * middle * density.mean + middle**2
    return float(around / half**2)
