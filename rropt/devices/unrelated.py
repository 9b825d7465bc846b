"""Unrelated question of unknown prevalence: two samples, because one cannot tell A from B.

A respondent of sample s is asked the sensitive question with probability p_s, the unrelated one
otherwise, so P(yes) = p_s pi_A + (1 - p_s) pi_B in sample s, and

    pi_A = ((1 - p2) P1(yes) - (1 - p1) P2(yes)) / (p1 - p2).

The truth of one respondent is the pair (A, B): the channel has four truths.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.devices.model import Device, certainties
from rropt.exact import InputError, probability, whole

TRUTHS = ("neither", "B only", "A only", "A and B")
REPORTS = ("no in 1", "yes in 1", "no in 2", "yes in 2")
SEEN = "local differential privacy of one report about A, its reader knowing B"
SAME_B = ((0, 2), (1, 3))


def unrelated_two_samples(p1: Any, p2: Any, share: Any = Fraction(1, 2)) -> Device:
    """Greenberg et al. (1969), pi_B unknown: two samples, with p1 and p2.

    Each respondent falls into the first with probability `share`; for samples of fixed
    sizes see `two_sample_variance`.
    Example: rropt device unrelated_two_samples --p1 7/10 --p2 3/10
    """
    first, second, portion = _checked(p1, p2, share)
    parameters = (("p1", first), ("p2", second), ("share", portion))
    return _two_samples("unrelated_two_samples", parameters, first, second, portion)


def moors(p: Any, share: Any = Fraction(1, 2)) -> Device:
    """Moors (1971): the second sample is asked only the unrelated question (p2 = 0).

    Estimate (P1(yes) - (1 - p) P2(yes)) / p.
    Example: rropt device moors --p 7/10 --share 3/4
    """
    first, second, portion = _checked(p, 0, share)
    return _two_samples("moors", (("p", first), ("share", portion)), first, second, portion)


def two_sample_variance(pi_a: Any, pi_b: Any, p1: Any, p2: Any, n1: Any, n2: Any) -> Fraction:
    """Exact variance for samples of fixed sizes n1 and n2, drawn with replacement.

    ((1 - p2)^2 l1 (1 - l1) / n1 + (1 - p1)^2 l2 (1 - l2) / n2) / (p1 - p2)^2, l_s = P(yes in
    sample s).

    >>> two_sample_variance("1/5", "1/2", 1, 0, 10, 5)
    Fraction(2, 125)
    """
    first, second, _ = _checked(p1, p2, Fraction(1, 2))
    a, b = probability(pi_a, "pi_a"), probability(pi_b, "pi_b")
    sizes = whole(n1, "n1", 1), whole(n2, "n2", 1)
    yes = [p * a + (1 - p) * b for p in (first, second)]
    spread = [q * (1 - q) / n for q, n in zip(yes, sizes, strict=True)]
    total = (1 - second) ** 2 * spread[0] + (1 - first) ** 2 * spread[1]
    return total / (first - second) ** 2


def known_prevalence(device: Device, pi_b: Any) -> Channel:
    """The channel on A alone of a two-sample device, B independent of A with prevalence pi_b.

    >>> known_prevalence(moors("1/2"), "1/2").parity()
    Fraction(3, 1)
    """
    return _known_prevalence(device.channel, probability(pi_b, "pi_b"))


def independent(pi_a: Any, pi_b: Any) -> tuple[Fraction, ...]:
    """Prevalences of the four truths when A and B are independent."""
    a, b = probability(pi_a, "pi_a"), probability(pi_b, "pi_b")
    return (1 - a) * (1 - b), (1 - a) * b, a * (1 - b), a * b


def _checked(p1: Any, p2: Any, share: Any) -> tuple[Fraction, Fraction, Fraction]:
    first, second = probability(p1, "p1"), probability(p2, "p2")
    portion = probability(share, "share")
    if first == second:
        raise InputError(
            "the two samples do not identify the proportion: the two probabilities of the "
            f"sensitive question must differ, got {first} twice"
        )
    if not 0 < portion < 1:
        raise InputError(f"share must lie strictly between 0 and 1, got {portion}")
    return first, second, portion


def _known_prevalence(channel: Channel, b: Fraction) -> Channel:
    rows = [[(1 - b) * row[0] + b * row[1], (1 - b) * row[2] + b * row[3]] for row in channel.rows]
    return Channel.from_rows(rows, channel.reports, ("not A", "A"))


def _two_samples(
    name: str,
    parameters: tuple[tuple[str, Any], ...],
    p1: Fraction,
    p2: Fraction,
    share: Fraction,
) -> Device:
    yes = [[p * a + (1 - p) * b for a in (0, 1) for b in (0, 1)] for p in (p1, p2)]
    rows = [
        [portion * (value if answer else 1 - value) for value in line]
        for portion, line in zip((share, 1 - share), yes, strict=True)
        for answer in (0, 1)
    ]
    channel = Channel.from_rows(rows, REPORTS, TRUTHS)
    zero = Fraction(0)
    scores = (
        zero,
        (1 - p2) / (share * (p1 - p2)),
        zero,
        -(1 - p1) / ((1 - share) * (p1 - p2)),
    )
    target = ((zero, zero, Fraction(1), Fraction(1)),)
    unaware = _known_prevalence(channel, Fraction(1, 2)).parity()
    notes = (
        *certainties(channel),
        "seen by a collector who knows neither answer, B independent of A and of prevalence 1/2, "
        f"one report has e^epsilon = {unaware}",
        "whoever knows the innocuous answer can be certain of A; the optimum is compared at the "
        "(gamma, delta) that is left against such a reader",
    )
    return Device(name, parameters, channel, target, (scores,), notes, SEEN, pairs=SAME_B)
