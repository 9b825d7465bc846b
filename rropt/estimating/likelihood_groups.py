"""Several groups by one likelihood: their difference, and strata added up to a population."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from rropt.estimating.likelihood_estimate import LikelihoodContrast, LikelihoodEstimate
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.exact import InputError, exact_vector, share_vector


def together(estimates: Sequence[LikelihoodEstimate]) -> SampledLikelihood:
    """The likelihood of all groups; each keeps its own maximum."""
    return SampledLikelihood(
        tuple(answer.channel for answer in estimates),
        tuple(answer.model.counts[0] for answer in estimates),
        np.concatenate([answer.maximum.value for answer in estimates]),
    )


def weighted_sum(
    estimates: Iterable[LikelihoodEstimate], weights: Iterable[Any], contrast: Iterable[Any]
) -> LikelihoodContrast:
    """`sum_g w_g c . pi_g`: weights (1, -1) are a difference, shares of a population its strata.

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import likelihood_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> groups = [likelihood_estimate(warner, c) for c in ([500, 500], [600, 400])]
    >>> found = weighted_sum(groups, [1, -1], [0, 1])
    >>> round(found.value, 9), [round(x, 4) for x in (found.interval().low, found.interval().high)]
    (0.2, [0.113, 0.2865])
    """
    groups, factors = tuple(estimates), exact_vector(weights, "weights")
    if len(factors) != len(groups):
        raise InputError(f"weights must be {len(groups)}, one a group, got {len(factors)}")
    if not any(factors):
        raise InputError("weights must not all be zero")
    coefficients = exact_vector(contrast, "contrast")
    parts = [answer.checked_contrast(coefficients) for answer in groups]
    scaled = tuple(tuple(w * c for c in part) for w, part in zip(factors, parts, strict=True))
    return LikelihoodContrast(together(groups), scaled)


def likelihood_difference(
    first: LikelihoodEstimate, second: LikelihoodEstimate, contrast: Iterable[Any]
) -> LikelihoodContrast:
    """The first group's contrast minus the second's; the channels may differ."""
    return weighted_sum((first, second), (1, -1), contrast)


def likelihood_strata(
    strata: Iterable[LikelihoodEstimate], weights: Iterable[Any], contrast: Iterable[Any]
) -> LikelihoodContrast:
    """A population's contrast from its strata; `weights` are the strata's population shares."""
    return weighted_sum(strata, share_vector(weights, "weights"), contrast)
