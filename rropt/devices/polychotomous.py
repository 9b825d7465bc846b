"""Devices for a question with several answers, and one estimate a category.

"With probability p the truth, otherwise a forced answer" has the table p I + f 1', where f_i is
the probability that answer i is forced and sum f = 1 - p; the unbiased estimate of category j is
(share of report j - f_j) / p.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.devices.model import Device, certainties, identity_target
from rropt.devices.validated import categories_of
from rropt.exact import InputError, exact_vector, probability


def polychotomous_forced_response(forced: Any) -> Device:
    """Polychotomous forced response: answer i is forced with probability forced[i], else the truth.

    Example: rropt device polychotomous_forced_response --forced 1/8,1/8,1/4

    >>> polychotomous_forced_response("1/8,1/8,1/4").parity
    Fraction(5, 1)
    """
    shares = exact_vector(forced, "forced")
    for i, share in enumerate(shares):
        if not 0 <= share <= 1:
            raise InputError(f"forced[{i}] must lie between 0 and 1, got {share}")
    if len(shares) < 2:
        raise InputError(f"forced must have one entry a category, at least two, got {len(shares)}")
    parameters = (("forced", shares),)
    return _forced(
        "polychotomous_forced_response", parameters, 1 - sum(shares, Fraction(0)), shares
    )


def unrelated_uniform(p: Any, categories: Any = 2) -> Device:
    """The sensitive question with probability p, else an unrelated one with uniform answers.

    P(i | j) = p [i = j] + (1 - p) / k: k-ary randomized response under its survey name.
    Example: rropt device unrelated_uniform --p 1/2 --categories 4
    """
    truth, k = probability(p, "p"), categories_of(categories, 64)
    parameters = (("p", truth), ("categories", k))
    return _forced("unrelated_uniform", parameters, truth, ((1 - truth) / k,) * k)


def _forced(
    name: str,
    parameters: tuple[tuple[str, Any], ...],
    truth: Fraction,
    forced: tuple[Fraction, ...],
) -> Device:
    if truth < 0:
        raise InputError(f"the forced answers must have total probability below 1, got {1 - truth}")
    if truth == 0:
        raise InputError(f"{name} does not identify the proportions: the truth is never told")
    k = range(len(forced))
    channel = Channel.from_rows([[forced[i] + truth * (i == j) for j in k] for i in k])
    estimator = tuple(tuple(((i == j) - forced[j]) / truth for i in k) for j in k)
    notes = certainties(channel)
    return Device(name, parameters, channel, identity_target(len(forced)), estimator, notes)
