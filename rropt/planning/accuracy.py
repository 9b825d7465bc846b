"""Variances and powers that a plan rests on, and the channel that an epsilon stands for."""

from __future__ import annotations

from fractions import Fraction
from math import expm1, log1p, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.identification import exact_left_inverse, left_inverse
from rropt.exact import InputError, gamma_from_epsilon


def k_randomized_response(categories: int, epsilon: Any) -> Channel:
    """The k-ary randomized response at a rational gamma just below e^epsilon.

    >>> k_randomized_response(3, "ln(2)").rows[0]
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    """
    gamma = gamma_from_epsilon(epsilon).lo
    total = gamma + categories - 1
    span = range(categories)
    return Channel.from_rows([[(gamma if i == j else 1) / total for j in span] for i in span])


def proportion_variance(channel: Channel, share: Fraction) -> Fraction:
    """n times the variance of the efficient unbiased estimate of a share: `holohan/cor-1`."""
    if channel.shape[1] != 2:
        raise InputError(
            f"channel must have two truths for a proportion, got {channel.shape[1]}; "
            "give a prior for each of them"
        )
    return truth_variances(channel, (1 - share, share))[1]


def truth_variances(channel: Channel, planned: tuple[Fraction, ...]) -> list[Fraction]:
    """n times the variance of each proportion: `sum_i L_ji^2 P(report i) - pi_j^2`."""
    reference = _positive(planned)
    inverse = exact_left_inverse(channel, reference)
    if inverse is None:
        rounded = left_inverse(channel, reference).tolist()
        inverse = tuple(tuple(Fraction(x) for x in row) for row in rounded)
    shares = channel.report_distribution(planned)
    moments = [sum(x * x * p for x, p in zip(row, shares, strict=True)) for row in inverse]
    return [Fraction(moment) - p**2 for moment, p in zip(moments, planned, strict=True)]


def root(variance: Fraction) -> float:
    """The square root in doubles; a design that tells next to nothing is refused."""
    try:
        return sqrt(variance)
    except OverflowError:
        raise InputError("epsilon must be larger: the variance is beyond every double") from None


def _positive(planned: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The planned truth, or uniform where it leaves a category empty: weights must be positive."""
    return planned if all(planned) else (Fraction(1, len(planned)),) * len(planned)


def normal_power(
    effect: float, spreads: tuple[float, float], n: int, alpha: Fraction, sides: int
) -> float:
    """P(|Z| beyond the critical value), which the spread under the hypothesis sets."""
    normal = NormalDist()
    critical = -normal.inv_cdf(float(alpha) / sides) * spreads[0]
    distance = abs(effect) * sqrt(n)
    if spreads[1] == 0:
        return float(distance > critical)
    near = normal.cdf((distance - critical) / spreads[1])
    return near + (normal.cdf((-distance - critical) / spreads[1]) if sides == 2 else 0.0)


FAR = 1e12
"""A shift of chi-square that every test notices."""


def chi_square_power(planned: np.ndarray, null: np.ndarray, n: int, alpha: Fraction) -> float:
    """Pearson's test on the reports: non-central chi-square.

    One report that the hypothesis excludes rejects it; without any, the others are tested.

    >>> round(chi_square_power(np.array([0.99, 0.01]), np.array([1.0, 0.0]), 2, Fraction(1, 20)), 6)
    0.0199
    """
    from scipy.special import chdtri, chndtr

    cells = null > 0
    excluded = min(1.0, float(planned[~cells].sum()))
    if excluded == 1:
        return 1.0
    others = planned[cells] / (1 - excluded)
    with np.errstate(over="ignore"):
        shift = float(((others - null[cells]) ** 2 / null[cells]).sum())
    if shift == 0 and not excluded:
        raise InputError("null must give other report probabilities than the prior")
    freedom, power = int(cells.sum()) - 1, 0.0
    if freedom:
        power = 1 - float(
            chndtr(float(chdtri(freedom, float(alpha))), freedom, min(n * shift, FAR))
        )
    return 1 - (1 - seen_once(excluded, n)) * (1 - power)


def seen_once(chance: float, n: int) -> float:
    """The probability that what has this chance is seen at least once in n reports.

    >>> round(seen_once(0.1, 22), 4)
    0.9015
    """
    return -expm1(n * log1p(-chance)) if chance < 1 else 1.0


def excluded_share(channel: Channel, planned: Fraction, null: Fraction) -> float:
    """The share of reports, at the planned proportion, that the hypothesis excludes."""
    expected = channel.report_distribution((1 - planned, planned))
    excluded = channel.report_distribution((1 - null, null))
    return float(sum(p for p, q in zip(expected, excluded, strict=True) if not q))
