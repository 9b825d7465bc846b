"""One door to both estimates: by likelihood, or unbiased and linear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rropt.channel import Channel
from rropt.estimating.estimated import EstimatedDistribution
from rropt.estimating.likelihood_estimate import likelihood_estimate
from rropt.estimating.unbiased_linear import unbiased_estimate
from rropt.exact import InputError

ESTIMATES = ("likelihood", "linear")


def estimate(
    channel: Channel, counts: Iterable[Any], prior: Any = None, method: str = "likelihood"
) -> EstimatedDistribution:
    """The estimated distribution of truths; `method` is "likelihood" or "linear".

    `prior` is where the linear estimate is efficient if there are more reports than truths; the
    likelihood needs none.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> estimate(warner, [800, 200])
    Likelihood estimate from 1000 reports (0: 1 +- 0.029, 1: 0 +- 0.029)
    >>> estimate(warner, [800, 200], method="linear")
    Linear estimate from 1000 reports (0: 1.1 +- 0.025, 1: -0.1 +- 0.025)
    """
    if method not in ESTIMATES:
        raise InputError(f"method must be one of {', '.join(ESTIMATES)}, got {method!r}")
    if method == "linear":
        return unbiased_estimate(channel, counts, prior)
    return likelihood_estimate(channel, counts)
