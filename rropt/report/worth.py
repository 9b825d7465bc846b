"""What a table that is not the design is worth under the design's objective.

Linear utilities are summed exactly over the rows; the covariance criteria of `rropt.utility.curved`
are evaluated in doubles. Both are for showing beside a certified value, never for a decision.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.utility import Loss, Variance
from rropt.utility.curved import Curved, Scenario, VarianceOverInterval
from rropt.utility.for_model import MINIMAX, ForModel, ModelGuess
from rropt.utility.worst_case import WorstCase


def value_of(objective: Any, channel: Channel) -> float:
    """The objective's value of a table; infinite where a variance is.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> value_of(Variance("1/4"), warner)
    0.9375
    """
    if isinstance(objective, WorstCase):
        from rropt.report.worst_worth import worst_case_of

        return worst_case_of(objective, channel)
    if isinstance(objective, VarianceOverInterval):
        from rropt.report.worst_worth import over_prevalences

        return over_prevalences(objective, channel)
    if isinstance(objective, Curved):
        return _curved_value(objective, channel)
    if isinstance(objective, ForModel):
        return _model_value(objective, channel)
    lo = hi = Fraction(0)
    for row in channel.rows:
        low, high = objective.bounds(row)
        lo, hi = lo + low, hi + high
    if hi == 0 and isinstance(objective, Variance):
        return math.inf
    low, high = objective.report((lo, hi))
    return float((low + high) / 2)


def is_minimised(objective: Any) -> bool:
    """Whether smaller is better: variances, criteria of covariances, losses."""
    if isinstance(objective, ForModel):
        return not objective.is_determinant
    return isinstance(objective, (Variance, Curved, Loss))


def efficiency(objective: Any, value: float, best: float) -> float | None:
    """How much of the optimum is reached, 1 at the optimum: the share of the respondents.

    A variance of twice the least wastes every second respondent. Of a log-determinant it is the
    D-efficiency exp((best - value) / (k - 1)); of that of an information about m coefficients
    exp((value - best) / m).

    >>> efficiency(Variance("1/4"), 2.0, 1.0)
    0.5
    """
    if math.isinf(value):
        return 0.0
    if getattr(objective, "name", "") == "d-optimal":
        return math.exp((best - value) / (objective.truths - 1))
    if isinstance(objective, ForModel) and objective.is_determinant:
        return math.exp((value - best) / objective.coefficients)
    if best <= 0 or value <= 0:
        return None
    return best / value if is_minimised(objective) else value / best


def _model_value(objective: ForModel, channel: Channel) -> float:
    """Of the guesses together; infinite where the table tells nothing about a contrast."""
    values = [_at_guess(objective, guess, channel) for guess in objective.guesses]
    if objective.over == MINIMAX:
        return min(values) if objective.is_determinant else max(values)
    pairs = zip(values, objective.guesses, strict=True)
    return sum(float(guess.weight) * value for value, guess in pairs)


def _at_guess(objective: ForModel, guess: ModelGuess, channel: Channel) -> float:
    """sum c'I^-1 c, or ln det I."""
    import numpy as np

    table = channel.to_numpy()
    vectors = []
    for at in guess.points:
        means = table @ np.array(at.probabilities, dtype=float)
        slopes = table[means > 0] @ np.array(at.derivatives, dtype=float)
        vectors.append(slopes * np.sqrt(float(at.weight) / means[means > 0])[:, None])
    _, sizes, directions = np.linalg.svd(np.concatenate(vectors), full_matrices=True)
    told = np.zeros(len(directions), bool)
    told[: len(sizes)] = sizes > 1e-9 * sizes[0]
    if objective.is_determinant:
        return float(2 * np.log(sizes).sum()) if told.all() else -math.inf
    contrasts = directions @ np.array(objective.contrasts, dtype=float).T
    if np.abs(contrasts[~told]).max(initial=0.0) > 1e-6:
        return math.inf
    return float(((contrasts[told] / sizes[: told.sum()][:, None]) ** 2).sum())


def _curved_value(objective: Curved, channel: Channel) -> float:
    values = [_criterion(objective, channel, scenario) for scenario in objective.scenarios]
    if objective.robust == "minimax":
        pairs = zip(values, objective.scenarios, strict=True)
        return max(value - float(scenario.offset) for value, scenario in pairs)
    weights = [float(scenario.weight) for scenario in objective.scenarios]
    return sum(w * v for w, v in zip(weights, values, strict=True))


def _criterion(objective: Curved, channel: Channel, scenario: Scenario) -> float:
    """A functional of Cov = (sum_r r r' / (pi.r))^-1 - pi pi'; infinite when singular."""
    import numpy as np

    table, prior = channel.to_numpy(), np.array([float(p) for p in scenario.prior])
    table = table[table @ prior > 0]
    information = table.T @ (table / (table @ prior)[:, None])
    spectrum = np.linalg.eigvalsh(information)
    if spectrum[0] <= 1e-12 * spectrum[-1]:
        return math.inf
    covariance = np.linalg.inv(information) - np.outer(prior, prior)
    return float(_FUNCTIONALS[objective.name](objective, covariance))


def _log_determinant(objective: Curved, covariance: Any) -> float:
    """On the tangent space of the simplex, which is orthogonal to the vector of ones."""
    import numpy as np

    k = len(covariance)
    return float(np.linalg.slogdet(covariance + np.ones((k, k)) / k)[1])


def _largest_eigenvalue(objective: Curved, covariance: Any) -> float:
    import numpy as np

    return float(np.linalg.eigvalsh(covariance)[-1])


def _contrast_variance(objective: Curved, covariance: Any) -> float:
    contrast = [float(c) for c in objective.contrast or ()]
    return float(contrast @ covariance @ contrast)


_FUNCTIONALS: dict[str, Callable[[Curved, Any], float]] = {
    "a-optimal": lambda objective, covariance: float(covariance.trace()),
    "c-optimal": _contrast_variance,
    "d-optimal": _log_determinant,
    "e-optimal": _largest_eigenvalue,
}
