"""The maximum likelihood estimate on the simplex, with a proof of how good it is.

    maximise l(pi) = sum_i n_i log (C pi)_i   over distributions pi.

l is concave with gradient g, and `g . pi = n`, so for every distribution rho

    l(rho) - l(pi) <= g . (rho - pi) <= max_j g_j - n:   the duality gap at pi.

The gap is evaluated on whole numbers, rounded up, at the exact rational point that is returned:
`gap` is a proof. Closed forms have gap zero: a table with one number on the diagonal and one
elsewhere is solved by water-filling, and an unbiased estimate inside the simplex is the maximum.
All others are found by projected gradients and Newton steps on the face; whatever finds the point,
the gap judges it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log
from operator import mul
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts
from rropt.exact import (
    InputError,
    exact_vector,
    over_common_denominator,
    shown,
)
from rropt.survey.identification import diagonal_form, identified, unbiased_exact, unseen_by
from rropt.survey.simplex_search import ascend

POINT_BITS = 60
GAP_BITS = 64

WANTED_GAP = 1e-6
"""Of the log-likelihood: it moves the estimate by about a thousandth of a standard error."""


@dataclass(frozen=True)
class MaximumLikelihood:
    """A distribution whose log-likelihood is within `gap` of the maximum.

    `unique` is True where the maximum is proved to be attained at one point only.
    """

    distribution: tuple[Fraction, ...]
    log_likelihood: float
    gap: Fraction
    unique: bool

    @property
    def value(self) -> np.ndarray:
        """The distribution in doubles."""
        return np.array([float(p) for p in self.distribution])

    def divided(self, scale: int) -> MaximumLikelihood:
        """The same maximum where every count is divided by `scale`."""
        return replace(self, log_likelihood=self.log_likelihood / scale, gap=self.gap / scale)


def maximum_likelihood(channel: Channel, counts: Iterable[Any]) -> MaximumLikelihood:
    """The maximum likelihood estimate, within WANTED_GAP (in log-likelihood) if doubles suffice.

    The gap that was reached is part of the answer.

    >>> a, b = "1/2", "1/4"
    >>> krr = Channel.from_rows([[a, b, b], [b, a, b], [b, b, a]])
    >>> maximum_likelihood(krr, [6, 3, 1]).distribution
    (Fraction(1, 1), Fraction(0, 1), Fraction(0, 1))
    """
    numbers = possible_counts(channel, counts)
    point = _closed_form(channel, numbers)
    gap = Fraction(0)
    if point is None:
        start = ascend(_directions(channel), np.array(numbers, float), WANTED_GAP)
        point = _rational_point(start)
        gap = duality_gap(channel, numbers, point)
    return MaximumLikelihood(
        distribution=point,
        log_likelihood=log_likelihood(channel, numbers, point),
        gap=gap,
        # Strictly concave where every direction of the simplex changes some report that was seen.
        unique=not unseen_by(channel, tuple(n > 0 for n in numbers)) or _truthful(channel),
    )


def _directions(channel: Channel) -> np.ndarray:
    """The rows with largest entry one: the same maximum, and no report too rare for doubles."""
    tops = [max(row) or 1 for row in channel.numerators]
    rows = zip(channel.numerators, tops, strict=True)
    return np.array([[entry / top for entry in row] for row, top in rows])


def possible_counts(channel: Channel, counts: Iterable[Any]) -> tuple[int, ...]:
    """The counts, none of them of a report that the channel never gives."""
    numbers = report_counts(channel, counts)
    for label, row, count in zip(channel.reports, channel.numerators, numbers, strict=True):
        if count and not any(row):
            raise InputError(
                f"counts of report {label!r} must be 0, as the channel never gives it, got {count}"
            )
    return numbers


def log_likelihood(channel: Channel, counts: Sequence[int], point: Sequence[Fraction]) -> float:
    """`sum_i n_i log (C pi)_i`, without the multinomial constant."""
    masses, unit = over_common_denominator(point)
    scale = log(channel.denominator) + log(unit)
    found = 0.0
    for n, row in zip(counts, channel.numerators, strict=True):
        if n:
            reported = sum(map(mul, row, masses))
            found += n * (log(reported) - scale) if reported else float("-inf")
    return found


def duality_gap(channel: Channel, counts: Iterable[Any], point: Iterable[Any]) -> Fraction:
    """A proved upper bound on the log-likelihood still missing at `point`: max_j g_j - n.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> duality_gap(warner, (1, 1), (Fraction(1, 2), Fraction(1, 2)))
    Fraction(0, 1)
    """
    numbers = report_counts(channel, counts)
    masses, _ = over_common_denominator(_masses(channel, point))
    scale = 1 << GAP_BITS
    # The table's denominator cancels, and the sum of the masses stands for one.
    mass = sum(masses) * scale
    gradients = [0] * channel.shape[1]
    for n, row in zip(numbers, channel.numerators, strict=True):
        if n:
            reported = sum(map(mul, row, masses))
            if reported <= 0:
                raise InputError("point must give every observed report a positive probability")
            over = n * mass
            for j, entry in enumerate(row):
                # Rounded up, as minus the floor of minus the ratio: the gap stays an upper bound.
                gradients[j] -= -entry * over // reported
    return max(Fraction(max(gradients), scale) - sum(numbers), Fraction(0))


def _masses(channel: Channel, point: Iterable[Any]) -> tuple[Fraction, ...]:
    """A point of the cone over the simplex: only its direction counts."""
    masses = exact_vector(point, "point")
    if len(masses) != channel.shape[1] or min(masses) < 0:
        raise InputError(
            f"point must have {channel.shape[1]} entries of at least 0, one for each truth, "
            f"got {', '.join(map(shown, masses[:10]))}"
        )
    return masses


def _closed_form(channel: Channel, counts: tuple[int, ...]) -> tuple[Fraction, ...] | None:
    diagonal = diagonal_form(channel)
    if diagonal is not None:
        return water_filling(*diagonal, counts)
    size = channel.shape[1]
    if channel.shape[0] != size or identified(channel).rank < size:
        return None
    unbiased = unbiased_exact(channel, counts)
    # No probabilities of reports are likelier than the observed proportions.
    if min(unbiased) >= 0:
        return unbiased
    # l is concave: with its maximum on the line outside, the nearer end is the best inside.
    return tuple(Fraction(int(p > 1)) for p in unbiased) if size == 2 else None


def _truthful(channel: Channel) -> bool:
    """The diagonal form with a > b: reports never seen are at their least probability."""
    diagonal = diagonal_form(channel)
    return diagonal is not None and diagonal[0] > diagonal[1]


def water_filling(a: Fraction, b: Fraction, counts: Sequence[int]) -> tuple[Fraction, ...]:
    """The exact maximum for `p_j = b + (a - b) pi_j`.

    The reports' probabilities are the proportions above one level mu, b on the others:
    `p_j = max(b, n_j / mu)` for a > b and `min(b, n_j / mu)` for a < b. Only with a < b can the
    maximum be attained at many points (reports never seen); they then share equally.

    >>> water_filling(Fraction(1, 2), Fraction(1, 4), (5, 3, 2))
    (Fraction(7, 8), Fraction(1, 8), Fraction(0, 1))
    """
    size = len(counts)
    # Those at b are the least frequent for a > b, and the most frequent for a < b.
    order = sorted(range(size), key=lambda j: counts[j], reverse=a > b)
    for free in range(size, 0, -1):
        level = sum(counts[j] for j in order[:free])
        spare = 1 - (size - free) * b
        last = counts[order[free - 1]]
        # A free report has n_j / mu with mu = level / spare, on the right side of b.
        if (last * spare - b * level) * (a - b) >= 0:
            break
    share = {j: spare * counts[j] / level if level else spare / free for j in order[:free]}
    return tuple((share.get(j, b) - b) / (a - b) for j in range(size))


def _rational_point(point: np.ndarray) -> tuple[Fraction, ...]:
    """Doubles as an exact point of the simplex."""
    scaled = [max(0, round(Fraction(float(x)) * 2**POINT_BITS)) for x in point]
    total = sum(scaled)
    return tuple(Fraction(x, total) for x in scaled)
