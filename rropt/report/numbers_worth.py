"""What a mechanism for bounded numbers does for an objective, in doubles: for showing only."""

from __future__ import annotations

from rropt.devices.number_model import NumberMechanism
from rropt.utility.worst_case import GROUP, Mean


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
    low, high = mechanism.low, mechanism.high
    half = float(high - low) / 2
    middle = float(mechanism.at_middle[1])
    slope = float(mechanism.at_ends[1]) - middle
    if objective.bins:
        return middle + slope * _mean_square(objective)
    if objective.prior is None and objective.respondents != GROUP:
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
    around = density.mean_square - 2 * middle * density.mean + middle**2
    return float(around / half**2)
