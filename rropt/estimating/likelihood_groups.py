"""Several groups by one likelihood: differences, sums of strata, tests that they are equal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.estimating.equations import Equations
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.likelihood_estimate import LikelihoodContrast, LikelihoodEstimate
from rropt.estimating.ratio_tests import nested_test
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


def groups_test(
    estimates: Sequence[LikelihoodEstimate], contrast: Iterable[Any] | None = None
) -> HypothesisTest:
    """Do all groups have the same distribution, or the same value of a contrast?

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import likelihood_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> groups = [likelihood_estimate(warner, c) for c in ([600, 400], [640, 360], [550, 450])]
    >>> round(groups_test(groups).p_value, 6)
    0.000214
    """
    width = estimates[0].channel.shape[1]
    if any(answer.channel.shape[1] != width for answer in estimates):
        raise InputError("groups must have the same truths")
    if len(estimates) < 2:
        raise InputError(f"groups must be at least 2, got {len(estimates)}")
    identity = [[Fraction(int(i == j)) for j in range(width)] for i in range(width - 1)]
    rows = identity if contrast is None else [list(estimates[0].checked_contrast(contrast))]
    equations = [
        _difference(row, g, len(estimates)) for g in range(1, len(estimates)) for row in rows
    ]
    return nested_test(together(estimates), Equations(equations, [Fraction(0)] * len(equations)))


def _difference(row: Sequence[Fraction], group: int, groups: int) -> list[Fraction]:
    """The row at the first group minus the row at another."""
    nothing = [Fraction(0)] * len(row)
    parts = [list(row), *[nothing] * (groups - 1)]
    parts[group] = [-x for x in row]
    return [x for part in parts for x in part]
