"""Likelihood-ratio tests: of a value, a whole distribution, equal groups, nested hypotheses.

    R = 2 (max l under the wider hypothesis - max l under the narrower one)

is chi-square with as many degrees of freedom as equations were added. At an end of the simplex half
of the chance is at R = 0: one value there has the mixture of both halves. Where reports are few or
the truth is near the boundary otherwise, R is enumerated or drawn at the likeliest truth under the
hypothesis (a parametric bootstrap); of one value the larger of both p-values is given, so that
neither the limit nor the draw rejects alone.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.estimating.calibrated_limits import ENOUGH, MOST_DRAWN, regular, restricted_to
from rropt.estimating.chi_square import chi_square_tail
from rropt.estimating.equations import Equations, added_rank
from rropt.estimating.hypotheses import HypothesisTest, impossible_value, tail_of, value_in_double
from rropt.estimating.intervals import normal_cdf
from rropt.estimating.profile_limits import drop_at, likeliest_at
from rropt.estimating.reference_drops import SAME, ReferenceDrops, reference_drops
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.exact import InputError, exact

if TYPE_CHECKING:
    from rropt.estimating.likelihood_estimate import LikelihoodContrast

DRAWS, DRAWS_OF_TWO = 1999, 9999
"""Outcomes drawn for a p-value, of more and of two truths: 0.1 s."""


def ratio_test(
    contrast: LikelihoodContrast, value: Any, alternative: str = "two-sided"
) -> HypothesisTest:
    """Is the contrast equal to `value`? `alternative`: "two-sided", "greater" or "less".

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import likelihood_estimate
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found = ratio_test(likelihood_estimate(warner, [600, 400]).of(1), "1/5")
    >>> round(found.p_value, 4), found.method
    (0.001, 'likelihood ratio')
    """
    tail_of(alternative)
    value_in_double(value)
    hypothesis = exact(value, "value")
    low, high = contrast.exact_range
    if not low <= hypothesis <= high:
        side = 1.0 if hypothesis < low else -1.0
        return impossible_value(side, alternative)
    if contrast.constant:
        return HypothesisTest(0.0, 1.0, "the value is known")
    scaled = contrast.scaled(hypothesis)
    drop = drop_at(contrast.model, contrast.vector, scaled)
    plain = _limit(contrast, hypothesis, drop, alternative)
    truth = likeliest_at(contrast.model, contrast.vector, scaled)
    if _trusted(contrast.model, truth):
        return plain
    return _guarded(contrast, scaled, drop, alternative, plain)


def point_test(model: SampledLikelihood, truth: np.ndarray, freedom: int) -> HypothesisTest:
    """Is the whole distribution this one, in so many directions that the channel identifies?"""
    drop = float(model.drop(truth[None])[0])
    if regular(model, truth):
        return HypothesisTest(drop, chi_square_tail(drop, freedom), _named(freedom))
    reference = reference_drops(
        model,
        truth,
        lambda shares: np.broadcast_to(truth, (len(shares), len(truth))),
        _draws(model),
    )
    p_value = _with_tail(reference, reference.at_least(drop), drop, model)
    return HypothesisTest(drop, p_value, f"likelihood ratio, {_how(reference)}")


def nested_test(
    model: SampledLikelihood, narrower: Equations, wider: Equations | None = None
) -> HypothesisTest:
    """Do the equations hold, if the `wider` ones (none by default) do?

    The equations are about the truths of all groups in a row; the narrower ones join the wider.
    """
    base = wider or Equations([], [])
    all_equations = base.joined(narrower)
    freedom = added_rank(model, base, all_equations)
    if freedom == 0:
        raise InputError("equations must restrict what was possible before, got none that does")
    null = all_equations.maximiser(model)
    full = base.maximiser(model)
    shares = model.observed[None] / model.total
    truth = null(shares)
    drop = max(float(model.drop(truth)[0] - model.drop(full(shares))[0]), 0.0)
    if regular(model, truth[0]):
        return HypothesisTest(drop, chi_square_tail(drop, freedom), _named(freedom))
    reference = reference_drops(model, truth[0], null, _draws(model), wider=full)
    p_value = _with_tail(reference, reference.at_least(drop), drop, model, freedom)
    return HypothesisTest(drop, p_value, f"likelihood ratio, {_how(reference)}")


def _trusted(model: SampledLikelihood, truth: np.ndarray) -> bool:
    """Whether the limit needs no guard: two truths at a boundary have their mixture."""
    if len(model.centre) > 2 or model.total > MOST_DRAWN:
        return regular(model, truth)
    return float(model.total * model.expected_shares(truth).min()) >= ENOUGH


def _limit(
    contrast: LikelihoodContrast, hypothesis: Fraction, drop: float, alternative: str
) -> HypothesisTest:
    """The p-value of large numbers of reports."""
    low, high = contrast.exact_range
    root = sqrt(drop) if contrast.value > hypothesis else -sqrt(drop)
    less, greater = normal_cdf(root), normal_cdf(-root)
    if hypothesis not in (low, high):
        return HypothesisTest(drop, tail_of(alternative)(less, greater), "likelihood ratio")
    outwards = alternative == ("less" if hypothesis == low else "greater")
    p_value = 1.0 if outwards or drop <= SAME else normal_cdf(-sqrt(drop))
    return HypothesisTest(drop, p_value, "likelihood ratio, mixture at the boundary")


def _guarded(
    contrast: LikelihoodContrast,
    value: float,
    drop: float,
    alternative: str,
    plain: HypothesisTest,
) -> HypothesisTest:
    """The larger of the p-value of the limit and the one of enumerated or drawn reports."""
    model, vector = contrast.model, contrast.vector
    truth = likeliest_at(model, vector, value)
    restricted = restricted_to(model, vector, value)
    reference = reference_drops(model, truth, restricted, _draws(model))
    event = reference.drops >= drop - SAME
    if alternative != "two-sided":
        sign = 1 if alternative == "greater" else -1
        roots = np.sqrt(reference.drops) * np.sign(reference.tops @ vector - value) * sign
        root = sqrt(drop) * np.sign(vector @ model.maximum - value) * sign
        event = roots >= root - SAME
    chance = _with_tail(reference, reference.chance_of(event), drop, model)
    if chance <= plain.p_value:
        return plain
    return HypothesisTest(drop, min(1.0, chance), f"likelihood ratio, {_how(reference)}")


def _with_tail(
    reference: ReferenceDrops,
    chance: float,
    drop: float,
    model: SampledLikelihood,
    freedom: int | None = None,
) -> float:
    """The chance, or a bound of it where no drawn outcome is as extreme.

    Under one truth P(R >= r) <= e^-x (e x / d)^d for x = r / 2 > d, d the reports that are free
    (Agrawal 2020). For a hypothesis with `freedom` it is the chi-square tail that bounds mixtures.
    """
    if reference.exact or drop <= reference.drops[-1] + SAME:
        return min(1.0, chance)
    if freedom is not None:
        return min(chance, chi_square_tail(drop, freedom))
    half = drop / 2
    free = sum(int(used.sum()) - 1 for used in model.given)
    if half == inf:
        return 0.0
    return min(chance, exp(free * (1 + log(half / free)) - half)) if half > free else chance


def _draws(model: SampledLikelihood) -> int:
    return DRAWS_OF_TWO if len(model.centre) == 2 else DRAWS


def _how(reference: ReferenceDrops) -> str:
    return "exact" if reference.exact else f"{len(reference.drops)} drawn surveys"


def _named(freedom: int) -> str:
    plural = "" if freedom == 1 else "s"
    return f"likelihood ratio, {freedom} degree{plural} of freedom"
