"""Privacy criteria and their demands.

Local differential privacy, beta-factor privacy, rho1-to-rho2 privacy, a bound on Bayes factors and
any strict-information criterion are, for an exact table P, the same demand with different numbers:
`eta(P) <= gamma` with gamma = B(h) (chai-nayak/thm-3.1), and for (epsilon, delta) privacy
`profile(gamma) <= delta`. A matrix of levels protects different pairs of truths differently
(`matrices`, `named_truths`, `metric`). `criteria` has one class each, `bound` computes B(h),
`breach_region` says what a criterion forbids, `demands` the same demand in other words.
"""

from __future__ import annotations

from typing import Any

from rropt.exact import Gamma
from rropt.privacy.conditions import Conditions
from rropt.privacy.criteria import (
    BayesFactor,
    BetaFactor,
    CanonicalStrictInformation,
    Criterion,
    LocalDP,
    Rho1Rho2,
    StrictInformation,
)
from rropt.privacy.levels import Levels
from rropt.privacy.matrices import MatrixCriterion, Privacy
from rropt.privacy.measured import (
    LocalInformationPrivacy,
    NoWorseThan,
    PointwiseMaximalLeakage,
    RenyiDP,
    ZeroConcentratedDP,
)
from rropt.privacy.metric import MetricDP
from rropt.privacy.named_truths import Blocks, HighLow, OneSided, UtilityOptimized
from rropt.strict.result import StrictBound

__all__ = [
    "BayesFactor",
    "BetaFactor",
    "Blocks",
    "CanonicalStrictInformation",
    "Conditions",
    "Criterion",
    "HighLow",
    "Levels",
    "LocalDP",
    "LocalInformationPrivacy",
    "MatrixCriterion",
    "MetricDP",
    "NoWorseThan",
    "OneSided",
    "PointwiseMaximalLeakage",
    "Privacy",
    "RenyiDP",
    "Rho1Rho2",
    "StrictBound",
    "StrictInformation",
    "UtilityOptimized",
    "ZeroConcentratedDP",
    "strict_bound",
]


def strict_bound(h: Any) -> StrictBound:
    """B(h) = inf over 0 < p < 1 of ((1-p)/p) (h(p)/(1-h(p))), for text, a sympy expression or a
    criterion.

    A table P keeps every posterior at most h(prior) if and only if eta(P) <= B(h).

    >>> demand = strict_bound("Min(1, p + 1/5)")
    >>> demand.bound, demand.attained, demand.at
    (Fraction(9, 4), True, (Fraction(2, 5),))
    >>> strict_bound(Rho1Rho2("1/10", "1/2")).at
    ('1/10-', '1/2-')
    """
    from rropt.privacy.boundaries import star
    from rropt.strict.bound import bound_of

    if isinstance(h, (LocalDP, BayesFactor)) and not h.delta:
        return _everywhere(h.gamma)
    if isinstance(h, Criterion):
        region = h.breach_region()
        return bound_of(star(region.lower, region.upper))
    return bound_of(h)


def _everywhere(gamma: Gamma) -> StrictBound:
    """At h_(gamma) the ratio is gamma for every p (chai-nayak/eq-3.5); no search is needed."""
    import sympy

    named = None
    if not gamma.is_exact and gamma.epsilon is not None:
        named = sympy.exp(sympy.Rational(gamma.epsilon.numerator, gamma.epsilon.denominator))
    return StrictBound(gamma.lo, gamma.hi, named, True, ("0 < p < 1",))
